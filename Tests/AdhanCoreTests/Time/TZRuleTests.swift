import AdhanCore
import Testing

@Suite struct `A TZ rule` {
    /// The wall clock at midday UTC of a date.
    private func offset(_ rule: String, _ day: String, utc second: Int = 43_200) throws -> Int {
        let instant = ZoneRules.utc.instant(try CivilDate(day), secondOfDay: second)
        return try ZoneRules.following(rule).offset(at: instant)
    }

    @Test func `without summer time holds always`() throws {
        #expect(try offset("<+03>-3", "0001-01-01") == 10_800)
        #expect(try offset("<-0330>3:30", "9999-12-31") == -12_600)
        #expect(try ZoneRules.following("<+03>-3").abbreviation(at: Instant(seconds: 0)) == "+03")
    }

    @Test func `changes at the second it says`() throws {
        let rule = "CET-1CEST,M3.5.0,M10.5.0/3"
        #expect(try offset(rule, "2026-03-29", utc: 3599) == 3600)
        #expect(try offset(rule, "2026-03-29", utc: 3600) == 7200)
        #expect(try offset(rule, "2026-10-25", utc: 3599) == 7200)
        #expect(try offset(rule, "2026-10-25", utc: 3600) == 3600)
        // 2500 is after the 400 years that are expanded; its last Sunday in March is the 28th.
        #expect(try offset(rule, "2500-03-28", utc: 3599) == 3600)
        #expect(try offset(rule, "2500-03-28", utc: 3600) == 7200)
    }

    @Test func `spans the new year in the south`() throws {
        let rule = "AEST-10AEDT,M10.1.0,M4.1.0/3"
        #expect(try offset(rule, "2040-01-01") == 39_600)
        #expect(try offset(rule, "2040-07-01") == 36_000)
        #expect(try offset(rule, "2040-12-31") == 39_600)
    }

    @Test func `may hold all year`() throws {
        for day in ["2030-01-01", "2030-06-01", "2030-12-31", "2032-12-31"] {
            #expect(try offset("EST5EDT4,0/0,J365/25", day) == -14_400)
            #expect(try offset("EST5EDT4,0/0,J365/25", day, utc: 5 * 3600) == -14_400)
        }
    }

    @Test func `may change at hours before the day or long after it`() throws {
        // Greenland: 22:00 on the day before the last Sunday of March, written as hour -1 there.
        let nuuk = "<-02>2<-01>,M3.5.0/-1,M10.5.0/0"
        #expect(try offset(nuuk, "2026-03-29", utc: 3599) == -7200)
        #expect(try offset(nuuk, "2026-03-29", utc: 3600) == -3600)
        // Hour 50 of the Thursday is 02:00 on the Saturday.
        let far = "IST-2IDT,M3.4.4/50,M10.5.0"
        #expect(try offset(far, "2026-03-28", utc: -1) == 7200)
        #expect(try offset(far, "2026-03-28", utc: 0) == 10_800)
    }

    @Test func `counts 29 February by n and not by Jn`() throws {
        #expect(try offset("AAA0BBB,J60/0,J300", "2028-02-29") == 0)
        #expect(try offset("AAA0BBB,J60/0,J300", "2028-03-01") == 3600)
        #expect(try offset("AAA0BBB,59/0,300", "2028-02-28") == 0)
        #expect(try offset("AAA0BBB,59/0,300", "2028-02-29") == 3600)
    }

    @Test func `may have winter time as the exception`() throws {
        let dublin = "IST-1GMT0,M10.5.0,M3.5.0/1"
        #expect(try offset(dublin, "2050-01-01") == 0)
        #expect(try offset(dublin, "2050-07-01") == 3600)
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
