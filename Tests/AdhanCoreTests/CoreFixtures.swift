import AdhanTestSupport
import Testing

@testable import AdhanCore

/// A row of a table that is written as text, one row a line, with ` | ` between its cells.
struct TextRow: Sendable, CustomTestStringConvertible {
    let cells: [String]
    var testDescription: String { cells.joined(separator: " | ") }
    subscript(_ cell: Int) -> String { cells[cell] }

    static func rows(_ table: String) -> [TextRow] {
        table.split(separator: "\n").map { line in
            TextRow(cells: line.split(separator: " | ", omittingEmptySubsequences: false).map { String($0) })
        }
    }
}

/// What an error says; "none" where there is none.
func refusal<Value>(_ body: () throws -> Value) -> String {
    do {
        _ = try body()
        return "none"
    } catch {
        return "\(error)"
    }
}

func span(_ first: String, _ last: String) throws -> ClosedRange<CivilDate> { try CivilDate(first)...CivilDate(last) }

extension CivilDate {
    static func year(_ year: Int) -> ClosedRange<CivilDate> {
        CivilDate(
            dayNumber: dayNumber(year: year, month: 1, day: 1)
        )...CivilDate(
            dayNumber: dayNumber(year: year, month: 12, day: 31)
        )
    }
}

extension PrayerCalculator {
    /// At a place, in a zone of tzdata; without a zone, on the clock of its longitude.
    static func at(
        _ latitude: Double,
        _ longitude: Double,
        _ zone: String? = nil,
        _ method: CalculationMethod = .mwl,
        _ change: (inout PrayerCalculator) -> Void = { _ in }
    ) throws -> PrayerCalculator {
        let local = ZoneRules.fixed(name: "local", offset: Int(longitude / 15) * 3600)
        var calculator = PrayerCalculator(
            coordinates: try Coordinates(latitude: latitude, longitude: longitude),
            zone: try zone.map { try ZoneRules.installed($0) } ?? local,
            method: method
        )
        change(&calculator)
        return calculator
    }

    static func london() throws -> PrayerCalculator { try at(51.5074, -0.1278, "Europe/London") }

    /// A place whose clock is half an hour ahead of the sun's midnight: in June Fajr is before 00:00.
    static func oskemen() throws -> PrayerCalculator { try at(49.95, 82.61, "Asia/Almaty") }
}

extension PrayerDay {
    static func plain(_ date: String) throws -> PrayerDay { .plain(try CivilDate(date)) }

    /// Each at least a minute after the previous one.
    var isInOrder: Bool {
        let times = Prayer.allCases.map { self[$0] }
        return zip(times, times.dropFirst()).allSatisfy { $0.duration(to: $1) >= .minutes(1) }
    }
}

extension HijriCalendar {
    /// Umm al-Qura's, with the first days that a mosque has declared.
    static func with(_ starts: [String: String]) throws -> HijriCalendar {
        var declared: [HijriMonth: CivilDate] = [:]
        for (month, date) in starts { declared[try HijriMonth(month)] = try CivilDate(date) }
        return try HijriCalendar(declared: declared)
    }
}
