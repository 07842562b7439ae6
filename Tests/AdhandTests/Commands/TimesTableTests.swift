import AdhanCore
import AdhanTestSupport
import Foundation
import Testing

@testable import adhand

struct `The table of times` {
    private let now = Instant(seconds: 1_795_240_080)

    /// The days before 1 Ramadan 1448, which is 2027-02-08.
    private func table(
        showsAll: Bool = true,
        rules: MosqueRules = MosqueRules(),
        hasCongregations: Bool = false,
        from first: String = "2027-02-05",
        count: Int = 4
    ) throws -> TimesTable {
        let first = try CivilDate(first)
        let plain = (0..<count).map { PrayerDay.plain(first.adding(days: $0)) }
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
        let ruled = try lines(ruled())
        #expect(ruled.first == plain.first)
        #expect(ruled.last?.hasSuffix(",calculation,,,,,20:20,,,,,05:10,12:00,,18:00,20:00") == true, "\(ruled)")
    }

    /// Fajr's adhan ten minutes later, none of Asr, and an iqama of Isha.
    private func ruled() -> MosqueRules {
        var rules = MosqueRules()
        rules.adhan = [.fajr: ByDay(.at(.beside(.begins, seconds: 600))), .asr: ByDay(.off)]
        rules.iqama[.isha] = ByDay(IqamaRule(.beside(.adhan, seconds: 1200)))
        return rules
    }

