#ifndef ADHAN_CQRENCODE_SHIM_H
#define ADHAN_CQRENCODE_SHIM_H

#include <qrencode.h>

#endif
