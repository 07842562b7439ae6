import AdhanCore
import Testing

@Suite struct `Two timetables` {
    private func lines(_ left: String, _ right: String) throws -> [String] {
        let days = try [left, right].map { try WrittenTimetable(Array($0.utf8)).days(in: .utc) }
        return TimetableDiff(days.first ?? [], days.last ?? [], names: ("a", "b")).lines
    }

    private let table = ShapeSample.table.text

    @Test(arguments: [ShapeSample.mosqueYear, .london, .dailyPrayerTime, .dailyPrayerTimeTable])
    func `agree whatever their formats`(sample: ShapeSample) throws {
        #expect(try lines(table, sample.text) == [])
    }

    @Test func `differ by minutes and seconds, prayer by prayer`() throws {
        let other = table.replacing("05:41", with: "05:43").replacing("18:42", with: "18:40:30")
            .replacing("15:15", with: "15:20")
        #expect(
            try lines(table, other) == [
                "2026-02-03: fajr +2 min, isha -1 min 30 s, iqama-asr +5 min"
            ]
        )
    }

    @Test func `differ by the beginning of the fast`() throws {
        func table(_ imsak: String) -> String {
            "date,imsak,fajr,sunrise,dhuhr,asr,maghrib,isha\n2026-02-03,\(imsak),05:41,07:36,12:20,14:28,16:54,18:42\n"
        }
        #expect(try lines(table("05:31"), table("05:26")) == ["2026-02-03: imsak -5 min"])
        #expect(try lines(table("05:31"), table("05:31")) == [])
    }

    @Test func `show neighbouring days with the same difference in one line`() throws {
        let other = table.replacing(",12:20,", with: ",12:21,")
        #expect(try lines(table, other) == ["2026-02-02 to 2026-02-04: dhuhr +1 min"])
    }

    @Test func `may have refused days, which are not reported as missing`() throws {
        let wrong = table.replacing(",12:20,", with: ",25:00,")
        let reads = try [table, wrong, table.replacing("2026-02-0", with: "2026-03-0")].map { text in
            let written = try WrittenTimetable(Array(text.utf8))
            return (days: written.days(in: .utc), refused: written.unreadable)
        }
        func lines(_ left: Int, _ right: Int) -> [String] {
            let (left, right) = (reads[left], reads[right])
            return TimetableDiff(left.days, right.days, refused: (left.refused, right.refused), names: ("a", "b")).lines
        }
        #expect(lines(0, 1).map { $0.prefix(24) } == (2...4).map { "2026-02-0\($0): refused in b" })
        #expect(lines(1, 0).map { $0.prefix(24) } == (2...4).map { "2026-02-0\($0): refused in a" })
        #expect(
            lines(1, 2).prefix(3).allSatisfy { $0.contains("refused in a (line ") && $0.hasSuffix(", and not in b") }
        )
        #expect(lines(1, 1) == [])
    }

    @Test func `may have days, and times, that the other lacks`() throws {
        let (left, right) = (table.replacing("2026-02-04", with: "2026-02-05"), table.replacing("12:45", with: ""))
        #expect(
            try lines(left, right) == [
                "2026-02-03: jumuah only in a", "2026-02-04: only in b", "2026-02-05: only in a",
            ]
        )
    }
}
