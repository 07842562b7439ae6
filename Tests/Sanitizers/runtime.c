// Linked into each executable of `make sanitize`: how AddressSanitizer and ThreadSanitizer report, and what ThreadSanitizer has to be told
// of Swift's Mutex. It is linked rather than set in the environment, which tests replace for the processes that they start.
//
// FOR_address or FOR_thread is defined. It is compiled without the sanitizer, which calls some of it before it can check anything.
// REPORTS: the folder for the reports, one file a process. SYMBOLIZER: the path of llvm-symbolizer.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// A sanitizer keeps terabytes of addresses for itself, which RLIMIT_DATA counts: a process with this limit could allocate nothing. So the
// child process that recognises a table sets it in vain. Its other limits hold.
int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit) {
    if (resource == RLIMIT_DATA) return 0;
    return (int)syscall(SYS_prlimit64, 0, resource, limit, NULL);
}

#define COMMON "log_path=" REPORTS "/report:external_symbolizer_path=" SYMBOLIZER

#ifdef FOR_address

const char *__asan_default_options(void) { return COMMON ":print_suppressions=0"; }

// Leaks that are not reported, each by a function in whose frame they were allocated.
// formWeakReference: the counts of an object that has weak references. Swift writes their address into the object shifted, so that
// LeakSanitizer does not find it.
// RemoteRig: the answer that a test gives to the rig's network holds the rig. No process of the product has one.
// ServerProcess: Foundation's Process holds itself until a run loop hears of its end, and a test has no run loop.
// CRYPTO_zalloc: OpenSSL's errors of a thread, 904 bytes. While the thread ends, no pointer leads to them for a moment.
const char *__lsan_default_suppressions(void) {
    return "leak:formWeakReference\nleak:RemoteRig\nleak:ServerProcess\nleak:CRYPTO_zalloc\n";
}

// Leaks are not looked for in a process that strace traces: LeakSanitizer would have to trace it as well, and fails.
int __lsan_is_turned_off(void) {
    char line[256];
    int tracer = 0;
    FILE *status = fopen("/proc/self/status", "re");
    while (status && fgets(line, sizeof line, status)) {
        if (sscanf(line, "TracerPid: %d", &tracer) == 1) break;
    }
    if (status) fclose(status);
    return tracer != 0;
}

#elifdef FOR_thread

const char *__tsan_default_options(void) { return COMMON; }

// Mutex takes a free lock by an atomic instruction that is compiled into the caller, which ThreadSanitizer sees. For a lock that is taken it
// calls these functions of libswiftSynchronization, which is not compiled for ThreadSanitizer. Without the functions below, which the linker
// finds first, each lock that two threads wanted at once would be reported as a race.
void __tsan_acquire(void *), __tsan_release(void *);

#define METHOD __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *mutex
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"

METHOD void lock(uint32_t state, SELF) __asm__(LOCK);
METHOD void lock(uint32_t state, SELF) {
    METHOD void (*own)(uint32_t, SELF) = dlsym(RTLD_NEXT, LOCK);
    own(state, mutex);
    __tsan_acquire(mutex);
}

METHOD void unlock(SELF) __asm__(UNLOCK);
METHOD void unlock(SELF) {
    METHOD void (*own)(SELF) = dlsym(RTLD_NEXT, UNLOCK);
    __tsan_release(mutex);
    own(mutex);
}

METHOD bool try_lock(SELF) __asm__(TRY_LOCK);
METHOD bool try_lock(SELF) {
    METHOD bool (*own)(SELF) = dlsym(RTLD_NEXT, TRY_LOCK);
    const bool locked = own(mutex);
    if (locked) __tsan_acquire(mutex);
    return locked;
}

#endif
