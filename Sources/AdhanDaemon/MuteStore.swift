import AdhanCore
import AdhanSystem

/// Keeps a mute over a restart and a power cut: who has silenced the night does not expect a reboot to undo it.
package struct MuteStore: Sendable {
    package let file: String
    private var kept: JSONFile<Row> { JSONFile(file, limit: 4096) }

    private struct Row: Codable {
        let from: Int64
        let until: Int64
        let who: String
    }

    /// - Returns: what is muted; nil where nothing is.
    /// - Throws: `FileFault` where the file is there and says nothing.
    package func load() throws(FileFault) -> Mute? {
        let row = try kept.load { _ in "it does not say what is muted, so nothing is; it may be removed" }
        return row.map {
            Mute(from: Instant(microseconds: $0.from), until: Instant(microseconds: $0.until), who: $0.who)
        }
    }

    /// It may block.
    ///
    /// - Parameter mute: nil takes it back.
    /// - Throws: `AtomicFile.Fault` where the disk refuses.
    package func save(_ mute: Mute?) throws(AtomicFile.Fault) {
        guard let mute else { return try AtomicFile.remove(file) }
        try kept.save(Row(from: mute.from.microseconds, until: mute.until.microseconds, who: mute.who))
    }
}
