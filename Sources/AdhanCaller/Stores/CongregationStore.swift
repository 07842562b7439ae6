import AdhanCore
import AdhanSupport

/// Saves the congregations that do not change any more, so that a restart does not move an iqama for which people wait.
struct CongregationStore: Sendable {
    package let file: String
    private var kept: JSONFile<[Row]> { JSONFile(file, limit: 64 << 10) }

    private struct Row: Codable {
        struct Congregation: Codable {
            let prayer: String
            /// As below.
            let called: Int64
            let iqama: Int64
            let hasCome: Bool
        }

        let date: String
        let congregations: [Congregation]
        /// In microseconds since 1970 UTC.
        let khutbahs: [Int64]
    }

    /// Reads them; some may be past. It may block.
    ///
    /// - Throws: `FileFault` where the file cannot be read or understood.
    package func load() throws(FileFault) -> [PinnedDay] {
        let rows = try kept.load(fault: { _ in "it cannot be understood" }) ?? []
        var days: [PinnedDay] = []
        for row in rows {
            do throws(CivilDateError) {
                days.append(Self.day(try CivilDate(row.date), row))
            } catch {
                throw FileFault(path: file, reason: "it cannot be understood: \(error)")
            }
        }
        return days
    }

    private static func day(_ date: CivilDate, _ row: Row) -> PinnedDay {
        var congregations: [Prayer: PinnedDay.Congregation] = [:]
        for found in row.congregations {
            guard let prayer = Prayer(rawValue: found.prayer) else { continue }
            congregations[prayer] = PinnedDay.Congregation(
                called: Instant(microseconds: found.called),
                iqama: Instant(microseconds: found.iqama),
                hasCome: found.hasCome
            )
        }
        return PinnedDay(
            date: date,
            congregations: congregations,
            khutbahs: row.khutbahs.map { Instant(microseconds: $0) }
        )
    }

    /// Saves them. It may block.
    ///
    /// - Parameter days: none removes the file.
    /// - Throws: `AtomicFile.Fault` where the disk refuses.
    package func save(_ days: [PinnedDay]) throws(AtomicFile.Fault) {
        guard !days.isEmpty else { return try kept.remove() }
        try kept.save(
            days.map { day in
                Row(
                    date: day.date.description,
                    congregations: Prayer.called.compactMap { prayer in
                        day.congregations[prayer].map {
                            Row.Congregation(
                                prayer: prayer.rawValue,
                                called: $0.called.microseconds,
                                iqama: $0.iqama.microseconds,
                                hasCome: $0.hasCome
                            )
                        }
                    },
                    khutbahs: day.khutbahs.map(\.microseconds)
                )
            }
        )
    }
}
