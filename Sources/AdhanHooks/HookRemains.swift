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
        guard let stream = opendir("/proc") else { return [] }
        defer { closedir(stream) }
        let mark = Array("\(Self.key)=\(value)".utf8)
        var found: [pid_t] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let process = pid_t(name), process != getpid() else { continue }
            if Self.environment(of: process).split(separator: 0).contains(where: { $0.elementsEqual(mark) }) {
                found.append(process)
            }
        }
        return found
    }

    /// Empty where it has ended, or is not ours to read.
    private static func environment(of process: pid_t) -> [UInt8] {
        let file = open("/proc/\(process)/environ", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4096)
        while bytes.count < sizeLimit {
            let count = read(file, &block, block.count)
            guard count > 0 else { break }
            bytes += block.prefix(count)
        }
        return bytes
    }
}
