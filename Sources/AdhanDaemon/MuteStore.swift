import AdhanCore
import AdhanSystem

/// Saves the mute, so that it outlives a restart and a power cut.
package struct MuteStore: Sendable {
    package let file: String
    private var kept: JSONFile<Row> { JSONFile(file, limit: 4096) }

    private struct Row: Codable {
        let from: Int64
        let until: Int64
        let who: String
    }

    /// - Returns: the mute; nil where there is none. It may have ended.
    /// - Throws: `FileFault` where the file cannot be read or decoded.
    package func load() throws(FileFault) -> Mute? {
        let row = try kept.load { _ in "it does not say what is muted, so nothing is; it may be removed" }
        return row.map {
            Mute(from: Instant(microseconds: $0.from), until: Instant(microseconds: $0.until), who: $0.who)
        }
    }

    /// Saves the mute. It may block.
    ///
    /// - Parameter mute: nil removes it.
    /// - Throws: `AtomicFile.Fault` where the disk refuses.
    package func save(_ mute: Mute?) throws(AtomicFile.Fault) {
        guard let mute else { return try AtomicFile.remove(file) }
        try kept.save(Row(from: mute.from.microseconds, until: mute.until.microseconds, who: mute.who))
    }
}
