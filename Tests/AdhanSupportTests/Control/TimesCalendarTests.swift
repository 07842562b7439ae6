import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanSupport

/// Each rule of RFC 5545 that the file could break is checked with the rule's own words, not with the code that writes it.
@Suite struct `Times as an iCalendar file` {
    private let now = Instant(seconds: 1_795_240_080)

    private func file(_ days: [PrayerDay], place: String = "Masjid", rules: MosqueRules = MosqueRules()) throws
        -> String
    {
        let point = try Coordinates(latitude: 53.6097, longitude: -2.1561)
        let zone = ZoneRules.fixed(name: "+01", offset: 3600)
        let report = TimesReport(
            Place(name: place, coordinates: point, timezone: "+01"),
            zone,
            days,
            before: nil,
            rules,
            ExtraTimes.Spans(),
            .ummAlQura,
            showsAll: false
        )
        return TimesCalendar(report).text(now: now)
    }

    /// The lines as bytes. Each ends with CRLF, and neither CR nor LF is elsewhere (section 3.1).
    private func physicalLines(_ text: String) -> [[UInt8]] {
        var (lines, line): ([[UInt8]], [UInt8]) = ([], [])
        for byte in text.utf8 {
            line.append(byte)
            guard line.suffix(2) == [0x0D, 0x0A] else { continue }
            lines.append(line.dropLast(2))
            line = []
        }
        #expect(line.isEmpty, "the last line has no end")
        #expect(lines.allSatisfy { !$0.contains(0x0D) && !$0.contains(0x0A) })
        return lines
    }

    /// The content lines: a line that begins with a space goes on with the one before, without this space.
    private func contentLines(_ text: String) -> [String] {
        var lines: [[UInt8]] = []
        for line in physicalLines(text) {
            if line.first == 0x20, let last = lines.popLast() {
                lines.append(last + line.dropFirst())
            } else {
                lines.append(line)
            }
        }
        return lines.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The events' properties.
    private func events(_ text: String) -> [[String: String]] {
        contentLines(text).split(separator: "BEGIN:VEVENT").dropFirst().map { lines in
            let properties = lines.map { $0.split(separator: ":", maxSplits: 1).map(String.init) }
            return Dictionary(properties.compactMap { $0.count == 2 ? ($0[0], $0[1]) : nil }) { first, _ in first }
        }
    }

    @Test func `has an event for each adhan, at its moment in UTC`() throws {
        let text = try file([.plain(try CivilDate("2026-11-21"))])
        #expect(
            contentLines(text).prefix(3) == [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//adhand//adhand \(Release.version)//EN",
            ]
        )
        #expect(contentLines(text).last == "END:VCALENDAR")
        let events = events(text)
        #expect(events.map { $0["SUMMARY"] } == ["Fajr", "Dhuhr", "Asr", "Maghrib", "Isha"])
        #expect(events.map { $0["DTSTART"] } == [5, 12, 15, 18, 20].map { "20261121T\($0.padded(to: 2))0000Z" })
        #expect(events.allSatisfy { $0["DTSTAMP"] == "20261121T054800Z" && $0["LOCATION"] == "Masjid" })
        #expect(events.allSatisfy { $0["END"] == "VEVENT" && $0["DESCRIPTION"] == nil })
    }

