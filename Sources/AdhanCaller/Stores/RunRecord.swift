import AdhanCore
import AdhanSupport

/// Knows whether the box has lost its power. A file on the disk says that a daemon runs; its end says that it does not.
/// A file in memory, which a reboot removes, says that a start has looked.
struct RunRecord: Sendable {
    private struct Disk: Codable {
        var isRunning = false
        /// How often a boot has found that the daemon of an earlier one had not ended.
        var cuts = 0
    }

    private struct Memory: Codable {
        /// Nil where the boot before this one was shut down.
        let cut: PowerCut?
    }

    /// A power cut that ended the boot before this one.
    struct PowerCut: Codable, Equatable {
        /// Counted from 1.
        let number: Int
        /// When a start noticed it, in seconds since the boot.
        let noticedAt: Int64
    }

    private static let mostCuts = 1_000_000

    /// In the state folder, and in the runtime folder.
    private let disk: JSONFile<Disk>
    private let memory: JSONFile<Memory>

    var file: String { disk.path }

    init(state: String, runtime: String) {
        disk = JSONFile(state + "/run.json", limit: 4096)
        memory = JSONFile(runtime + "/boot.json", limit: 4096)
    }

    /// The record of earlier runs; a new one where there is none, or where it cannot be read.
    private var found: Disk {
        // reason: `save` keeps a damaged file beside the new one, and reports a disk that fails
        let read = try? disk.load { "\($0)" }
        return (read ?? nil) ?? Disk()
    }

    /// Notes that a daemon runs. It may block.
    ///
    /// - Returns: the power cut that ended the boot before this one; nil where it was shut down.
    /// - Throws: `AtomicFile.Fault` where a disk refuses. Then the next start may know nothing of this one.
    func begin() throws(AtomicFile.Fault) -> PowerCut? {
        var record = found
        let cut: PowerCut?
        if let seen = try? memory.load(fault: { "\($0)" }) {  // reason: as in `found`
            cut = seen.cut
        } else {
            if record.isRunning { record.cuts = min(max(0, record.cuts), Self.mostCuts - 1) + 1 }
            let now = BootClock.now().sinceStart.components.seconds
            cut = record.isRunning ? PowerCut(number: record.cuts, noticedAt: now) : nil
            try memory.save(Memory(cut: cut))
        }
        record.isRunning = true
        try disk.save(record)
        return cut
    }

    /// Notes that the daemon ends, as at a shutdown. It may block.
    func end() throws(AtomicFile.Fault) {
        var record = found
        record.isRunning = false
        try disk.save(record)
    }
}
