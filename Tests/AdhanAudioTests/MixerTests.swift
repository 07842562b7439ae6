import AdhanAudio
import AdhanTestSupport
import Glibc
import Testing

/// The mixer of a card with one knob: Master, which is PulseAudio's volume.
@Suite(.serialized) struct MixerTests {
    private let server: PulseServer

    init() throws { server = try PulseServer() }

    private func set(_ what: String, _ value: String) throws {
        try ChildProcess.run(["pactl", what, "speaker", value], environment: server.environment)
    }

    @Test func `a knob shows its volume and whether it is muted`() throws {
        try set("set-sink-volume", "50%")
        #expect(try Mixer.knobs(of: server.device) == [Mixer.Knob(name: "Master", percent: 50)])
        try set("set-sink-mute", "1")
        #expect(try Mixer.knobs(of: server.device) == [Mixer.Knob(name: "Master", percent: 50, isMuted: true)])
        try set("set-sink-volume", "0")
        try set("set-sink-mute", "0")
        #expect(try Mixer.knobs(of: server.device) == [Mixer.Knob(name: "Master", percent: 0)])
    }

    @Test func `the quietest step is not taken for silence`() throws {
        try set("set-sink-volume", "20")
        #expect(try Mixer.knobs(of: server.device).first?.percent == 1)
    }

    @Test func `a missing control is an error with its code`() {
        let error = #expect(throws: AudioError.self) { try Mixer.knobs(of: "no_such_control") }
        guard case .deviceClosed("no_such_control", _, ENOENT, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `an output behind a sound server has no card of its own`() throws {
        let output = try ALSAOutput(name: server.device, format: SoundFormat(rate: 44_100, channels: 2))
        #expect(output.card == nil)
        output.close()
    }
}
