// Linux functions that are missing from the Swift compiler's own module map of glibc.

// glibc's declarations stay in the compiler's own module. Without this line both modules would declare struct timespec
// and others, and whether a file that imports only one of them compiles would depend on the build order.
#pragma clang module import SwiftGlibc

#include <signal.h>
#include <malloc.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/timerfd.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

// glibc declares accept4 and struct ucred only with _GNU_SOURCE, without which the compiler's module is built.
// Declaring them here again would conflict in files that define it.

// The connection is close-on-exec from the beginning: if that were set afterwards, another thread could fork in
// between.
static inline int adhand_accept(int listener) {
    return (int)syscall(SYS_accept4, listener, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

// For a child that outlives its program: it must not keep our sound card or ledger open. Declared under another name,
// because files that define _GNU_SOURCE already have it under its own.
int adhand_spawn_close_from(posix_spawn_file_actions_t *actions, int first)
    __asm__("posix_spawn_file_actions_addclosefrom_np");

// Like the above. Writes all of the file system on which the descriptor is, and waits for it. Returns 0, or -1 with
// errno.
static inline int adhand_sync_disk(int descriptor) { return (int)syscall(SYS_syncfs, descriptor); }

// Sets the name of the calling thread, as shown by `ps -L`; the kernel keeps 15 bytes. prctl is variadic, which Swift
// cannot call.
static inline void adhand_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

// The user at the other end of a Unix socket when it connected. Returns 0, or -1 with errno.
static inline int adhand_peer_user(int connection, uid_t *user) {
    // struct ucred in the kernel's layout.
    struct { pid_t process; uid_t user; gid_t group; } peer;
    socklen_t size = sizeof peer;
    int result = getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size);
    if (result == 0) *user = peer.user;
    return result;
}

// From now on, the orphaned descendants of our children become our own children, whatever session or group they are in.
// Wrapped because prctl is variadic. Returns 0, or -1 with errno.
static inline int adhand_become_subreaper(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L); }

// Resets a negative nice value to 0. Wrapped because glibc declares the first parameter differently for C++ and C.
static inline void adhand_take_ordinary_priority(void) {
    if (getpriority(PRIO_PROCESS, 0) < 0) setpriority(PRIO_PROCESS, 0, 0);
}

// The columns of the terminal; 0 if it does not say, or the descriptor is no terminal. Wrapped because ioctl is
// variadic.
static inline int adhand_terminal_width(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

// The child about which waitid reports. Wrapped because its name is a macro for a member of a union.
static inline pid_t adhand_child_of(const siginfo_t *info) { return info->si_pid; }

// From now on, the kernel kills this process when the thread that started it ends. Wrapped because prctl is variadic.
// Returns 0, or -1 with errno.
static inline int adhand_end_with_parent(void) { return prctl(PR_SET_PDEATHSIG, (long)SIGKILL, 0L, 0L, 0L); }

// Limits this process for good: its writable memory in bytes, its CPU time in seconds, no core file, the lowest
// priority. Wrapped because glibc declares the first parameters differently for C++ and C.
static inline void adhand_limit_self(rlim_t memory, rlim_t seconds) {
    const struct rlimit data = { memory, memory }, time = { seconds, seconds + 1 }, core = { 0, 0 };
    setpriority(PRIO_PROCESS, 0, 19);
    setrlimit(RLIMIT_DATA, &data);
    setrlimit(RLIMIT_CPU, &time);
    setrlimit(RLIMIT_CORE, &core);
}
