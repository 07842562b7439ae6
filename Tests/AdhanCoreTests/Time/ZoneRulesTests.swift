import AdhanCore
import Testing

@Suite struct `A zone` {
    @Test func `shows winter and summer time`() throws {
        let london = try ZoneRules.installed("Europe/London")
        let winter = Instant(seconds: 1_795_240_080)
        #expect(london.formatted(winter) == "2026-11-21T05:48:00+00:00" && london.clockText(winter) == "05:48")
        #expect(london.abbreviation(at: winter) == "GMT")
        let summer = london.instant(try CivilDate("2026-06-21"), secondOfDay: 3 * 3600)
        #expect(london.formatted(summer) == "2026-06-21T03:00:00+01:00" && london.abbreviation(at: summer) == "BST")
        #expect(london.offset(at: summer) == 3600)
    }

    /// Before a gap the offset before it, so that 00:01 becomes 01:01; in an overlap the first occurrence. Seconds count on the wall,
    /// beyond the day's ends too: 26 hours after midnight are 02:00, though 27 hours pass. A zone may skip a date, and had seconds in
    /// its offset before the age of time zones.
    @Test(arguments: [
        ("Asia/Beirut", "2026-03-29", 60, "2026-03-29T01:01:00+03:00"),
        ("Asia/Beirut", "2026-03-29", -1, "2026-03-28T23:59:59+02:00"),
        ("Asia/Beirut", "2026-03-29", 3600, "2026-03-29T01:00:00+03:00"),
        ("Europe/London", "2026-10-25", 5400, "2026-10-25T01:30:00+01:00"),
        ("Europe/London", "2026-10-25", 7200, "2026-10-25T02:00:00+00:00"),
        ("Europe/London", "2026-10-24", 93_600, "2026-10-25T02:00:00+00:00"),
        ("Europe/London", "2026-10-24", -3600, "2026-10-23T23:00:00+01:00"),
        ("Pacific/Apia", "2011-12-30", 43_200, "2011-12-31T12:00:00+14:00"),
        ("America/New_York", "1800-01-01", 0, "1800-01-01T00:00:00-04:56:02"),
    ])
    func `has each second of the wall at one moment`(name: String, date: String, second: Int, moment: String) throws {
        let zone = try ZoneRules.installed(name)
        #expect(zone.formatted(zone.instant(try CivilDate(date), secondOfDay: second)) == moment)
    }

