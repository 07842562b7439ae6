import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanCaller
@testable import AdhanSupport

/// What is typed behind `adhand mute`: what is silent then, what sounds, and what is said.
@Suite struct MuteTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let date, clock, typed: String
        /// The rows of the ledger that are muted; every other one sounds.
        let silent: [String]
        let said: String

        /// The date, the time and what is typed; behind `|` what is silent; and behind that what is said.
        init(_ line: Substring) {
            let parts = line.split(separator: " | ", omittingEmptySubsequences: false).map(String.init)
            let words = (parts.first ?? "").split(separator: " ", maxSplits: 2).map(String.init) + ["", "", ""]
            (date, clock, typed) = (words[0], words[1], words[2])
            silent = parts.dropFirst().first?.split(separator: " ").map(String.init) ?? []
            said = parts.last ?? ""
        }

        var testDescription: String { "\(date) \(clock) \(typed)" }
    }

    private static let saturday = "2026-11-21"

    /// On a Friday, Dhuhr at 12:00 and the khutbah are one prayer. In Ramadan suhoor and imsak sound. Of a prayer that has been called the
    /// iqama sounds.
    static let rows = """
        2026-11-21 17:00 isha | reminder-isha-10m adhan-isha iqama-isha | Isha at 20:00 will not sound. Next: Maghrib at 18:00.
        2026-11-21 19:00 Isha | reminder-isha-10m adhan-isha iqama-isha | Isha at 20:00 will not sound. Next: Fajr tomorrow at 05:00.
        2026-11-21 17:00 next | adhan-maghrib iqama-maghrib | Maghrib at 18:00 will not sound. Next: Isha at 20:00.
        2026-11-21 18:05 next | reminder-isha-10m adhan-isha iqama-isha | Isha at 20:00 will not sound. Next: Fajr tomorrow at 05:00.
        2026-11-21 18:05 maghrib | adhan-maghrib iqama-maghrib | Maghrib tomorrow at 18:00 will not sound. Next: Isha at 20:00.
        2026-11-21 17:00 2h | adhan-maghrib iqama-maghrib | Muted until 19:00: Maghrib at 18:00 will not sound. Next: Isha at 20:00.
        2026-11-21 15:30 2h |  | Muted until 17:30: no adhan is due before then. Next: Maghrib at 18:00.
        2026-11-21 17:00 until isha | adhan-maghrib iqama-maghrib reminder-isha-10m | Muted until 20:00: Maghrib at 18:00 will not \
        sound. Next: Isha at 20:00.
        2026-11-21 17:00 until 19:55 | adhan-maghrib iqama-maghrib reminder-isha-10m | Muted until 19:55: Maghrib at 18:00 will not \
        sound. Next: Isha at 20:00.
        2026-11-21 17:00 until after isha | adhan-maghrib iqama-maghrib reminder-isha-10m adhan-isha iqama-isha | Muted until 20:21: \
        Maghrib at 18:00 and Isha at 20:00 will not sound. Next: Fajr tomorrow at 05:00.
        2026-11-21 17:00 today | adhan-maghrib iqama-maghrib reminder-isha-10m adhan-isha iqama-isha | Muted until 20:21: \
        Maghrib at 18:00 and Isha at 20:00 will not sound. Next: Fajr tomorrow at 05:00.
        2026-11-27 11:00 dhuhr | adhan-dhuhr jumuah-1-adhan jumuah-1 | Dhuhr at 12:00, Jumuah 1's first adhan at 12:55 and Jumuah 1 \
        at 13:15 will not sound. Next: Asr at 15:00.
        2026-11-27 12:30 next | jumuah-1-adhan jumuah-1 | Jumuah 1's first adhan at 12:55 and Jumuah 1 at 13:15 will not sound. \
        Next: Asr at 15:00.
        2027-02-10 03:00 fajr | tarhim-fajr adhan-fajr iqama-fajr | Fajr at 05:00 will not sound. Next: Dhuhr at 12:00.
        2027-02-10 17:00 maghrib | iftar adhan-maghrib iqama-maghrib | Maghrib at 18:02 will not sound. Next: Isha at 20:00.
        """.split(separator: "\n").map(Row.init)

    /// Every kind of occasion has a recording.
    private func box(_ script: String) throws -> ScriptedBox {
        let start = script.prefix { $0 != " " }
        let iqamas = Prayer.called.map { "iqama \($0.rawValue) +20m; " }.joined()
        let kinds = Occasion.Kind.allCases.filter { $0 != .adhan }.map(\.rawValue).joined(separator: " ")
        return try ScriptedBox(
            "\(start) \(iqamas)tarhim fajr 6m; remind adhan-isha 10m; khutbah 13:15; called both; first-adhan 20m; "
                + "suhoor 1h; iftar 2m; recordings \(kinds);\(script.dropFirst(start.count))"
        )
    }

    /// The answer to the order, without its last sentence.
    private func said(_ box: VirtualBox, before: String? = nil) throws -> String {
        let (loop, now) = try #require(box.life?.ask { ($0, $1) })
        let sounds = box.settings.sounds
        var facts = SoundFacts(sounds, box.settings.rules, .init(place: "/c", adhan: "/c", audio: "/c"))
        facts.recordings = Dictionary(sounds.files.map { ($0, .plays(file: $0)) }) { first, _ in first }
        (facts.device, facts.clock) = (.opens("default"), .trusted)
        let locations = Locations(resources: "/nowhere", daemon: false, environment: [:])
        let configuration = try Configuration.load(nil, locations)
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

    @Test(arguments: rows, [false, true])
    func `what was said is silent, and everything else sounds, over a restart, too`(row: Row, restarts: Bool) throws {
        let scripted = try box("\(row.date)T00:00")
        let at = ScriptedBox.moment(row.clock, scripted.date) ?? scripted.box.now
        let box = scripted.box
        box.wait(until: at - .minutes(10))
        try scripted.play("start; \(row.clock)")
        try box.mute(row.typed)
        #expect(try said(box) == row.said)
        if restarts { try restart(box) }
        box.run(until: at + .minutes(25 * 60 + 30))
        let next = scripted.date.adding(days: 1).description
        let others = try (box.rows(row.date) + box.rows(next)).filter { !$0.hasSuffix(" completed") }
        #expect(others == row.silent.map { "\($0) skipped: muted, by amina" })
    }

    @Test func `once the day is over, there is nothing to mute of it`() throws {
        let scripted = try box("21:00 start; 21:01")
        let fault = #expect(throws: MuteFault.self) { try scripted.box.mute("today") }
        #expect(fault?.reason == "today's adhans are over; to mute the next one: adhand mute next")
    }

    /// Isha is at 00:30.
    @Test(arguments: ["today", "isha", "next"])
    func `after midnight the Isha of the day before is meant, and Fajr sounds`(typed: String) throws {
        let scripted = try box("2026-11-22T00:05 isha 24:30; start; 00:10")
        try scripted.box.mute(typed)
        try scripted.play("12:01")
        #expect(
            scripted.box.called.map(\.key.occasion.name) == ["tarhim-fajr", "adhan-fajr", "iqama-fajr", "adhan-dhuhr"]
        )
        #expect(try scripted.box.row(Self.saturday, .isha)?.reason == "muted")
    }

    @Test func `a muted prayer stays muted where its time is corrected and the clock is set, and no other one is`()
        throws
    {
        let scripted = try box("13:00 start; 13:30")
        try scripted.box.mute("asr")
        try scripted.play("asr 15:30; read; 14:00 clock 13:00; 18:01")
        let rows = [
            "adhan-asr skipped: muted, by amina", "iqama-asr skipped: muted, by amina", "adhan-maghrib completed",
        ]
        #expect(try scripted.rows().suffix(3) == rows)
    }

    @Test func `several prayers are muted, each by who said so, and an unmute ends all of it`() throws {
        let scripted = try box("13:00 start; 13:30")
        let whos = [("asr", "amina"), ("maghrib", "bilal"), ("isha", "zayd")]
        for (typed, who) in whos { try scripted.box.mute(typed, by: who) }
        let words = "Asr at 15:00, Maghrib at 18:00 and Isha at 20:00 will not sound. Next: Fajr tomorrow at 05:00."
        #expect(try said(scripted.box) == words)
        try scripted.play("19:00 unmute; 20:01")
        #expect(
            try scripted.rows().filter { $0.hasPrefix("adhan") } == [
                "adhan-asr skipped: muted, by amina", "adhan-maghrib skipped: muted, by bilal", "adhan-isha completed",
            ]
        )
    }

    @Test func `a prayer beyond a muted span has its own sentence, and a shorter span says what it replaces`() throws {
        let scripted = try box("15:10 start; 15:30")
        var before: String?
        func mute(_ typed: String, _ words: String) throws {
            try scripted.box.mute(typed)
            #expect(try said(scripted.box, before: before) == words)
            before = scripted.box.saved.mute.map { ZoneRules.utc.formatted($0.until) }
            scripted.box.run(until: scripted.box.now + .seconds(1))
        }
        let isha = "Isha at 20:00 will not sound. Next: Maghrib at 18:00."
        try mute("isha", isha)
        try mute("until 17:00", "Muted until 17:00: no adhan is due before then. \(isha)")
        try mute("until 17:00", "Muted until 17:00: no adhan is due before then. \(isha)")
        try mute("until 16:30", "Muted until 16:30 instead of 17:00: no adhan is due before then. \(isha)")
        let last = "Isha at 20:00 will not sound. Next: Fajr tomorrow at 05:00."
        try mute("until 18:30", "Muted until 18:30: Maghrib at 18:00 will not sound. \(last)")
        let day = "Maghrib at 18:00 and Isha at 20:00 will not sound. Next: Fajr tomorrow at 05:00."
        try mute("today", "Muted until 20:21: \(day)")
        // A shorter span gives back what the day has silenced, and not what was named.
        try mute("until 17:00", "Muted until 17:00 instead of 20:21: no adhan is due before then. \(isha)")
        try mute("until tomorrow 21:00", "Muted until tomorrow 21:00: no adhan sounds before then.")
    }

    @Test(arguments: ["dhuhr", "next", "2h", "asr"])
    func `what sounds is faded out where it is muted, and goes on otherwise`(typed: String) throws {
        let scripted = try box("11:00 start; 12:00:10")
        try scripted.box.mute(typed)
        try scripted.play("12:30")
        let muted = ["adhan-dhuhr stopped: by amina", "iqama-dhuhr skipped: muted, by amina"]
        #expect(try scripted.rows() == (typed == "asr" ? ["adhan-dhuhr completed", "iqama-dhuhr completed"] : muted))
    }

    @Test func `a mute of a prayer that has failed already does not hide why`() throws {
        let scripted = try box("11:00 card broken; start; 12:02")
        try scripted.box.mute("dhuhr")
        try scripted.play("card plays; 15:01")
        let rows = [
            "adhan-dhuhr missed: not an MP3 file", "iqama-dhuhr skipped: muted, by amina", "adhan-asr completed",
        ]
        #expect(try scripted.rows() == rows)
    }
}
