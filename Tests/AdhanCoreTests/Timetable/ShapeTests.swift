import AdhanCore
import Foundation
import Testing

@Suite struct `A timetable in any format` {
    private let zone: ZoneRules

    init() throws { zone = try .installed("Europe/London") }

    private func read(_ text: String, madhab: Madhab = .shafi) throws -> WrittenTimetable {
        try WrittenTimetable(Array(text.utf8), madhab: madhab)
    }

    private func texts(_ written: WrittenTimetable) -> [[String]] {
        written.days(in: .utc).map { ZoneRules.utc.texts($0.day) }
    }

    @Test(arguments: ShapeSample.allCases)
    func `has its days, and the congregation's times where the file has them`(sample: ShapeSample) throws {
        let written = try read(sample.text)
        #expect(written.faults.map(\.description) == [] && written.shape == sample.shape)
        let days = written.days(in: zone)
        let read = days.map { filed in
            (filed.day.date.description, Prayer.allCases.map { zone.clockText(filed.day[$0]) })
        }
        #expect(Dictionary(uniqueKeysWithValues: read) == ShapeSample.times)
        #expect(days.allSatisfy { $0.day.source == .file })
        #expect(TimetableCheck(try .london()).verdict(on: days).faults.isEmpty)
        let (middle, text) = (try #require(days.dropFirst().first), TimetableText(days, in: zone))
        let iqamas = Prayer.called.compactMap { text.iqama($0, of: middle) }
        #expect(iqamas == (sample.hasIqama ? ["06:30", "13:00", "15:15", "16:59", "19:45"] : []))
        #expect(text.jumuah(of: middle) == (sample.hasIqama ? ["12:45"] : []))
        #expect(days.first?.day.iqama == [:] && days.last?.day.iqama == [:])
    }

    @Test(arguments: ShapeSample.allCases)
    func `is the same after a conversion to CSV`(sample: ShapeSample) throws {
        let days = try read(sample.text).days(in: zone)
        let again = try read(TimetableText(days, in: zone).csv).days(in: zone)
        // A table has no column for a Hijri date.
        let plain = days.map { filed in
            var day = filed.day
            day.hijri = nil
            return day
        }
        #expect(again.map(\.day) == plain)
    }

    @Test(arguments: [ShapeSample.london, .dailyPrayerTime, .dailyPrayerTimeTable])
    func `gives the mosque's madhab its own Asr`(sample: ShapeSample) throws {
        let asr = try read(sample.text, madhab: .hanafi).days(in: .utc).map { ZoneRules.utc.clockText($0.day[.asr]) }
        #expect(asr == ["15:03", "15:05", "15:06"])
    }

    @Test func `identifies a column by its name, so an added one shifts nothing`() throws {
        let table = ShapeSample.table.text
        func changed(_ change: ([Substring]) -> [Substring]) throws -> [FileDay] {
            let lines = table.split(separator: "\n").map { line in
                change(line.split(separator: ",", omittingEmptySubsequences: false)).joined(separator: ",")
            }
            return try read(lines.joined(separator: "\n")).days(in: .utc)
        }
        let own = try read(table).days(in: .utc)
        #expect(try changed { $0.prefix(4) + [$0.first == "date" ? "sunset" : "16:40"] + $0.dropFirst(4) } == own)
        #expect(try changed { $0.reversed() } == own)
    }

    @Test(arguments: [
        ("05:41", "\"05:41\""), ("date,", "\u{FEFF}date,"), ("maghrib,", "\"Magrib\","), ("dhuhr,", "Zuhr Begins,"),
        ("05:41", " 5:41 "), ("05:41", "05:41:00"), ("05:41", "05:41 (GMT)"), ("05:41", "05:41 (+00)"),
        ("\n2026-02-04", "\n\n,,,\n2026-02-04"), ("2026-02-03", " 2026-02-03 "), (",12:45", ",-"),
    ])
    func `is read as a table whatever its spelling`(word: String, spelling: String) throws {
        let text = ShapeSample.table.text
        #expect(text.contains(word))
        let read = try read(text.replacing(word, with: spelling))
        #expect(try read.faults.isEmpty && texts(read) == texts(self.read(text)))
    }

    @Test func `may have a comma, a quote and a line break in a quoted field`() throws {
        let text = ShapeSample.table.text.replacing("date,", with: "note,date,")
            .replacing("\n2026", with: "\n\"first, \"\"second\"\"\nthird\",2026")
        let written = try read(text)
        #expect(written.faults.isEmpty && written.days(in: .utc).map(\.line) == [2, 4, 6])
    }
}

@Suite struct `A mosque's year` {
    @Test func `is read with its days, their lines and their source`() throws {
        let year = try MosqueFile.year(MosqueFile.good)
        let days = year.days(in: try .installed("Europe/London"))
        #expect(year.year == 2026 && days.map(\.line) == [3, 5, 14])
        let verdict = TimetableCheck(try .london()).verdict(on: days)
        #expect(verdict.accepted == days.map(\.day) && verdict.faults.isEmpty)
    }

