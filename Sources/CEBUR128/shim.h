#ifndef ADHAN_CEBUR128_SHIM_H
#define ADHAN_CEBUR128_SHIM_H

#pragma clang module import SwiftGlibc // as in CLinux
// No wrappers: the library's functions and modes are plain ones.
#include <ebur128.h>

#endif
