#ifndef ADHAN_CCRYPTO_SHIM_H
#define ADHAN_CCRYPTO_SHIM_H

// No wrappers: EVP_Digest and EVP_sha256 are plain functions.
#include <openssl/evp.h>

#endif
