import CLinux
import Glibc

/// The process between the daemon and one program of `[hooks]`. It ends whatever the program has started.
///
/// It is this binary by another name, and a subreaper: a descendant whose parent has ended becomes its own child, even
/// in a session of its own. So it kills its children, again and again, until there are none. The number of a child is
/// no other process's until it is reaped, so nothing else can be hit.
package enum HookSupervisor {
    /// The name (argv[0]) by which this binary is a supervisor. Its other arguments are the program's path, and the
    /// program's own arguments from argv[0] on.
    package static let name = "adhand-hook"
    /// The descriptor for the report, opened by the caller.
    static let reportDescriptor: Int32 = 3
    /// The signals that it waits for. The caller blocks them before it starts, so that none comes too early.
    package static let signals = [SIGTERM, SIGINT, SIGHUP, SIGCHLD]
    /// The time from SIGTERM to SIGKILL, and from there until it gives up processes that hang in the kernel.
    static let grace: Duration = .seconds(1)

    /// How the program ended, as written to the pipe: two numbers.
    package struct Report {
        package enum Kind: Int32 {
            /// `value` is the errno.
            case notStarted
            /// `value` is the status of `waitpid`.
            case ended
        }

        package var kind: Kind
        package var value: Int32

        package static let size = 2 * MemoryLayout<Int32>.size
    }

    private static let look = timespec(tv_sec: 0, tv_nsec: 50_000_000)
    private static let clock = LinuxClock()

    package static func main(_ arguments: [String]) -> Never {
        let (parent, command) = (getppid(), Array(arguments.dropFirst()))
        guard let path = command.first, fcntl(reportDescriptor, F_SETFD, FD_CLOEXEC) == 0 else { exit(EX_USAGE) }
        guard adhand_become_subreaper() == 0 else { finish(.notStarted, errno) }
        resetPriority()
        let process: pid_t
        do throws(ProgramStart.Fault) {
            process = try ProgramStart.run(path, Array(command.dropFirst()))
        } catch {
            finish(.notStarted, error.code)
        }
        // Only the program and its descendants keep the output open, so that it ends when they have all ended.
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        for descriptor in STDOUT_FILENO...STDERR_FILENO { dup2(null, descriptor) }

        while !hasEnded(process), getppid() == parent {
            if ![-1, SIGCHLD].contains(nextSignal()) { break }
        }
        endAll(process)
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG) == process else { exit(EX_SOFTWARE) }
        finish(.ended, status)
    }

    private static func finish(_ kind: Report.Kind, _ value: Int32) -> Never {
        var report = [kind.rawValue, value]
        _ = write(reportDescriptor, &report, Report.size)
        exit(EX_OK)
    }

    /// Gives the program the normal priority, and makes it the first of the service to be killed when memory runs out.
    private static func resetPriority() {
        adhand_take_ordinary_priority()
        let file = open("/proc/self/oom_score_adj", O_RDWR | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        var text = [UInt8](repeating: 0, count: 16)
        guard read(file, &text, text.count) > 0, text.first == UInt8(ascii: "-") else { return }
        _ = pwrite(file, "0", 1, 0)
    }

    /// - Returns: the next signal; -1 where none came within 50 ms.
    private static func nextSignal() -> Int32 {
        var (set, wait) = (sigset_t(), look)
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        return sigtimedwait(&set, nil, &wait)
    }

    /// Whether the program has ended. It also reaps other ended children; the program itself stays unreaped, so that
    /// its group's number cannot be another's.
    private static func hasEnded(_ process: pid_t) -> Bool {
        // Each turn reaps one child. If there are more than 1000, the next call goes on.
        for _ in 0..<1000 {
            var info = siginfo_t()
            if waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_signo == SIGCHLD {
                return true
            }
            guard waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0, info.si_signo == SIGCHLD else {
                return false
            }
            // If it is the program itself, which has just ended, the next turn sees that.
            let child = adhand_child_of(&info)
            if child != process { waitpid(child, nil, WNOHANG) }
        }
        return false
    }

    /// Sends SIGTERM to all processes, and SIGKILL to those still there after the grace.
    private static func endAll(_ process: pid_t) {
        var told: Set<pid_t> = []
        kill(0 - process, SIGTERM)
        end(process) { child in
            // Members of the group get it twice, which does no harm.
            if told.insert(child).inserted { kill(child, SIGTERM) }
        }
        kill(0 - process, SIGKILL)
        end(process) { child in kill(child, SIGKILL) }
    }

    /// Applies the action to each child, again and again, until all have ended or the grace is over.
    private static func end(_ process: pid_t, _ action: (pid_t) -> Void) {
        let limit = clock.monotonic() + grace
        while clock.monotonic() < limit {
            let isOver = hasEnded(process)
            let others = children().filter { $0 != process && waitpid($0, nil, WNOHANG) != $0 }
            if isOver && others.isEmpty { return }
            for child in others { action(child) }
            clock.sleep(.milliseconds(10))
        }
    }

    /// Our own children, from /proc/PID/stat of each process: not every kernel has /proc/PID/task/TID/children.
    private static func children() -> [pid_t] {
        let parent = getpid()
        return RunningProcesses.all().filter { self.parent(of: $0) == parent }
    }

    private static func parent(of process: pid_t) -> pid_t? {
        // "12 (a name) S 1 …": the name may have brackets and spaces in it, and ends with the last bracket.
        guard let bytes = try? BoundedFile.beginning(of: "/proc/\(process)/stat", limit: 512),  // reason: it has ended
            let end = bytes.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let fields = String(decoding: bytes[end...], as: UTF8.self).split(separator: " ")
        return fields.count > 2 ? pid_t(fields[2]) : nil
    }
}
