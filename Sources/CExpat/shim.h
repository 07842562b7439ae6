#ifndef ADHAN_CEXPAT_SHIM_H
#define ADHAN_CEXPAT_SHIM_H

#pragma clang module import SwiftGlibc // as in CLinux
// No wrappers: the library's functions are plain ones.
#include <expat.h>

#endif
