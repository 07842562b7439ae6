import AdhanAudio
import AdhanCore
import AdhanSystem
import AdhanTestSupport
import Testing

struct KnobTests {
    private let fixture: Fixture
    private let decoded: [Int16]

    init() throws {
        fixture = try Fixture(seconds: 1)
        decoded = try Fixture.decode(fixture.path)
    }

    private func play(
        _ volume: Volume,
        knob: ScriptedKnob?,
        faults: [ScriptedCard.Fault] = [],
        on device: String = "card"
    ) throws -> (report: SoundReport, heard: [Int16], notes: [String]) {
        let (clock, log, card) = (VirtualHostClock(), PlayerEventLog(), ScriptedCard(faults))
        let player = Player(
            PlayerConfiguration(devices: [device], mixer: "Master"),
            clock: clock,
            open: { name, format, clock throws(AudioError) in try card.open(name, format, clock) },
            openKnob: { name, control throws(AudioError) in
                guard let knob else { throw .knobMissing(name: name, control: control, has: ["PCM"]) }
                return knob
            },
            onEvent: log.append
        )
        let at = clock.wall().advanced(by: .seconds(10))
        let choice = SoundChoice(file: fixture.path, volume: volume)
        clock.standing {
            player.arm(Sounding(id: 1, at: at, latest: at.advanced(by: .seconds(60)), choice))
            player.release(1)
        }
        #expect(eventually { log.report != nil })
        return (try #require(log.report, "\(log.events)"), card.heard.trimmed(), log.notes)
    }

    @Test func `the knob is turned and turned back, and the samples are the file's own`() throws {
        let knob = ScriptedKnob()
        let played = try play(Volume(decibels: -11), knob: knob)
        #expect(played.report.end == .completed)
        #expect(knob.history == [-3, -12, -3])
        #expect(played.heard.elementsEqual(decoded.trimmed()))
    }

    @Test func `what the knob does not reach the samples do`() throws {
        let knob = ScriptedKnob(lowest: -10)
        let played = try play(Volume(decibels: -16), knob: knob)
        #expect(knob.history == [-3, -10, -3])
        let plain = try play(Volume(decibels: -6), knob: nil)
        #expect(played.heard.elementsEqual(plain.heard) && !played.heard.elementsEqual(decoded.trimmed()))
    }

    @Test func `full volume turns the knob up`() throws {
        let knob = ScriptedKnob()
        #expect(try play(.full, knob: knob).heard.elementsEqual(decoded.trimmed()))
        #expect(knob.history == [-3, 0, -3])
    }

    @Test func `silence leaves the knob alone`() throws {
        let knob = ScriptedKnob()
        #expect(try play(.silent, knob: knob).heard.isEmpty)
        #expect(knob.history == [-3])
    }

    @Test func `where nobody hears it no knob is turned`() throws {
        let knob = ScriptedKnob()
        #expect(try play(Volume(decibels: -6), knob: knob, on: PlayerConfiguration.silent).report.end == .completed)
        #expect(knob.history == [-3])
    }

    @Test(arguments: [true, false])
    func `a knob that is missing or broken is said, and the samples serve`(isMissing: Bool) throws {
        let played = try play(Volume(decibels: -6), knob: isMissing ? nil : ScriptedKnob(breaks: true))
        #expect(played.report.end == .completed)
        #expect(
            played.notes.contains(
                isMissing
                    ? "card has no knob 'Master'; it has PCM; the samples are turned down instead"
                    : "hw:0: setting its volume failed: Input/output error (5); the samples are turned down instead"
            ),
            "\(played.notes)"
        )
        let peak = Double(played.heard.map { Int($0.magnitude) }.max() ?? 0)
        let full = Double(decoded.map { Int($0.magnitude) }.max() ?? 0)
        #expect(abs(peak / full - 0.501) < 0.01)
    }

