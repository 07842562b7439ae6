// Between adhand and the C library: whatever lies below the folder $ADHAND_HANGING never answers, as on a server that is gone. Opening
// it, or asking for its size and age, waits for good. Where they are set: from the second $ADHAND_HANGING_FROM on, counted from 1970;
// once, and as long as, there is a file $ADHAND_HANGING_ONCE; and only until the second $ADHAND_HANGING_UNTIL, as on a disk that is slow at boot.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void answer(const char *path) {
    const char *folder = getenv("ADHAND_HANGING");
    const char *from = getenv("ADHAND_HANGING_FROM");
    const char *once = getenv("ADHAND_HANGING_ONCE");
    if (!folder || !path || strncmp(path, folder, strlen(folder)) != 0 || (from && time(NULL) < atoll(from))) return;
    if (once && access(once, F_OK) != 0) return;
    const char *until = getenv("ADHAND_HANGING_UNTIL");
    while ((!until || time(NULL) < atoll(until)) && (!once || access(once, F_OK) == 0)) usleep(50000);
}

#define OPEN(name)                                                     \
    int name(const char *path, int flags, ...) {                       \
        static int (*real)(const char *, int, ...);                    \
        if (!real) real = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name); \
        va_list more;                                                  \
        va_start(more, flags);                                         \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; \
        va_end(more);                                                  \
        /* Who reads gets the file of before the wait, whoever removes it meanwhile. */ \
        int early = (flags & (O_ACCMODE | O_CREAT)) == O_RDONLY ? real(path, flags) : -1; \
        answer(path);                                                  \
        return early >= 0 ? early : real(path, flags, mode);           \
    }
OPEN(open)
OPEN(open64)

#define STAT(name, status_t)                                           \
    int name(const char *path, struct status_t *status) {              \
        static int (*real)(const char *, struct status_t *);           \
        if (!real) real = (int (*)(const char *, struct status_t *))dlsym(RTLD_NEXT, #name); \
        answer(path);                                                  \
        return real(path, status);                                     \
    }
STAT(stat, stat)
STAT(lstat, stat)
// SQLite's.
STAT(stat64, stat64)
STAT(lstat64, stat64)
