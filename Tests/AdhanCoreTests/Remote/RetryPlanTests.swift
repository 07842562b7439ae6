import AdhanCore
import AdhanTestSupport
import Testing

struct RetryPlanTests {
    /// The tries that are allowed and done, what the server asks for, the time left, the chance, and the wait. It is random below a limit
    /// that doubles, none after the last try or beyond the time limit, and never shorter than the server asks for.
    private static let rows: [(Int, after: Int, Duration?, Duration, Double, Duration?)] = [
        (3, 1, nil, .seconds(90), 0, .zero), (3, 1, nil, .seconds(90), 0.25, .milliseconds(250)),
        (3, 1, nil, .seconds(90), 0.999, .milliseconds(999)), (3, 2, nil, .seconds(90), 0.25, .milliseconds(500)),
        (3, 2, nil, .seconds(90), 0.999, .milliseconds(1998)), (3, 3, nil, .seconds(90), 0, nil),
        (3, .max, nil, .seconds(90), 0, nil), (0, 1, nil, .seconds(90), 0, nil), (-1, 1, nil, .seconds(90), 0, nil),
        (.min, 1, nil, .seconds(90), 0, nil), (3, 1, nil, .milliseconds(500), 0.5, nil),
        (3, 1, nil, .milliseconds(501), 0.5, .milliseconds(500)), (3, 1, nil, .seconds(-1), 0, nil),
        (3, 1, .seconds(30), .seconds(90), 0.5, .milliseconds(30_500)), (3, 1, .seconds(90), .seconds(90), 0, nil),
        // A large number of tries does not overflow.
        (.max, 1000, nil, .days(9), 0.5, .seconds(32_768)),
    ]

    @Test(arguments: rows.indices)
    func `the wait before the next try is by its rules`(index: Int) {
        let (tries, after, asked, left, chance, wait) = Self.rows[index]
        #expect(RetryPlan(tries: tries).wait(after: after, asked: asked, left: left, chance: chance) == wait)
    }
}

@Suite struct TimetablePeriodTests {
    @Test(arguments: ["0001", "2026", "2028", "9999", "2026-01", "2028-02", "2026-12"])
    func `a period is found by its name`(name: String) throws {
        let period = try #require(TimetablePeriod.named(name))
        #expect(period.name == name && period.dates.lowerBound.description == (name + "-01-01").prefix(10))
        // The day after its last day belongs to another period.
        guard period.dates.upperBound < .last else { return }
        let next = period.dates.upperBound.adding(days: 1)
        #expect(!next.description.hasPrefix(name) && next.components.day == 1)
    }

    @Test(arguments: [
        "", "26", "2026-", "2026-13", "2026-00", "2026-1", "2026-11-21", "+2026", "0000", "../..", "２０２６",
    ])
    func `no other name is a period`(name: String) { #expect(TimetablePeriod.named(name) == nil) }

    @Test func `a name fits a pattern with one year in all its places`() {
        func fits(_ name: String, _ pattern: String) -> Bool { TimetablePeriod.name(name, fits: pattern) }
        #expect(fits("a.csv", "a.csv") && fits("2026/PrayerTimes2026.json", "{year}/PrayerTimes{year}.json"))
        #expect(fits("2026", "{year}") && !fits("20267", "{year}") && !fits("", "{year}"))
        #expect(!fits("2026/PrayerTimes2027.json", "{year}/PrayerTimes{year}.json"))
        for name in ["PrayerTimes.json", "PrayerTimes٢٠٢٦.json"] { #expect(!fits(name, "PrayerTimes{year}.json")) }
        #expect(!fits("b.csv", "a.csv") && !fits("times2026.csv", "Times{year}.csv"))
    }
}

struct ErrorBodyTests {
    @Test(arguments: [
        ("", nil), (" \r\n", nil), ("<html></html>", nil), ("{}", "{}"),
        (#"{"data": [1], "message": "too many"}"#, "too many"),
        (#"{"data": "Bad month"}"#, "Bad month"), ("<Error><Code>NoSuchKey</Code></Error>", "NoSuchKey"),
        ("<Error><Code>A</Code><Message>b\n c</Message></Error>", "A: b c"), ("<Code>cut", "cut"),
        ("a\u{202E}b\u{0}c\u{1B}[2Jd\u{2028}e", "a b c [2Jd e"),
    ])
    func `the message in a body is put on one line`(_ body: String, _ words: String?) {
        #expect(ErrorBody.words(of: Array(body.utf8)) == words)
    }

    @Test func `invalid and very long text gives a message, too`() {
        let words = ErrorBody.words(of: Array(repeating: 0xFF, count: 1 << 20))
        #expect(words?.unicodeScalars.count == 301 && words?.hasSuffix("…") == true)
    }

    @Test func `a secret is hidden completely, even where the message is cut`() {
        let body = String(repeating: "x", count: 295) + " secret-of-the-mosque"
        let words = ErrorBody.words(of: Array(body.utf8), hiding: ["secret", "secret-of-the-mosque"])
        #expect(words == String(repeating: "x", count: 295) + " ***")
        // An accent after the secret changes its last Character.
        #expect(ErrorBody.words(of: Array("secret\u{301}".utf8), hiding: ["secret"]) == "***\u{301}")
    }

    @Test func `only a code other than 200 contradicts the status`() {
        for body in ["", "<html>", "[]", "{}", #"{"code":"400"}"#, #"{"code":200,"data":"fine"}"#] {
            #expect(ErrorBody.contradiction(in: Array(body.utf8)) == nil)
        }
        let found = ErrorBody.contradiction(in: Array(#"{"code":404,"data":{"x":1}}"#.utf8))
        #expect(found?.code == 404 && found?.words == nil)
    }
}

@Suite struct InMemoryPayloadsTests {
    @Test func `the store in memory passes the contract tests`() throws {
        try PayloadStoreContract {
            let store = InMemoryPayloads()
            return PayloadStoreContract.Subject(store) { store.refuseWrites(true) }
        }.check()
    }

    @Test func `the last rejected payload is there with its reason`() throws {
        let store = InMemoryPayloads()
        let year = TimetablePeriod.year(of: try CivilDate("2026-06-01"))
        #expect(store.rejected(.s3, year) == nil)
        for (byte, reason) in [(UInt8(1), "an hour late"), (2, "of 2025")] {
            let provenance = Provenance(
                source: .s3,
                period: year.name,
                address: RemoteAddress(rawValue: ""),
                fetchedAt: Instant(seconds: 0),
                etag: nil,
                lastModified: nil
            )
            try store.setAside(Payload(provenance: provenance, bytes: [byte]), because: reason)
        }
        let last = store.rejected(.s3, year)
        #expect(last?.payload.bytes == [2] && last?.reason == "of 2025")
    }
}
