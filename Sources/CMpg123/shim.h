#ifndef ADHAN_CMPG123_SHIM_H
#define ADHAN_CMPG123_SHIM_H

// No wrappers: mpg123_param and mpg123_info, which Swift cannot import, are macros for mpg123_param2 and mpg123_info2,
// which it can.
#include <mpg123.h>

#endif
