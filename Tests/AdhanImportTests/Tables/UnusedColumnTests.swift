import AdhanCore
import AdhanTimetables
import Testing

@testable import AdhanImport

/// A column that is headed as a congregation's or Jumu'ah's and cannot be used is a fault, for the commands and for the daemon; and
/// what the check says of a table whose days are used as they stand.
@Suite struct UnusedColumnTests {
    private let london: TableSample

    init() throws { london = try TableSample() }

    private var validator: TimetableValidator {
        TimetableValidator(calculator: london.calculator, reader: DocumentReader())
    }

    private func faults(_ heading: String, _ cell: (PrayerDay) -> String) throws -> [String] {
        let checked = try validator.read(TableSample.bytes(london.table([heading]) { ["\"\(cell($0))\""] }))
        #expect(checked.dates.count == 365 && checked.refused.isEmpty)
        return checked.faults.map(\.description)
    }

    @Test func `is named with the cell that is no time`() throws {
        for cell in ["20", "15'", "Straight after"] {
            let found = try faults("Asr Iqama") { _ in cell }
            let words = "line 2: column 8 \"Asr Iqama\" is not used, since "
            #expect(found.count == 1 && found[0].hasPrefix(words), "\(found)")
        }
        for (heading, cell) in [
            ("Jumuah", "13:15, 14:00, 14:45, 15:30, 16:15"), ("Friday Prayer", "1st 1:15pm 2nd 2:00pm"),
        ] {
            let found = try faults(heading) { $0.date.weekday == 5 ? cell : "" }
            #expect(found.count == 1 && found[0].hasPrefix("line 3: column 8 \"\(heading)\" is not used"), "\(found)")
        }
        let thursdays = try faults("Jumu'ah") { $0.date.weekday == 4 ? "13:15" : "" }
        #expect(thursdays.count == 1 && thursdays[0].contains("none on a Friday"), "\(thursdays)")
    }

    @Test(arguments: [100, 190, 300])
    func `keeps the cells that can be read, however few they are`(wrong: Int) throws {
        let found = try faults("Asr Iqama") {
            london.days[0].date.distance(to: $0.date) < wrong ? "1O min after" : "+10"
        }
        #expect(found.count == 1 && found[0].contains("there are \(wrong - 1) more of this kind"), "\(found)")
    }

    @Test func `is none where it can be used, or has the names of mosques, of preachers, or nothing`() throws {
        let usable: [(String, (PrayerDay) -> String)] = [
            ("Jumu'ah", { $0.date.weekday == 5 ? "13:15" : "" }), ("Jumu'ah", { _ in "13:15" }),
            ("Mosque", { _ in "Al-Manar" }), ("Khutbah", { $0.date.weekday == 5 ? "Sh. Ahmad" : "" }),
            ("Asr Iqama", { _ in "-" }),
        ]
        for (heading, cell) in usable { #expect(try faults(heading, cell) == [], "\(heading)") }
    }

    @Test func `names the cell because of which a column of changes counts for its own days only`() throws {
        func rule(_ date: CivilDate, _ cell: String) -> String {
            date.components.day == 1 ? date.components.month == 5 ? cell : "+20" : ""
        }
        #expect(try faults("Asr Iqama") { rule($0.date, "+25") } == [])
        let unread = try faults("Asr Iqama") { rule($0.date, "2O") }
        #expect(
            unread.count == 2 && unread.contains { $0.contains("line 122: column 8") && $0.contains("its changes") },
            "\(unread)"
        )
        let misfit = try faults("Dhuhr Iqama") {
            $0.date.components.day == 1 ? $0.date.components.month == 5 ? "11:00" : "13:30" : ""
        }
        #expect(misfit.contains { $0.contains("does not follow dhuhr on 2026-05-01") }, "\(misfit)")
    }

