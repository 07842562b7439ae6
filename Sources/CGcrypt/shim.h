#ifndef ADHAN_CGCRYPT_SHIM_H
#define ADHAN_CGCRYPT_SHIM_H

#include <gcrypt.h>

// libgcrypt asks for this before anything else. No secrets are kept, so no memory is locked for them. Wrapped because
// gcry_control is variadic. Returns 0 where the library is older than its header.
static inline int adhand_gcrypt_begin(void) {
    if (!gcry_check_version(GCRYPT_VERSION)) return 0;
    gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
    return 1;
}

#endif
