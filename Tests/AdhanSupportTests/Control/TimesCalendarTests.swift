import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanSupport

/// Each rule of RFC 5545 that the file could break is checked with the rule's own words, not with the code that writes it.
@Suite struct `Times as an iCalendar file` {
    private let now = Instant(seconds: 1_795_240_080)

    private let zone = ZoneRules.fixed(name: "+01", offset: 3600)

    private func file(_ days: [PrayerDay], place: String = "Masjid", rules: MosqueRules = MosqueRules()) throws
        -> String
    {
        let point = try Coordinates(latitude: 53.6097, longitude: -2.1561)
        let own = Place(name: place, coordinates: point, timezone: "+01")
        let spans = ExtraTimes.Spans()
        let report = TimesReport(own, zone, days, before: nil, rules, spans, .ummAlQura, showsAll: false)
        return TimesCalendar(report).text(now: now)
    }

    private func plain(_ date: String, _ change: (inout PrayerDay) -> Void = { _ in }) throws -> PrayerDay {
        var day = PrayerDay.plain(try CivilDate(date))
        change(&day)
        return day
    }

    /// The lines as bytes. Each ends with CRLF, and neither CR nor LF is elsewhere (section 3.1).
    private func physicalLines(_ text: String) -> [[UInt8]] {
        let lines = Array(text.utf8).split(separator: [0x0D, 0x0A], omittingEmptySubsequences: false).map { Array($0) }
        #expect(lines.last == [], "the last line has no end")
        #expect(lines.allSatisfy { !$0.contains(0x0D) && !$0.contains(0x0A) })
        return lines.dropLast()
    }

    /// The content lines: a line that begins with a space goes on with the one before, without this space.
    private func contentLines(_ text: String) -> [String] {
        var lines: [[UInt8]] = []
        for line in physicalLines(text) {
            let begun = line.first == 0x20 ? lines.popLast() : nil
            lines.append(begun.map { $0 + line.dropFirst() } ?? line)
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

    private func texts(_ text: String, _ keys: String...) -> [String] {
        events(text).map { event in keys.map { event[$0] ?? "" }.joined(separator: " ") }
    }

    @Test func `has an event for each adhan, at its moment in UTC`() throws {
        let text = try file([plain("2026-11-21")])
        let head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//adhand//adhand \(Release.version)//EN"]
        #expect(contentLines(text).prefix(3) == head[...] && contentLines(text).last == "END:VCALENDAR")
        #expect(
            texts(text, "DTSTART", "SUMMARY") == [
                "20261121T050000Z Fajr", "20261121T120000Z Dhuhr", "20261121T150000Z Asr", "20261121T180000Z Maghrib",
                "20261121T200000Z Isha",
            ]
        )
        #expect(events(text).allSatisfy { $0["DTSTAMP"] == "20261121T054800Z" && $0["LOCATION"] == "Masjid" })
        #expect(events(text).allSatisfy { $0["END"] == "VEVENT" && $0["DESCRIPTION"] == nil })
    }

    @Test func `tells a subscriber its name, when to ask again, and when each event ends`() throws {
        let day = try plain("2026-11-20") { day in
            (day.jumuah, day.iqama) = ([day[.dhuhr] + .minutes(30)], [.fajr: day[.fajr] + .minutes(3)])
        }
        let text = try file([day], place: "Masjid, Leeds")
        let head = contentLines(text).prefix { $0 != "BEGIN:VEVENT" }
        for line in [
            #"NAME:Prayer times\, Masjid\, Leeds"#, #"X-WR-CALNAME:Prayer times\, Masjid\, Leeds"#,
            "REFRESH-INTERVAL;VALUE=DURATION:PT4H", "X-PUBLISHED-TTL:PT4H",
        ] { #expect(head.contains(line), "\(head)") }
        // The iqama ends the call.
        #expect(
            texts(text, "SUMMARY", "DTSTART", "DTEND").prefix(4).map { $0.replacing("20261120T", with: "") } == [
                "Fajr 050000Z 050300Z", "Iqama of Fajr 050300Z 051800Z", "Dhuhr 120000Z 120500Z",
                "Khutbah of Jumu'ah 123000Z 130000Z",
            ]
        )
        #expect(events(text).allSatisfy { $0["TRANSP"] == "TRANSPARENT" })
    }

    @Test func `has the iqamas, the khutbahs of a Friday, and when a prayer begins that is called later`() throws {
        let friday = try plain("2026-11-20") { day in
            (day.called, day.iqama) = ([.asr: day[.asr] + .minutes(30)], [.asr: day[.asr] + .minutes(45)])
            day.jumuah = [day[.dhuhr] + .minutes(30), day[.dhuhr] + .minutes(75)]
        }
        let text = try file([friday])
        #expect(
            texts(text, "DTSTART", "SUMMARY").map { $0.replacing("20261120T", with: "") } == [
                "050000Z Fajr", "120000Z Dhuhr", "123000Z Khutbah of Jumu'ah 1", "131500Z Khutbah of Jumu'ah 2",
                "153000Z Asr", "154500Z Iqama of Asr", "180000Z Maghrib", "200000Z Isha",
            ]
        )
        #expect(events(text).compactMap { $0["DESCRIPTION"] } == ["The prayer begins at 16:00."])
        // On another day it is no Friday prayer, and Dhuhr has its iqama.
        let monday = try file([
            plain("2026-11-23") { ($0.jumuah, $0.iqama) = ([$0[.dhuhr]], [.dhuhr: $0[.dhuhr] + .minutes(20)]) }
        ])
        #expect(texts(monday, "SUMMARY").contains("Iqama of Dhuhr") && !monday.contains("Jumu'ah"))
    }

