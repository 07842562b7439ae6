import AdhanCore
import AdhanTestSupport
import AdhanTimetables
import Testing

@testable import AdhanImport

/// Cells that have neither a time nor a blank.
@Suite struct TableCellTests {
    private let london: TableSample
    private let date: CivilDate

    init() throws { (london, date) = (try TableSample(), try CivilDate("2026-03-12")) }

    /// A year with a congregation 20 minutes after each Fajr and Dhuhr, Jumu'ah on Fridays, and other cells of some days.
    private func read(_ cells: (CivilDate) -> (fajr: String?, dhuhr: String?, jumuah: String?)) throws
        -> TimetableDocument
    {
        let names = [
            "Date", "Fajr", "Fajr Jamaat", "Sunrise", "Dhuhr", "Dhuhr Jamaat", "Asr", "Maghrib", "Isha", "Jumu'ah",
        ]
        let rows = london.days.map { day -> [String] in
            var times = london.times(day)
            let (own, isFriday) = (cells(day.date), day.date.weekday == 5)
            times.insert(own.dhuhr ?? london.clock(day[.dhuhr] + .minutes(20)), at: 3)
            times.insert(own.fajr ?? "20 min after", at: 1)
            return [TableSample.dayFirst(day.date)] + times + [own.jumuah ?? (isFriday ? "13:15" : "")]
        }
        return try london.read([names] + rows)
    }

    @Test(arguments: ["1O min after", "+1O", "l5 min", "2O:10", "see notes", "25:10"])
    func `a congregation's cell that is no time is told, and the rest of its day is used`(_ cell: String) throws {
        let document = try read { $0 == date ? (cell, nil, nil) : (nil, nil, nil) }
        #expect(london.differences(document) == [])
        let says =
            "line 72, 2026-03-12: the iqama of fajr is \"\(cell)\" in column 3 \"Fajr Jamaat\", which is no time; the day is used without it"
        #expect(document.written.faults.map(\.description) == [says])
        let day = london.found(document).first { $0.date == date }
        #expect(day?.iqama.keys.contains(.fajr) == false && day?.iqama[.dhuhr] != nil)
        // The daemon says it as well.
        let rows = london.table(["Fajr Jamaat"], at: 1) { [$0.date == date ? cell : "+20"] }
        let judge = TimetableValidator(calculator: london.calculator, reader: DocumentReader())
        let checked = try judge.read(TableSample.bytes(rows))
        #expect(checked.faults.map(\.description) == [says] && checked.dates.count == 365 && checked.refused.isEmpty)
    }

    @Test func `what Jumu'ah's cell has is told, and blanks of any kind are not`() throws {
        let friday = try CivilDate("2026-03-13")
        let wrong = try read { $0 == friday ? (nil, nil, "13:15 / TBA2") : (nil, nil, nil) }
        #expect(
            wrong.written.faults.map(\.sentence) == [
                "jumuah is \"13:15 / TBA2\" in column 10 \"Jumu'ah\", which is no time; the day is used without it"
            ]
        )
        let blank = try read { date in
            ["n/a", "-", "–", "*", "…", "TBC", ""].randomElement().map {
                ($0, date.weekday == 5 ? "Jumu'ah" : nil, nil)
            } ?? (nil, nil, nil)
        }
        #expect(blank.written.faults.isEmpty, "\(blank.written.faults.prefix(3))")
    }

    @Test func `ten and more cells of one column are told as one fault`() throws {
        func faults(_ count: Int) throws -> [String] {
            let document = try read {
                $0 >= date && $0 < date.adding(days: count) ? ("sunset", nil, nil) : (nil, nil, nil)
            }
            #expect(london.found(document).count == 365)
            return document.written.faults.map(\.description)
        }
        #expect(try faults(9).count == 9)
        #expect(
            try faults(150) == [
                "line 72, 2026-03-12: the iqama of fajr is \"sunset\" in column 3 \"Fajr Jamaat\", which is no time; the day is used without it; there are 149 more of this kind, the last one at 2026-08-08"
            ]
        )
    }

    @Test func `a later Asr that cannot be read does not become the earlier one`() throws {
        let hanafi = london.hanafi
        let rows = london.table(["Asr Hanafi"], at: 4) {
            [$0.date == date ? "17:O5" : london.clock(hanafi.day($0.date)[.asr])]
        }
        let document = try london.read(TableSample.bytes(rows), madhab: .hanafi)
        let (days, _) = document.written.forCheck(in: london.calculator.zone)
        let verdict = TimetableCheck(hanafi).verdict(on: days)
        let day = try #require(verdict.accepted.first { $0.date == date })
        #expect(abs((day[.asr] - hanafi.day(date)[.asr]).components.seconds) <= 60 && day.replaced[.asr] != nil)
        #expect(verdict.faults.first?.sentence.hasPrefix("asr is \"17:O5\"") == true, "\(verdict.faults)")
    }

    @Test func `a typing error is no time without its last digit`() throws {
        var rows = london.spelled(times: { london.times($0).map { $0.replacing(":", with: ".") } })
        rows[71][1] = "4.3S"
        let (days, _) = try london.read(rows).written.forCheck(in: london.calculator.zone)
        let faults = TimetableCheck(london.calculator).verdict(on: days).faults.map(\.sentence)
        #expect(faults.first?.hasPrefix("fajr is \"4.3S\"") == true)
    }

    @Test func `a day that lacks two times names both`() throws {
        var rows = london.rows
        (rows[71][2], rows[71][6]) = ("", "")
        (rows[72][1], rows[72][2], rows[72][5]) = ("4:2x", "", "")
        let faults = try london.read(rows).written.faults.map(\.description)
        #expect(
            faults == [
                "line 72, 2026-03-12: sunrise and isha are missing; a day that lacks more than one time is not used",
                "line 73, 2026-03-13: fajr is \"4:2x\", but a time is written HH:MM; sunrise is missing; maghrib is missing; a day that lacks more than one time is not used",
            ]
        )
    }
}
