import AdhanCore
import AdhanSystem
import Foundation

/// Saves the mute, so that it outlives a restart and a power cut.
package struct MuteStore: Sendable {
    package let file: String

    private struct Row: Codable {
        let from: Int64
        let until: Int64
        let who: String
    }

    /// - Returns: the mute; nil where there is none. It may have ended.
    /// - Throws: `FileFault` where the file cannot be read or decoded.
    package func load() throws(FileFault) -> Mute? {
        let bytes: [UInt8]
        do {
            bytes = try BoundedFile.read(file, limit: 4096)
        } catch  where error.isMissing {
            return nil
        }
        do {
            let row = try JSONDecoder().decode(Row.self, from: Data(bytes))
            return Mute(
                from: Instant(microseconds: row.from),
                until: Instant(microseconds: row.until),
                who: row.who
            )
        } catch {
            throw FileFault(path: file, reason: "it does not say what is muted, so nothing is; it may be removed")
        }
    }

    /// Saves the mute. It may block.
    ///
    /// - Parameter mute: nil removes it.
    /// - Throws: `AtomicFile.Fault` where the disk refuses, the encoder's error where it cannot be encoded.
    package func save(_ mute: Mute?) throws {
        guard let mute else { return try AtomicFile.remove(file) }
        let row = Row(from: mute.from.microseconds, until: mute.until.microseconds, who: mute.who)
        try AtomicFile.replace(file, with: Array(try JSONEncoder().encode(row)))
    }
}
