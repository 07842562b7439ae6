import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanCaller
@testable import AdhanSupport

/// The end of a mute, as it is typed.
@Suite struct MuteTextTests {
    private let timetable: Timetable
    private let now: Instant

    init() throws {
        now = try .utc("2026-11-21", 13)
        let window = Timetable.window(now: now, since: now, zone: .utc)
        timetable = Timetable(
            zone: .utc,
            days: PlainSource().days(window, in: .utc),
            window: window,
            loadedAt: now
        )
    }

    private func parse(_ text: String) throws -> Instant {
        try MuteText.parse(text, now: now, timetable: timetable, zone: .utc).until
    }

    @Test func `a mute until a prayer keeps which one, also in its file`() throws {
        let end = try MuteText.parse("fajr", now: now, timetable: timetable, zone: .utc)
        #expect(end.ending == OccasionKey(try CivilDate("2026-11-22"), .adhan(.fajr)))
        #expect(try MuteText.parse("2h", now: now, timetable: timetable, zone: .utc).ending == nil)
        let directory = try TestDirectory()
        let store = MuteStore(file: directory.file("mute.json"))
        let mute = Mute(from: now, until: end.until, ending: end.ending, who: "amina")
        try store.save(mute)
        #expect(try store.load() == mute)
        // That of a newer adhand, and of an older one.
        for more in [
            ",\"date\":\"2026-11-22\",\"occasion\":\"adhan-duha\"", ",\"date\":\"soon\",\"occasion\":\"adhan-fajr\"",
            "",
        ] {
            let text =
                "{\"from\":\(mute.from.microseconds),\"until\":\(mute.until.microseconds),\"who\":\"amina\"\(more)}"
            try directory.write(Array(text.utf8), to: "mute.json")
            #expect(try store.load() == Mute(from: now, until: end.until, who: "amina"), "\(more)")
        }
    }

    @Test func `a prayer, a time span and a time of day are understood`() throws {
        #expect(try parse("asr") == .utc("2026-11-21", 15))
        #expect(try parse("fajr") == .utc("2026-11-22", 5))
        #expect(try parse("dhuhr") == .utc("2026-11-22", 12), "today's has gone by")
        #expect(try parse("2h") == .utc("2026-11-21", 15))
        #expect(try parse("next") == .utc("2026-11-21", 15) && parse("until next") == .utc("2026-11-21", 15))
        for text in ["until asr", "Until Asr", "2 hours", "for 2 hours", "120 min", "until 3pm", "till 15:00"] {
            #expect(try parse(text) == .utc("2026-11-21", 15), "\(text)")
        }
        #expect(try parse("1h30m") == .utc("2026-11-21", 14, 30))
        #expect(try parse("21:30") == .utc("2026-11-21", 21, 30))
        #expect(try parse("21:30:00") == .utc("2026-11-21", 21, 30))
        #expect(try parse("7:05") == .utc("2026-11-22", 7, 5))
        #expect(try parse("13:00") == .utc("2026-11-22", 13), "now is over")
        #expect(try parse("7d") == now + .days(7))
    }

    @Test(arguments: [
        "", "sunrise", "0s", "8d", "-2h", "24:00", "12:60", "12:5", "+5:30", "-1:30", "1:2:3", ":", "٥m", "until",
        "9999999999999999999h",
    ])
    func `any other text is refused and quoted`(text: String) throws {
        let fault = #expect(throws: MuteFault.self) { try parse(text) }
        #expect(fault?.description.contains("\"\(text)\"") == true)
    }

    @Test(arguments: [("zuhr", "dhuhr"), ("Magrib", "maghrib"), ("faj", "fajr"), ("30", "30m")])
    func `another spelling, or a number without its unit, gets what is understood`(text: String, name: String) throws {
        let fault = #expect(throws: MuteFault.self) { try parse(text) }
        #expect(fault?.description.contains("\"\(text)\" is not understood; did you mean \(name)? It is") == true)
    }

    @Test func `a prayer that is not ahead is refused`() throws {
        #expect(throws: MuteFault.self) { try MuteText.parse("fajr", now: now, timetable: nil, zone: .utc) }
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