    @Test func `the card that takes over in mid-sound has its knob turned, too`() throws {
        let knob = ScriptedKnob()
        let gone = PlayerBench.due.advanced(by: .milliseconds(400))
        let played = try play(
            Volume(decibels: -12),
            knob: knob,
            faults: [.absent(from: gone, until: gone.advanced(by: .seconds(2)))]
        )
        #expect(played.report.end == .completed)
        #expect(knob.history == [-3, -12, -3, -12, -3])
    }
}

/// ALSA's own mixer, whose one knob is PulseAudio's volume: it has a range and no decibels.
@Suite(.serialized) struct MixerKnobTests {
    private let server: PulseServer

    init() throws { server = try PulseServer() }

    private func percent() throws -> Int? { try Mixer.knobs(of: server.device).first?.percent }

    @Test(arguments: [(100.0, 100), (50, 50), (25, 25)])
    func `a knob without decibels is turned on the scale of 0 to 100, and back`(wanted: Double, percent: Int) throws {
        try ChildProcess.run(["pactl", "set-sink-volume", "speaker", "70%"], environment: server.environment)
        let knob = try MixerKnob(name: "Master", control: server.device)
        let (found, aim) = (try knob.places(), try knob.aim(at: Volume(percent: wanted)))
        #expect(aim.volume == Volume(percent: wanted))
        try knob.turn(to: aim.places)
        #expect(try self.percent() == percent)
        #expect(try MixerKnob(name: "Master", control: server.device).places() == aim.places)
        try knob.turn(to: found)
        #expect(try self.percent() == 70)
    }

    /// From the mute below -39 dB to 0 dB, in steps of a decibel.
    @Test(arguments: [
        (0.0, 0.0), (-0.5, -1), (-18.0618, -19), (-12, -12), (-39, -39),
        // Below its lowest place it is not muted: the samples do the rest.
        (-39.5, -39), (-96, -39),
    ])
    func `a knob with decibels is turned to the nearest that is not louder, and back`(wanted: Double, reached: Double)
        throws
    {
        let control = try DecibelMixer.make()
        let before = try Mixer.knobs(of: control)
        #expect(before == [Mixer.Knob(name: "Master", percent: 75)])
        let knob = try MixerKnob(name: "Master", control: control)
        let (found, aim) = (try knob.places(), try knob.aim(at: Volume(decibels: wanted)))
        #expect(aim.volume == Volume(decibels: reached))
        try knob.turn(to: aim.places)
        #expect(try Mixer.knobs(of: control).first?.percent == Int(((40 + reached) / 0.4).rounded()))
        try knob.turn(to: found)
        #expect(try Mixer.knobs(of: control) == before)
    }

    @Test func `a knob that is not there is said with those that are`() throws {
        #expect(throws: AudioError.knobMissing(name: "Mastr", control: server.device, has: ["Master"])) {
            try MixerKnob(name: "Mastr", control: server.device)
        }
        #expect(throws: AudioError.knobMissing(name: "Master,1", control: server.device, has: ["Master"])) {
            try MixerKnob(name: "Master,1", control: server.device)
        }
    }

    @Test func `while a sound lasts the volume of the card is its own`() throws {
        try ChildProcess.run(["pactl", "set-sink-volume", "speaker", "70%"], environment: server.environment)
        let fixture = try Fixture(seconds: 2)
        let (clock, log) = (LinuxClock(), PlayerEventLog())
        let player = Player(PlayerConfiguration(devices: [server.device], mixer: "Master"), onEvent: log.append)
        let at = clock.wall().advanced(by: .seconds(3))
        player.arm(
            Sounding(
                id: 1,
                at: at,
                latest: at.advanced(by: .seconds(60)),
                SoundChoice(file: fixture.path, volume: Volume(percent: 40))
            )
        )
        #expect(eventually { log.armed != nil })
        #expect(try percent() == 40)
        player.release(1)
        #expect(eventually { log.report != nil })
        #expect(log.report?.end == .completed)
        #expect(try percent() == 70)
        #expect(log.notes.isEmpty)
    }
}
