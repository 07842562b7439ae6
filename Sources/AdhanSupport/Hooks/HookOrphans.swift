import Glibc

/// The processes that a hook leaves behind when its supervisor is killed. They are found by a variable in their
/// environment; one that has cleared its environment is not found.
struct HookOrphans {
    package static let key = "ADHAND_HOOK"

    /// The variable's value, unique for each run on this box.
    package let value: String

    private static let clock = LinuxClock()

    init() {
        let now = Self.clock.monotonic().sinceStart.components
        value = "\(getpid()).\(now.seconds).\(now.attoseconds)"
    }

    /// In bytes; an environment is far smaller.
    private static let sizeLimit = 1 << 17

    /// Sends SIGTERM to each process, and SIGKILL to those still there after the supervisor's grace. It blocks for at
    /// most twice that.
    ///
    /// - Parameter supervisor: spared, though it has the variable, too.
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
