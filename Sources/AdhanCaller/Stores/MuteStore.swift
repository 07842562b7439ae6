import AdhanCore
import AdhanSupport

/// Saves the mute, so that it outlives a restart and a power cut.
package struct MuteStore: Sendable {
    package let file: String
    private var kept: JSONFile<Row> { JSONFile(file, limit: 4096) }

    private struct Row: Codable {
        let from: Int64
        let until: Int64
        /// The mosque's date of the occasion that ends it, and its name; nil where only the moment counts.
        var date: String?
        var occasion: String?
        let who: String
        /// By their keys' descriptions, as `2026-11-21 adhan-isha`; nil in the file of an older adhand.
        var prayers: [String: Mute.Order]?
    }

    /// Reads the mute. One that lasts longer than a person may mute ends `MuteText.longest` after its beginning: not
    /// after now, so that a start does not lengthen it.
    ///
    /// - Parameter cut: called with the end that the file names where that is not taken.
    /// - Returns: the mute; nil where there is none. It may have ended.
    /// - Throws: `FileFault` where the file cannot be read or decoded.
    package func load(cut: (Instant) -> Void = { _ in }) throws(FileFault) -> Mute? {
        guard let row = try kept.load(fault: { _ in "it cannot be understood" }) else { return nil }
        let (from, until) = (Instant(microseconds: row.from), Instant(microseconds: row.until))
        let latest = from + MuteText.longest
        if until > latest { cut(until) }
        let prayers = (row.prayers ?? [:]).compactMap { name, order in
            let words = name.split(separator: " ").map(String.init)
            return Self.key(words.first, words.last).map { ($0, order) }
        }
        let (end, ending) = (min(until, latest), Self.key(row.date, row.occasion))
        return Mute(from: from, until: end, ending: ending, prayers: Dictionary(prayers) { $1 }, who: row.who)
    }

    /// Saves the mute. It may block.
    ///
    /// - Throws: `AtomicFile.Fault` where the disk refuses.
    package func save(_ mute: Mute?) throws(AtomicFile.Fault) {
        guard let mute else { return try kept.remove() }
        try kept.save(
            Row(
                from: mute.from.microseconds,
                until: mute.until.microseconds,
                date: mute.ending?.date.description,
                occasion: mute.ending?.occasion.name,
                who: mute.who,
                prayers: Dictionary(mute.prayers.map { ("\($0)", $1) }) { $1 }
            )
        )
    }

    /// Nil for what this adhand does not understand, as from a newer one: it mutes no more than was said.
    private static func key(_ date: String?, _ name: String?) -> OccasionKey? {
        guard let date, let name else { return nil }
        do {
            return OccasionKey(try CivilDate(date), try Occasion(named: name))
        } catch {
            return nil
        }
    }
}
