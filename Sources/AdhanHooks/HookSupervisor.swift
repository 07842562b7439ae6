import AdhanSystem
import CLinux
import Glibc

/// The process between the daemon and one program of `[hooks]`, which ends whatever the program has started.
///
/// It is this binary by another name. The program and all that come of it are its descendants, and it has no others. One whose parent
/// has ended becomes its own child, even if it has made a session of its own: so it kills its own children, again and again, until
/// there are none. A number of a child of ours is no other process's until we have reaped it, so nothing else can be hit.
package enum HookSupervisor {
    /// Under which this binary is a supervisor. Its other arguments: the program's path, and the words it is run with.
    package static let name = "adhand-hook"
    /// Where it reports, as its caller has opened it.
    package static let reportDescriptor: Int32 = 3
    /// What it waits for; blocked by its caller from the start, so that none comes too early.
    package static let signals = [SIGTERM, SIGINT, SIGHUP, SIGCHLD]
    /// From SIGTERM to SIGKILL, and from there until what hangs in the kernel is left behind.
    package static let grace: Duration = .seconds(1)

    /// How the program ended, as it goes through a pipe.
    package struct Report {
        package enum Kind: Int32 {
            /// `value` is the system's number for why.
            case notStarted
            /// `value` is what `waitpid` says.
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
        takeOrdinaryRank()
        let process: pid_t
        do throws(ProgramStart.Fault) {
            process = try ProgramStart.run(path, Array(command.dropFirst()))
        } catch {
            finish(.notStarted, error.code)
        }
        // The output is the program's alone: its end is then that of all that write to it.
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

    /// The program is no more urgent than anything else on the box, and the first of the service to go when memory runs out.
    private static func takeOrdinaryRank() {
        adhand_take_ordinary_priority()
        let file = open("/proc/self/oom_score_adj", O_RDWR | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        var text = [UInt8](repeating: 0, count: 16)
        guard read(file, &text, text.count) > 0, text.first == UInt8(ascii: "-") else { return }
        _ = pwrite(file, "0", 1, 0)
    }

    /// - Returns: the signal that came, or -1 where none came for a moment.
    private static func nextSignal() -> Int32 {
        var (set, wait) = (sigset_t(), look)
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        return sigtimedwait(&set, nil, &wait)
    }

    /// Reaps what has been left to us and has ended. The program itself stays unreaped, so that its group's number is no other's.
    private static func hasEnded(_ process: pid_t) -> Bool {
        // Each turn reaps one; a program that leaves more behind than this is looked at again in a moment.
        for _ in 0..<1000 {
            var info = siginfo_t()
            if waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_signo == SIGCHLD {
                return true
            }
            guard waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0, info.si_signo == SIGCHLD else {
                return false
            }
            // It may be the program, which has ended since; it is then seen in the next turn.
            let child = adhand_child_of(&info)
            if child != process { waitpid(child, nil, WNOHANG) }
        }
        return false
    }

    /// SIGTERM to all of them, and SIGKILL to those that are still there a moment later.
    private static func endAll(_ process: pid_t) {
        var told: Set<pid_t> = []
        kill(0 - process, SIGTERM)
        end(process) { child in
            // The group has it already; to its other members it comes twice, which does no harm.
            if told.insert(child).inserted { kill(child, SIGTERM) }
        }
        kill(0 - process, SIGKILL)
        end(process) { child in kill(child, SIGKILL) }
    }

    /// Does that to each child, again and again, until all have ended or the grace is over.
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

    /// Our own children, by what /proc says of each process: the shorter list of a thread's children is not in every kernel.
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
