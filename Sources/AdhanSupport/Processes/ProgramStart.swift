import CLinux
import Glibc

/// Starts programs, each in a process group of its own, so that Ctrl-C at a terminal does not reach it.
package enum ProgramStart {
    package struct Fault: Error {
        /// The system's number for why it was not started.
        package let code: Int32
    }

    /// Starts the program; PATH is not searched. It inherits no signal that is ignored or blocked here.
    ///
    /// - Parameters:
    ///   - words: its arguments, from argv[0] on.
    ///   - environment: nil to inherit ours.
    ///   - descriptors: its descriptors from 0 on, nil for /dev/null; all others are closed. Nil inherits ours.
    ///   - blocked: the signals that it begins with blocked.
    /// - Returns: the number of its process, which is to be waited for.
    package static func run(
        _ path: String,
        _ words: [String],
        environment: [String: String]? = nil,
        descriptors: [Int32?]? = nil,
        blocked: [Int32] = []
    ) throws(Fault) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let descriptors { arrange(descriptors, &actions) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        arrange(blocked, &attributes)
        var arguments = copies(words)
        var variables = copies(environment.map { $0.map { "\($0.key)=\($0.value)" } } ?? [])
        defer { for pointer in arguments + variables { free(pointer) } }
        var process: pid_t = 0
        let code =
            environment == nil
            ? posix_spawn(&process, path, &actions, &attributes, &arguments, environ)
            : posix_spawn(&process, path, &actions, &attributes, &arguments, &variables)
        guard code == 0 else { throw Fault(code: code) }
        return process
    }

    private static func arrange(_ descriptors: [Int32?], _ actions: inout posix_spawn_file_actions_t) {
        for (target, source) in zip(Int32(0)..., descriptors) {
            if let source {
                posix_spawn_file_actions_adddup2(&actions, source, target)
            } else {
                posix_spawn_file_actions_addopen(&actions, target, "/dev/null", O_RDONLY, 0)
            }
        }
        adhand_spawn_close_from(&actions, Int32(descriptors.count))
    }

    private static func arrange(_ blocked: [Int32], _ attributes: inout posix_spawnattr_t) {
        var (mask, all) = (sigset_t(), sigset_t())
        sigemptyset(&mask)
        for signal in blocked { sigaddset(&mask, signal) }
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        posix_spawnattr_setflags(&attributes, Int16(flags))
    }

    /// As execve(2) takes them; each is to be freed.
    private static func copies(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] { texts.map { strdup($0) } + [nil] }
}
