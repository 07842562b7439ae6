import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanCaller
/// The dua follows an adhan, and never delays one.
@Suite struct DuaTests {
    private static let date = "2026-11-21"

    private func box(_ source: any TimetableSource = PlainSource()) throws -> VirtualBox {
        let box = VirtualBox(at: try .utc(Self.date, 11), source: source)
        box.settings.sounds.dua = Recordings("dua.mp3")
        box.start()
        return box
    }

    private func outcomes(_ box: VirtualBox) -> [String] {
        box.notices.compactMap {
            guard case .auxiliary(let auxiliary, .ended(let state, let words)) = $0.notice else { return nil }
            return "\(auxiliary.name): \(state.rawValue) \(words)"
        }
    }

    @Test func `the dua follows the adhan after a pause and has no row`() throws {
        let box = try box()
        box.settings.sounds.duaPause = .seconds(5)
        box.start()
        box.run(until: try .utc(Self.date, 13))
        #expect(box.player.heard.map(\.file) == ["dhuhr.mp3", "dua.mp3"])
        #expect(box.player.heard.map(\.at) == [try .utc(Self.date, 12), try .utc(Self.date, 12, 0, 35)])
        #expect(try box.ledger.entries(.first..<(.last)).map(\.state) == [.completed])
        #expect(outcomes(box).first?.hasPrefix("the dua after 2026-11-21 adhan-dhuhr: completed heard whole") == true)
    }

