import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanAudio
@testable import AdhanSupport
@testable import adhand

/// What doctor says of the card and of its volume.
struct CardCheckTests {
    private let audio: AudioConfiguration

    init() throws {
        audio = try Configuration.load(nil, Locations(resources: "/nowhere", daemon: false, environment: [:])).audio
    }

    private func failed(_ device: String, _ code: Int32) -> AudioError {
        .deviceClosed(device: device, doing: "opening", code: code, message: "")
    }

    private func state(_ device: String?, card: Int? = nil, _ failures: [AudioError] = []) -> CardState {
        var (state, probe) = (CardState(), AudioProbe())
        (probe.device, probe.card, probe.failures) = (device, card, failures)
        state.probe = probe
        return state
    }

    private func finding(
        _ device: String?,
        card: Int? = nil,
        _ failures: [AudioError] = [],
        _ change: (inout CardState) -> Void = { _ in }
    ) -> Finding {
        var state = state(device, card: card, failures)
        change(&state)
        return CardCheck.finding(state, config: "/etc/adhand/config.toml")
    }

    @Test func `the first device that opens is in order, with the reasons why those before it do not`() {
        #expect(finding("default", card: 0) == .good("default opens (card 0)"))
        let second = finding("default", [failed("hw:CARD=USB", ENODEV)])
        let reason = "the sound card is missing (hw:CARD=USB: No such device)"
        #expect(second.isGood && second.words.hasPrefix("default opens; others do not: \(reason)"))
        // Silence is a choice if it is first, and a fault if cards before it fail.
        #expect(finding("silent").isGood && !finding("silent", [failed("hw:CARD=USB", ENODEV)]).isGood)
    }

    @Test func `if no configured card opens, one that does is suggested`() {
        let finding = finding(nil, [failed("hw:CARD=Nope", ENODEV)]) {
            $0.others = ["plughw:CARD=Headphones", "plughw:CARD=USB"]
        }
        let devices = "devices = [\"plughw:CARD=Headphones\"] (there are also plughw:CARD=USB)"
        #expect(finding.advice == "write into [audio] of /etc/adhand/config.toml: \(devices)")
        #expect(self.finding(nil, [failed("default", ENOENT)]).advice?.contains("aplay -l") == true)
    }

    @Test func `a user who may not open a card is told how to get access, unless the daemon may`() {
        func denied(_ daemon: StatusReport?) -> Finding {
            finding(nil, [failed("default", EACCES)]) { ($0.daemon, $0.isDenied) = (daemon, true) }
        }
        #expect(denied(nil).advice?.contains("sudo adhand doctor") == true)
        let daemon = StatusReport.example { $0.audio = .init(state: "ok", words: "default opens") }
        #expect(denied(daemon) == .good("the daemon says that default opens"))
    }

    @Test func `a card or file that opens here but not for the daemon is a fault`() {
        func daemon(_ words: String) -> StatusReport { .example { $0.audio = .init(state: "failing", words: words) } }
        let card = finding("default") { $0.daemon = daemon("default: Permission denied") }
        #expect(card.words == "default opens here, but did not for the daemon: default: Permission denied")
        #expect(card.advice?.contains("sudo adhand reload") == true)
        let file = "file:/srv/a.wav"
        let denied = finding(file) { $0.daemon = daemon("\(file): Permission denied") }
        #expect(denied.words.hasPrefix("\(file) opens here, but did not for the daemon: "))
        #expect(denied.advice?.hasPrefix("see 'permissions' below; then ") == true)
        // No card is advised for a file that cannot be written.
        let refused = finding(nil, [failed(file, EROFS)])
        #expect(refused.words.hasPrefix("nothing can be played into the file: \(file): Read-only"))
        #expect(refused.advice?.contains("name another file in [audio] devices of /etc/adhand/config.toml") == true)
    }

    @Test func `a card in use by another program is a fault that names the program`() {
        let busy = [failed("hw:0", EBUSY)]
        let other = finding(nil, busy) { $0.owners = [CardOwner(card: 0, program: "mpv", process: 8)] }
        #expect(other.words.hasPrefix("the card is in use by mpv (process 8)"))
        #expect(finding(nil, busy).words.hasPrefix("the card is in use by another program"))
    }

    @Test func `a card that adhand uses, or is about to use, is left alone and in order`() {
        func state(_ change: (inout StatusReport) -> Void) -> CardState {
            var state = CardState()
            state.daemon = .example(change)
            return state
        }
        let sounding = state { $0.sounding = "2026-11-21 adhan-dhuhr sounds" }
        let words = "not tried, since adhand itself uses it: 2026-11-21 adhan-dhuhr sounds"
        #expect(sounding.isInUseByAdhand && CardCheck.finding(sounding, config: "") == .good(words))
        let near = [59, 60].map { seconds in state { $0.next?.inSeconds = seconds }.isInUseByAdhand }
        #expect(near == [true, false])
        #expect(!state { $0.next = nil }.isInUseByAdhand)
        let failing = state { $0.audio = .init(state: "failing", words: "default: No such device (19)") }
        #expect(CardCheck.finding(failing, config: "").words == "the daemon has no card: default: No such device (19)")
        var played = CardState()
        played.owners = [CardOwner(card: 1, program: "adhand-caller", process: 7)]
        #expect(played.isInUseByAdhand && CardCheck.finding(played, config: "").words.hasSuffix("it holds card 1"))
    }

    @Test func `no device is opened while the daemon plays`() {
        var audio = audio
        audio.devices = ["silent"]
        let report = StatusReport.example { $0.sounding = "adhan-dhuhr sounds" }
        #expect(CardState(audio, .success(report)).probe == nil)
        #expect(CardState(audio, .failure(.notRunning(path: "/run"))).probe?.device == "silent")
    }