    @Test(arguments: [
        ("\"dhuhr\"", "\"Zuhr\""), ("\"dhuhr\"", "\"zuhar\""), ("\"dhuhr\"", "\"Dhuhur\""), ("\"fajr\"", "\"FAJAR\""),
        ("\"maghrib\"", "\"Magrib\""), ("\"isha\"", "\"esha\""), ("\"isha\"", "\"Isha'a\""),
        ("\"adhan\"", "\"Begins\""), ("\"adhan\"", "\"start\""), ("\"prayerTimes\"", "\"prayertimes\""),
        ("\"05:4", "\"5:4"), ("\"14:28\"", "\"14:28:00\""), ("\"14:28\"", "\" 14:28 \""), ("\n", "\r\n"),
        ("{\"year\"", "\u{FEFF}{\"year\""), ("\"location\"", "\"Location\""), ("\"latitude\"", "\"lat\""),
        ("\"longitude\"", "\"lng\""), ("\"longitude\"", "\"Lon\""), ("51.5074", "5.15074e1"),
    ])
    func `is read with the mosque's location, whatever its spelling`(word: String, spelling: String) throws {
        let year = try MosqueFile.year(MosqueFile.good.replacingOccurrences(of: word, with: spelling))
        #expect(try year == MosqueFile.year(MosqueFile.good))
        #expect(try year.location == Coordinates(latitude: 51.5074, longitude: -0.1278) && year.faults.isEmpty)
    }

    @Test func `need not state the mosque's location`() throws {
        let location = #""location": {"latitude": 51.5074, "longitude": -0.1278}"#
        for other in [#""phone": "0""#, #""location": null, "phone": "0""#] {
            let year = try MosqueFile.year(MosqueFile.good.replacing(location, with: other))
            #expect(year.location == nil && year.faults.isEmpty && year.days(in: .utc).count == 3)
        }
    }

    @Test func `may lack days, and need not be in order`() throws {
        let day = #""fajr":"05:42","sunrise":"07:37","dhuhr":"12:20","asr":"14:27","maghrib":"16:52","isha":"18:41"}"#
        let text = #"{"prayerTimes":[{"date":"2026-02-09",\#(day),{"date":"2026-01-30",\#(day)],"year":2026}"#
        let year = try MosqueFile.year(text)
        #expect(year.faults.isEmpty && year.days(in: .utc).map(\.day.date.description) == ["2026-01-30", "2026-02-09"])
    }

    @Test func `quotes a long value shortened, and without control characters`() throws {
        let long = String(repeating: "7", count: 100_000)
        let text = MosqueFile.good.replacing("14:28", with: "\\u001b[2J\(long)")
        let sentence = try #require(try MosqueFile.year(text).faults.first?.description)
        #expect(sentence.hasPrefix("line 10, 2026-02-03: asr is \"\\u{1B}[2J777") && sentence.utf8.count < 120)
    }
}

@Suite struct `A year's timetable` {
    private func table(_ dates: [String]) throws -> WrittenTimetable {
        let rows = dates.map { "\($0),05:41,07:36,12:20,14:28,16:54,18:42\n" }.joined()
        return try MosqueFile.year("date,fajr,sunrise,dhuhr,asr,maghrib,isha\n\(rows)")
    }

    private func dates(_ first: String, _ last: String) throws -> [String] { try span(first, last).map(\.description) }

