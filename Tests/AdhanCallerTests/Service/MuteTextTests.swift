import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanCaller
@testable import AdhanSupport

/// What a person mutes, as it is typed, and the file that keeps it.
@Suite struct MuteTextTests {
    private let input: SchedulerInput
    private let now: Instant

    init() throws {
        now = try .utc("2026-11-21", 13)
        let window = Timetable.window(now: now, since: now, zone: .utc)
        input = SchedulerInput(
            now: now,
            timetable: Timetable(zone: .utc, days: PlainSource().days(window, in: .utc), window: window, loadedAt: now),
            memory: LedgerCache(),
            isLedgerRead: true,
            activity: .idle,
            policy: SchedulePolicy(),
            observed: ObservationStart(began: now)
        )
    }

    private func parse(_ text: String) throws -> Mute { try MuteText.parse(text, input, .utc, by: "amina") }

    @Test(arguments: [
        ("until asr", 120), ("Until ASR", 120), ("till asr", 120), ("until next", 120), ("2h", 120), ("2 hours", 120),
        ("for 2 hours", 120), ("120 min", 120), ("until 3pm", 120), ("till 15:00", 120), ("1h30m", 90),
        ("until 21:30", 510), ("until 21:30:00", 510), ("until 7:05", 18 * 60 + 5), ("until fajr", 16 * 60),
        // Today's has gone by.
        ("until dhuhr", 23 * 60), ("until 9:30", 20 * 60 + 30), ("until tomorrow 12:30", 23 * 60 + 30),
        ("until tomorrow 3 pm", 26 * 60), ("7d", 7 * 24 * 60),
    ])
    func `everything is muted for a time span, until a prayer or until a time of day`(text: String, minutes: Int) throws
    {
        let mute = try parse(text)
        #expect(mute.from == now && mute.until == now + .minutes(minutes) && mute.prayers.isEmpty)
        let isPrayer = ["asr", "ASR", "next", "fajr", "dhuhr"].contains { text.hasSuffix($0) }
        #expect((mute.ending?.occasion.isAdhan == true) == isPrayer)
    }

    /// The caretaker's mistakes of docs/mistakes.md.
    private static let mistakes = MistakeRow.rows { $0 == "mute" }

    @Test func `each mistake gets its sentence, with what to type`() throws {
        #expect(Self.mistakes.count >= 14)
        for row in Self.mistakes {
            let fault = #expect(throws: MuteFault.self, "\(row)") { try parse(row.typed) }
            #expect(fault?.description == row.answer, "| mute | `\(row.typed)` | \(fault?.description ?? "") |")
        }
    }

    @Test(arguments: [
        "", "0s", "-2h", "until 24:00", "until 12:60", "until 12:5", "until +5:30", "-1:30", "1:2:3", ":", "٥m",
        "until",
        "until after", "until today", "until after 17:00", "after isha", "9999999999999999999h", "999999999d",
    ])
    func `any other text is refused and quoted`(text: String) throws {
        let fault = #expect(throws: MuteFault.self) { try parse(text) }
        #expect(fault?.description.contains("\"\(text)\"") == true)
    }

    @Test func `a prayer that is switched off is not muted`() throws {
        var input = input
        var rules = MosqueRules()
        rules.adhan[.isha] = ByDay(.off)
        let window = Timetable.window(now: now, since: now, zone: .utc)
        let days = PlainSource().days(window, in: .utc)
        input.timetable = Timetable(zone: .utc, days: days, window: window, loadedAt: now, rules: rules)
        let fault = #expect(throws: MuteFault.self) { try MuteText.parse("isha", input, .utc, by: "amina") }
        #expect(fault?.reason == "isha is switched off, so it does not sound: adhand status")
        #expect(try MuteText.parse("maghrib", input, .utc, by: "amina").prayers.count == 1)
    }

    @Test(arguments: ["fajr", "next", "until fajr", "until after isha", "today"])
    func `without a timetable a prayer is refused`(text: String) throws {
        var input = input
        input.timetable = nil
        #expect(throws: MuteFault.self) { try MuteText.parse(text, input, .utc, by: "amina") }
    }

    @Test func `the file keeps what is muted, and that of an older or a newer adhand is read`() throws {
        let directory = try TestDirectory()
        let store = MuteStore(file: directory.file("mute.json"))
        for text in ["until fajr", "isha", "until after isha", "2h"] {
            let mute = try parse(text).adding(parse("maghrib"))
            try store.save(mute)
            #expect(try store.load() == mute, "\(text)")
        }
        let end = now + .hours(16)
        let fajr = OccasionKey(try CivilDate("2026-11-22"), .adhan(.fajr))
        let whole = Mute(from: now, until: end, who: "amina")
        let key = OccasionKey(try CivilDate("2026-11-21"), .adhan(.isha))
        let orders = [key: Mute.Order(from: now, who: "bilal")]
        let order = "{\"from\":{\"microseconds\":\(now.microseconds)},\"who\":\"bilal\"}"
        for (more, expected) in [
            (
                ",\"date\":\"2026-11-22\",\"occasion\":\"adhan-fajr\"",
                Mute(from: now, until: end, ending: fajr, who: "amina")
            ),
            // What is not understood mutes no more than was said.
            (",\"date\":\"2026-11-22\",\"occasion\":\"adhan-duha\"", whole),
            (",\"date\":\"soon\",\"occasion\":\"adhan-fajr\"", whole), ("", whole), (",\"prayers\":{}", whole),
            (
                ",\"prayers\":{\"2026-11-21 adhan-duha\":\(order),\"2026-11-21 adhan-isha\":\(order)}",
                Mute(from: now, until: end, prayers: orders, who: "amina")
            ),
        ] {
            let text = "{\"from\":\(now.microseconds),\"until\":\(end.microseconds),\"who\":\"amina\"\(more)}"
            try directory.write(Array(text.utf8), to: "mute.json")
            #expect(try store.load() == expected, "\(more)")
        }
    }

    @Test func `an unreadable mute file mutes nothing, and is reported`() throws {
        let directory = try TestDirectory()
        let store = MuteStore(file: directory.file("mute.json"))
        #expect(try store.load() == nil)
        let mute = Mute(from: now, until: now + .hours(2), who: "amina")
        try store.save(mute)
        #expect(try store.load() == mute)
        try store.save(nil)
        #expect(try store.load() == nil)
        for text in ["", "{}", "{\"from\":1}", String(repeating: "x", count: 9000)] {
            try directory.write(Array(text.utf8), to: "mute.json")
            #expect(throws: FileFault.self, "\(text.prefix(20))") { try store.load() }
        }
        // The end of a mute loses nothing that a person may want to mend.
        try directory.write(Array("{\"from\":1}".utf8), to: "mute.json")
        try store.save(nil)
        #expect(try store.load() == nil)
        #expect(TestDirectory.bytes(of: directory.file("mute.json.damaged")) == Array("{\"from\":1}".utf8))
    }

    @Test
    func `a saved mute lasts as long as the command's longest, counted from its beginning, and so after each start`()
        throws
    {
        let directory = try TestDirectory()
        let store = MuteStore(file: directory.file("mute.json"))
        for until in [now + .days(3000), Instant(seconds: 253_402_300_799), Instant(microseconds: .max)] {
            try store.save(Mute(from: now, until: until, who: "amina"))
            #expect(try store.load()?.until == now + .days(7))
        }
        try store.save(Mute(from: now, until: now + .days(7), who: "amina"))
        #expect(try store.load()?.until == now + .days(7))
    }
}
