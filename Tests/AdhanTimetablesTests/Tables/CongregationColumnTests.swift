import AdhanCore
import AdhanTimetables
import Testing

/// Columns of congregations and of Friday prayers.
@Suite struct CongregationColumnTests {
    private let london: TableSample

    init() throws { london = try TableSample() }

    private func table(_ headings: [String], _ cells: (PrayerDay) -> [String]) -> [[String]] {
        [["Date"] + TableSample.names + headings]
            + london.days.map { [TableSample.dayFirst($0.date)] + london.times($0) + cells($0) }
    }

    private func iqamas(_ document: TimetableDocument, _ index: Int = 0) -> [Prayer: String] {
        document.written.days(in: london.calculator.zone)[index].day.iqama.mapValues { london.clock($0) }
    }

    @Test func `a block of waits goes by the order of the prayers`() throws {
        let waits = ["+20", "+10", "+15", "+5", "+12"]
        let document = try london.read(table(Array(repeating: "Iqama", count: 5)) { _ in waits })
        let day = london.days[0]
        let right = zip(Prayer.called, [20, 10, 15, 5, 12]).map { ($0, london.clock(day[$0] + .minutes($1))) }
        #expect(iqamas(document) == Dictionary(uniqueKeysWithValues: right))
    }

    @Test func `a shorter block is undecided, and said`() throws {
        let document = try london.read(table(["Iqama", "Iqama"]) { _ in ["+20", "+10"] })
        #expect(iqamas(document) == [:])
        #expect(document.written.remarks.contains { $0.description.contains("--map") })
    }

    @Test(arguments: [
        (["Jumuah Khutbah", "Jumuah Salah"], ["13:00", "13:30"], ["13:00"]),
        (["Jumuah", "Jumuah Jamaat"], ["13:00", "13:30"], ["13:00"]),
        (["Jumuah Adhan", "Jumuah Khutbah", "Jumuah Iqamah"], ["12:40", "13:00", "13:30"], ["13:00"]),
        (["Jumuah Jamaat"], ["13:30"], ["13:30"]),
        (["Jumuah 1", "Jumuah 2"], ["13:00", "14:00"], ["13:00", "14:00"]),
    ])
    func `the prayer's time beside a khutbah is no second khutbah`(
        headings: [String],
        times: [String],
        right: [String]
    ) throws {
        let document = try london.read(
            table(headings) { $0.date.weekday == 5 ? times : Array(repeating: "", count: times.count) }
        )
        let friday = document.written.days(in: london.calculator.zone).first { $0.day.date.weekday == 5 }
        #expect(friday?.day.jumuah.map { london.clock($0) } == right)
        let isSaid = document.written.remarks.contains { $0.description.contains("iqama in [jumuah]") }
        #expect(isSaid == (right.count < times.count))
    }

    @Test func `a congregation on a clock of twelve hours is read by its column`() throws {
        let rows =
            [["Date"] + TableSample.names + ["Dhuhr Iqamah", "Asr Iqamah"]]
            + london.days.map { [TableSample.dayFirst($0.date)] + london.halves($0) + ["1:30", "6:30"] }
        let document = try london.read(rows)
        #expect(iqamas(document, 2) == [.dhuhr: "13:30", .asr: "18:30"])
        let early = document.written.faults.filter {
            $0.description.contains("01:30") || $0.description.contains("06:30")
        }
        #expect(early.isEmpty)
    }

    @Test func `a column that is filled on a few days is said`() throws {
        let document = try london.read(table(["Isha Iqamah"]) { $0.date.components.day == 1 ? ["23:30"] : [""] })
        #expect(
            document.written.remarks.contains {
                $0.description.contains("has a time on 12 of 365 days; the others have no iqama from the file")
            }
        )
    }

    @Test func `a heading that the times contradict is said where the table is checked`() throws {
        let names = ["Fajr", "Sunrise", "Dhuhr", "Maghrib", "Asr", "Isha"]
        let document = try london.read([["Date"] + names] + london.rows.dropFirst())
        #expect(london.differences(document) == [])
        #expect(document.written.remarks.contains { $0.description.contains("has the times of") })
    }
}
