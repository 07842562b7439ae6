import AdhanTestSupport
import AdhanCore
import Testing

@testable import AdhanCaller

/// A person mutes, stops, and tries recordings.
@Suite struct CaretakerTests {
    private static let date = "2026-11-21"

    @Test func `what falls due in a mute is skipped with who muted it, and the next is called`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 10))
        box.start()
        box.run(until: try .utc(Self.date, 11))
        box.mute(until: try .utc(Self.date, 15))
        box.run(until: try .utc(Self.date, 16))
        #expect(box.called.map(\.key.occasion) == [.adhan(.asr)])
        let dhuhr = try box.row(Self.date, .dhuhr)
        #expect(dhuhr?.state == .skipped)
        #expect(dhuhr?.reason == "muted")
        #expect(dhuhr?.who == "amina")
    }

    @Test func `a mute holds over a power cut`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.start()
        box.mute(until: try .utc(Self.date, 13))
        box.losePower(until: try .utc(Self.date, 11, 59))
        box.run(until: try .utc(Self.date, 16))
        #expect(box.called.map(\.key.occasion) == [.adhan(.asr)])
        #expect(try box.row(Self.date, .dhuhr)?.state == .skipped)
    }

    @Test(arguments: [1, 2, 5, 9, 10])
    func `muted in the last seconds before its second, it does not sound`(seconds: Int) throws {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.start()
        box.run(until: try .utc(Self.date, 12) - .seconds(seconds))
        box.mute(until: try .utc(Self.date, 13))
        box.run(until: try .utc(Self.date, 14))
        #expect(box.called.isEmpty)
        #expect(try box.row(Self.date, .dhuhr)?.state == .skipped)
        #expect(try box.row(Self.date, .dhuhr)?.who == "amina")
    }

    @Test func `a mute taken back before the second has no effect`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.start()
        box.mute(until: try .utc(Self.date, 13))
        box.run(until: try .utc(Self.date, 11, 59))
        box.unmute()
        box.run(until: try .utc(Self.date, 13))
        #expect(box.called.map(\.at) == [try .utc(Self.date, 12)])
    }

    @Test func `a mute ends an adhan that sounds, and a mute taken back does not begin it again`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.start()
        box.run(until: try .utc(Self.date, 12, 0, 10))
        box.mute(until: try .utc(Self.date, 13))
        box.run(until: try .utc(Self.date, 12, 0, 20))
        box.unmute()
        box.run(until: try .utc(Self.date, 13))
        #expect(box.called.count == 1)
        let row = try box.row(Self.date, .dhuhr)
        #expect(row?.state == .stopped)
        #expect(row?.who == "amina")
        #expect(row?.heardMilliseconds == 10_000)
    }

    @Test func `a mute does not reach back to what fell due before it`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.player.behaviour = .refusesFile("not an MP3 file")
        box.start()
        box.run(until: try .utc(Self.date, 12, 2))
        box.mute(until: try .utc(Self.date, 14))
        box.run(until: try .utc(Self.date, 13))
        #expect(try box.row(Self.date, .dhuhr)?.state == .missed)
        #expect(try box.row(Self.date, .dhuhr)?.reason == "not an MP3 file")
    }

    @Test func `a stopped adhan is recorded with who stopped it, and is not called again`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.start()
        #expect(box.stopSound() == nil)
        box.run(until: try .utc(Self.date, 12, 0, 5))
        #expect(box.stopSound() == "2026-11-21 adhan-dhuhr")
        box.run(until: try .utc(Self.date, 12, 1))
        box.kill()
        box.start()
        box.run(until: try .utc(Self.date, 14))
        #expect(box.called.count == 1)
        #expect(try box.row(Self.date, .dhuhr)?.state == .stopped)
        #expect(try box.row(Self.date, .dhuhr)?.who == "amina")
    }

    @Test func `a trial stops for the adhan, which is at its second`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 11), soundLength: .minutes(10))
        box.start()
        box.run(until: try .utc(Self.date, 11, 55))
        try box.play("trial.mp3")
        box.run(until: try .utc(Self.date, 13))
        #expect(box.player.heard.map(\.file) == ["trial.mp3", "dhuhr.mp3"])
        #expect(box.called.map(\.at) == [try .utc(Self.date, 12)])
        #expect(try box.ledger.entries(.first..<(.last)).map(\.key.occasion) == [.adhan(.dhuhr)], "a trial has no row")
    }

    @Test func `no trial begins while an adhan sounds or is near, nor during another trial`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.start()
        box.run(until: try .utc(Self.date, 11, 59, 31))
        #expect(throws: TrialRefused.self) { try box.play("trial.mp3") }
        box.run(until: try .utc(Self.date, 12, 0, 5))
        #expect(throws: TrialRefused.self) { try box.play("trial.mp3") }
        box.run(until: try .utc(Self.date, 12, 1))
        try box.play("trial.mp3")
        #expect(throws: TrialRefused.self) { try box.play("trial.mp3") }
        #expect(box.stopSound() == "trial.mp3")
        box.run(until: try .utc(Self.date, 12, 2))
        try box.play("trial.mp3")
    }

    /// A box without a card, on which somebody has just started a trial.
    private func boxWithTrial() throws -> VirtualBox {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.player.behaviour = .findsNoDevice("no sound card")
        box.start()
        box.run(until: try .utc(Self.date, 11, 30))
        try box.play("trial.mp3")
        return box
    }

    private func outcomes(_ box: VirtualBox) -> [String] {
        box.notices.compactMap {
            guard case .auxiliary(_, .ended(let state, let words)) = $0.notice else { return nil }
            return "\(state.rawValue) \(words)"
        }
    }

    private let notFound = "missed no device was found within 5s, so nothing was heard"

    @Test func `a trial without a card is given up after five seconds, and the reason is reported`() throws {
        let box = try boxWithTrial()
        box.run(until: try .utc(Self.date, 11, 30, 4))
        #expect(outcomes(box).isEmpty)
        box.run(until: try .utc(Self.date, 11, 30, 5))
        #expect(outcomes(box) == [notFound])
    }

    @Test func `a trial whose card is plugged in is heard to its end`() throws {
        let box = try boxWithTrial()
        box.run(until: try .utc(Self.date, 11, 30, 3))
        box.player.behaviour = .plays
        box.run(until: try .utc(Self.date, 11, 31))
        #expect(box.player.heard.map(\.file) == ["trial.mp3"])
        #expect(outcomes(box).count == 1)
        #expect(outcomes(box).first?.hasPrefix("completed") == true)
        let noted = box.notices.compactMap {
            if case .auxiliary(_, .noted(let words)) = $0.notice { words } else { nil }
        }
        #expect(noted == ["the sound device virtual was found"])
    }

    @Test func `a clock set back does not have a trial wait longer for a card`() throws {
        let box = try boxWithTrial()
        box.run(until: try .utc(Self.date, 11, 30, 3))
        box.stepClock(to: try .utc(Self.date, 11, 20))
        box.run(until: try .utc(Self.date, 11, 20, 1))
        #expect(outcomes(box) == [notFound])
    }

    @Test func `a trial with a card is heard to its end`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.start()
        box.run(until: try .utc(Self.date, 11, 30))
        try box.play("trial.mp3")
        box.run(until: try .utc(Self.date, 11, 31))
        #expect(outcomes(box).map { $0.hasPrefix("completed heard whole: 30s") } == [true])
    }
}
