#ifndef ADHAN_CMPG123_SHIM_H
#define ADHAN_CMPG123_SHIM_H

// No wrappers: what Swift cannot see (mpg123_param, mpg123_info) are macros over mpg123_param2 and mpg123_info2, which
// it can.
#include <mpg123.h>

#endif