    @Test func `has Friday's first adhans and prayers, and the Eid prayers, each known by its name`() throws {
        var rules = MosqueRules()
        (rules.jumuah.times, rules.jumuah.iqama, rules.jumuah.firstAdhan) = (ByDay([13 * 3600]), 1500, 1200)
        rules.eid.fitr = [7 * 3600]
        let days = rules.applied(to: [try plain("2027-03-09"), try plain("2027-03-12")], in: zone)
        let found = texts(try file(days, rules: rules), "DTSTART", "SUMMARY", "UID")
            .filter { $0.contains("Jumu'ah") || $0.contains("Eid") }
        #expect(
            found.map { $0.replacing("_53.6097_-2.1561@adhand", with: "") } == [
                "20270309T060000Z Eid prayer 2027-03-09_eid-1",
                "20270312T114000Z First adhan of Jumu'ah 2027-03-12_jumuah-1-adhan",
                "20270312T120000Z Khutbah of Jumu'ah 2027-03-12_jumuah-1",
                "20270312T122500Z Iqama of Jumu'ah 2027-03-12_jumuah-1-iqama",
            ]
        )
    }

    @Test func `has no adhan that is off in the config, or that somebody has switched off`() throws {
        var rules = MosqueRules()
        (rules.adhan[.asr], rules.switches[.isha]) = (ByDay(.off), .off(by: "root"))
        #expect(texts(try file([plain("2026-11-21")], rules: rules), "SUMMARY") == ["Fajr", "Dhuhr", "Maghrib"])
    }

    @Test func `knows an event by date, occasion and place, whenever it is and whatever the place is called`() throws {
        let (day, next) = (try plain("2026-11-21"), try plain("2026-11-22"))
        let first = texts(try file([day, next]), "UID")
        #expect(first.first == "2026-11-21_adhan-fajr_53.6097_-2.1561@adhand" && Set(first).count == 10)
        let moved = try file([.plain(day.date, fajr: 5 * 3600 + 60), next], place: "Other")
        #expect(texts(moved, "UID") == first)
    }

    @Test(arguments: [
        "مسجد النور، الشارع الطويل جدا بجانب السوق القديم في وسط المدينة القديمة الجميلة",
        String(repeating: "🕌", count: 200), "a" + String(repeating: "é", count: 200), String(repeating: "x", count: 66),
        String(repeating: "x", count: 67), "e" + String(repeating: "\u{301}", count: 300),
    ])
    func `folds a long line at 75 octets, and cuts no letter of UTF-8`(name: String) throws {
        let text = try file([plain("2026-11-21")], place: name)
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
        let text = try file([plain("2026-11-21")], place: name)
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
        #expect(all.code == 64 && all.errors.contains("--all is for table, csv and json"))
    }
}
