import AdhanCore
import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanCommands

@Suite struct `The table of times` {
    private let now = Instant(seconds: 1_795_240_080)

    /// The days before 1 Ramadan 1448, which is 2027-02-08.
    private func table(showsAll: Bool = true, rules: MosqueRules = MosqueRules(), hasCongregations: Bool = false) throws
        -> TimesTable
    {
        let plain = try (5...8).map { PrayerDay.plain(try CivilDate("2027-02-0\($0)")) }
        let days = rules.applied(to: plain, in: .utc)
        return TimesTable(
            place: Place(name: "Masjid", coordinates: try Coordinates(latitude: 0, longitude: 0), timezone: "UTC"),
            zone: .utc,
            hijri: .ummAlQura,
            spans: .init(),
            days: Array(days.dropFirst().dropLast()),
            next: days.last,
            rules: rules,
            hasCongregations: hasCongregations,
            showsAll: showsAll
        )
    }

    @Test func `as CSV has the same columns for any days and rules, with what the schedule does`() throws {
        func lines(_ rules: MosqueRules) throws -> [Substring] {
            try table(showsAll: false, rules: rules, hasCongregations: true).text(.csv, now: now).split(separator: "\n")
        }
        let plain = try lines(MosqueRules())
        #expect(
            plain.first
                == "date,fajr,sunrise,dhuhr,asr,maghrib,isha,source,fajr_iqama,dhuhr_iqama,asr_iqama,maghrib_iqama,isha_iqama,jumuah,jumuah_2,jumuah_3,jumuah_4,fajr_called,dhuhr_called,asr_called,maghrib_called,isha_called"
        )
        #expect(
            plain.last
                == "2027-02-07,05:00,07:00,12:00,15:00,18:00,20:00,calculation,,,,,,,,,,05:00,12:00,15:00,18:00,20:00"
        )
        var rules = MosqueRules()
        rules.adhan = [.fajr: ByDay(.at(.beside(.begins, seconds: 600))), .asr: ByDay(.off)]
        rules.iqama[.isha] = ByDay(IqamaRule(.beside(.adhan, seconds: 1200)))
        let ruled = try lines(rules)
        #expect(ruled.first == plain.first)
        #expect(ruled.last?.hasSuffix(",calculation,,,,,20:20,,,,,05:10,12:00,,18:00,20:00") == true, "\(ruled)")
    }

    @Test func `has the adhans that are called otherwise, and says which are not`() throws {
        var rules = MosqueRules()
        rules.adhan = [.fajr: ByDay(.at(.beside(.begins, seconds: 600))), .asr: ByDay(.off)]
        rules.iqama[.isha] = ByDay(IqamaRule(.beside(.adhan, seconds: 1200)))
        let table = try table(showsAll: false, rules: rules)
        #expect(
            try table.text(.table, now: now).hasSuffix(
                """

                date        fajr_called    asr_called     isha_iqama
                2027-02-06  05:10          not            20:20
                2027-02-07  05:10          not            20:20

                """
            )
        )
        let json = try table.text(.json, now: now).filter { !$0.isWhitespace }
        #expect(json.contains("\"not_called\":[\"asr\"]"), "\(json)")
    }

    @Test func `with all has the times beside the six, and those in which prayer is not offered, within 80 columns`()
        throws
    {
        let text = try table().text(.table, now: now)
        let extra = """

            date        imsak  ishraq  duha   zawal  midnight  last_third  taraweeh
            2027-02-06  04:50  07:15   09:45  11:50  23:30     01:20
            2027-02-07  04:50  07:15   09:45  11:50  23:30     01:20       yes

            prayer is not offered
            date        after sunrise  at zenith    before sunset
            2027-02-06  07:00-07:15    11:50-12:00  17:45-18:00
            2027-02-07  07:00-07:15    11:50-12:00  17:45-18:00

            """
        #expect(text == (try table(showsAll: false).text(.table, now: now)) + extra)
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test func `with all appends columns to the CSV`() throws {
        func lines(_ showsAll: Bool) throws -> [Substring] {
            try table(showsAll: showsAll).text(.csv, now: now).split(separator: "\n")
        }
        let added = zip(try lines(true), try lines(false)).map { all, six in
            all.hasPrefix(six) ? String(all.dropFirst(six.count)) : "not appended: \(all)"
        }
        #expect(
            added == [
                ",imsak,ishraq,duha,zawal,midnight,last_third,not_offered_sunrise,not_offered_zenith,not_offered_sunset,taraweeh",
                ",04:50,07:15,09:45,11:50,23:30,01:20,07:00-07:15,11:50-12:00,17:45-18:00,",
                ",04:50,07:15,09:45,11:50,23:30,01:20,07:00-07:15,11:50-12:00,17:45-18:00,yes",
            ]
        )
    }

    @Test func `of the last day of a timetable has no end of the night, and keeps its columns`() throws {
        let whole = try table()
        let last = TimesTable(
            place: whole.place,
            zone: .utc,
            hijri: .ummAlQura,
            spans: .init(),
            days: whole.days,
            next: nil,
            showsAll: true
        )
        let lines = try last.text(.csv, now: now).split(separator: "\n")
        #expect(lines.last?.hasSuffix(",calculation,,,,,,,07:00-07:15,11:50-12:00,17:45-18:00,yes") == true, "\(lines)")
    }

    @Test func `with all has the spans and their reasons in JSON`() throws {
        let all = try days(true)
        #expect(all.map(\.taraweeh) == [false, true])
        #expect(all.first?.imsak == "2027-02-06T04:50:00+00:00")
        #expect(
            all.first?.not_offered == [
                .init(from: "2027-02-06T07:00:00+00:00", to: "2027-02-06T07:15:00+00:00", why: "sunrise"),
                .init(from: "2027-02-06T11:50:00+00:00", to: "2027-02-06T12:00:00+00:00", why: "zenith"),
                .init(from: "2027-02-06T17:45:00+00:00", to: "2027-02-06T18:00:00+00:00", why: "sunset"),
            ]
        )
        #expect(try days(false).allSatisfy { $0.not_offered == nil && $0.taraweeh == nil })
    }

    private struct Document: Decodable {
        struct Span: Decodable, Equatable { let from, to, why: String }
        struct Day: Decodable {
            let imsak: String
            let not_offered: [Span]?
            let taraweeh: Bool?
        }
        let days: [Day]
    }

    private func days(_ showsAll: Bool) throws -> [Document.Day] {
        let text = try table(showsAll: showsAll).text(.json, now: now)
        let document = try JSONDecoder().decode(Document.self, from: Data(text.utf8))
        return document.days
    }
}