    @Test(arguments: ["Europe/London", "America/Santiago", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Tehran"])
    func `converts every wall time to an instant and back, unless it is skipped or doubled`(name: String) throws {
        let zone = try ZoneRules.installed(name)
        var (exact, count) = (0, 0)
        for step in stride(from: Int64(-3_000_000_000), to: 9_000_000_000, by: 3_333_333) {
            let wall = zone.wall(at: Instant(seconds: step))
            let back = zone.instant(wall.date, secondOfDay: wall.secondOfDay)
            // If they differ, it is the second occurrence in an overlap, where the wall clock shows the same time.
            #expect(zone.wall(at: back).secondOfDay == wall.secondOfDay && back.seconds <= step)
            (exact, count) = (exact + (back.seconds == step ? 1 : 0), count + 1)
        }
        #expect(exact > count * 99 / 100)
    }

    @Test func `never traps at the ends of time`() throws {
        for name in ["Europe/London", "America/Santiago", "UTC"] {
            let zone = try ZoneRules.installed(name)
            for instant in [Instant(microseconds: .min), Instant(microseconds: .max)] {
                #expect((CivilDate.first...CivilDate.last).contains(zone.wall(at: instant).date))
                #expect(!zone.formatted(instant).isEmpty)
            }
            for second in [Int.min, -1, 86_400, Int.max] {
                #expect(zone.instant(.first, secondOfDay: second) < zone.instant(.last, secondOfDay: second))
            }
        }
    }

    @Test(arguments: ["Europe/London", "America/New_York", "Asia/Kathmandu", "Pacific/Apia"])
    func `writes moments that are read again`(name: String) throws {
        let zone = try ZoneRules.installed(name)
        for seconds in stride(from: Int64(-60_000_000_000), to: 200_000_000_000, by: 33_333_333) {
            #expect(Instant(iso8601: zone.formatted(Instant(seconds: seconds))) == Instant(seconds: seconds))
        }
        #expect(Instant(iso8601: "1970-01-02T00:00:00Z") == Instant(seconds: 86_400))
        for text in [
            "", "2026-11-21", "2026-11-21T05:48", "2026-11-21T05:48:00", "2026-11-21T05:48:00+00",
            "2026-11-21 05:48:00Z",
            "2026-11-21T24:00:00Z", "2026-11-21T05:60:00Z", "2026-11-21T05:48:00+1:00",
            "2026-11-21T05:48:00+01:00:00:00",
            "2026-11-21T05:48:00.5Z", "2026-02-30T05:48:00Z", "2026-11-21T+5:48:00Z", "2026-11-21T٠٥:48:00Z",
            "é026-11-21",
        ] { #expect(Instant(iso8601: text) == nil, "\(text)") }
    }

    @Test func `of one offset keeps it, within what an offset can be`() throws {
        let kathmandu = ZoneRules.fixed(name: "+0545", offset: 20_700)
        #expect(kathmandu.formatted(Instant(seconds: 0)) == "1970-01-01T05:45:00+05:45")
        #expect(ZoneRules.utc.formatted(Instant(seconds: -1)) == "1969-12-31T23:59:59+00:00")
        #expect(ZoneRules.fixed(name: "far", offset: .max).offset(at: Instant(seconds: 0)) == 93_599)
    }

    @Test func `equals another with the same rules, and no other`() throws {
        #expect(try ZoneRules.installed("Europe/London") == ZoneRules.installed("Europe/London"))
        let (one, two) = ("AAA0BBB,M3.5.0,M10.5.0", "AAA0BBB,M3.4.0,M10.5.0")
        let moved = TZifBuilder(footer: two).bytes
        #expect(try ZoneRules(name: one, tzif: TZifBuilder(footer: one).bytes) == ZoneRules.following(one))
        #expect(try ZoneRules(name: one, tzif: moved) != ZoneRules.following(one))
    }
}

@Suite struct DurationWordsTests {
    @Test(arguments: [
        (0, "less than a minute"), (59, "less than a minute"), (60, "1 minute"), (119, "1 minute"), (120, "2 minutes"),
        (7199, "119 minutes"), (7200, "2 hours"), (172_799, "47 hours"), (172_800, "2 days"), (-7200, "2 hours"),
        (Int64.max, "106751991167300 days"), (Int64.min, "106751991167300 days"),
    ])
    func `a duration is rounded for people`(seconds: Int64, words: String) {
        #expect(Duration.seconds(seconds).roughly == words)
    }
}

@Suite struct `tzdata's table of zones` {
    @Test func `has a zone's countries, point and name, and skips lines that are not rows`() throws {
        let text = """
            # a comment\twith\ttabs
            GB,GG,IM,JE\t+513030-0000731\tEurope/London
            IN\t+2232+08822\tAsia/Kolkata\ta comment

            US\t+404251-0740023\tAmerica/New_York\tEastern (most areas)
            XX\t+9100+00000\tNowhere/Beyond_The_Pole
            XX\t4042-0740\tNowhere/Without_A_Sign
            XX\t+404-0740\tNowhere/Short
            XX\t+40 2-07400\tNowhere/With_A_Blank
            XX\t\tNowhere/Empty
            XX\t+4042
            """
        let rows = ZoneTable(Array(text.utf8)).rows
        #expect(rows.map(\.zone) == ["Europe/London", "Asia/Kolkata", "America/New_York"])
        #expect(rows.map(\.countries) == [["GB", "GG", "IM", "JE"], ["IN"], ["US"]])
        #expect(rows.map(\.point.latitude) == [51.5083, 22.5333, 40.7142])
        #expect(rows.map(\.point.longitude) == [-0.1253, 88.3667, -74.0064])
    }

    @Test(arguments: ["zone.tab", "zone1970.tab"])
    func `of this system can be read to its last row`(name: String) throws {
        let bytes = try ZoneRules.installedBytes(name)
        let rows = bytes.split(separator: UInt8(ascii: "\n")).filter { $0.first != UInt8(ascii: "#") }
        #expect(ZoneTable(bytes).rows.count == rows.count && rows.count > 300)
    }
}
