#ifndef ADHAN_CSODIUM_SHIM_H
#define ADHAN_CSODIUM_SHIM_H

#include <sodium.h>

#endif
