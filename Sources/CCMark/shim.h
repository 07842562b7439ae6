#ifndef ADHAN_CCMARK_SHIM_H
#define ADHAN_CCMARK_SHIM_H

#pragma clang module import SwiftGlibc // as in CLinux
// No wrappers: the library's functions are plain ones.
#include <cmark.h>

#endif
