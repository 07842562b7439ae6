import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanCaller
@testable import AdhanSupport

/// What is typed behind `adhand mute`: what is silent then, what sounds, and what is said.
@Suite struct MuteTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let date: String
        let hour, minute: Int
        let typed: String
        /// The rows of the ledger that are muted; every other one sounds.
        let silent: [String]
        let said: String

        init(_ date: String, _ hour: Int, _ minute: Int, _ typed: String, _ silent: [String], _ said: String) {
            (self.date, self.hour, self.minute, self.typed) = (date, hour, minute, typed)
            (self.silent, self.said) = (silent, said)
        }

        var testDescription: String { "\(date) \(hour):\(minute) \(typed)" }
    }

    private static let (saturday, friday, ramadan) = ("2026-11-21", "2026-11-27", "2027-02-10")
    private static let isha = ["reminder-isha-10m", "adhan-isha", "iqama-isha"]
    private static let maghrib = ["adhan-maghrib", "iqama-maghrib"]

    static let rows = [
        Row(saturday, 17, 0, "isha", isha, "Isha at 20:00 will not sound. Next: Maghrib at 18:00."),
        Row(saturday, 19, 0, "Isha", isha, "Isha at 20:00 will not sound. Next: Fajr tomorrow at 05:00."),
        Row(saturday, 17, 0, "next", maghrib, "Maghrib at 18:00 will not sound. Next: Isha at 20:00."),
        // Maghrib has been called; its iqama sounds.
        Row(saturday, 18, 5, "next", isha, "Isha at 20:00 will not sound. Next: Fajr tomorrow at 05:00."),
        Row(saturday, 18, 5, "maghrib", maghrib, "Maghrib tomorrow at 18:00 will not sound. Next: Isha at 20:00."),
        Row(saturday, 17, 0, "2h", maghrib, "Muted until 19:00: Maghrib at 18:00 will not sound. Next: Isha at 20:00."),
        Row(saturday, 15, 30, "2h", [], "Muted until 17:30: no adhan is due before then. Next: Maghrib at 18:00."),
        Row(
            saturday,
            17,
            0,
            "until isha",
            maghrib + ["reminder-isha-10m"],
            "Muted until 20:00: Maghrib at 18:00 will not sound. Next: Isha at 20:00."
        ),
        Row(
            saturday,
            17,
            0,
            "until 19:55",
            maghrib + ["reminder-isha-10m"],
            "Muted until 19:55: Maghrib at 18:00 will not sound. Next: Isha at 20:00."
        ),
        Row(
            saturday,
            17,
            0,
            "until after isha",
            maghrib + isha,
            "Muted until 20:21: Maghrib at 18:00 and Isha at 20:00 will not sound. Next: Fajr tomorrow at 05:00."
        ),
        Row(
            saturday,
            17,
            0,
            "today",
            maghrib + isha,
            "Muted until 20:21: Maghrib at 18:00 and Isha at 20:00 will not sound. Next: Fajr tomorrow at 05:00."
        ),
        Row(
            friday,
            11,
            0,
            "dhuhr",
            ["adhan-dhuhr", "jumuah-1-adhan", "jumuah-1"],
            "Dhuhr at 12:00, Jumuah 1's first adhan at 12:55 and Jumuah 1 at 13:15 will not sound. Next: Asr at 15:00."
        ),
        Row(
            friday,
            12,
            30,
            "next",
            ["jumuah-1-adhan", "jumuah-1"],
            "Jumuah 1's first adhan at 12:55 and Jumuah 1 at 13:15 will not sound. Next: Asr at 15:00."
        ),
        // Suhoor and imsak sound.
        Row(
            ramadan,
            3,
            0,
            "fajr",
            ["tarhim-fajr", "adhan-fajr", "iqama-fajr"],
            "Fajr at 05:00 will not sound. Next: Dhuhr at 12:00."
        ),
        Row(
            ramadan,
            17,
            0,
            "maghrib",
            ["iftar"] + maghrib,
            "Maghrib at 18:02 will not sound. Next: Isha at 20:00."
        ),
    ]

    private func box(at now: Instant, source: any TimetableSource = PlainSource()) -> VirtualBox {
        var rules = MosqueRules()
        for prayer in Prayer.called { rules.iqama[prayer] = ByDay(IqamaRule(.beside(.adhan, seconds: 1200))) }
        (rules.tarhim, rules.reminders) = ([.fajr: ByDay(360)], [.adhan(.isha): [600]])
        rules.jumuah.times = ByDay([13 * 3600 + 900])
        (rules.jumuah.call, rules.jumuah.firstAdhan) = (.both, 1200)
        (rules.ramadan.suhoor, rules.ramadan.iftar) = ([3600], .before(120))
        let kinds = Occasion.Kind.allCases.filter { $0 != .adhan }
        return VirtualBox(at: now, rules, sounding: kinds, source: source)
    }

    /// The answer to the order, without its last sentence.
    private func said(_ box: VirtualBox, before: String? = nil) throws -> String {
        let (loop, now) = try #require(box.life?.ask { ($0, $1) })
        let sounds = box.settings.sounds
        var facts = SoundFacts(sounds, box.settings.rules, .init(place: "/c", adhan: "/c", audio: "/c"))
        facts.recordings = Dictionary(sounds.files.map { ($0, .plays(file: $0)) }) { first, _ in first }
        (facts.device, facts.clock) = (.opens("default"), .trusted)
        let configuration = try Configuration.load(
            nil,
            Locations(resources: "/nowhere", daemon: false, environment: [:])
        )
        let fine = StatusReport.State(state: "ok", words: "")
        var report = StatusReport(
            .healthy,
            configuration.place,
            .utc,
            now: now,
            since: now,
            today: ZoneRules.utc.wall(at: now).date,
            clock: fine,
            audio: fine,
            selfTest: .init(state: "ok", words: ""),
            timetable: fine,
            ledger: fine,
            configuration: fine,
            problems: []
        )
        report.adhans = AdhanForecast.all(loop.input(now), facts).map { StatusReport.Adhan($0, .utc) }
        report.next = report.adhans?.first.map { adhan in
            .init(prayer: adhan.title, date: adhan.date, at: adhan.at, inSeconds: 0, source: "file")
        }
        report.mutedUntil = loop.saved.mute.flatMap { $0.until > now ? ZoneRules.utc.formatted($0.until) : nil }
        // It promises no sound that does not come.
        let next = try #require(report.adhans?.first)
        let isSilent = report.unmuteWords == "Nothing is muted. \(next.sentence(now: report.now))"
        #expect(isSilent == (next.willSound == false), "\(report.unmuteWords)")
        let words = report.muteWords(before: before)
        #expect(words.hasSuffix(" To undo: adhand unmute"))
        return words.replacing(" To undo: adhand unmute", with: "")
    }

    /// The process is killed, and reads the mute from its file.
    private func restart(_ box: VirtualBox) throws {
        let store = MuteStore(file: try TestDirectory().file("mute.json"))
        try store.save(box.saved.mute)
        box.saved.mute = try store.load()
        box.losePower(until: box.now + .seconds(40))
    }

    private func settled(_ box: VirtualBox, _ date: String) throws -> [String] {
        let next = try CivilDate(date).adding(days: 1).description
        return try box.rows(date) + box.rows(next)
    }

    @Test(arguments: rows, [false, true])
    func `what was said is silent, and everything else sounds, over a restart, too`(row: Row, restarts: Bool) throws {
        let at = try Instant.utc(row.date, row.hour, row.minute)
        let box = box(at: at - .minutes(10))
        box.start()
        box.run(until: at)
        try box.mute(row.typed)
        #expect(try said(box) == row.said)
        if restarts { try restart(box) }
        box.run(until: at + .minutes(25 * 60 + 30))
        let others = try settled(box, row.date).filter { !$0.hasSuffix(" completed") }
        #expect(others == row.silent.map { "\($0) skipped: muted, by amina" })
    }

    @Test func `once the day is over, there is nothing to mute of it`() throws {
        let box = box(at: try .utc(Self.saturday, 21))
        box.start()
        box.run(until: try .utc(Self.saturday, 21, 1))
        let fault = #expect(throws: MuteFault.self) { try box.mute("today") }
        #expect(fault?.reason == "today's adhans are over; to mute the next one: adhand mute next")
    }

    /// Isha is at 00:30.
    private struct LateIsha: TimetableSource {
        func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
            dates.map { .plain($0, isha: 88_200) }
        }
    }

    @Test(arguments: ["today", "isha", "next"])
    func `after midnight the Isha of the day before is meant, and Fajr sounds`(typed: String) throws {
        let box = box(at: try .utc("2026-11-22", 0, 5), source: LateIsha())
        box.start()
        box.run(until: try .utc("2026-11-22", 0, 10))
        try box.mute(typed)
        box.run(until: try .utc("2026-11-22", 12, 1))
        #expect(box.called.map(\.key.occasion.name) == ["tarhim-fajr", "adhan-fajr", "iqama-fajr", "adhan-dhuhr"])
        #expect(try box.row(Self.saturday, .isha)?.reason == "muted")
    }

    private final class ChangingSource: TimetableSource, @unchecked Sendable {
        var asr = 15 * 3600

        func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
            dates.map { .plain($0, asr: asr) }
        }
    }

    @Test func `a muted prayer stays muted where its time is corrected and the clock is set, and no other one is`()
        throws
    {
        let source = ChangingSource()
        let box = box(at: try .utc(Self.saturday, 13), source: source)
        box.start()
        box.run(until: try .utc(Self.saturday, 13, 30))
        try box.mute("asr")
        source.asr = 15 * 3600 + 1800
        box.life?.post(.timetableChanged)
        box.run(until: try .utc(Self.saturday, 14))
        box.stepClock(to: try .utc(Self.saturday, 13))
        box.run(until: try .utc(Self.saturday, 18, 1))
        #expect(
            try box.rows(Self.saturday).suffix(3) == [
                "adhan-asr skipped: muted, by amina", "iqama-asr skipped: muted, by amina", "adhan-maghrib completed",
            ]
        )
    }

    @Test func `several prayers are muted, each by who said so, and an unmute ends all of it`() throws {
        let box = box(at: try .utc(Self.saturday, 13))
        box.start()
        box.run(until: try .utc(Self.saturday, 13, 30))
        for (typed, who) in [("asr", "amina"), ("maghrib", "bilal"), ("isha", "zayd")] { try box.mute(typed, by: who) }
        #expect(
            try said(box)
                == "Asr at 15:00, Maghrib at 18:00 and Isha at 20:00 will not sound. Next: Fajr tomorrow at 05:00."
        )
        box.run(until: try .utc(Self.saturday, 19))
        box.unmute()
        box.run(until: try .utc(Self.saturday, 20, 1))
        #expect(
            try box.rows(Self.saturday).filter { $0.hasPrefix("adhan") } == [
                "adhan-asr skipped: muted, by amina", "adhan-maghrib skipped: muted, by bilal", "adhan-isha completed",
            ]
        )
    }

    @Test func `a prayer beyond a muted span has its own sentence, and a shorter span says what it replaces`() throws {
        let box = box(at: try .utc(Self.saturday, 15, 10))
        box.start()
        box.run(until: try .utc(Self.saturday, 15, 30))
        try box.mute("isha")
        try box.mute("until 17:00")
        let isha = "Isha at 20:00 will not sound. Next: Maghrib at 18:00."
        #expect(try said(box) == "Muted until 17:00: no adhan is due before then. \(isha)")
        try box.mute("1h")
        let before = ZoneRules.utc.formatted(try .utc(Self.saturday, 17))
        let words = "Muted until 16:30 instead of 17:00: no adhan is due before then. \(isha)"
        #expect(try said(box, before: before) == words)
        try box.mute("until 18:30")
        #expect(
            try said(box, before: before)
                == "Muted until 18:30: Maghrib at 18:00 will not sound. Isha at 20:00 will not sound. "
                + "Next: Fajr tomorrow at 05:00."
        )
    }

    @Test(arguments: [
        ("dhuhr", "adhan-dhuhr stopped: by amina", "iqama-dhuhr skipped: muted, by amina"),
        ("next", "adhan-dhuhr stopped: by amina", "iqama-dhuhr skipped: muted, by amina"),
        ("2h", "adhan-dhuhr stopped: by amina", "iqama-dhuhr skipped: muted, by amina"),
        ("asr", "adhan-dhuhr completed", "iqama-dhuhr completed"),
    ])
    func `what sounds is faded out where it is muted, and goes on otherwise`(
        typed: String,
        adhan: String,
        iqama: String
    ) throws {
        let box = box(at: try .utc(Self.saturday, 11))
        box.start()
        box.run(until: try .utc(Self.saturday, 12, 0, 10))
        try box.mute(typed)
        box.run(until: try .utc(Self.saturday, 12, 30))
        #expect(try box.rows(Self.saturday) == [adhan, iqama])
    }

    @Test func `a mute of a prayer that has failed already does not hide why`() throws {
        let box = box(at: try .utc(Self.saturday, 11))
        box.player.behaviour = .refusesFile("not an MP3 file")
        box.start()
        box.run(until: try .utc(Self.saturday, 12, 2))
        try box.mute("dhuhr")
        box.player.behaviour = .plays
        box.run(until: try .utc(Self.saturday, 15, 1))
        #expect(
            try box.rows(Self.saturday) == [
                "adhan-dhuhr missed: not an MP3 file", "iqama-dhuhr skipped: muted, by amina", "adhan-asr completed",
            ]
        )
    }
}
