import Glibc

/// A program started by a test, which can be stopped, continued and killed.
package final class ChildProcess: @unchecked Sendable {
    // Unchecked: only the test that waits for it accesses `status`.
    package let pid: pid_t
    private var status: Int32?

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// - Parameters:
    ///   - arguments: the program, searched for in PATH, and its arguments.
    ///   - environment: added to this process' own.
    ///   - input: a file for its standard input; by default empty.
    ///   - output: a file for its standard output, truncated first; by default discarded.
    ///   - errors: the same for its standard error.
    /// - Throws: `Failure` if it cannot be started.
    package init(
        _ arguments: [String],
        environment: [String: String] = [:],
        folder: String = ".",
        input: String = "/dev/null",
        output: String = "/dev/null",
        errors: String = "/dev/null"
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)

        // Dispatch blocks signals on its threads, and a child would inherit that: it would never get SIGTERM.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        // `env` sets the variables. This process' own environment must not change while other tests read it.
        let settings = environment.map { "\($0.key)=\($0.value)" }
        let words = ["env", "-C", folder] + settings + arguments
        var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { pointers.forEach { free($0) } }
        var pid: pid_t = 0
        let result = posix_spawnp(&pid, words.first ?? "", &actions, &attributes, &pointers, environ)
        guard result == 0 else {
            throw Failure(
                description: "cannot start \(words.joined(separator: " ")): \(String(cString: strerror(result)))"
            )
        }
        self.pid = pid
    }

    deinit {
        if status == nil {
            signal(SIGKILL)
            _ = wait()
        }
    }

    package func signal(_ number: Int32) { if status == nil { kill(pid, number) } }

    /// - Returns: the exit code, or 128 plus the number of the signal that ended it.
    @discardableResult
    package func wait() -> Int32 {
        if let status { return status }
        var raw: Int32 = 0
        while waitpid(pid, &raw, 0) < 0, errno == EINTR {}
        let code = raw & 0x7F == 0 ? (raw >> 8) & 0xFF : 128 + (raw & 0x7F)
        status = code
        return code
    }

    /// - Returns: whether it has ended; does not wait.
    package var hasEnded: Bool {
        if status != nil { return true }
        var raw: Int32 = 0
        guard waitpid(pid, &raw, WNOHANG) == pid else { return false }
        status = raw & 0x7F == 0 ? (raw >> 8) & 0xFF : 128 + (raw & 0x7F)
        return true
    }

    /// Runs a program to its end.
    ///
    /// - Throws: `Failure` unless it exits with 0.
    package static func run(_ arguments: [String], environment: [String: String] = [:], output: String = "/dev/null")
        throws
    {
        let code = try ChildProcess(arguments, environment: environment, output: output).wait()
        guard code == 0 else { throw Failure(description: "\(arguments.joined(separator: " ")): exit code \(code)") }
    }
}
