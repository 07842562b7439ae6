// Between adhand and the C library: nights pass at once. All clocks of the process, the monotonic ones too, are ahead by the seconds in the
// file $ADHAND_NIGHTS, a 64-bit number that a test raises. No clock is set, so nothing differs between the clocks; the process only
// finds that it did not run for hours, as after a suspend. Deadlines are moved back to what the kernel's clocks say.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) \
    static __typeof__(&name) real; \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static volatile int64_t *nights;

__attribute__((constructor)) static void map(void) {
    const char *path = getenv("ADHAND_NIGHTS");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *found = mmap(NULL, sizeof *nights, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (found != MAP_FAILED) nights = found;
}

static int64_t ahead(void) { return nights ? *nights : 0; }

// In the kernel's time; a moment that a night has passed is the earliest.
static struct timespec kernel_time(const struct timespec *deadline) {
    struct timespec moved = *deadline;
    moved.tv_sec = moved.tv_sec > ahead() ? moved.tv_sec - ahead() : 0;
    return moved;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    REAL(clock_gettime);
    int answer = real(clock, now);
    if (!answer && (clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_BOOTTIME ||
        clock == CLOCK_REALTIME_COARSE || clock == CLOCK_MONOTONIC_COARSE || clock == CLOCK_MONOTONIC_RAW))
        now->tv_sec += ahead();
    return answer;
}

time_t time(time_t *result) {
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *now, void *zone) {
    struct timespec found = {0};
    (void)zone;
    int answer = clock_gettime(CLOCK_REALTIME, &found);
    *now = (struct timeval){found.tv_sec, found.tv_nsec / 1000};
    return answer;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *until, struct timespec *rest) {
    REAL(clock_nanosleep);
    struct timespec moved = kernel_time(until);
    return real(clock, flags, flags & TIMER_ABSTIME ? &moved : until, rest);
}

int timerfd_settime(int timer, int flags, const struct itimerspec *due, struct itimerspec *before) {
    REAL(timerfd_settime);
    struct itimerspec moved = *due;
    int is_set = due->it_value.tv_sec || due->it_value.tv_nsec;
    if (is_set && flags & TFD_TIMER_ABSTIME) moved.it_value = kernel_time(&due->it_value);
    // Zero would switch it off.
    if (is_set && !moved.it_value.tv_sec && !moved.it_value.tv_nsec) moved.it_value.tv_nsec = 1;
    return real(timer, flags, &moved, before);
}

// Not dlsym: it may find the condition variables of before glibc 2.3.2.
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until) {
    static __typeof__(&pthread_cond_timedwait) real;
    if (!real) real = (__typeof__(real))dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
    if (!real) real = (__typeof__(real))dlsym(RTLD_NEXT, "pthread_cond_timedwait");
    struct timespec moved = kernel_time(until);
    return real(condition, mutex, &moved);
}

int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until) {
    REAL(pthread_cond_clockwait);
    struct timespec moved = kernel_time(until);
    return real(condition, mutex, clock, &moved);
}

int sem_timedwait(sem_t *semaphore, const struct timespec *until) {
    REAL(sem_timedwait);
    struct timespec moved = kernel_time(until);
    return real(semaphore, &moved);
}
