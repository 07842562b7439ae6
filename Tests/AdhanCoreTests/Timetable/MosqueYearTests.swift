import AdhanCore
import Foundation
import Testing

@Suite struct `A mosque's year` {
    @Test func `is read with its days, their lines and their source`() throws {
        let year = try MosqueFile.year(MosqueFile.good)
        let london = try ZoneRules.installed("Europe/London")
        let days = year.days(in: london)
        #expect(year.year == 2026 && year.faults.isEmpty)
        #expect(days.map(\.line) == [3, 5, 14])
        #expect(days.map(\.day.date.description) == ["2026-02-02", "2026-02-03", "2026-02-04"])
        #expect(days.allSatisfy { $0.day.source == .file })
        let middle = try #require(days.dropFirst().first).day
        let times = ["05:41", "07:36", "12:20", "14:28", "16:54", "18:42"]
        #expect(Prayer.allCases.map { london.clockText(middle[$0]) } == times)
        let verdict = TimetableCheck(try .london()).verdict(on: days)
        #expect(verdict.accepted == days.map(\.day) && verdict.faults.isEmpty)
    }

    @Test(arguments: [
        ("\"dhuhr\"", "\"Zuhr\""), ("\"dhuhr\"", "\"zuhar\""), ("\"dhuhr\"", "\"Dhuhur\""), ("\"fajr\"", "\"FAJAR\""),
        ("\"maghrib\"", "\"Magrib\""), ("\"isha\"", "\"esha\""), ("\"isha\"", "\"Isha'a\""),
        ("\"adhan\"", "\"Begins\""),
        ("\"adhan\"", "\"start\""), ("\"prayerTimes\"", "\"prayertimes\""), ("\"05:4", "\"5:4"),
        ("\"14:28\"", "\"14:28:00\""), ("\"14:28\"", "\" 14:28 \""), ("\n", "\r\n"), ("{\"year\"", "\u{FEFF}{\"year\""),
    ])
    func `is read whatever its spelling`(word: String, spelling: String) throws {
        let year = try MosqueFile.year(MosqueFile.good.replacingOccurrences(of: word, with: spelling))
        let good = try MosqueFile.year(MosqueFile.good)
        #expect(year == good)
    }

    @Test(arguments: [
        ("\"location\"", "\"Location\""), ("\"latitude\"", "\"lat\""), ("\"longitude\"", "\"lng\""),
        ("\"longitude\"", "\"Lon\""), ("51.5074", "5.15074e1"),
    ])
    func `states the mosque's location, whatever the spelling`(word: String, spelling: String) throws {
        let year = try MosqueFile.year(MosqueFile.good.replacingOccurrences(of: word, with: spelling))
        #expect(year.location == (try Coordinates(latitude: 51.5074, longitude: -0.1278)) && year.faults.isEmpty)
    }

    @Test func `need not state the mosque's location`() throws {
        for location in ["", #""location": null, "#] {
            let text = MosqueFile.good.replacingOccurrences(
                of: #""location": {"latitude": 51.5074, "longitude": -0.1278}"#,
                with: location + #""phone": "0""#
            )
            let year = try MosqueFile.year(text)
            #expect(year.location == nil && year.faults.isEmpty && year.days(in: .utc).count == 3)
        }
    }

    @Test func `may lack days, and need not be in order`() throws {
        let times = ["05:42", "07:37", "12:20", "14:27", "16:52", "18:41"]
        let clocks = zip(Prayer.allCases, times).map { "\"\($0.rawValue)\":\"\($1)\"" }.joined(separator: ",")
        let days = ["2026-02-09", "2026-01-30"].map { "{\"date\":\"\($0)\",\(clocks)}" }.joined(separator: ",")
        let year = try MosqueFile.year("{\"prayerTimes\":[\(days)],\"year\":2026}")
        #expect(year.faults.isEmpty)
        #expect(year.days(in: .utc).map(\.day.date.description) == ["2026-01-30", "2026-02-09"])
    }

    @Test func `has limits for its days, depth and size`() throws {
        let many = Array(repeating: "{}", count: 801).joined(separator: ",")
        #expect(throws: TimetableRefusal.tooManyDays(line: 1)) {
            try MosqueFile.year("{\"year\":2026,\"prayerTimes\":[\(many)]}")
        }
        for (text, sentence) in [
            (String(repeating: "[", count: 100_000), "its lists and objects stand too deep within each other"),
            ("[" + String(repeating: "1,", count: 250_000) + "1]", "it has more than 200000 values"),
        ] {
            let error = #expect(throws: TimetableRefusal.self) { try MosqueFile.year(text) }
            #expect(error?.description == "line 1: this is not JSON: \(sentence)")
        }
    }

    @Test func `quotes a long value shortened, and without control characters`() throws {
        let long = String(repeating: "7", count: 100_000)
        let text = MosqueFile.good.replacingOccurrences(of: "14:28", with: "\\u001b[2J\(long)")
        let sentence = try #require(try MosqueFile.year(text).faults.first?.description)
        #expect(sentence.hasPrefix("line 10, 2026-02-03: asr is \"\\u{1B}[2J777") && sentence.utf8.count < 120)
    }
}