    @Test func `has the adhans that are called otherwise, and says which are not`() throws {
        let table = try table(showsAll: false, rules: ruled())
        #expect(
            try table.text(.table, now: now).hasSuffix(
                """

                called      fajr   asr
                2027-02-06  05:10  not
                2027-02-07  05:10  not

                iqama       isha
                2027-02-06  20:20
                2027-02-07  20:20

                """
            )
        )
        let json = try table.text(.json, now: now).filter { !$0.isWhitespace }
        #expect(json.contains("\"not_called\":[\"asr\"]"), "\(json)")
    }

    /// Rules with everything that a Friday and the days of Eid may have; 1 Shawwal 1448 is a Tuesday, 2027-03-09.
    private func fullRules() throws -> MosqueRules {
        var rules = MosqueRules()
        for prayer in Prayer.called {
            rules.adhan[prayer] = ByDay(.at(.beside(.begins, seconds: 60)))
            rules.iqama[prayer] = ByDay(IqamaRule(.beside(.adhan, seconds: 600)))
        }
        (rules.jumuah.times, rules.jumuah.iqama) = (ByDay([13 * 3600, 14 * 3600]), 25 * 60)
        rules.jumuah.firstAdhan = 20 * 60
        rules.eid.fitr = [8 * 3600, 9 * 3600 + 1800]
        return rules
    }

    @Test func `has the prayers of Fridays and Eids, each table within 80 columns`() throws {
        let table = try table(showsAll: false, rules: fullRules(), from: "2027-03-08", count: 6)
        let text = try table.text(.table, now: now)
        #expect(
            text.hasSuffix(
                """

                called      fajr   dhuhr  asr    maghrib  isha
                2027-03-09  05:01  12:01  15:01  18:01    20:01
                2027-03-10  05:01  12:01  15:01  18:01    20:01
                2027-03-11  05:01  12:01  15:01  18:01    20:01
                2027-03-12  05:01  12:01  15:01  18:01    20:01

                iqama       fajr   dhuhr  asr    maghrib  isha
                2027-03-09  05:11  12:11  15:11  18:11    20:11
                2027-03-10  05:11  12:11  15:11  18:11    20:11
                2027-03-11  05:11  12:11  15:11  18:11    20:11
                2027-03-12  05:11         15:11  18:11    20:11

                jumuah      first adhan  khutbah  prayer
                2027-03-12  12:40        13:00    13:25
                2027-03-12  13:40        14:00    14:25

                eid         prayer
                2027-03-09  08:00
                2027-03-09  09:30

                """
            ),
            "\(text)"
        )
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test func `has them as columns of the CSV behind the others, and as lists in JSON`() throws {
        let rules = try fullRules()
        let table = try table(showsAll: false, rules: rules, hasCongregations: true, from: "2027-03-08", count: 6)
        let lines = try table.text(.csv, now: now).split(separator: "\n")
        let columns =
            ",isha_called,jumuah_iqama,jumuah_2_iqama,jumuah_3_iqama,jumuah_4_iqama,jumuah_adhan,jumuah_2_adhan,jumuah_3_adhan,jumuah_4_adhan,eid,eid_2,eid_3,eid_4"
        try #require(lines.count == 5 && lines[0].hasSuffix(columns), "\(lines)")
        #expect(lines[1].hasSuffix(",20:01,,,,,,,,,08:00,09:30,,"), "\(lines)")
        #expect(lines[4].hasSuffix(",20:01,13:25,14:25,,,12:40,13:40,,,,,,"), "\(lines)")
        let days = try lists(table)
        func times(_ date: String, _ clocks: String...) -> [String] { clocks.map { "\(date)T\($0):00+00:00" } }
        #expect(days[0] == .init(eid: times("2027-03-09", "08:00", "09:30")) && days[1] == .init())
        let friday = "2027-03-12"
        #expect(days[3].jumuah == times(friday, "13:00", "14:00") && days[3].eid == nil)
        #expect(days[3].jumuah_iqama == times(friday, "13:25", "14:25") && days[3].jumuah_called == nil)
        #expect(days[3].jumuah_adhan == times(friday, "12:40", "13:40"))
    }

    private func lists(_ table: TimesTable) throws -> [Lists.Day] {
        try JSONDecoder().decode(Lists.self, from: Data(try table.text(.json, now: now).utf8)).days
    }

    private struct Lists: Decodable {
        struct Day: Decodable, Equatable {
            var jumuah, jumuah_iqama, jumuah_adhan, jumuah_called, eid: [String]?
        }
        let days: [Day]
    }

    /// The table of that Friday, by changed rules.
    private func friday(_ change: (inout MosqueRules) -> Void) throws -> TimesTable {
        var rules = try fullRules()
        change(&rules)
        return try table(showsAll: false, rules: rules, from: "2027-03-11", count: 3)
    }

    @Test func `shows no first adhan that is switched off, or due in the khutbah before`() throws {
        let own = try friday { $0.jumuah.khutbah = 45 * 60 }.text(.table, now: now)
        let lines = "2027-03-12  12:40        13:00    13:25\n2027-03-12  not          14:00    14:25\n"
        #expect(own.contains(lines), "\(own)")
        let off = try friday { ($0.jumuah.khutbah, $0.switches[.dhuhr]) = (45 * 60, .off(by: "amina")) }
        #expect(try off.text(.table, now: now).contains("2027-03-12  not          13:00    13:25\n"))
    }

    @Test func `JSON names the khutbahs that begin with an adhan of their own`() throws {
        func called(_ change: (inout MosqueRules) -> Void) throws -> [String]? {
            try lists(friday(change)).first?.jumuah_called
        }
        #expect(try called { $0.jumuah.call = .dhuhr } == nil)
        let both = ["2027-03-12T13:00:00+00:00", "2027-03-12T14:00:00+00:00"]
        #expect(try called { $0.jumuah.call = .khutbah } == both)
        // The second is due in the first.
        #expect(try called { ($0.jumuah.call, $0.jumuah.khutbah) = (.both, 4500) } == [both[0]])
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
        #expect(all.map(\.taraweeh) == [false, true] && all[0].imsak == "2027-02-06T04:50:00+00:00")
        func span(_ from: String, _ to: String, _ why: String) -> Document.Span {
            .init(from: "2027-02-06T\(from):00+00:00", to: "2027-02-06T\(to):00+00:00", why: why)
        }
        let spans = [
            span("07:00", "07:15", "sunrise"), span("11:50", "12:00", "zenith"), span("17:45", "18:00", "sunset"),
        ]
        #expect(all[0].not_offered == spans)
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
        return try JSONDecoder().decode(Document.self, from: Data(text.utf8)).days
    }
}
