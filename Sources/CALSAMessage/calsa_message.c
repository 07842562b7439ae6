#include "calsa_message.h"

#include <alsa/asoundlib.h>
#include <stdarg.h>
#include <stdio.h>

static _Thread_local char message[256];

static void keep(const char *file, int line, const char *function, int error, const char *format, ...) {
    (void)file, (void)line, (void)function, (void)error;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
}

void adhan_alsa_keep_messages(void) { snd_lib_error_set_handler(keep); }

const char *adhan_alsa_message(void) { return message; }

void adhan_alsa_forget_message(void) { message[0] = 0; }
