import AdhanCore
import Testing

@testable import AdhanImport

/// Where the days, headings and titles of a table stand.
@Suite struct TableLayoutTests {
    private let london: TableSample

    init() throws { london = try TableSample() }

    /// Months beside each other, each with its title and headings, and with an empty column between them.
    private func beside(_ months: [Int], hasHeadings: Bool = true) -> [[String]] {
        let blocks = months.map { month in
            var rows = [["\(TableSample.months[month - 1]) 2026"] + Array(repeating: "", count: 7)]
            if hasHeadings { rows.append(["Date"] + TableSample.names + [""]) }
            rows += london.month(month).map { ["\($0.date.components.day)"] + london.times($0) + [""] }
            return rows
        }
        let height = blocks.map(\.count).max() ?? 0
        return (0..<height).map { row in
            blocks.flatMap { $0.indices.contains(row) ? $0[row] : Array(repeating: "", count: 8) }
        }
    }

    @Test func `months that stand side by side, all in one row or in rows of three, are read`() throws {
        let year = Array(1...12)
        let threes = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]].flatMap { beside($0) }
        for rows in [beside(year), beside(year, hasHeadings: false), threes] {
            #expect(london.differences(try london.read(rows)) == [])
        }
        // Two of them, with one empty column between them.
        let two = beside([1, 2]).map { Array($0.dropLast()) }
        #expect(london.differences(try london.read(two), london.month(1) + london.month(2)) == [])
    }

    @Test func `months side by side of which nothing says which ones they are, are named as such`() throws {
        // One column of days for all of them, and months that do not follow each other.
        let shared = (0..<28).map { row in
            ["\(row + 1)"] + [1, 7, 11].flatMap { london.times(london.month($0)[row]) }
        }
        let head = ["Day"] + Array(repeating: TableSample.names, count: 3).flatMap(\.self)
        #expect(throws: ImportRefusal.table(.blocks(3))) { try london.read([head] + shared) }
        #expect(throws: ImportRefusal.table(.blocks(2))) { try london.read(beside([1, 7]).dropFirst().map(\.self)) }
        // Of months that follow each other, the sun tells which ones they are.
        let following = beside([1, 2]).dropFirst().map(\.self)
        let refusal = TableRefusal.year(Array(2021...2028), today: london.days.first?.date)
        #expect(throws: ImportRefusal.table(refusal)) { try london.read(following) }
        let right = london.month(1) + london.month(2)
        #expect(london.differences(try london.read(following, TableHints(year: 2026)), right) == [])
    }

    @Test func `rows with the times of Jumu'ah between the days are no days`() throws {
        var rows = [["Date"] + TableSample.names]
        for day in london.days {
            rows.append([TableSample.dayFirst(day.date)] + london.times(day))
            if day.date.weekday == 5 { rows.append(["", "", "Jumu'ah", "13:00", "13:20", "14:00", ""]) }
        }
        let document = try london.read(rows)
        #expect(london.differences(document) == [] && document.written.faults.isEmpty)
        // A date that cannot be read is no such row.
        rows[60][0] = "2nd"
        rows[60][1] = ""
        #expect(try london.read(rows).written.faults.map(\.line) == [61])
    }

    @Test func `a month whose days stand side by side is read`() throws {
        let june = london.month(6)
        let head = ["June 2026"] + june.map { "\($0.date.components.day)" }
        let rows = zip(TableSample.names, Prayer.allCases).map { name, prayer in
            [name] + june.map { london.clock($0[prayer]) }
        }
        #expect(london.differences(try london.read([head] + rows), june) == [])
    }

    @Test func `a day without its times is reported, and no title`() throws {
        let date = try CivilDate("2026-04-10")
        for more in [[], ["", "", "", "", "", ""], ["", "", "13:03", "", "", ""]] {
            var rows = london.rows
            rows[100] = ["10/04/2026"] + more
            let document = try london.read(rows)
            #expect(london.differences(document, london.days.filter { $0.date != date }) == [])
            #expect(document.written.faults.contains { $0.date == date && $0.line == 101 })
        }
        // So is the first and the last one.
        var rows = london.rows
        for row in [1, 365] { rows[row] = [rows[row][0]] + Array(repeating: "", count: 6) }
        let faults = try london.read(rows).written.faults
        #expect(faults.map(\.date) == [london.days.first?.date, london.days.last?.date])
    }

    @Test func `a line that lacks a cell is not used, since nobody knows which`() throws {
        var rows = london.rows
        rows[100].remove(at: 3)
        let written = try london.read(rows).written
        #expect(written.count == 364)
        #expect(written.faults.contains { $0.description.contains("has 6 columns, but the header has 7") })
    }

    @Test func `notes with some times below the last day are no days`() throws {
        let notes = [["Jumu'ah", "", "13:15", "14:00", "14:45"], ["Iqama changes on Fridays"]]
        let document = try london.read(london.rows + notes)
        #expect(london.differences(document) == [] && document.written.faults.isEmpty)
    }

    @Test func `a note that mentions a month or a year is no title`() throws {
        var rows = [["Masjid Al-Noor (est. 1985), Tel 0161 2023 456"], ["Timetable 2026"]]
        for (month, name) in zip(1...12, TableSample.months) {
            rows += [[name], ["Date"] + TableSample.names]
            for day in london.month(month) {
                if month == 1, day.date.components.day == 10 { rows.append(["From 1 February on Asr is at 15:30"]) }
                if month == 11, day.date.components.day == 20 {
                    rows.append(["Order the 2027 calendar before December"])
                }
                rows.append(["\(day.date.components.day)"] + london.times(day))
            }
        }
        #expect(london.differences(try london.read(rows)) == [])
    }

    @Test func `of two titles above a month, the one that is nothing but a month counts`() throws {
        let jakarta = try TableSample.jakarta()
        let january = jakarta.month(1)
        let rows = january.map { ["\($0.date.components.day)"] + jakarta.times($0) }
        for titles in [
            [["January 2026"], ["Next moon sighting: 18 February"]],
            [["Ramadan starts in February insha Allah"], ["January", "2026"]],
        ] {
            let document = try jakarta.read(titles + [["Date"] + TableSample.names] + rows)
            #expect(jakarta.differences(document, january) == [])
        }
    }

    @Test func `below a title in an unknown language begins the next month`() throws {
        let words = [
            "", "Beta", "Gamma", "Delta", "Epsilon", "Zeta", "Eta", "Theta", "Iota", "Kappa", "Lambda", "Omega",
        ]
        var rows = [["January 2026"]]
        for (month, word) in zip(1...12, words) {
            if month > 1 { rows.append([word]) }
            rows += london.month(month).map { ["\($0.date.components.day)"] + london.times($0) }
        }
        #expect(london.differences(try london.read(rows)) == [])
    }

    @Test(arguments: [
        "times_2026_01.csv", "times-2026-01.csv", "202601.csv", "January 2026.csv", "2026_january_v2.csv",
    ])
    func `month and year come from the name of the file`(_ name: String) throws {
        let jakarta = try TableSample.jakarta()
        let rows = jakarta.month(1).map { ["\($0.date.components.day)"] + jakarta.times($0) }
        let document = try jakarta.read([["Date"] + TableSample.names] + rows, TableHints(name: name))
        #expect(jakarta.differences(document, jakarta.month(1)) == [])
    }

    @Test func `the year of the titles counts where it has days of the year that is wanted`() throws {
        let dates = try CivilDate("2025-09-01")...CivilDate("2026-08-31")
        var rows: [[String]] = []
        for day in london.calculator.days(dates) {
            let (year, month, number) = day.date.components
            if number == 1 { rows.append(["\(TableSample.months[month - 1]) \(year)"]) }
            rows.append(["\(number)"] + london.times(day))
        }
        let right = london.days.filter { $0.date <= dates.upperBound }
        #expect(london.differences(try london.read(rows, TableHints(year: 2026)), right) == [])
    }

    @Test func `a date may stand beside the Hijri one in a cell`() throws {
        for (before, after) in [("", " (13 Shawwal 1447)"), ("13 Shawwal / ", "")] {
            let rows = london.spelled(date: { date in
                let (year, month, number) = date.components
                return "\(before)\(number) \(TableSample.months[month - 1]) \(year)\(after)"
            })
            #expect(london.differences(try london.read(rows)) == [])
        }
    }

    @Test func `tables of every second or third day, or of the Fridays, are read, since the 15th proves the order`()
        throws
    {
        let first = london.days[0].date
        let rules: [(CivilDate) -> Bool] = [
            { first.distance(to: $0) % 2 == 0 }, { first.distance(to: $0) % 3 == 1 }, { $0.weekday == 5 },
        ]
        for isIn in rules {
            let right = london.days.filter { isIn($0.date) }
            let rows = london.rows.prefix(1) + right.map { [TableSample.dayFirst($0.date)] + london.times($0) }
            #expect(london.differences(try london.read(Array(rows)), right) == [])
        }
    }

    @Test func `rows in order without dates name a row that is there twice`() throws {
        let rows = [TableSample.names] + london.days.map { london.times($0) }
        #expect(try london.read(rows, TableHints(year: 2026)).written.faults.isEmpty)
        var double = rows
        double.insert(rows[51], at: 52)
        double.removeLast()
        let faults = try london.read(double, TableHints(year: 2026)).written.faults.map(\.description)
        #expect(faults.count == 1 && faults[0].hasPrefix("line 53: this row has the same times"), "\(faults)")
    }

    @Test func `a table with each prayer twice and one sunrise has no months side by side`() throws {
        let head = ["Date"] + TableSample.names.flatMap { $0 == "Sunrise" ? [$0] : [$0, $0] }
        let rows = london.days.map { day in
            [TableSample.dayFirst(day.date)]
                + Prayer.allCases.flatMap { prayer in
                    (prayer == .sunrise ? [0] : [0, 10]).map { london.clock(day[prayer] + .minutes($0)) }
                }
        }
        let refusal = london.refusal([head] + rows)
        #expect(refusal.contains("_iqama=COLUMN"), "\(refusal)")
        let iqamas = Prayer.called.map { "\($0.rawValue)_iqama" }
        let columns = Dictionary(uniqueKeysWithValues: zip(iqamas, ["3", "6", "8", "10", "12"]))
        let document = try london.read([head] + rows, TableHints(columns: columns))
        #expect(london.differences(document) == [])
        #expect(london.found(document).allSatisfy { $0.iqama.count == 5 })
    }
}