    @Test func `tells a subscriber its name, when to ask again, and when each event ends`() throws {
        var day = PrayerDay.plain(try CivilDate("2026-11-20"))
        (day.jumuah, day.iqama) = ([day[.dhuhr] + .minutes(30)], [.fajr: day[.fajr] + .minutes(3)])
        let text = try file([day], place: "Masjid, Leeds")
        let head = contentLines(text).prefix { $0 != "BEGIN:VEVENT" }
        for line in [
            #"NAME:Prayer times\, Masjid\, Leeds"#, #"X-WR-CALNAME:Prayer times\, Masjid\, Leeds"#,
            "REFRESH-INTERVAL;VALUE=DURATION:PT4H", "X-PUBLISHED-TTL:PT4H",
        ] {
            #expect(head.contains(line), "\(head)")
        }
        let found = events(text)
        #expect(
            found.prefix(4).map {
                "\($0["SUMMARY"] ?? "") \($0["DTSTART"]?.suffix(7) ?? "")-\($0["DTEND"]?.suffix(7) ?? "")"
            } == [
                // The iqama ends the call.
                "Fajr 050000Z-050300Z", "Iqama of Fajr 050300Z-051800Z", "Dhuhr 120000Z-120500Z",
                "Khutbah of Jumu'ah 123000Z-130000Z",
            ]
        )
        #expect(found.allSatisfy { $0["TRANSP"] == "TRANSPARENT" })
    }

    @Test func `has the iqamas, the khutbahs of a Friday, and when a prayer begins that is called later`() throws {
        var day = PrayerDay.plain(try CivilDate("2026-11-20"))
        let dhuhr = day[.dhuhr]
        day.called = [.asr: day[.asr] + .minutes(30)]
        day.iqama = [.asr: day[.asr] + .minutes(45)]
        day.jumuah = [dhuhr + .minutes(30), dhuhr + .minutes(75)]
        let found = events(try file([day]))
        #expect(
            found.map { "\($0["DTSTART"] ?? "") \($0["SUMMARY"] ?? "")" } == [
                "20261120T050000Z Fajr", "20261120T120000Z Dhuhr", "20261120T123000Z Khutbah of Jumu'ah 1",
                "20261120T131500Z Khutbah of Jumu'ah 2", "20261120T153000Z Asr", "20261120T154500Z Iqama of Asr",
                "20261120T180000Z Maghrib", "20261120T200000Z Isha",
            ]
        )
        #expect(found.compactMap { $0["DESCRIPTION"] } == ["The prayer begins at 16:00."])
        // On another day it is no Friday prayer, and Dhuhr has its iqama.
        var monday = PrayerDay.plain(try CivilDate("2026-11-23"))
        (monday.jumuah, monday.iqama) = ([monday[.dhuhr]], [.dhuhr: monday[.dhuhr] + .minutes(20)])
        #expect(events(try file([monday])).contains { $0["SUMMARY"] == "Iqama of Dhuhr" })
        #expect(!(try file([monday])).contains("Jumu'ah"))
    }

    @Test func `has Friday's first adhans and prayers, and the Eid prayers, each known by its name`() throws {
        var rules = MosqueRules()
        (rules.jumuah.times, rules.jumuah.iqama, rules.jumuah.firstAdhan) = (ByDay([13 * 3600]), 1500, 1200)
        rules.eid.fitr = [7 * 3600]
        let days = try ["2027-03-09", "2027-03-12"].map { PrayerDay.plain(try CivilDate($0)) }
        let found = events(try file(rules.applied(to: days, in: .fixed(name: "+01", offset: 3600)), rules: rules))
            .filter { $0["SUMMARY"]?.contains("Jumu'ah") == true || $0["SUMMARY"]?.contains("Eid") == true }
        #expect(
            found.map {
                "\($0["DTSTART"] ?? "") \($0["SUMMARY"] ?? "") \($0["UID"]?.replacing("_53.6097_-2.1561@adhand", with: "") ?? "")"
            } == [
                "20270309T060000Z Eid prayer 2027-03-09_eid-1",
                "20270312T114000Z First adhan of Jumu'ah 2027-03-12_jumuah-1-adhan",
                "20270312T120000Z Khutbah of Jumu'ah 2027-03-12_jumuah-1",
                "20270312T122500Z Iqama of Jumu'ah 2027-03-12_jumuah-1-iqama",
            ]
        )
    }

    @Test func `has no adhan that is off in the config, or that somebody has switched off`() throws {
        var rules = MosqueRules()
        rules.adhan[.asr] = ByDay(.off)
        rules.switches[.isha] = .off(by: "root")
        let found = events(try file([.plain(try CivilDate("2026-11-21"))], rules: rules))
        #expect(found.map { $0["SUMMARY"] } == ["Fajr", "Dhuhr", "Maghrib"])
    }

    @Test func `knows an event by date, occasion and place, whenever it is and whatever the place is called`() throws {
        let date = try CivilDate("2026-11-21")
        let first = events(try file([.plain(date), .plain(date.adding(days: 1))])).map { $0["UID"] }
        #expect(first.first == "2026-11-21_adhan-fajr_53.6097_-2.1561@adhand")
        #expect(Set(first).count == 10)
        let moved = try file([.plain(date, fajr: 5 * 3600 + 60), .plain(date.adding(days: 1))], place: "Other")
        #expect(events(moved).map { $0["UID"] } == first)
    }

    @Test(arguments: [
        "مسجد النور، الشارع الطويل جدا بجانب السوق القديم في وسط المدينة القديمة الجميلة",
        String(repeating: "🕌", count: 200), "a" + String(repeating: "é", count: 200), String(repeating: "x", count: 66),
        String(repeating: "x", count: 67), "e" + String(repeating: "\u{301}", count: 300),
    ])
    func `folds a long line at 75 octets, and cuts no letter of UTF-8`(name: String) throws {
        let text = try file([.plain(try CivilDate("2026-11-21"))], place: name)
        for line in physicalLines(text) {
            #expect(line.count <= 75)
            #expect(String(validating: line, as: UTF8.self) != nil, "a scalar is cut")
        }
        #expect(contentLines(text).contains("LOCATION:" + name))
        // A line that fits is not folded.
        let events = physicalLines(text).drop { $0 != Array("BEGIN:VEVENT".utf8) }
        let folds = events.count { $0.first == 0x20 }
        #expect((folds == 0) == (name.utf8.count <= 66))
    }

    @Test func `escapes what has a meaning in a text, and has no control character`() throws {
        let name = "Masjid; 1, High\\Street\r\nEND:VEVENT\u{2028}b\tc\rd\u{1b}[2J\u{202e}"
        let text = try file([.plain(try CivilDate("2026-11-21"))], place: name)
        let expected = #"LOCATION:Masjid\; 1\, High\\Street\nEND:VEVENT\nb c\nd[2J"#
        #expect(contentLines(text).count { $0 == expected } == 5, "\(contentLines(text))")
        #expect(contentLines(text).count { $0 == "END:VEVENT" } == 5)
    }

    @Test func `comes from the command, for the days asked, and not with all`() throws {
        let directory = try TestDirectory()
        let place = ["times", "--latitude", "59.9", "--longitude", "10.7", "--timezone", "Europe/Oslo"]
        let month = ["--date", "2026-06-01", "--days", "30", "--format", "ics"]
        let outcome = try Binary.run(place + month, in: directory)
        #expect(outcome.code == 0, "\(outcome.text)")
        #expect(outcome.output.hasPrefix("BEGIN:VCALENDAR\r\n"))
        let found = events(outcome.output)
        #expect(found.count == 150)
        #expect(found.contains { $0["DESCRIPTION"] == "The beginning is estimated (middle-of-night)." })
        let all = try Binary.run(place + month + ["--all"], in: directory)
        #expect(all.code == 64)
        #expect(all.errors.contains("--all is for table, csv and json"))
    }
}