    @Test(arguments: ["", "Xyz"])
    func `is named as a second iqama beside the one that is used`(heading: String) throws {
        let rows = london.table(["Dhuhr Iqama", heading], at: 3) { _ in ["13:30", "13:45"] }
        let document = try london.read(rows)
        let faults = document.written.faults.map(\.description)
        let isNamed = faults.contains {
            $0.contains("column 5 \"Dhuhr Iqama\" already is that iqama") && $0.contains("--map dhuhr_iqama=6")
        }
        #expect(isNamed, "\(faults)")
        let mapped = try london.read(rows, TableHints(columns: ["dhuhr_iqama": "6"]))
        #expect(london.iqamas(mapped)[.dhuhr] == "13:45" && mapped.written.faults.isEmpty, "\(mapped.written.faults)")
    }

    @Test(arguments: ["at the right", "headed by letters", "on the left", "after sunrise"])
    func `is named as a likely iqama wherever it stands`(place: String) throws {
        let adhans = Prayer.allCases.map { (heading: "\($0)", prayer: $0, wait: 0) }
        func iqama(_ prayer: Prayer, _ heading: String = "") -> (heading: String, prayer: Prayer, wait: Int) {
            (heading, prayer, 20)
        }
        let shown: [Prayer] = [.fajr, .dhuhr, .asr, .isha]
        let columns =
            switch place {
            case "at the right": adhans + shown.map { iqama($0) }
            case "headed by letters": adhans + zip(shown, ["F", "D", "A", "I"]).map { iqama($0, $1) }
            case "on the left": adhans.flatMap { $0.prayer == .sunrise ? [$0] : [iqama($0.prayer), $0] }
            default: adhans.flatMap { $0.prayer == .sunrise ? [$0, iqama(.fajr)] : [$0] }
            }
        let rows = london.month(12).map { day in
            [TableSample.dayFirst(day.date)] + columns.map { london.clock(day[$0.prayer] + .minutes($0.wait)) }
        }
        let document = try london.read([["Date"] + columns.map(\.heading)] + rows)
        let faults = document.written.faults.map(\.description)
        let lost = columns.indices.filter { index in
            let column = columns[index]
            return column.wait > 0 && !faults.contains { $0.contains("--map \(column.prayer)_iqama=\(index + 2)") }
        }
        #expect(lost.isEmpty, "\(faults)")
    }

    @Test func `is named in a known format, too`() throws {
        let rows = london.days.map { day in
            ([day.date.description] + london.times(day) + [day.date.weekday == 5 ? "1st 1:15pm 2nd 2:00pm" : ""])
                .joined(separator: ",")
        }
        let text = (["date,fajr,sunrise,dhuhr,asr,maghrib,isha,Friday Prayer"] + rows).joined(separator: "\n")
        let checked = try validator.read(Array(text.utf8))
        #expect(checked.faults.count == 1 && checked.faults[0].description.contains("column 8 \"Friday Prayer\""))
        let plain = try WrittenTimetable(Array(text.utf8))
        #expect(plain.faults.map(\.description).contains { $0.contains("its name is jumuah") })
    }

    // What else the check says of a table.

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
            london.spelled(times: { day in
                var times = london.times(day)
                times.swapAt(3, 4)
                return times
            })
        )
        #expect(exchanged.faults.allSatisfy { !$0.description.contains("accept = \"all\"") })
        let halves = london.days.map { day -> [String] in
            let times = london.halves(day).map { $0.count == 4 ? "0" + $0 : $0 }
            return ["\(day.date)"] + times
        }
        let text = [["date", "fajr", "sunrise", "dhuhr", "asr", "maghrib", "isha"]] + halves
        let written = try WrittenTimetable(TableSample.bytes(text))
        let found = CheckedTimetable(written, validator).faults.map(\.description)
        #expect(found.contains { $0.contains("Write the times with 24 hours") })
        #expect(found.allSatisfy { !$0.contains("accept = \"all\"") })
    }
}
