import AdhanCore

/// A moment on the mosque's wall clock as typed: a date, or a date and a time.
struct WallMoment {
    let date: CivilDate
    let secondOfDay: Int

    /// Parses `YYYY-MM-DD`, `YYYY-MM-DDTHH:MM` or `YYYY-MM-DDTHH:MM:SS`.
    ///
    /// - Throws: `CivilDateError` for the date, `Unreadable` for the time.
    static func parse(_ text: String) throws -> WallMoment {
        let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        let date = try CivilDate(parts.first ?? "")
        guard let time = parts.dropFirst().first else { return WallMoment(date: date, secondOfDay: 0) }
        let fields = time.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = fields.compactMap { $0.utf8.count == 2 && $0.allSatisfy(\.isNumber) ? Int($0) : nil }
        guard (2...3).contains(fields.count), numbers.count == fields.count, let hour = numbers.first, hour < 24,
            numbers.dropFirst().allSatisfy({ $0 < 60 })
        else { throw Unreadable(text: text) }
        return WallMoment(date: date, secondOfDay: numbers.reduce(0) { $0 * 60 + $1 } * (numbers.count == 2 ? 60 : 1))
    }

    func instant(_ zone: ZoneRules) -> Instant { zone.instant(date, secondOfDay: secondOfDay) }

    struct Unreadable: Error, CustomStringConvertible {
        let text: String
        var description: String {
            "'\(text.prefix(40))' is not a moment; write it as 2026-11-21 or 2026-11-21T05:30"
        }
    }
}
