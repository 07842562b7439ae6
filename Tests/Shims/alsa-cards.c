// Stands between libasound and the kernel by LD_PRELOAD, and tells of sound cards that are not there: their short names, in the order of
// their numbers, are the words of the file that ADHAND_CARDS names, read anew each time, so that a card comes, goes and gets another
// number while a process lives. A card has no more than its name; what plays is up to the ALSA config of the test, which finds the
// driver's definitions by it.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sound/asound.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

enum { CARDS = 8, DESCRIPTORS = 1024 };
static const char control[] = "/dev/snd/controlC";

// Of an open descriptor the number of its card, from 1; 0 where it is none of ours.
static int card_of[DESCRIPTORS];

static int read_name(int number, char name[16]) {
    FILE *file = fopen(getenv("ADHAND_CARDS"), "r");
    int found = 0;
    for (int i = 0; file && i <= number; i++) found = fscanf(file, "%15s", name) == 1;
    if (file) fclose(file);
    return found;
}

static int open_card(const char *path) {
    int number = atoi(path + sizeof control - 1);
    char name[16];
    if (number >= CARDS || !read_name(number, name)) return errno = ENOENT, -1;
    int descriptor = REAL(open)("/dev/null", O_RDWR | O_CLOEXEC);
    if (descriptor >= DESCRIPTORS) return REAL(close)(descriptor), errno = EMFILE, -1;
    if (descriptor >= 0) card_of[descriptor] = number + 1;
    return descriptor;
}

static int is_card(const char *path) { return getenv("ADHAND_CARDS") && !strncmp(path, control, sizeof control - 1); }

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return is_card(path) ? open_card(path) : REAL(open)(path, flags, mode);
}

// What open is where glibc's headers check the call.
int __open_2(const char *path, int flags);
int __open_2(const char *path, int flags) { return is_card(path) ? open_card(path) : REAL(__open_2)(path, flags); }

int close(int descriptor) {
    if (descriptor >= 0 && descriptor < DESCRIPTORS) card_of[descriptor] = 0;
    return REAL(close)(descriptor);
}

int ioctl(int descriptor, unsigned long request, ...) {
    va_list rest;
    va_start(rest, request);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    int number = descriptor >= 0 && descriptor < DESCRIPTORS ? card_of[descriptor] - 1 : -1;
    if (number < 0) return REAL(ioctl)(descriptor, request, argument);
    if (request == SNDRV_CTL_IOCTL_PVERSION) return *(int *)argument = SNDRV_CTL_VERSION, 0;
    struct snd_ctl_card_info *info = argument;
    char name[16];
    if (request != SNDRV_CTL_IOCTL_CARD_INFO || !read_name(number, name)) return errno = ENODEV, -1;
    memset(info, 0, sizeof *info);
    info->card = number;
    snprintf((char *)info->id, sizeof info->id, "%s", name);
    snprintf((char *)info->driver, sizeof info->driver, "%s", name);
    return 0;
}
