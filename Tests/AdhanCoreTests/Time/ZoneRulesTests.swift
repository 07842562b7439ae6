import AdhanCore
import Testing

@Suite struct `A zone` {
    @Test func `shows winter and summer time`() throws {
        let london = try ZoneRules.installed("Europe/London")
        let winter = Instant(seconds: 1_795_240_080)
        #expect(london.formatted(winter) == "2026-11-21T05:48:00+00:00")
        #expect(london.clockText(winter) == "05:48")
        #expect(london.abbreviation(at: winter) == "GMT")
        let summer = london.instant(try CivilDate("2026-06-21"), secondOfDay: 3 * 3600)
        #expect(london.formatted(summer) == "2026-06-21T03:00:00+01:00")
        #expect(london.abbreviation(at: summer) == "BST")
        #expect(london.offset(at: summer) == 3600)
    }

    @Test func `takes the offset before a gap, so that 00.01 becomes 01.01`() throws {
        let beirut = try ZoneRules.installed("Asia/Beirut")
        let change = try CivilDate("2026-03-29")
        #expect(beirut.formatted(beirut.instant(change, secondOfDay: 60)) == "2026-03-29T01:01:00+03:00")
        #expect(beirut.formatted(beirut.instant(change, secondOfDay: -1)) == "2026-03-28T23:59:59+02:00")
        #expect(beirut.formatted(beirut.instant(change, secondOfDay: 3600)) == "2026-03-29T01:00:00+03:00")
    }

    @Test func `takes the first occurrence in an overlap`() throws {
        let london = try ZoneRules.installed("Europe/London")
        let change = try CivilDate("2026-10-25")
        #expect(london.formatted(london.instant(change, secondOfDay: 5400)) == "2026-10-25T01:30:00+01:00")
        #expect(london.formatted(london.instant(change, secondOfDay: 7200)) == "2026-10-25T02:00:00+00:00")
    }

    @Test func `counts seconds of the day on the wall, beyond its ends too`() throws {
        let london = try ZoneRules.installed("Europe/London")
        let eve = try CivilDate("2026-10-24")
        // 26 hours after midnight on the wall clock is 02:00 on the wall clock, though 27 hours pass.
        #expect(london.formatted(london.instant(eve, secondOfDay: 26 * 3600)) == "2026-10-25T02:00:00+00:00")
        #expect(london.formatted(london.instant(eve, secondOfDay: -3600)) == "2026-10-23T23:00:00+01:00")
    }

    @Test func `knows a date the zone skipped`() throws {
        let apia = try ZoneRules.installed("Pacific/Apia")
        let skipped = apia.instant(try CivilDate("2011-12-30"), secondOfDay: 43_200)
        #expect(apia.formatted(skipped) == "2011-12-31T12:00:00+14:00")
    }

    @Test func `shows the seconds of an offset before the age of time zones`() throws {
        let amsterdam = try ZoneRules.installed("America/New_York")
        let old = amsterdam.instant(try CivilDate("1800-01-01"), secondOfDay: 0)
        #expect(amsterdam.formatted(old) == "1800-01-01T00:00:00-04:56:02")
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