    @Test func `the kernel's files show which program has a card open`() throws {
        let box = try Box()
        for (path, text) in [
            ("asound/card0/pcm0p/sub0/status", "closed\n"),
            ("asound/card1/pcm0c/sub0/status", "state: RUNNING\nowner_pid   : 11\n"),
            ("asound/card1/pcm3p/sub0/status", "state: RUNNING\nowner_pid   : 12\ntrigger_time: 4.0\n"),
            ("asound/card2/pcm0p/sub0/status", "state: RUNNING\nowner_pid   : 99\n"),
            // The thread that opened it has its own name.
            ("12/status", "Name:\tplayer\nUmask:\t0022\nTgid:\t10\n"), ("10/status", "Name:\tadhand\nTgid:\t10\n"),
        ] {
            let folder = URL(filePath: box.file(path)).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try box.write(text, path)
        }
        let proc = box.directory.path
        #expect(CardOwner.all(proc: proc) == [CardOwner(card: 1, program: "adhand", process: 10)])
        #expect(CardOwner.all(proc: box.file("nowhere")).isEmpty)
    }

    // MARK: the volume

    private func control(_ device: String, card: Int?) throws -> VolumeCheck.Control {
        try #require(VolumeCheck.Control(state(device, card: card), audio))
    }

    private func volume(_ knobs: Mixer.Knob...) throws -> [Finding] {
        VolumeCheck.findings(knobs, try control("default", card: 1))
    }

    @Test func `open controls are shown`() throws {
        let found = try volume(.init(name: "PCM", percent: 74), .init(name: "Speaker", percent: 100))
        #expect(found == [.good("card 1: PCM at 74 %, Speaker at 100 %")])
        #expect(try volume() == [.good("card 1 has no volume of its own")])
        #expect(try volume(.init(name: "Sidetone", percent: 0)).map(\.isGood) == [true])
    }

    @Test func `a card's only control counts whatever its name, and of several unknown ones none is judged`()
        throws
    {
        let name = "Audio Output Volume Control"
        let (open, muted) = (Mixer.Knob(name: name, percent: 94), Mixer.Knob(name: name, percent: 94, isMuted: true))
        let microphone = Mixer.Knob(name: "Mic", percent: 0)
        #expect(try volume(open, microphone) == [.good("card 1: \(name) at 94 %")])
        let words = "the sound card is muted (card 1: \(name) at 94 %, muted)"
        let advice = "amixer -c 1 sset '\(name)' unmute && sudo alsactl store"
        #expect(try volume(muted, microphone).first == .bad(words, do: advice))
        let both = "card 1: \(name) at 94 %, muted, Second at 5 %; their names do not tell which one matters"
        #expect(try volume(muted, .init(name: "Second", percent: 5)) == [.good(both)])
        #expect(try volume(muted, .init(name: "PCM", percent: 5)) == [.good("card 1: PCM at 5 %")])
    }

    @Test(arguments: [
        (Mixer.Knob(name: "Master", percent: 80, isMuted: true), "Master unmute"),
        (Mixer.Knob(name: "PCM", percent: 0), "PCM 80%"),
        (Mixer.Knob(name: "Digital", percent: 0, isMuted: true), "Digital 80% unmute"),
        (Mixer.Knob(name: "Headphone", index: 1, percent: nil, isMuted: true), "Headphone,1 unmute"),
    ])
    func `a closed control is reported with the command that opens it`(knob: Mixer.Knob, words: String) throws {
        let findings = try volume(knob, .init(name: "Bass", percent: 50))
        #expect(findings.map(\.advice) == ["amixer -c 1 sset \(words) && sudo alsactl store"])
    }

    @Test func `one outlet may be closed while another is open, but every control on the way must be open`() throws {
        let (open, shut) = (Mixer.Knob(name: "Speaker", percent: 60), Mixer.Knob(name: "Headphone", percent: 0))
        #expect(try volume(open, shut).map(\.isGood) == [true] && volume(shut).map(\.isGood) == [false])
        let master = try volume(.init(name: "Master", percent: 0), open)
        #expect(master.first?.words.contains("Master at 0 %") == true)
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
        let error = failed("hw:3", ENODEV)
        for device in [nil, "silent"] {
            #expect(VolumeCheck.findings(state(device, [error]), audio) == [.needs("card")])
        }
        #expect(VolumeCheck.findings(state("silent"), audio).map(\.isGood) == [true])
        var denied = state(nil, [error])
        denied.isDenied = true
        #expect(VolumeCheck.findings(denied, audio).map(\.advice) == ["look as root: sudo adhand doctor"])
    }
}

extension StatusReport {
    /// The status of a healthy daemon, hours before the next prayer.
    static func example(_ change: (inout StatusReport) -> Void = { _ in }) -> StatusReport {
        let fine = State(state: "ok", words: "fine")
        var report = StatusReport(
            health: .healthy,
            version: "1",
            now: "",
            since: "",
            place: .init(name: "Rochdale", latitude: 53.6, longitude: -2.2, timezone: "Europe/London", isSet: true),
            next: Next(prayer: "asr", date: "2026-11-21", at: "", inSeconds: 7200, source: "calculation"),
            date: "2026-11-21",
            today: [],
            clock: fine,
            audio: fine,
            selfTest: SelfTest(state: "ok", words: "fine"),
            timetable: fine,
            sources: [],
            ledger: fine,
            configuration: fine,
            problems: []
        )
        change(&report)
        return report
    }
}
