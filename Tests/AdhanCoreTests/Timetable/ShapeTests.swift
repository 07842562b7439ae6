import AdhanCore
import Foundation
import Testing

@Suite struct `A timetable in any format` {
    private func read(_ text: String, madhab: Madhab = .shafi) throws -> WrittenTimetable {
        try WrittenTimetable(Array(text.utf8), madhab: madhab)
    }

    @Test(arguments: ShapeSample.allCases)
    func `has its days`(sample: ShapeSample) throws {
        let london = try ZoneRules.installed("Europe/London")
        let written = try read(sample.text)
        #expect(written.faults.map(\.description) == [])
        #expect(written.shape == sample.shape)
        let days = written.days(in: london)
        let read = days.map { day in
            (day.day.date.description, Prayer.allCases.map { london.clockText(day.day[$0]) })
        }
        #expect(Dictionary(uniqueKeysWithValues: read) == ShapeSample.times)
        #expect(days.allSatisfy { $0.day.source == .file })
        #expect(TimetableCheck(try .london()).verdict(on: days).faults.isEmpty)
    }

    @Test(arguments: ShapeSample.allCases)
    func `has the congregation's times where the file has them`(sample: ShapeSample) throws {
        let london = try ZoneRules.installed("Europe/London")
        let days = try read(sample.text).days(in: london)
        let middle = try #require(days.dropFirst().first)
        let text = TimetableText(days, in: london)
        let iqamas = Prayer.called.compactMap { text.iqama($0, of: middle) }
        #expect(iqamas == (sample.hasIqama ? ["06:30", "13:00", "15:15", "16:59", "19:45"] : []))
        #expect(text.jumuah(of: middle) == (sample.hasIqama ? ["12:45"] : []))
        #expect(days.first?.day.iqama == [:] && days.last?.day.iqama == [:])
    }

    @Test(arguments: ShapeSample.allCases)
    func `is the same after a conversion to CSV`(sample: ShapeSample) throws {
        let london = try ZoneRules.installed("Europe/London")
        let days = try read(sample.text).days(in: london)
        let again = try read(TimetableText(days, in: london).csv).days(in: london)
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
        let wider = table.split(separator: "\n").map { line in
            var fields = line.split(separator: ",", omittingEmptySubsequences: false)
            fields.insert(line.hasPrefix("date") ? "sunset" : "16:40", at: 4)
            return fields.joined(separator: ",")
        }.joined(separator: "\n")
        #expect(try read(wider).days(in: .utc) == read(table).days(in: .utc))
        let reversed = table.split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).reversed().joined(separator: ",")
        }.joined(separator: "\n")
        #expect(try read(reversed).days(in: .utc) == read(table).days(in: .utc))
    }

    @Test(arguments: [
        ("05:41", "\"05:41\""), ("date,", "\u{FEFF}date,"), ("maghrib,", "\"Magrib\","), ("dhuhr,", "Zuhr Begins,"),
        ("05:41", " 5:41 "), ("05:41", "05:41:00"), ("05:41", "05:41 (GMT)"), ("05:41", "05:41 (+00)"),
        ("\n2026-02-04", "\n\n,,,\n2026-02-04"), ("2026-02-03", " 2026-02-03 "), (",12:45", ",-"),
    ])
    func `is read as a table whatever its spelling`(word: String, spelling: String) throws {
        let text = ShapeSample.table.text
        #expect(text.components(separatedBy: word).count > 1)
        let read = try read(text.replacing(word, with: spelling))
        #expect(read.faults.isEmpty)
        func texts(_ written: WrittenTimetable) -> [[String]] {
            written.days(in: .utc).map { ZoneRules.utc.texts($0.day) }
        }
        #expect(try texts(read) == texts(self.read(text)))
    }

    @Test func `may have a comma, a quote and a line break in a quoted field`() throws {
        let text = ShapeSample.table.text.replacing("date,", with: "note,date,").replacing(
            "\n2026",
            with: "\n\"first, \"\"second\"\"\nthird\",2026"
        )
        let written = try read(text)
        #expect(written.faults.isEmpty)
        #expect(written.days(in: .utc).map(\.line) == [2, 4, 6])
    }
}
