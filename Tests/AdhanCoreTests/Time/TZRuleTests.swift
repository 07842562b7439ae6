import AdhanCore
import Testing

@Suite struct `A TZ rule` {
    private static let (central, south) = ("CET-1CEST,M3.5.0,M10.5.0/3", "AEST-10AEDT,M10.1.0,M4.1.0/3")
    private static let (always, dublin) = ("EST5EDT4,0/0,J365/25", "IST-1GMT0,M10.5.0,M3.5.0/1")
    /// Greenland: 22:00 on the day before the last Sunday of March, written as hour -1 there.
    private static let nuuk = "<-02>2<-01>,M3.5.0/-1,M10.5.0/0"
    /// Hour 50 of the Thursday is 02:00 on the Saturday.
    private static let far = "IST-2IDT,M3.4.4/50,M10.5.0"

    /// The rule, a date, the second in UTC, and the offset.
    private static let rows: [(String, String, Int, Int)] = [
        ("<+03>-3", "0001-01-01", 43_200, 10_800), ("<-0330>3:30", "9999-12-31", 43_200, -12_600),
        (central, "2026-03-29", 3599, 3600), (central, "2026-03-29", 3600, 7200), (central, "2026-10-25", 3599, 7200),
        (central, "2026-10-25", 3600, 3600),
        // 2500 is after the 400 years that are expanded; its last Sunday in March is the 28th.
        (central, "2500-03-28", 3599, 3600), (central, "2500-03-28", 3600, 7200),
        // The south's summer spans the new year.
        (south, "2040-01-01", 43_200, 39_600), (south, "2040-07-01", 43_200, 36_000),
        (south, "2040-12-31", 43_200, 39_600),
        (always, "2030-01-01", 43_200, -14_400), (always, "2030-06-01", 43_200, -14_400),
        (always, "2030-12-31", 18_000, -14_400), (always, "2032-12-31", 18_000, -14_400),
        (always, "2030-12-31", 43_200, -14_400), (always, "2032-12-31", 43_200, -14_400),
        (nuuk, "2026-03-29", 3599, -7200), (nuuk, "2026-03-29", 3600, -3600), (far, "2026-03-28", -1, 7200),
        (far, "2026-03-28", 0, 10_800),
        // 29 February counts by n and not by Jn.
        ("AAA0BBB,J60/0,J300", "2028-02-29", 43_200, 0), ("AAA0BBB,J60/0,J300", "2028-03-01", 43_200, 3600),
        ("AAA0BBB,59/0,300", "2028-02-28", 43_200, 0), ("AAA0BBB,59/0,300", "2028-02-29", 43_200, 3600),
        // Winter time is the exception.
        (dublin, "2050-01-01", 43_200, 0), (dublin, "2050-07-01", 43_200, 3600),
    ]

    @Test func `changes at the second it says`() throws {
        for (rule, day, second, offset) in Self.rows {
            let instant = ZoneRules.utc.instant(try CivilDate(day), secondOfDay: second)
            #expect(try ZoneRules.following(rule).offset(at: instant) == offset, "\(rule) \(day) \(second)")
        }
        #expect(try ZoneRules.following("<+03>-3").abbreviation(at: Instant(seconds: 0)) == "+03")
    }

    @Test(arguments: [
        ("A0", "shorter than 3"), ("AAA", "missing"), ("<+03-3", "'>' is missing"), ("AAA25", "hours"),
        ("AAA0BBB", "does not say when"), ("AAA0BBB,M13.1.0,M1.1.0", "month"), ("AAA0BBB,M3.6.0,M1.1.0", "week"),
        ("AAA0BBB,M3.1.7,M1.1.0", "day of the week"), ("AAA0BBB,J0,J1", "day of the year"),
        ("AAA0BBB,J1", "',' is missing"), ("AAA0BBB,J1/168,J2", "hours"), ("AAA0BBB,J1,J2x", "goes on"),
        ("AAA0:60", "minute"), ("AAA99999999999999999999", "hours"),
    ])
    func `that cannot be read says why`(rule: String, reason: String) {
        let error = #expect(throws: ZoneError.self) { try ZoneRules.following(rule) }
        #expect(error?.description.contains(reason) == true, "\(error.map(\.description) ?? "")")
    }
}