    @Test func `lacks the days that are not in it, each gap with its line`() throws {
        for year in [2026, 2028] { #expect(try table(dates("\(year)-01-01", "\(year)-12-31")).gaps.isEmpty) }
        let written = try table(dates("2028-01-03", "2028-02-28") + dates("2028-03-01", "2028-12-30"))
        #expect(
            written.gaps.map(\.description) == [
                "before line 2, 2028-01-01: the 2 days from here to 2028-01-02 are missing",
                "after line 58, 2028-02-29: this day is missing", "after line 363, 2028-12-31: this day is missing",
            ]
        )
    }

    @Test func `names the days of another year, and the day that a wrong year probably means`() throws {
        let whole = try dates("2026-01-01", "2026-12-31")
        for stray in ["2025-03-04", "2024-12-31", "2027-02-01"] {
            let words = "line 367, \(stray): this is not a day of 2026, the year of the file"
            #expect(try table(whole + [stray]).gaps.map(\.description) == [words])
        }
        #expect(
            try table(whole.map { $0 == "2026-05-10" ? "2025-05-10" : $0 }).gaps.map(\.description) == [
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
        let holed = try table(year + dates("2027-01-03", "2027-01-31")).gaps.map(\.description)
        #expect(holed == ["after line 366, 2027-01-01: the 2 days from here to 2027-01-02 are missing"])
    }

    @Test func `does not lack a day that is there but wrong`() throws {
        let text = ShapeSample.table.text
        let gaps = try [text, text.replacing("14:28", with: "11:28")].map { try MosqueFile.year($0).gaps.map(\.date) }
        #expect(gaps[0] == gaps[1] && gaps[0].count == 2)
    }

    @Test func `by AlAdhan is as long as its months`() throws {
        #expect(
            try MosqueFile.year(ShapeSample.alAdhanMonth.text).gaps.map(\.description) == [
                "before line 2, 2026-02-01: this day is missing",
                "after line 4, 2026-02-05: the 24 days from here to 2026-02-28 are missing",
            ]
        )
    }
}

/// The Hijri date that AlAdhan gives each day.
@Suite struct HijriOfAlAdhanTests {
    private func read(_ hijri: String) throws -> WrittenTimetable {
        let own = #""hijri":{"date":"14-08-1447"}"#
        return try MosqueFile.year(ShapeSample.alAdhanMonth.text.replacing(own, with: hijri))
    }

    private func dates(_ written: WrittenTimetable) -> [String?] {
        written.days(in: .utc).map(\.day.hijri?.description)
    }

    private static let three = ["1447-08-14", "1447-08-14", "1447-08-14"]

    @Test(arguments: [ShapeSample.alAdhanMonth, .alAdhanYear, .alAdhanMoments])
    func `is read in each of its formats`(sample: ShapeSample) throws {
        let written = try MosqueFile.year(sample.text)
        #expect(dates(written) == Self.three)
        let check = TimetableCheck(try .london())
        let accepted = check.verdict(on: written.days(in: try .installed("Europe/London"))).accepted
        #expect(accepted.map(\.hijri?.description) == Self.three)
    }

