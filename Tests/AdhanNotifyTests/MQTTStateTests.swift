import AdhanCore
import Testing

@testable import AdhanSupport
@testable import adhand_notify

/// What the entities say of a status, without a broker.
@Suite struct MQTTStateTests {
    private func state(_ status: StatusReport, _ today: TimesReport.Day? = nil) -> MQTTState {
        MQTTState(MQTTView(status: status, today: today))
    }

    private func text(_ key: String, _ status: StatusReport, _ today: TimesReport.Day? = nil) -> String? {
        state(status, today).values[key]?.text
    }

    @Test func `each entity with a state has a value, and each value an entity`() throws {
        var view = MQTTView(
            status: .fine.with { $0.problems = [.init(.state, what: "the disk is full", advice: "df")] }
        )
        view.fault.note(view.status?.problems ?? [], now: "2026-11-21T10:00:00+00:00")
        let keys = Set(MQTTState(view).values.keys)
        #expect(keys == Set(MQTTEntity.all.filter { $0.component != .button }.map(\.key)))
        #expect(Set(MQTTEntity.all.map(\.key)).count == MQTTEntity.all.count)
    }

    @Test func `times are those of the day, and of the status where the day is not known or is yesterday`() throws {
        let status = StatusReport.fine.with {
            $0.today = [.init(prayer: "dhuhr", at: "2026-11-21T12:30:00+00:00", begins: "2026-11-21T12:00:00+00:00")]
        }
        let today = try TimesReport.Day.today()
        #expect(text("dhuhr_prayer", status, today) == "2026-11-21T12:00:00+00:00")
        #expect(text("sunrise_time", status, today) == "2026-11-21T07:00:00+00:00")
        #expect(text("dhuhr_iqama", status, today) == "2026-11-21T12:20:00+00:00")
        #expect(text("asr_iqama", status, today) == "None")
        #expect(text("midnight_time", status, today)?.hasPrefix("2026-11-21T23:30") == true)
        #expect(text("dhuhr_prayer", status) == "2026-11-21T12:00:00+00:00")
        #expect(text("asr_prayer", status) == "None")
        let tomorrow = status.with { $0.date = "2026-11-22" }
        #expect(text("sunrise_time", tomorrow, today) == "None")
    }

    @Test func `the next prayer and khutbah, what sounds, the mute, the date and the volume are the status'`() throws {
        let status = StatusReport.fine.with {
            ($0.sounding, $0.mutedUntil, $0.mutedBy) = ("adhan of dhuhr", "2026-11-21T15:00:00+00:00", "amina")
        }
        #expect(text("next_salat_name", status) == "dhuhr")
        #expect(text("next_salat_time", status) == "2026-11-21T12:00:00+00:00")
        #expect(text("hijri_date", status) == "10 Jumada al-Akhira 1448")
        #expect(text("sounding", status) == "ON" && text("sounding", .fine) == "OFF")
        #expect(text("muted_until", status) == "2026-11-21T15:00:00+00:00" && text("muted_until", .fine) == "None")
        let attributes = state(status).values["muted_until"]?.attributes ?? []
        #expect(String(decoding: attributes, as: UTF8.self) == #"{"by":"amina"}"#)
        #expect(text("next_salat_name", .fine.with { $0.next = nil }) == "None")
        // The next khutbah is the one of the next Friday.
        let friday = StatusReport.fine.with {
            $0.upcoming = [
                .init(occasion: "jumuah-1-adhan", date: "2026-11-27", at: "2026-11-27T12:30:00+00:00"),
                .init(
                    occasion: "jumuah-1",
                    date: "2026-11-27",
                    at: "2026-11-27T13:00:00+00:00",
                    iqama: "2026-11-27T13:30:00+00:00"
                ),
            ]
        }
        #expect(text("jumua_prayer", friday) == "2026-11-27T13:00:00+00:00")
        // The volume is what people set for all, with whatever decimals.
        let set = StatusReport.fine.with { $0.settings = ["volume 62.5 by amina", "volume.fajr 20 by amina"] }
        #expect(text("volume", set) == "62.5")
        #expect(text("volume", .fine) == "None")
    }

    @Test func `a lost daemon is a problem, and says nothing of the prayers`() {
        var view = MQTTView(status: .fine)
        view.absence = "no adhand answers"
        let values = MQTTState(view).values
        #expect(values.keys.sorted() == ["health"])
        #expect(values["health"]?.text == "ON")
        #expect(MQTTState(MQTTView()).values.isEmpty)
    }

