// What Linux has and the Swift compiler's own map of glibc leaves out.

// What glibc declares stays the compiler's own map's: without this line both maps would have struct timespec and the like, and a
// file that imports but one of them finds them or not, as the order of the build has it.
#pragma clang module import SwiftGlibc

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
#include <sys/wait.h>
#include <unistd.h>

// glibc declares accept4 and struct ucred for _GNU_SOURCE alone, which the compiler's map is made without. They cannot be
// declared here a second time either: whoever does define it would have both.

// A connection that no child of ours inherits: set afterwards, a fork on another thread could come in between.
static inline int adhand_accept(int listener) {
    return (int)syscall(SYS_accept4, listener, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

// A child that outlives its program must not keep our sound card or ledger open. By another name, since whoever does define
// _GNU_SOURCE has it by its own.
int adhand_spawn_close_from(posix_spawn_file_actions_t *actions, int first)
    __asm__("posix_spawn_file_actions_addclosefrom_np");

// What `ps -L` calls the calling thread; the kernel keeps 15 bytes of it. prctl is variadic, which Swift cannot call.
static inline void adhand_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

// The user at the other end of a Unix socket at the moment it connected; 0, or -1 with errno.
static inline int adhand_peer_user(int connection, uid_t *user) {
    // struct ucred, as the kernel lays it out.
    struct { pid_t process; uid_t user; gid_t group; } peer;
    socklen_t size = sizeof peer;
    int result = getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size);
    if (result == 0) *user = peer.user;
    return result;
}

// From now on what a child of ours leaves behind when it ends is a child of ours, whatever session or group it has made for itself.
// Wrapped because prctl is variadic. 0, or -1 with errno.
static inline int adhand_become_subreaper(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L); }

// Takes back a nice value that goes before others'. Wrapped because glibc declares the first parameter in C++'s way and in C's.
static inline void adhand_take_ordinary_priority(void) {
    if (getpriority(PRIO_PROCESS, 0) < 0) setpriority(PRIO_PROCESS, 0, 0);
}

// How many columns the terminal has; 0 where it does not say, or the descriptor is none of a terminal. Wrapped because ioctl is variadic.
static inline int adhand_terminal_width(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

// Which child waitid tells of. Wrapped because its name is a macro for a member of a union.
static inline pid_t adhand_child_of(const siginfo_t *info) { return info->si_pid; }