    @Test func `a dua that a reload brings does not follow an adhan that is over`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.start()
        box.run(until: try .utc(Self.date, 12, 30))
        box.settings.sounds.dua = Recordings("dua.mp3")
        box.reload()
        box.run(until: try .utc(Self.date, 15, 30))
        // The reload brings a new player.
        #expect(box.player.heard.map(\.file) == ["asr.mp3", "dua.mp3"])
    }

    @Test func `a dua that cannot sound is reported and leaves the adhan complete`() throws {
        let box = try box()
        box.run(until: try .utc(Self.date, 12, 0, 10))
        box.player.behaviour = .refusesFile("not an MP3 file")
        box.run(until: try .utc(Self.date, 13))
        #expect(try box.row(Self.date, .dhuhr)?.state == .completed)
        #expect(try box.ledger.entries(.first..<(.last)).count == 1)
        #expect(outcomes(box) == ["the dua after 2026-11-21 adhan-dhuhr: missed not an MP3 file"])
        box.player.behaviour = .plays
        box.run(until: try .utc(Self.date, 16))
        #expect(box.player.heard.map(\.file) == ["dhuhr.mp3", "asr.mp3", "dua.mp3"])
    }

    @Test func `an adhan that is stopped or interrupted has no dua`() throws {
        let box = try box()
        box.run(until: try .utc(Self.date, 12, 0, 10))
        box.stopSound()
        box.run(until: try .utc(Self.date, 14))
        box.player.behaviour = .losesDevice(after: .seconds(3))
        box.run(until: try .utc(Self.date, 16))
        #expect(box.player.heard.map(\.file) == ["dhuhr.mp3", "asr.mp3"])
        #expect(try box.row(Self.date, .dhuhr)?.state == .stopped)
    }

    @Test func `the adhan after one that was stopped has its dua`() throws {
        let box = try box()
        box.run(until: try .utc(Self.date, 12, 0, 10))
        box.stopSound()
        box.run(until: try .utc(Self.date, 16))
        #expect(box.player.heard.map(\.file) == ["dhuhr.mp3", "asr.mp3", "dua.mp3"])
    }

    @Test(arguments: [true, false])
    func `an adhan that had just ended when it was stopped is complete, and has no dua`(byPerson: Bool) throws {
        let box = try box()
        box.player.behaviour = .isStoppedLate
        box.run(until: try .utc(Self.date, 12, 0, 29))
        box.player.behaviour = .plays
        if byPerson { box.stopSound() } else { box.stop(by: "SIGTERM") }
        box.run(until: try .utc(Self.date, 13))
        #expect(box.player.heard.map(\.file) == ["dhuhr.mp3"])
        #expect(try box.row(Self.date, .dhuhr)?.state == .completed)
        #expect(box.isFinished != byPerson)
    }

    @Test func `a dua without a card is given up after a minute`() throws {
        let box = try box()
        box.run(until: try .utc(Self.date, 12, 0, 10))
        box.player.behaviour = .findsNoDevice("no sound card")
        box.run(until: try .utc(Self.date, 12, 1, 31))
        #expect(outcomes(box).isEmpty)
        box.run(until: try .utc(Self.date, 12, 1, 34))
        #expect(outcomes(box) == ["the dua after 2026-11-21 adhan-dhuhr: missed no sound card; 0s heard"])
    }

    @Test func `a stop during the dua ends it, and the adhan stays complete`() throws {
        let box = try box()
        box.run(until: try .utc(Self.date, 12, 0, 40))
        #expect(box.stopSound() == "the dua after 2026-11-21 adhan-dhuhr")
        box.run(until: try .utc(Self.date, 13))
        #expect(try box.row(Self.date, .dhuhr)?.state == .completed)
        #expect(outcomes(box).count == 1 && outcomes(box).first?.contains("stopped by amina") == true)
    }

    @Test func `a mute in the pause keeps the dua silent`() throws {
        let box = try box()
        box.run(until: try .utc(Self.date, 12, 0, 31))
        box.mute(until: try .utc(Self.date, 13))
        box.run(until: try .utc(Self.date, 13))
        #expect(box.player.heard.map(\.file) == ["dhuhr.mp3"])
    }

    /// Asr falls due so many seconds after Dhuhr.
    private struct CloseDays: TimetableSource {
        let seconds: Int
        func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
            dates.map { .plain($0, asr: 12 * 3600 + seconds) }
        }
    }

    @Test func `an adhan due during the dua ends it and is at its second`() throws {
        let box = try box(CloseDays(seconds: 50))
        box.run(until: try .utc(Self.date, 12, 1, 21))
        #expect(box.player.heard.map(\.file) == ["dhuhr.mp3", "dua.mp3", "asr.mp3"])
        #expect(box.called.map(\.at) == [try .utc(Self.date, 12), try .utc(Self.date, 12, 0, 50)])
        #expect(try box.row(Self.date, .dhuhr)?.state == .completed)
        #expect(outcomes(box).first?.contains("stopped by 2026-11-21 adhan-asr") == true)
    }

    @Test func `an adhan that waits for the one before comes before its dua`() throws {
        let box = try box(CloseDays(seconds: 20))
        box.run(until: try .utc(Self.date, 13))
        #expect(box.player.heard.map(\.file) == ["dhuhr.mp3", "asr.mp3", "dua.mp3"])
        #expect(box.called.map(\.at) == [try .utc(Self.date, 12), try .utc(Self.date, 12, 0, 30)])
    }

    @Test func `after a power cut during the dua nothing is owed`() throws {
        let box = try box()
        box.run(until: try .utc(Self.date, 12, 0, 40))
        box.losePower(until: try .utc(Self.date, 12, 1))
        box.run(until: try .utc(Self.date, 14))
        #expect(box.player.heard.isEmpty)
        #expect(try box.ledger.entries(.first..<(.last)).map(\.state) == [.completed])
    }

    @Test func `the ledger has the recording of each day's turn, also after restarts`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 0))
        box.settings.sounds.ofPrayers = [:]
        box.settings.sounds.adhan = Recordings("a.mp3", ["b.mp3", "c.mp3"])
        for day in 0..<4 {
            box.start()
            box.run(until: try .utc(Self.date, 14) + .days(day))
            box.kill()
        }
        let plan = box.settings.sounds.adhan
        let rows = try box.ledger.entries(.first..<(.last)).filter { $0.state == .completed }
        #expect(rows.count > 8)
        for row in rows {
            let prayer = try #require(row.key.occasion.prayer)
            #expect(row.file == plan.turn(of: prayer, on: row.key.date))
        }
        #expect(Set(rows.compactMap(\.file)) == ["a.mp3", "b.mp3", "c.mp3"])
    }

    @Test func `a reminder waits for the end of a dua, up to a minute, and an iqama ends it`() throws {
        var rules = MosqueRules()
        for prayer in [Prayer.dhuhr, .asr, .maghrib] {
            rules.iqama[prayer] = ByDay(IqamaRule(.beside(.adhan, seconds: 600)))
        }
        // The adhan and the dua last half a minute each, with a pause of two seconds between.
        rules.iqama[.maghrib] = ByDay(IqamaRule(.beside(.adhan, seconds: 50)))
        rules.reminders = [.iqama(.dhuhr): [555], .iqama(.asr): [600]]
        let box = VirtualBox(at: try .utc(Self.date, 11), rules, sounding: [.reminder, .iqama])
        box.settings.sounds.dua = Recordings("dua.mp3")
        box.start()
        box.run(until: try .utc(Self.date, 19))
        #expect(
            box.player.heard.map(\.file) == [
                "dhuhr.mp3", "dua.mp3", "reminder.mp3", "iqama.mp3", "asr.mp3", "reminder.mp3", "iqama.mp3",
                "maghrib.mp3",
                "dua.mp3", "iqama.mp3",
            ]
        )
        #expect(box.story(of: "reminder-iqama-dhuhr-9m15s").first?.hasPrefix("11-21 12:01:0") == true, "\(box.story)")
        #expect(box.story(of: " iqama-maghrib") == ["11-21 18:00:50 iqama-maghrib"])
        #expect(outcomes(box).last?.contains("stopped by 2026-11-21 iqama-maghrib") == true)
    }

    @Test(arguments: [false, true])
    func `an iqama that waits for its adhan leaves room for the dua, or the journal says that it does not`(
        hasRecording: Bool
    ) throws {
        var rules = MosqueRules()
        rules.iqama[.dhuhr] = ByDay(IqamaRule(.beside(.adhan, seconds: 20)))
        let box = VirtualBox(at: try .utc(Self.date, 11), rules, sounding: hasRecording ? [.iqama] : [])
        box.settings.sounds.dua = Recordings("dua.mp3")
        box.start()
        box.run(until: try .utc(Self.date, 13))
        #expect(box.player.heard.map(\.file) == ["dhuhr.mp3", hasRecording ? "iqama.mp3" : "dua.mp3"])
        #expect(box.story(of: "iqama").count == 1)
        #expect(notes(box) == (hasRecording ? ["its dua is left out for iqama-dhuhr"] : []))
    }

    private func notes(_ box: VirtualBox) -> [String] {
        box.notices.compactMap { if case .noted(_, let words) = $0.notice { words } else { nil } }
    }

    @Test func `a dua that would begin in a khutbah is left out, and the journal says so`() throws {
        var rules = MosqueRules()
        rules.jumuah.times = ByDay([12 * 3600 + 31])
        let box = VirtualBox(at: try .utc("2026-11-27", 11), rules)
        box.settings.sounds.dua = Recordings("dua.mp3")
        box.start()
        box.run(until: try .utc("2026-11-27", 13))
        #expect(box.player.heard.map(\.file) == ["dhuhr.mp3"])
        #expect(notes(box) == ["its dua is left out for jumuah-1"])
    }

    @Test func `a dua ends where a khutbah begins`() throws {
        var rules = MosqueRules()
        // A Friday; the adhan lasts half a minute.
        rules.jumuah.times = ByDay([12 * 3600 + 45])
        let box = VirtualBox(at: try .utc("2026-11-27", 11), rules)
        box.settings.sounds.dua = Recordings("dua.mp3")
        box.start()
        box.run(until: try .utc("2026-11-27", 13))
        #expect(box.player.heard.map(\.file) == ["dhuhr.mp3", "dua.mp3"])
        #expect(outcomes(box).first?.contains("stopped by jumuah-1") == true, "\(outcomes(box))")
    }
}