    @Test func `the last fault stays after its end, with when it began and ended`() {
        var fault = LatestFault()
        let (disk, card) = (
            StatusReport.Problem(.state, what: "disk", advice: "df"),
            StatusReport.Problem(.sound, what: "card", advice: "aplay -l")
        )
        fault.note([disk], now: "1")
        fault.note([disk, card], now: "2")
        #expect(fault.what == "card" && fault.since == "2" && fault.until == nil && fault.advice == "aplay -l")
        var changed = card
        changed.what = "both cards"
        fault.note([disk, changed], now: "2.5")
        #expect(fault.what == "both cards" && fault.since == "2" && fault.until == nil, "its words have changed")
        fault.note([disk], now: "3")
        #expect(fault.what == "both cards" && fault.until == "3")
        fault.note([], now: "4")
        #expect(fault.what == "both cards" && fault.until == "3", "an older fault that ends is not the last one")
        fault.note([disk], now: "5")
        #expect(fault.what == "disk" && fault.since == "5" && fault.until == nil)
    }

    @Test func `a text from outside is one line of at most 255 bytes`() {
        let long = String(repeating: "ü", count: 400)
        let status = StatusReport.fine.with { $0.problems = [.init(.state, what: "a\nb " + long, advice: long)] }
        var view = MQTTView(status: status)
        view.fault.note(status.problems, now: "1")
        let text = MQTTState(view).values["last_fault"]?.text ?? ""
        #expect(text.hasPrefix("a b ü") && text.utf8.count <= 255)
        #expect(MQTTState(view).values["health"]?.attributes.map { $0.count < 700 } == true)
    }

    // MARK: Commands

    @Test func `a command is a request as a person would make it`() throws {
        func request(_ command: MQTTCommand, _ text: String = "PRESS") throws -> ControlRequest {
            try command.request(Array(text.utf8))
        }
        #expect(try request(.play) == ControlRequest(.play))
        #expect(try request(.stop) == ControlRequest(.stop))
        #expect(try request(.unmute) == ControlRequest(.unmute))
        #expect(try request(.selfTest) == ControlRequest(.selfTest))
        #expect(try request(.mute) == ControlRequest(.mute, value: "next"))
        #expect(try request(.volume, "40") == ControlRequest(.set, key: "volume", value: "40"))
        #expect(try request(.volume, "62.5") == ControlRequest(.set, key: "volume", value: "62.5"))
        for text in ["", "press", "PRESS\n", String(repeating: "9", count: 1000)] {
            #expect(throws: MQTTCommand.Refusal.self) { try request(.play, text) }
        }
        for text in ["", "-1", "101", "nan", "inf", "default", "1e400", "4 0"] {
            #expect(throws: MQTTCommand.Refusal.self, "\(text)") { try request(.volume, text) }
        }
    }

    @Test func `ten orders may come at once, and one more every two seconds`() {
        var (limit, now) = (MQTTOrderLimit(), BootClock.now() + .minutes(1))
        func admitted(_ orders: Int) -> Int { (0..<orders).count { _ in limit.admit(now) } }
        #expect(admitted(12) == 10)
        #expect(limit.isExceeded)
        now = now + .milliseconds(1900)
        #expect(admitted(1) == 0)
        now = now + .milliseconds(100)
        #expect(admitted(3) == 1)
    }

    // MARK: Names

    @Test func `each language has each word`() {
        for language in MQTTSettings.Language.allCases {
            let words = MQTTName.words[language] ?? [:]
            #expect(Set(words.keys) == Set(MQTTName.Word.allCases), "\(language)")
            let names = MQTTEntity.all.map { $0.name.text(in: language) }
            #expect(Set(names).count == names.count && names.allSatisfy { !$0.contains("{") }, "\(language)")
        }
        #expect(MQTTName.prayer(.fajr).text(in: .french) == "Prière du Fajr")
        #expect(MQTTName.iqama(.isha).text(in: .english) == "Isha iqama")
    }

    @Test func `a name becomes an id of Latin letters and digits`() {
        #expect(MQTTSettings.id(of: "Central Mosque, Rochdale (2)") == "central_mosque_rochdale_2")
        #expect(MQTTSettings.id(of: "مسجد النور") == "mosque")
        #expect(MQTTSettings.id(of: String(repeating: "x", count: 500)).count == 48)
    }
}
