#include "cmosquitto_read.h"

#include <errno.h>
#include <stddef.h>

#ifndef __has_feature
#define __has_feature(x) 0
#endif

static _Thread_local int is_reading;

int adhan_mosquitto_read(struct mosquitto *connection) {
    is_reading = 1;
    int code = mosquitto_loop_read(connection, 1);
    int number = errno;
    is_reading = 0;
    errno = number;
    return code;
}

// A sanitizer has a malloc of its own, which cannot be replaced. There the limit is not in force.
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

void *__libc_malloc(size_t size);

// libmosquitto finds the executable's malloc before glibc's. What it returns is glibc's in every case.
void *malloc(size_t size) {
    if (is_reading && size > 1 << 20) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_malloc(size);
}

#endif
