import AdhanTestSupport
import AdhanCore
import Testing

@testable import AdhanAudio
@testable import AdhanSupport
@testable import adhand

@Suite struct VolumeCheckTests {
    private let audio: AudioConfiguration

    init() throws {
        audio = try Configuration.load(nil, Locations(resources: "/nowhere", daemon: false, environment: [:])).audio
    }

    private func look(_ device: String?, card: Int? = nil, _ failures: [AudioError] = []) -> CardState {
        var (look, probe) = (CardState(), AudioProbe())
        (probe.device, probe.card, probe.failures) = (device, card, failures)
        look.probe = probe
        return look
    }

    private func control(_ device: String, card: Int?) throws -> VolumeCheck.Control {
        try #require(VolumeCheck.Control(look(device, card: card), audio))
    }

    private func judge(_ knobs: [Mixer.Knob]) throws -> [Finding] {
        VolumeCheck.findings(knobs, try control("default", card: 1))
    }

    @Test func `open controls are shown`() throws {
        let knobs = [Mixer.Knob(name: "PCM", percent: 74), Mixer.Knob(name: "Speaker", percent: 100)]
        #expect(try judge(knobs) == [.good("card 1: PCM at 74 %, Speaker at 100 %")])
        #expect(try judge([]) == [.good("card 1 has no volume of its own")])
        #expect(try judge([Mixer.Knob(name: "Sidetone", percent: 0)]).map(\.isGood) == [true])
    }

    @Test func `a card's only control counts whatever its name, and of several unknown ones none is judged`()
        throws
    {
        let name = "Audio Output Volume Control"
        let (open, muted) = (Mixer.Knob(name: name, percent: 94), Mixer.Knob(name: name, percent: 94, isMuted: true))
        let microphone = Mixer.Knob(name: "Mic", percent: 0)
        #expect(try judge([open, microphone]) == [.good("card 1: \(name) at 94 %")])
        let finding = try #require(try judge([muted, microphone]).first)
        #expect(finding.words == "the sound card is muted (card 1: \(name) at 94 %, muted)")
        #expect(finding.advice == "amixer -c 1 sset '\(name)' unmute && sudo alsactl store")
        let line = try judge([muted, Mixer.Knob(name: "Second", percent: 5)])
        #expect(
            line == [.good("card 1: \(name) at 94 %, muted, Second at 5 %; their names do not tell which one matters")]
        )
        #expect(try judge([muted, Mixer.Knob(name: "PCM", percent: 5)]) == [.good("card 1: PCM at 5 %")])
    }

    @Test(arguments: [
        (Mixer.Knob(name: "Master", percent: 80, isMuted: true), "Master unmute"),
        (Mixer.Knob(name: "PCM", percent: 0), "PCM 80%"),
        (Mixer.Knob(name: "Digital", percent: 0, isMuted: true), "Digital 80% unmute"),
        (Mixer.Knob(name: "Headphone", index: 1, percent: nil, isMuted: true), "Headphone,1 unmute"),
    ])
    func `a closed control is reported with the command that opens it`(knob: Mixer.Knob, words: String) throws {
        let findings = try judge([knob, Mixer.Knob(name: "Bass", percent: 50)])
        #expect(findings.map(\.advice) == ["amixer -c 1 sset \(words) && sudo alsactl store"])
    }

    @Test func `one outlet may be closed while another is open, but every control on the way must be open`() throws {
        let open = Mixer.Knob(name: "Speaker", percent: 60)
        let shut = Mixer.Knob(name: "Headphone", percent: 0)
        #expect(try judge([open, shut]).map(\.isGood) == [true])
        #expect(try judge([shut]).map(\.isGood) == [false])
        let master = Mixer.Knob(name: "Master", percent: 0)
        #expect(try judge([master, open]).first?.words.contains("Master at 0 %") == true)
    }

    @Test func `the control is that of the card in use, or the device's own`() throws {
        #expect(try control("plughw:CARD=USB", card: 2).name == "hw:2")
        #expect(try control("my speaker", card: nil).option == "-D 'my speaker'")
        // Left alone while adhand plays.
        var used = CardState()
        #expect(VolumeCheck.Control(used, audio)?.name == "default")
        used.owners = [CardOwner(card: 3, program: "adhand-caller", process: 7)]
        #expect(VolumeCheck.Control(used, audio)?.name == "hw:3")
    }

    @Test func `without a card the reason for not checking the volume is given`() {
        func findings(_ look: CardState) -> [Finding] {
            VolumeCheck.findings(look, audio)
        }
        let error = AudioError.deviceClosed(device: "hw:3", doing: "opening", code: 19, message: "")
        #expect(findings(look(nil, [error])) == [.needs("card")])
        #expect(findings(look("silent", [error])) == [.needs("card")])
        #expect(findings(look("silent")).map(\.isGood) == [true])
        var denied = look(nil, [error])
        denied.isDenied = true
        #expect(findings(denied).map(\.advice) == ["look as root: sudo adhand doctor"])
    }
}
