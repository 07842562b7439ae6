#ifndef ADHAN_CALSA_SHIM_H
#define ADHAN_CALSA_SHIM_H

#pragma clang module import SwiftGlibc // as in CLinux
#include <alsa/asoundlib.h>
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>

// Use what follows from ONE Swift file only, and from functions that are not inlined into others: each file that calls a static
// inline function gets its own copy of it, and with it its own copy of the buffer.

/// The last complaint of ALSA on this thread, kept for the sentence that names the fault.
static inline char *adhan_alsa_message_buffer(void) {
    static __thread char message[256];
    return message;
}

/// Wrapped because the handler is variadic, which Swift cannot define. ALSA's own handler writes to stderr, where a
/// retry each second would fill the journal.
static inline void adhan_alsa_keep_message(
    const char *file, int line, const char *function, int error, const char *format, ...) {
    (void)file, (void)line, (void)function, (void)error;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(adhan_alsa_message_buffer(), 256, format, arguments);
    va_end(arguments);
}

/// Wrapped because only C can name the variadic handler.
static inline void adhan_alsa_keep_messages(void) {
    snd_lib_error_set_handler(adhan_alsa_keep_message);
}

#endif
