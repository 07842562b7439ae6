import AdhanCore
import AdhanTestSupport
import Testing

/// What is counted of each row.
@Suite struct TallyTests {
    private func row(
        _ occasion: Occasion,
        _ state: LedgerState,
        on date: String = "2026-11-21",
        lateness: Int64? = nil
    ) throws -> LedgerEntry {
        let due = ScheduledOccasion(OccasionKey(try CivilDate(date), occasion), at: try .utc(date, 12), source: .file)
        var row = LedgerEntry(due, state)
        row.began = lateness.map { due.at + .milliseconds($0) }
        row.latenessMilliseconds = lateness
        return row
    }

    @Test func `what was heard is counted by prayer, with when and how late`() throws {
        var tally = Tally()
        for row in [
            try row(.adhan(.dhuhr), .started), try row(.adhan(.dhuhr), .completed, lateness: 20),
            try row(.adhan(.dhuhr), .stopped, on: "2026-11-22", lateness: 21),
            try row(.adhan(.asr), .interrupted, lateness: -7), try row(.jumuah(2), .completed, lateness: 180_000),
            try row(.firstAdhan(1), .completed, lateness: 0),
        ] { tally.note(row, nil) }
        #expect(
            tally.played == ["fajr": 0, "dhuhr": 2, "asr": 1, "maghrib": 0, "isha": 0, "jumuah": 1, "jumuah-adhan": 1]
        )
        #expect(tally.interrupted == 1 && tally.skipped == 0)
        #expect(tally.lastPlayed["dhuhr"] == (try .utc("2026-11-22", 12) + .milliseconds(21)))
        #expect(tally.lastPlayed["fajr"] == nil)
        // 20 ms belongs to the bucket that ends there; three minutes to none but the last.
        #expect(tally.lateness.within == [3] + Array(repeating: 4, count: 10))
        #expect(tally.lateness.count == 5 && abs(tally.lateness.seconds - 180.041) < 1e-9)
    }

    @Test func `what broke off before its first sample was not heard`() throws {
        var tally = Tally()
        tally.note(try row(.adhan(.dhuhr), .interrupted), nil)
        #expect(tally.interrupted == 1 && tally.played["dhuhr"] == 0 && tally.lateness.count == 0)
    }

    @Test func `a call that is missed again and again is missed once, and each reason has its count`() throws {
        var tally = Tally()
        for _ in 0..<3 { tally.note(try row(.adhan(.dhuhr), .missed), .sound) }
        tally.note(try row(.adhan(.asr), .missed), .sound)
        tally.note(try row(.adhan(.asr), .missed, on: "2026-11-22"), .notRunning)
        tally.note(try row(.absence, .missed, on: "2026-11-30"), .clockUntrusted)
        #expect(tally.missed.filter { $0.value > 0 } == [.sound: 2, .notRunning: 1, .clockUntrusted: 1])
        #expect(Set(tally.missed.keys) == Set(MissReason.Kind.allCases))
        // Called late after all.
        tally.note(try row(.adhan(.dhuhr), .completed, lateness: 100_000), nil)
        #expect(tally.played["dhuhr"] == 1)
    }

    @Test func `lesser sounds are no calls`() throws {
        var tally = Tally()
        for occasion in [Occasion.iqama(.dhuhr), .reminder(.adhan(.asr), 600), .tarhim(.fajr), .iftar, .eid(1)] {
            tally.note(try row(occasion, .completed, lateness: 9000), nil)
            tally.note(try row(occasion, .missed), .sound)
            tally.note(try row(occasion, .skipped), nil)
        }
        #expect(tally == Tally())
    }

    @Test func `the ledger tells when calls were last heard, and nothing is counted for it`() throws {
        var tally = Tally()
        tally.note(try row(.adhan(.asr), .completed, on: "2026-11-22", lateness: 0), nil)
        let known = [
            try row(.adhan(.dhuhr), .completed, lateness: 0),
            try row(.adhan(.dhuhr), .stopped, on: "2026-11-20", lateness: 0),
            try row(.adhan(.asr), .completed, lateness: 0), try row(.adhan(.fajr), .missed),
            try row(.iqama(.isha), .completed, lateness: 0),
        ]
        tally.load(LedgerCache(entries: known))
        #expect(tally.lastPlayed == ["dhuhr": try .utc("2026-11-21", 12), "asr": try .utc("2026-11-22", 12)])
        #expect(tally.played.values.reduce(0, +) == 1)
    }

    @Test func `a reason's word is one word, and each reason has its own`() throws {
        let reasons: [MissReason] = [
            .notRunning, .anotherSound(.adhan(.fajr)), .clockStepped, .heldUp, .clockUntrusted, .obstacle("a"),
            .moved("a"), .replacement("a"), .givenUp("a"), .stopped(by: "a"),
        ]
        #expect(reasons.map(\.kind) == MissReason.Kind.allCases)
        for kind in MissReason.Kind.allCases {
            #expect(kind.rawValue.wholeMatch(of: /[a-z]+(_[a-z]+)?/) != nil, "\(kind)")
        }
    }
}
