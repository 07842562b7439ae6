import AdhanCore
import Testing

@Suite struct `A year's timetable` {
    private func table(_ dates: [String]) throws -> WrittenTimetable {
        let rows = dates.map { "\($0),05:41,07:36,12:20,14:28,16:54,18:42\n" }.joined()
        return try WrittenTimetable(Array("date,fajr,sunrise,dhuhr,asr,maghrib,isha\n\(rows)".utf8))
    }

    private func dates(_ first: String, _ last: String) throws -> [String] {
        (try CivilDate(first)...CivilDate(last)).map(\.description)
    }

    @Test func `that is whole lacks nothing, leap year or not`() throws {
        for year in [2026, 2028] {
            #expect(try table(dates("\(year)-01-01", "\(year)-12-31")).gaps.isEmpty)
        }
    }

    @Test func `lacks the days that are not in it, each gap with its line`() throws {
        let written = try table(dates("2028-01-03", "2028-02-28") + dates("2028-03-01", "2028-12-30"))
        #expect(
            written.gaps.map(\.description) == [
                "before line 2, 2028-01-01: the 2 days from here to 2028-01-02 are missing",
                "after line 58, 2028-02-29: this day is missing", "after line 363, 2028-12-31: this day is missing",
            ]
        )
    }

    @Test func `names the days of another year`() throws {
        for stray in ["2025-03-04", "2024-12-31", "2027-02-01"] {
            let written = try table(dates("2026-01-01", "2026-12-31") + [stray])
            #expect(
                written.gaps.map(\.description) == [
                    "line 367, \(stray): this is not a day of 2026, the year of the file"
                ]
            )
        }
    }

    @Test func `names the day that a wrong year probably means`() throws {
        let days = try dates("2026-01-01", "2026-12-31").map { $0 == "2026-05-10" ? "2025-05-10" : $0 }
        #expect(
            try table(days).gaps.map(\.description) == [
                "line 131, 2025-05-10: this is not a day of 2026, the year of the file; "
                    + "is 10 May 2026 meant, which is missing?",
                "after line 130, 2026-05-10: this day is missing",
            ]
        )
    }

    @Test func `that continues into the next year, or has two years, lacks only the days in between`() throws {
        let year = try dates("2026-01-01", "2026-12-31")
        for more in [try dates("2027-01-01", "2027-01-31"), try dates("2027-01-01", "2027-12-31"), ["2025-12-31"]] {
            let written = try table(year + more)
            #expect(written.gaps.isEmpty && written.faults.isEmpty && written.days(in: .utc).count == 365 + more.count)
        }
        let holed = try table(year + dates("2027-01-03", "2027-01-31"))
        #expect(
            holed.gaps.map(\.description) == [
                "after line 366, 2027-01-01: the 2 days from here to 2027-01-02 are missing"
            ]
        )
    }

    @Test func `does not lack a day that is there but wrong`() throws {
        let text = ShapeSample.table.text
        let (whole, broken) = (text, text.replacing("14:28", with: "11:28"))
        let gaps = try [whole, broken].map { try WrittenTimetable(Array($0.utf8)).gaps.map(\.date) }
        #expect(gaps.first == gaps.last && gaps.first?.count == 2)
    }

    @Test func `by AlAdhan is as long as its months`() throws {
        let gaps = try WrittenTimetable(Array(ShapeSample.alAdhanMonth.text.utf8)).gaps
        #expect(
            gaps.map(\.description) == [
                "before line 2, 2026-02-01: this day is missing",
                "after line 4, 2026-02-05: the 24 days from here to 2026-02-28 are missing",
            ]
        )
    }
}
