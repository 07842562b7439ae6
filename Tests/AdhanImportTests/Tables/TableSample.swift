import AdhanSupport
import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanImport

/// The calculated days of a place in 2026, for tables that a test writes itself.
struct TableSample {
    static let names = ["Fajr", "Sunrise", "Dhuhr", "Asr", "Maghrib", "Isha"]
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    let calculator: PrayerCalculator
    let days: [PrayerDay]

    init(_ latitude: Double = 51.5074, _ longitude: Double = -0.1278, _ zone: String = "Europe/London") throws {
        calculator = PrayerCalculator(
            coordinates: try Coordinates(latitude: latitude, longitude: longitude),
            zone: try SystemZones.find(zone),
            method: .mwl
        )
        days = calculator.days(try CivilDate("2026-01-01")...CivilDate("2026-12-31"))
    }

    /// The year, as the calculation has it for another madhab.
    var hanafi: PrayerCalculator {
        var hanafi = calculator
        hanafi.madhab = .hanafi
        return hanafi
    }

    static func jakarta() throws -> TableSample { try TableSample(-6.2, 106.8166, "Asia/Jakarta") }

    func clock(_ moment: Instant) -> String { calculator.zone.clockText(moment) }

    func times(_ day: PrayerDay) -> [String] { Prayer.allCases.map { clock(day[$0]) } }

    /// On a clock of twelve hours, without am and pm.
    func halves(_ day: PrayerDay) -> [String] { times(day).map { Self.half($0) } }

    private static func half(_ text: String) -> String {
        guard let hour = Int(text.prefix(2)) else { return text }
        return "\(hour % 12 == 0 ? 12 : hour % 12)\(text.dropFirst(2))"
    }

    func month(_ month: Int) -> [PrayerDay] { days.filter { $0.date.components.month == month } }

    /// The date and the times of each day, below the usual headings.
    var rows: [[String]] { [["Date"] + Self.names] + days.map { [Self.dayFirst($0.date)] + times($0) } }

    static func dayFirst(_ date: CivilDate) -> String {
        let (year, month, day) = date.components
        return "\(day.padded(to: 2))/\(month.padded(to: 2))/\(year)"
    }

    static func bytes(_ rows: [[String]]) -> [UInt8] {
        Array(rows.map { $0.joined(separator: ",") }.joined(separator: "\n").utf8)
    }

    func read(_ bytes: [UInt8], _ hints: TableHints = .none, madhab: Madhab = .shafi) throws -> TimetableDocument {
        var hints = hints
        hints.today = hints.today ?? days.first?.date
        return try TimetableDocument(bytes, calculator, clock: .local, madhab: madhab, hints)
    }

    func read(_ rows: [[String]], _ hints: TableHints = .none) throws -> TimetableDocument {
        try read(Self.bytes(rows), hints)
    }

    /// Dates and times below their headings, with more columns at the right, or at that place among the prayers.
    func table(
        _ headings: [String] = [],
        at place: Int = 6,
        names: [String] = Self.names,
        _ cells: (PrayerDay) -> [String] = { _ in [] }
    ) -> [[String]] {
        spelled(headings, at: place, names: names, cells: cells)
    }

    /// The same with other spellings of dates and times.
    func spelled(
        _ headings: [String] = [],
        at place: Int = 6,
        names: [String] = Self.names,
        date: (CivilDate) -> String = Self.dayFirst,
        times: ((PrayerDay) -> [String])? = nil,
        cells: (PrayerDay) -> [String] = { _ in [] }
    ) -> [[String]] {
        func row(_ first: String, _ six: [String], _ more: [String]) -> [String] {
            [first] + six.prefix(place) + more + six.dropFirst(place)
        }
        return [row("Date", names, headings)] + days.map { row(date($0.date), (times ?? self.times)($0), cells($0)) }
    }

    /// The days that were read.
    func found(_ document: TimetableDocument) -> [PrayerDay] { document.written.days(in: calculator.zone).map(\.day) }

    func iqamas(_ document: TimetableDocument, _ index: Int = 0) -> [Prayer: String] {
        found(document)[index].iqama.mapValues(clock)
    }

    /// Why it is refused; an issue where it is not.
    func refusal(_ bytes: [UInt8], _ hints: TableHints = .none) -> String {
        let fault = #expect(throws: ImportRefusal.self) { try read(bytes, hints) }
        return fault?.description ?? ""
    }

    func refusal(_ rows: [[String]], _ hints: TableHints = .none) -> String { refusal(Self.bytes(rows), hints) }

    /// A workbook with a sheet a month, whose dates are only day and month, below a cover with that title.
    func workbook(_ cover: String?, _ months: ClosedRange<Int> = 1...12) -> WorkbookFile {
        let sheets = months.map { number -> (name: String, rows: [[WorkbookFile.Cell]]) in
            let rows =
                [["Date"] + Self.names] + month(number).map { [String(Self.dayFirst($0.date).prefix(5))] + times($0) }
            return (String(Self.months[number - 1].prefix(3)), rows.map { $0.map { .text($0) } })
        }
        return WorkbookFile((cover.map { [(name: "Cover", rows: [[.text($0)]])] } ?? []) + sheets)
    }

    /// What differs from the calculation; empty if all the days are there, to the minute, and nothing else.
    func differences(_ document: TimetableDocument, _ right: [PrayerDay]? = nil) -> [String] {
        let (found, right) = (document.written.days(in: calculator.zone), right ?? days)
        var faults = found.count == right.count ? [] : ["\(found.count) days of \(right.count)"]
        for (filed, day) in zip(found, right) where filed.day.date != day.date || times(filed.day) != times(day) {
            faults.append("\(filed.day.date) \(times(filed.day)), not \(day.date) \(times(day))")
        }
        return Array(faults.prefix(3)) + (faults.isEmpty ? [] : document.remarks)
    }
}
