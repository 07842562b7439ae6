import AdhanAudio
import AdhanCore
import AdhanTestSupport
import Glibc
import Synchronization
import Testing

/// What is kept of a knob while it is turned, and what is done with what a process before this one has left.
struct KnobNotesTests {
    /// At -3 dB, as the mosque has it; an adhan of -12 dB turns it.
    private static let turned = KnobNote(name: "Master", control: "card", found: [-3], turned: [-12])

    private let fixture: Fixture
    private let clock = VirtualHostClock()
    private let log = PlayerEventLog()

    init() throws { fixture = try Fixture(seconds: 1) }

    /// A player on a card with that knob and no other.
    private func player(_ knob: ScriptedKnob, _ notes: ScriptedNotes) -> Player {
        let card = ScriptedCard()
        return Player(
            PlayerConfiguration(devices: ["card"], mixer: "Master"),
            clock: clock,
            open: { name, format, clock throws(AudioError) in try card.open(name, format, clock) },
            openKnob: { name, control throws(AudioError) in
                guard control == "card" else {
                    throw .deviceClosed(device: control, doing: "opening its volume control", code: ENODEV, message: "")
                }
                guard name == "Master" else { throw .knobMissing(name: name, control: control, has: ["Master"]) }
                return knob
            },
            knobNotes: notes,
            onEvent: log.append
        )
    }

    /// Plays a sound to its end.
    ///
    /// - Parameter whileArmed: is done once the knob is turned, before anything sounds.
    private func play(on player: Player, decibels: Double = -12, whileArmed: () -> Void = {}) {
        let at = clock.wall().advanced(by: .seconds(10))
        let choice = SoundChoice(file: fixture.path, volume: Volume(decibels: decibels))
        clock.standing {
            player.arm(Sounding(id: 1, at: at, latest: at.advanced(by: .seconds(60)), choice))
            #expect(eventually { log.armed != nil })
            whileArmed()
            player.release(1)
        }
        #expect(eventually { log.report != nil }, "\(log.events)")
        #expect(log.report?.end == .completed)
    }

    @Test func `where it stood is kept before it is turned, and forgotten once it is turned back`() {
        let knob = ScriptedKnob()
        let notes = ScriptedNotes(beside: knob)
        play(on: player(knob, notes))
        #expect(notes.kept.map(\.notes) == [[Self.turned], []])
        #expect(notes.kept.map(\.stood) == [-3, -3])
        #expect(knob.history == [-3, -12, -3] && notes.told.isEmpty)
    }

