import AdhanCore
import Glibc

/// One run of a program, without a shell. A `HookSupervisor`, a process of its own, ends the program with all that it
/// has started.
package final class HookRun {
    package enum End: Codable, Equatable, Sendable {
        case exited(Int32)
        case signalled(Int32)
        case outOfTime(Duration)
        case notStarted(String)
        /// Its supervisor was killed, perhaps by the program itself, so how it ended is unknown.
        case unsupervised
        /// Nobody took it up in time.
        case notTaken

        /// Why it is a failure; nil for success.
        package var problem: String? {
            switch self {
            case .exited(0): nil
            case .exited(let code): "it exited with code \(code)"
            case .signalled(let signal): "it was killed by signal \(signal)"
            case .outOfTime(let time): "it had not ended after \(time.tenths), and was killed"
            case .notStarted(let reason): "it could not be started: \(reason)"
            case .unsupervised:
                "its supervisor was killed, so how it ended is unknown; those of its processes that were found were "
                    + "ended"
            case .notTaken:
                "adhand notify, which runs it, has not taken it up. To see why: systemctl status adhand-notify"
            }
        }
    }

    /// The last bytes of its stdout and stderr, at most 4096.
    package private(set) var output: [UInt8] = []

    private static let outputLimit = 4096
    private static let look: Duration = .milliseconds(20)
    /// How long the supervisor may take to end all: twice its grace, and some more for a busy box.
    private static let patience: Duration = HookSupervisor.grace * 2 + .milliseconds(500)

    private let command: [String]
    private let environment: [String: String]
    private let supervisor: String
    private let orphans: HookOrphans
    private let clock = LinuxClock()
    /// The supervisor's process.
    private var process: pid_t = 0
    /// The read end of the program's outputs; negative once all writers have closed them.
    private var pipe: Int32 = -1
    /// The read end of the supervisor's report.
    private var report: Int32 = -1

    package static let ownBinary = "/proc/self/exe"

    /// - Parameter supervisor: the binary that is run as the supervisor: by default this one.
    package init(_ command: [String], environment: [String: String], supervisor: String = ownBinary) {
        orphans = HookOrphans()
        (self.command, self.supervisor) = (command, supervisor)
        self.environment = environment.merging([HookOrphans.key: orphans.value]) { $1 }
    }

    deinit { for descriptor in [pipe, report] where descriptor >= 0 { close(descriptor) } }

    /// Runs the program and waits for its end.
    ///
    /// - Parameter deadline: the time at which the program is ended. It is asked repeatedly, since a stop of the daemon
    ///   brings it forward.
    package func run(until deadline: () -> MonotonicInstant) -> End {
        let begun = clock.monotonic()
        if let problem = start() { return .notStarted(problem) }
        var isOutOfTime = false
        while !hasEnded {
            isOutOfTime = clock.monotonic() >= deadline()
            if isOutOfTime { break }
            wakeSupervisor()
            wait()
        }
        let time = clock.monotonic() - begun
        if isOutOfTime {
            kill(process, SIGTERM)
            kill(process, SIGCONT)
            wait(for: Self.patience) { self.hasEnded }
            kill(process, SIGKILL)
        }
        drain()
        let end = reported()
        // Before the supervisor is reaped, so that its number cannot be another process's.
        if end == .unsupervised { orphans.end(but: process) }
        waitpid(process, nil, WNOHANG)
        if isOutOfTime, case .notStarted = end { return end }
        return isOutOfTime ? .outOfTime(time) : end
    }

    /// The supervisor's report on the program's end.
    private func reported() -> End {
        var words: [Int32] = [0, 0]
        guard read(report, &words, HookSupervisor.Report.size) == HookSupervisor.Report.size,
            let kind = words.first.flatMap(HookSupervisor.Report.Kind.init), let value = words.last
        else { return .unsupervised }
        switch kind {
        // The kernel reports ENOENT for a script whose interpreter is missing, so a better reason is looked for.
        case .notStarted: return .notStarted(command.first.flatMap(HookProgram.problem) ?? Self.reason(value))
        case .ended:
            return value & 0x7F == 0 ? .exited((value >> 8) & 0xFF) : .signalled(value & 0x7F)
        }
    }

    /// Continues a supervisor that its program has stopped (SIGSTOP).
    private func wakeSupervisor() {
        var info = siginfo_t()
        guard waitid(P_PID, id_t(process), &info, WSTOPPED | WNOHANG) == 0, info.si_signo == SIGCHLD else { return }
        kill(process, SIGCONT)
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
            // A program that floods its output must not keep this thread busy.
            clock.sleep(.milliseconds(2))
        }
    }

    /// Reads at most 64 KiB of the output.
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
        // It stays unreaped, so that its number cannot be another process's while it may have to be ended.
        guard waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0 else { return true }
        return info.si_signo == SIGCHLD
    }

    /// Starts the supervisor.
    ///
    /// - Returns: why it cannot be started; nil where it runs.
    private func start() -> String? {
        guard let name = command.first, let path = HookProgram.find(name) else {
            return "there is no program '\(command.first ?? "")' in PATH"
        }
        var (output, reports): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        defer { for descriptor in [output[1], reports[1]] where descriptor >= 0 { close(descriptor) } }
        guard Glibc.pipe(&output) == 0, Glibc.pipe(&reports) == 0 else { return Self.reason(errno) }
        (pipe, report) = (output[0], reports[0])
        guard (output + reports).allSatisfy({ fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }),
            [pipe, report].allSatisfy({ fcntl($0, F_SETFL, O_NONBLOCK) == 0 })
        else { return Self.reason(errno) }

        do throws(ProgramStart.Fault) {
            process = try ProgramStart.run(
                supervisor,
                [HookSupervisor.name, path] + command,
                environment: environment,
                descriptors: [nil, output[1], output[1], reports[1]],
                blocked: HookSupervisor.signals
            )
            return nil
        } catch {
            return Self.reason(error.code)
        }
    }

    private static func reason(_ code: Int32) -> String { "\(String(cString: strerror(code))) (\(code))" }
}
