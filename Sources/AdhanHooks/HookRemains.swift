import AdhanSystem
import Glibc

/// What is left of a program whose supervisor was killed: the processes that have inherited a mark in their environment. One that has
/// cleared its environment is not found.
package struct HookRemains {
    package static let key = "ADHAND_HOOK"

    /// Another one for each run on this box.
    package let value: String

    private static let clock = LinuxClock()

    package init() {
        let now = Self.clock.monotonic().sinceStart.components
        value = "\(getpid()).\(now.seconds).\(now.attoseconds)"
    }

    /// Far more than a program is given.
    private static let sizeLimit = 1 << 17

    /// SIGTERM to each of them, and SIGKILL to those that are still there after the supervisor's grace. It ends after twice that.
    ///
    /// - Parameter supervisor: which has the mark, too.
    package func end(but supervisor: pid_t) {
        var told: Set<pid_t> = []
        let begun = Self.clock.monotonic()
        while Self.clock.monotonic() - begun < HookSupervisor.grace * 2 {
            let found = processes().filter { $0 != supervisor }
            if found.isEmpty { return }
            let isPatient = Self.clock.monotonic() - begun < HookSupervisor.grace
            for process in found where !isPatient || told.insert(process).inserted {
                kill(process, isPatient ? SIGTERM : SIGKILL)
            }
            Self.clock.sleep(.milliseconds(20))
        }
    }

    private func processes() -> [pid_t] {
        let mark = Array("\(Self.key)=\(value)".utf8)
        return RunningProcesses.all().filter { process in
            // One that has ended, or is not ours to read, has no environment.
            let file = "/proc/\(process)/environ"
            let bytes = try? BoundedFile.beginning(of: file, limit: Self.sizeLimit)  // reason: see above
            return process != getpid() && (bytes ?? []).split(separator: 0).contains { $0.elementsEqual(mark) }
        }
    }
}