    @Test func `a knob that was left turned is turned back at the start, with no sound near`() {
        let knob = ScriptedKnob(at: -12)
        let notes = ScriptedNotes([Self.turned], beside: knob)
        let player = player(knob, notes)
        #expect(eventually { notes.all.isEmpty })
        #expect(knob.history == [-12, -3])
        #expect(
            notes.told == [
                "card: the knob 'Master', left turned by a sound that was cut off, is turned back to where it stood before it"
            ]
        )
        withExtendedLifetime(player) {}
    }

    @Test func `one that was turned by hand since is left alone, and the note is done with`() {
        let knob = ScriptedKnob(at: -6)
        let notes = ScriptedNotes([Self.turned], beside: knob)
        let player = player(knob, notes)
        #expect(eventually { notes.all.isEmpty })
        #expect(knob.history == [-6])
        #expect(notes.told.first?.hasSuffix("stands elsewhere by now, and is left there") == true, "\(notes.told)")
        withExtendedLifetime(player) {}
    }

    @Test func `one that stands where it was found needs no word`() {
        let knob = ScriptedKnob()
        let notes = ScriptedNotes([Self.turned], beside: knob)
        let player = player(knob, notes)
        #expect(eventually { notes.all.isEmpty })
        #expect(knob.history == [-3] && notes.told.isEmpty)
        withExtendedLifetime(player) {}
    }

    @Test func `the note of a card or a knob that is gone waits for it, and the others are seen to`() {
        let knob = ScriptedKnob(at: -12)
        let gone = [("Master", "other"), ("PCM", "card")].map {
            KnobNote(name: $0.0, control: $0.1, found: [0], turned: [-12])
        }
        let notes = ScriptedNotes(gone + [Self.turned], beside: knob)
        let player = player(knob, notes)
        #expect(eventually { notes.all == gone && notes.told.count == 3 }, "\(notes.all)")
        #expect(knob.history == [-12, -3])
        #expect(notes.told.filter { $0.contains("is not turned back yet") }.count == 2)
        #expect(notes.told.first?.hasSuffix("No such device (19)") == true, "\(notes.told)")
        withExtendedLifetime(player) {}
    }

    @Test func `a knob whose card is lost in mid-sound is turned back at the next start`() {
        let knob = ScriptedKnob()
        let notes = ScriptedNotes(beside: knob)
        play(on: player(knob, notes)) { knob.breaks.withLock { $0 = true } }
        #expect(notes.all == [Self.turned] && knob.history == [-3, -12])
        #expect(log.notes.contains { $0.hasSuffix("; it is not turned back") }, "\(log.notes)")
        knob.breaks.withLock { $0 = false }
        let next = player(knob, notes)
        #expect(eventually { notes.all.isEmpty })
        #expect(knob.history == [-3, -12, -3])
        withExtendedLifetime(next) {}
    }

    @Test func `a sound on a knob that was left turned goes back to where the mosque had it`() {
        // It cannot be turned when the player starts, and can when the sound is armed.
        let knob = ScriptedKnob(at: -12, breaks: true)
        let notes = ScriptedNotes([Self.turned], beside: knob)
        let player = player(knob, notes)
        #expect(eventually { notes.told.count == 1 })
        knob.breaks.withLock { $0 = false }
        play(on: player, decibels: -6)
        #expect(knob.history == [-12, -6, -3])
        #expect(notes.kept.first?.notes == [KnobNote(name: "Master", control: "card", found: [-3], turned: [-6])])
        #expect(notes.all.isEmpty)
    }

    @Test(arguments: [false, true])
    func `a call that comes back after it was given up leaves the knob to the sound of that moment`(isAtStart: Bool) {
        let knob = ScriptedKnob(at: isAtStart ? -12 : -3)
        let notes = ScriptedNotes(isAtStart ? [Self.turned] : [], beside: knob)
        let door = Mutex((calls: 0, isOpen: false, isBack: false))
        let card = ScriptedCard()
        let player = Player(
            PlayerConfiguration(devices: ["card"], mixer: "Master"),
            clock: clock,
            open: { name, format, clock throws(AudioError) in try card.open(name, format, clock) },
            openKnob: { _, _ in
                let isFirst = door.withLock { door in
                    door.calls += 1
                    return door.calls == 1
                }
                if isFirst {
                    _ = eventually { door.withLock(\.isOpen) }
                    door.withLock { $0.isBack = true }
                }
                return knob
            },
            knobNotes: notes,
            onEvent: log.append
        )
        let at = clock.wall().advanced(by: .seconds(10))
        if !isAtStart { player.arm(Sounding(id: 0, at: at, latest: at.advanced(by: .seconds(60)), file: fixture.path)) }
        #expect(eventually { door.withLock { $0.calls == 1 } })
        clock.sleep(.seconds(11))
        player.checkProgress()
        #expect((log.failure == nil) == isAtStart)
        door.withLock { $0.isOpen = true }
        #expect(eventually { door.withLock(\.isBack) })
        play(on: player)
        #expect(knob.history == (isAtStart ? [-12] : [-3]) + [-12, -3] && notes.kept.count == 2)
    }

    @Test func `of cards that never come back no more than eight are waited for`() {
        let knob = ScriptedKnob()
        let gone = (0..<9).map { KnobNote(name: "Master", control: "card\($0)", found: [0], turned: [-2]) }
        let notes = ScriptedNotes(gone, beside: knob)
        play(on: player(knob, notes))
        #expect(notes.all == Array(gone.dropFirst(2)))
    }
}