    /// Whatever is beside it, and it may be missing.
    @Test(arguments: [
        (#""hijri":{"date":"14-08-1447","day":"14","month":{"number":8,"en":"Shaʿbān"},"year":"1447"}"#, true),
        (#""hijri":{"date":" 14-08-1447 "}"#, true), (#""hijri":{}"#, false), (#""hijri":null"#, false),
        (#""hijri":"14-08-1447""#, false), (#""other":1"#, false),
    ])
    func `is read from its date`(hijri: String, isThere: Bool) throws {
        let written = try read(hijri)
        #expect(written.faults.isEmpty && dates(written) == (isThere ? Self.three : [nil, nil, nil]))
    }

    @Test(arguments: [
        (#"{"date":"14-13-1447"}"#, #"hijri is "14-13-1447", but a Hijri date is written DD-MM-YYYY"#),
        (#"{"date":"1447-08-14"}"#, #"hijri is "1447-08-14", but a Hijri date is written DD-MM-YYYY"#),
        (#"{"date":"31-08-1447"}"#, #"hijri is "31-08-1447", but a Hijri date is written DD-MM-YYYY"#),
        (#"{"date":14}"#, "hijri is 14, but a Hijri date is written DD-MM-YYYY"),
        (#"{"date":"14-08-9999"}"#, #"hijri is "14-08-9999", but a Hijri date is written DD-MM-YYYY"#),
        (#"{"date":"14-08-1446"}"#, "hijri is 1446-08-14, which in Umm al-Qura's calendar is 354 days before this day"),
        (#"{"date":"17-08-1447"}"#, "hijri is 1447-08-17, which in Umm al-Qura's calendar is 3 days after this day"),
        (#"{"date":"14-08-1447","date":"15-08-1447"}"#, "hijri is here a second time in the same day"),
    ])
    func `that is wrong is named and left out, and the day's times are used`(hijri: String, sentence: String) throws {
        let written = try read("\"hijri\":" + hijri)
        #expect(written.days(in: .utc).count == 3 && dates(written).first == .some(nil))
        let fault = try #require(written.faults.first)
        #expect(fault.date?.description == "2026-02-02" && fault.line == 2)
        #expect(fault.sentence.contains(sentence), "\(fault)")
    }

    @Test func `is read only from AlAdhan: in other formats a column of that name is any text`() throws {
        let table = ShapeSample.table.text.split(separator: "\n").enumerated().map { index, line in
            (index == 0 ? "hijri," : "14 Sha'ban,") + line
        }
        let written = try MosqueFile.year(table.joined(separator: "\n"))
        #expect(written.faults.isEmpty && dates(written) == [nil, nil, nil])
    }
}

@Suite struct `Two timetables` {
    private func lines(_ left: String, _ right: String) throws -> [String] {
        let days = try [left, right].map { try MosqueFile.year($0).days(in: .utc) }
        return TimetableDiff(days[0], days[1], names: ("a", "b")).lines
    }

    private static let table = ShapeSample.table.text
    private static let fast = table.replacing(",fajr,", with: ",imsak,fajr,").replacing(",05:4", with: ",05:31,05:4")

    @Test(arguments: [ShapeSample.mosqueYear, .london, .dailyPrayerTime, .dailyPrayerTimeTable])
    func `agree whatever their formats`(sample: ShapeSample) throws {
        #expect(try lines(Self.table, sample.text) == [])
    }

    /// Neighbouring days with the same difference are one line.
    @Test func `differ by minutes and seconds, and by days and times that one of them lacks`() throws {
        let slow = Self.table.replacing("05:41", with: "05:43").replacing("18:42", with: "18:40:30")
            .replacing("15:15", with: "15:20")
        for (left, right, expected) in [
            (Self.table, slow, ["2026-02-03: fajr +2 min, isha -1 min 30 s, iqama-asr +5 min"]),
            (Self.fast, Self.fast.replacing("05:31", with: "05:26"), ["2026-02-02 to 2026-02-04: imsak -5 min"]),
            (Self.fast, Self.fast, []),
            (Self.table, Self.table.replacing(",12:20,", with: ",12:21,"), ["2026-02-02 to 2026-02-04: dhuhr +1 min"]),
            (
                Self.table.replacing("2026-02-04", with: "2026-02-05"), Self.table.replacing("12:45", with: ""),
                ["2026-02-03: jumuah only in a", "2026-02-04: only in b", "2026-02-05: only in a"]
            ),
        ] { #expect(try lines(left, right) == expected) }
    }

    @Test func `may have refused days, which are not reported as missing`() throws {
        let wrong = Self.table.replacing(",12:20,", with: ",25:00,")
        let reads = try [Self.table, wrong, Self.table.replacing("2026-02-0", with: "2026-03-0")].map { text in
            let written = try MosqueFile.year(text)
            return (days: written.days(in: .utc), refused: written.unreadable)
        }
        func lines(_ left: Int, _ right: Int) -> [String] {
            let (left, right) = (reads[left], reads[right])
            return TimetableDiff(left.days, right.days, refused: (left.refused, right.refused), names: ("a", "b")).lines
        }
        #expect(lines(0, 1).map { $0.prefix(24) } == (2...4).map { "2026-02-0\($0): refused in b" })
        #expect(lines(1, 0).map { $0.prefix(24) } == (2...4).map { "2026-02-0\($0): refused in a" })
        let other = lines(1, 2).prefix(3)
        #expect(other.allSatisfy { $0.contains("refused in a (line ") && $0.hasSuffix(", and not in b") })
        #expect(lines(1, 1) == [])
    }
}
