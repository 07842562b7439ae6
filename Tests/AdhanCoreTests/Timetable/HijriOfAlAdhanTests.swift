import AdhanCore
import Testing

/// The Hijri date that AlAdhan gives each day.
@Suite struct HijriOfAlAdhanTests {
    private func read(_ hijri: String) throws -> WrittenTimetable {
        let text = ShapeSample.alAdhanMonth.text
        let own = #""hijri":{"date":"14-08-1447"}"#
        #expect(text.contains(own))
        return try WrittenTimetable(Array(text.replacing(own, with: hijri).utf8))
    }

    private func dates(_ written: WrittenTimetable) -> [String?] {
        written.days(in: .utc).map(\.day.hijri?.description)
    }

    @Test(arguments: [ShapeSample.alAdhanMonth, .alAdhanYear, .alAdhanMoments])
    func `is read in each of its formats`(sample: ShapeSample) throws {
        let written = try WrittenTimetable(Array(sample.text.utf8))
        #expect(dates(written) == ["1447-08-14", "1447-08-14", "1447-08-14"])
        let accepted = TimetableCheck(try .london()).verdict(on: written.days(in: try .installed("Europe/London")))
            .accepted
        #expect(accepted.map(\.hijri?.description) == ["1447-08-14", "1447-08-14", "1447-08-14"])
    }

    @Test(arguments: [
        #""hijri":{"date":"14-08-1447","day":"14","month":{"number":8,"en":"Shaʿbān"},"year":"1447"}"#,
        #""hijri":{"date":" 14-08-1447 "}"#,
    ])
    func `is read from its date, whatever is beside it`(hijri: String) throws {
        let written = try read(hijri)
        #expect(written.faults.isEmpty)
        #expect(dates(written).first == "1447-08-14")
    }

    @Test(arguments: [#""hijri":{}"#, #""hijri":null"#, #""hijri":"14-08-1447""#, #""other":1"#])
    func `may be missing`(hijri: String) throws {
        let written = try read(hijri)
        #expect(written.faults.isEmpty)
        #expect(dates(written) == [nil, nil, nil])
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
        #expect(written.days(in: .utc).count == 3)
        #expect(dates(written).first == .some(nil))
        let fault = try #require(written.faults.first)
        #expect(fault.date == (try CivilDate("2026-02-02")))
        #expect(fault.line == 2)
        #expect(fault.sentence.contains(sentence), "\(fault)")
    }

    @Test func `is read only from AlAdhan: in other formats a column of that name is any text`() throws {
        let table = ShapeSample.table.text.split(separator: "\n").enumerated().map { index, line in
            (index == 0 ? "hijri," : "14 Sha'ban,") + line
        }.joined(separator: "\n")
        let written = try WrittenTimetable(Array(table.utf8))
        #expect(written.faults.isEmpty)
        #expect(dates(written) == [nil, nil, nil])
    }
}
