import AdhanCore
import AdhanTimetables
import Testing

@testable import AdhanImport

/// What the check says of a table whose days are used as they stand.
@Suite struct TableRemarkTests {
    private let london: TableSample

    init() throws { london = try TableSample() }

    private func checked(_ rows: [[String]], _ accept: AcceptedDays = .none) throws -> CheckedTimetable {
        let check = TimetableCheck(london.calculator, accept: accept)
        return CheckedTimetable(
            try london.read(rows).written,
            TimetableValidator(calculator: london.calculator, check: check, reader: DocumentReader())
        )
    }

    @Test func `two or three days with the same slip are said, and a step is not`() throws {
        for length in [2, 3] {
            var rows = london.rows
            for row in 60..<(60 + length) { rows[row][6] = london.clock(london.days[row - 1][.isha] + .minutes(60)) }
            let table = try checked(rows)
            #expect(table.faults.isEmpty && table.dates.count == 365)
            let said = table.remarks.map(\.description)
            let isSaid = said.contains { $0.contains(/about (59|60|61) min later on (2|3) days/) }
            #expect(isSaid, "\(said)")
        }
        var rows = london.rows
        for row in 60..<rows.count { rows[row][6] = london.clock(london.days[row - 1][.isha] + .minutes(60)) }
        #expect(try checked(rows).remarks.allSatisfy { !$0.description.contains("later on") })
    }

    @Test func `accept that names a day without a fault is said`() throws {
        let date = try CivilDate("2026-12-13")
        let remarks = try checked(london.rows, .dates([date])).remarks.map(\.description)
        #expect(remarks.contains { $0.contains("accept: nothing is wrong on 2026-12-13") })
    }

    @Test func `a mistake that is no wish of the mosque has its own remedy`() throws {
        let exchanged = try checked(
            [["Date"] + TableSample.names]
                + london.rows.dropFirst().map { row in
                    [row[0], row[1], row[2], row[3], row[5], row[4], row[6]]
                }
        )
        #expect(exchanged.faults.allSatisfy { !$0.description.contains("accept = \"all\"") })
        let halves = london.days.map { day -> [String] in
            let times = london.halves(day).map { $0.count == 4 ? "0" + $0 : $0 }
            return ["\(day.date)"] + times
        }
        let text = [["date", "fajr", "sunrise", "dhuhr", "asr", "maghrib", "isha"]] + halves
        let written = try WrittenTimetable(TableSample.bytes(text))
        let found = CheckedTimetable(
            written,
            TimetableValidator(calculator: london.calculator, reader: DocumentReader())
        )
        .faults.map(\.description)
        #expect(found.contains { $0.contains("Write the times with 24 hours") })
        #expect(found.allSatisfy { !$0.contains("accept = \"all\"") })
    }
}
