// Between adhand and the C library: from the moment there is a file $ADHAND_LOOP_RUNS, whoever asks a disk something on the process'
// first thread, which is the loop's, ends the process. The disk of any path may hang.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static void check(const char *name, const char *path) {
    const char *runs = getenv("ADHAND_LOOP_RUNS");
    if (!runs || getpid() != gettid() || syscall(SYS_faccessat, AT_FDCWD, runs, F_OK) != 0) return;
    fprintf(stderr, "on the loop's thread: %s %s\n", name, path ? path : "");
    abort();
}

#define REAL(type, name, ...) \
    static type (*real)(__VA_ARGS__); \
    if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        REAL(int, name, const char *, int, ...); \
        va_list more; \
        va_start(more, flags); \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; \
        va_end(more); \
        check(#name, path); \
        return real(path, flags, mode); \
    }
OPEN(open)
OPEN(open64)

#define STAT(name, status_t) \
    int name(const char *path, struct status_t *status) { \
        REAL(int, name, const char *, struct status_t *); \
        check(#name, path); \
        return real(path, status); \
    }
STAT(stat, stat)
STAT(lstat, stat)
STAT(stat64, stat64)
STAT(lstat64, stat64)

#define PATH(name) \
    int name(const char *path) { \
        REAL(int, name, const char *); \
        check(#name, path); \
        return real(path); \
    }
PATH(unlink)
PATH(rmdir)

#define MODE(name, mode_type) \
    int name(const char *path, mode_type mode) { \
        REAL(int, name, const char *, mode_type); \
        check(#name, path); \
        return real(path, mode); \
    }
MODE(access, int)
MODE(mkdir, mode_t)
MODE(chmod, mode_t)

int fstatat(int folder, const char *path, struct stat *status, int flags) {
    REAL(int, fstatat, int, const char *, struct stat *, int);
    check("fstatat", path);
    return real(folder, path, status, flags);
}

int rename(const char *from, const char *to) {
    REAL(int, rename, const char *, const char *);
    check("rename", from);
    return real(from, to);
}

ssize_t readlink(const char *path, char *target, size_t size) {
    REAL(ssize_t, readlink, const char *, char *, size_t);
    check("readlink", path);
    return real(path, target, size);
}

char *realpath(const char *path, char *resolved) {
    REAL(char *, realpath, const char *, char *);
    check("realpath", path);
    return real(path, resolved);
}

DIR *opendir(const char *path) {
    REAL(DIR *, opendir, const char *);
    check("opendir", path);
    return real(path);
}

int fsync(int descriptor) {
    REAL(int, fsync, int);
    check("fsync", NULL);
    return real(descriptor);
}

int fdatasync(int descriptor) {
    REAL(int, fdatasync, int);
    check("fdatasync", NULL);
    return real(descriptor);
}
