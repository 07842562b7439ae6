import AdhanCore
import AdhanSystem
import Glibc

/// One program, run without a shell and ended with all that it has started; `HookSupervisor` sees to that, in a process of its own.
package final class HookRun {
    package enum End: Equatable {
        case exited(Int32)
        case signalled(Int32)
        case outOfTime(Duration)
        case notStarted(String)
        /// Its supervisor was killed, as by the program itself, and could not say how it ended.
        case unsupervised

        /// Why it is a failure; nil where it is none.
        package var problem: String? {
            switch self {
            case .exited(0): nil
            case .exited(let code): "it ended with \(code)"
            case .signalled(let signal): "it was ended by signal \(signal)"
            case .outOfTime(let time): "it had not ended after \(time.tenths), and was killed"
            case .notStarted(let reason): "it could not be started: \(reason)"
            case .unsupervised:
                "its supervisor was killed, so how it ended is not known; what could be found of it was ended"
            }
        }
    }

    /// What it wrote last, of both its outputs.
    package private(set) var output: [UInt8] = []

    private static let outputLimit = 4096
    private static let look: Duration = .milliseconds(20)
    /// For the supervisor to end all: twice its grace, and a moment on a busy box.
    private static let patience: Duration = HookSupervisor.grace * 2 + .milliseconds(500)

    private let command: [String]
    private let environment: [String: String]
    private let supervisor: String
    private let remains: HookRemains
    private let clock = LinuxClock()
    /// The supervisor.
    private var process: pid_t = 0
    /// The reading end of the program's outputs; negative once all of them are closed.
    private var pipe: Int32 = -1
    /// The reading end of what the supervisor reports.
    private var report: Int32 = -1

    /// - Parameter supervisor: this program, which is run as one.
    package init(_ command: [String], environment: [String: String], supervisor: String = "/proc/self/exe") {
        remains = HookRemains()
        (self.command, self.supervisor) = (command, supervisor)
        self.environment = environment.merging([HookRemains.key: remains.value]) { $1 }
    }

    deinit { for descriptor in [pipe, report] where descriptor >= 0 { close(descriptor) } }

    /// Waits for its end.
    ///
    /// - Parameter deadline: when it is to be ended; it is asked again and again, for a stop of the daemon brings it forward.
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
        // Before its number can be another's.
        if end == .unsupervised { remains.end(but: process) }
        waitpid(process, nil, WNOHANG)
        if isOutOfTime, case .notStarted = end { return end }
        return isOutOfTime ? .outOfTime(time) : end
    }

    /// What the supervisor says of the program's end.
    private func reported() -> End {
        var words: [Int32] = [0, 0]
        guard read(report, &words, HookSupervisor.Report.size) == HookSupervisor.Report.size,
            let kind = words.first.flatMap(HookSupervisor.Report.Kind.init), let value = words.last
        else { return .unsupervised }
        switch kind {
        // The kernel says no such file of a text whose reader is missing.
        case .notStarted: return .notStarted(command.first.flatMap(HookProgram.problem) ?? Self.reason(value))
        case .ended:
            return value & 0x7F == 0 ? .exited((value >> 8) & 0xFF) : .signalled(value & 0x7F)
        }
    }

    /// A program that stops its supervisor gets no further than one that does not.
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
        // Left unreaped, so that its number is no other's while it may have to be ended.
        guard waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0 else { return true }
        return info.si_signo == SIGCHLD
    }

    /// - Returns: why not; nil where the supervisor runs.
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
