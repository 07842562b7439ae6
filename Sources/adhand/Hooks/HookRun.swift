import AdhanAudio
import AdhanCore
import CLinux
import Glibc

/// One program, run without a shell in a process group of its own, which is ended whole.
final class HookRun {
    enum End: Equatable {
        case exited(Int32)
        case signalled(Int32)
        case outOfTime(Duration)
        case notStarted(String)

        /// Why it is a failure; nil where it is none.
        var problem: String? {
            switch self {
            case .exited(0): nil
            case .exited(let code): "it ended with \(code)"
            case .signalled(let signal): "it was ended by signal \(signal)"
            case .outOfTime(let time): "it had not ended after \(time.tenths), and was killed"
            case .notStarted(let reason): "it could not be started: \(reason)"
            }
        }
    }

    /// What it wrote last, of both its outputs.
    private(set) var output: [UInt8] = []

    private static let outputLimit = 4096
    private static let look: Duration = .milliseconds(20)
    /// From SIGTERM to SIGKILL.
    private static let grace: Duration = .seconds(1)

    private let command: [String]
    private let environment: [String: String]
    private let clock = SystemPlayerClock()
    private var process: pid_t = 0
    /// The reading end of its outputs; negative once all of them are closed.
    private var pipe: Int32 = -1

    init(_ command: [String], environment: [String: String]) {
        (self.command, self.environment) = (command, environment)
    }

    deinit { if pipe >= 0 { close(pipe) } }

    /// Waits for its end.
    ///
    /// - Parameters:
    ///   - deadline: when it is to be ended, monotonic; it is asked again and again, for a stop of the daemon brings it forward.
    ///   - started: gets the number of its process group.
    func run(until deadline: () -> Duration, started: (pid_t) -> Void = { _ in }) -> End {
        let begun = clock.monotonic()
        if let problem = start() { return .notStarted(problem) }
        started(process)
        var isOutOfTime = false
        while !hasEnded {
            isOutOfTime = clock.monotonic() >= deadline()
            if isOutOfTime { break }
            wait()
        }
        let time = clock.monotonic() - begun
        endGroup()
        var status: Int32 = 0
        waitpid(process, &status, WNOHANG)
        if isOutOfTime { return .outOfTime(time) }
        return status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .signalled(status & 0x7F)
    }

    /// Ends what is left of the group. Its leader is not reaped before, so that its number is no other's meanwhile.
    private func endGroup() {
        kill(0 - process, SIGTERM)
        wait(for: Self.grace) { self.hasEnded && self.pipe < 0 }
        kill(0 - process, SIGKILL)
        // One that hangs in the kernel is left behind.
        wait(for: Self.grace) { self.hasEnded }
        drain()
    }

    private func wait(for limit: Duration, _ isDone: () -> Bool) {
        let end = clock.monotonic() + limit
        while !isDone(), clock.monotonic() < end { wait() }
    }

    private func wait() {
        if pipe < 0 { return clock.sleep(Self.look) }
        var descriptor = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
        if poll(&descriptor, 1, Int32(clamping: Self.look.wholeMilliseconds)) > 0 {
            drain()
            // Whoever floods its output is to wait for us, and not we for it.
            clock.sleep(.milliseconds(2))
        }
    }

    /// Takes at most one pipe's worth of what it has written.
    private func drain() {
        guard pipe >= 0 else { return }
        var block = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(pipe, &block, block.count)
        if count > 0 {
            output = Array((output + block.prefix(count)).suffix(Self.outputLimit))
        } else if count == 0 {
            close(pipe)
            pipe = -1
        }
    }

    private var hasEnded: Bool {
        var info = siginfo_t()
        // Left unreaped: see `endGroup`.
        guard waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0 else { return true }
        return info.si_signo == SIGCHLD
    }

    /// - Returns: why not; nil where it runs.
    private func start() -> String? {
        guard let name = command.first, let path = HookProgram.find(name) else {
            return "there is no program '\(command.first ?? "")' in PATH"
        }
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { return Self.reason(errno) }
        defer { close(ends[1]) }
        pipe = ends[0]
        guard ends.allSatisfy({ fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }), fcntl(pipe, F_SETFL, O_NONBLOCK) == 0 else {
            return Self.reason(errno)
        }

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO)
        adhand_spawn_close_from(&actions, STDERR_FILENO + 1)

        // Dispatch blocks signals on its threads, and we ignore some: a program would inherit both.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        posix_spawnattr_setflags(&attributes, Int16(flags))

        var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in words + variables { free(pointer) } }
        let code = posix_spawn(&process, path, &actions, &attributes, &words, &variables)
        // The kernel says no such file of a text whose reader is missing.
        return code == 0 ? nil : HookProgram.problem(name) ?? Self.reason(code)
    }

    private static func reason(_ code: Int32) -> String { "\(String(cString: strerror(code))) (\(code))" }
}
