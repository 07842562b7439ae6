import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanAudio
@testable import AdhanSupport
@testable import adhand

@Suite struct CardCheckTests {
    private func failed(_ device: String, _ code: Int32) -> AudioError {
        .deviceClosed(device: device, doing: "opening", code: code, message: "")
    }

    private func judge(
        _ device: String?,
        card: Int? = nil,
        _ failures: [AudioError] = [],
        _ change: (inout CardState) -> Void = { _ in }
    ) -> Finding {
        var (look, probe) = (CardState(), AudioProbe())
        (probe.device, probe.card, probe.failures) = (device, card, failures)
        look.probe = probe
        change(&look)
        return CardCheck.finding(look, config: "/etc/adhand/config.toml")
    }

    @Test func `the first device that opens is in order, with the reasons why those before it do not`() {
        #expect(judge("default", card: 0) == .good("default opens (card 0)"))
        let second = judge("default", [failed("hw:CARD=USB", ENODEV)])
        #expect(second.isGood)
        #expect(
            second.words.hasPrefix(
                "default opens; others do not: the sound card is missing (hw:CARD=USB: No such device)"
            )
        )
    }

    @Test func `silence is a choice if it is first, and a fault if cards before it fail`() {
        #expect(judge("silent").isGood)
        #expect(!judge("silent", [failed("hw:CARD=USB", ENODEV)]).isGood)
    }

    @Test func `if no configured card opens, one that does is suggested`() {
        let finding = judge(nil, [failed("hw:CARD=Nope", ENODEV)]) {
            $0.others = ["plughw:CARD=Headphones", "plughw:CARD=USB"]
        }
        #expect(
            finding.advice
                == "write into [audio] of /etc/adhand/config.toml: devices = [\"plughw:CARD=Headphones\"] (there are also plughw:CARD=USB)"
        )
        #expect(judge(nil, [failed("default", ENOENT)]).advice?.contains("aplay -l") == true)
    }

    @Test func `a user who may not open a card is told how to get access, unless the daemon may`() throws {
        #expect(
            judge(nil, [failed("default", EACCES)]) { $0.isDenied = true }.advice?.contains("sudo adhand doctor")
                == true
        )
        let daemon = StatusReport.example { $0.audio = .init(state: "ok", words: "default opens") }
        #expect(
            judge(nil, [failed("default", EACCES)]) { ($0.daemon, $0.isDenied) = (daemon, true) }
                == .good("the daemon says that default opens")
        )
    }

    @Test func `a card that opens here but not for the daemon is a fault`() throws {
        let daemon = StatusReport.example { $0.audio = .init(state: "failing", words: "default: Permission denied") }
        let finding = judge("default") { $0.daemon = daemon }
        #expect(finding.words == "default opens here, but did not for the daemon: default: Permission denied")
        #expect(finding.advice?.contains("sudo adhand reload") == true)
    }

    @Test func `a WAV file that cannot be written is a fault, for which no card is advised`() {
        let file = "file:/srv/a.wav"
        let refused = judge(nil, [failed(file, EROFS)])
        #expect(refused.words.hasPrefix("nothing can be played into the file: \(file): Read-only"))
        #expect(refused.advice?.contains("name another file in [audio] devices of /etc/adhand/config.toml") == true)
        let daemon = StatusReport.example { $0.audio = .init(state: "failing", words: "\(file): Permission denied") }
        let denied = judge(file) { $0.daemon = daemon }
        #expect(denied.words.hasPrefix("\(file) opens here, but did not for the daemon: "))
        #expect(denied.advice?.hasPrefix("see 'permissions' below; then ") == true)
    }

    @Test func `a card in use by another program is a fault that names the program`() {
        let busy = [failed("hw:0", EBUSY)]
        let other = judge(nil, busy) { $0.owners = [CardOwner(card: 0, program: "mpv", process: 8)] }
        #expect(other.words.hasPrefix("the card is in use by mpv (process 8)"))
        #expect(judge(nil, busy).words.hasPrefix("the card is in use by another program"))
    }

    @Test func `a card that adhand uses, or is about to use, is left alone and in order`() throws {
        func look(_ change: (inout StatusReport) -> Void) throws -> CardState {
            var look = CardState()
            look.daemon = .example(change)
            return look
        }
        let sounding = try look { $0.sounding = "2026-11-21 adhan-dhuhr sounds" }
        #expect(sounding.isInUseByAdhand)
        #expect(
            CardCheck.finding(sounding, config: "")
                == .good("not tried, since adhand itself uses it: 2026-11-21 adhan-dhuhr sounds")
        )
        #expect(try look { $0.next?.inSeconds = 59 }.isInUseByAdhand)
        #expect(try !look { $0.next?.inSeconds = 60 }.isInUseByAdhand)
        #expect(try !look { $0.next = nil }.isInUseByAdhand)
        let failing = try look { $0.audio = .init(state: "failing", words: "default: No such device (19)") }
        #expect(CardCheck.finding(failing, config: "").words == "the daemon has no card: default: No such device (19)")
        var played = CardState()
        played.owners = [CardOwner(card: 1, program: "adhand-caller", process: 7)]
        #expect(played.isInUseByAdhand)
        #expect(CardCheck.finding(played, config: "").words.hasSuffix("it holds card 1"))
    }

    @Test func `no device is opened while the daemon plays`() throws {
        var audio = try Configuration.load(nil, Locations(resources: "/nowhere", daemon: false, environment: [:])).audio
        audio.devices = ["silent"]
        let report = StatusReport.example { $0.sounding = "adhan-dhuhr sounds" }
        #expect(CardState(audio, .success(report)).probe == nil)
        #expect(CardState(audio, .failure(.notRunning(path: "/run"))).probe?.device == "silent")
    }

    @Test func `the kernel's files show which program has a card open`() throws {
        let directory = try TestDirectory()
        func put(_ path: String, _ text: String) throws {
            let folder = URL(filePath: directory.file(path)).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try directory.write(Array(text.utf8), to: path)
        }
        try put("asound/card0/pcm0p/sub0/status", "closed\n")
        try put("asound/card1/pcm0c/sub0/status", "state: RUNNING\nowner_pid   : 11\n")
        try put("asound/card1/pcm3p/sub0/status", "state: RUNNING\nowner_pid   : 12\ntrigger_time: 4.0\n")
        try put("asound/card2/pcm0p/sub0/status", "state: RUNNING\nowner_pid   : 99\n")
        // The thread that opened it has its own name.
        try put("12/status", "Name:\tplayer\nUmask:\t0022\nTgid:\t10\n")
        try put("10/status", "Name:\tadhand\nTgid:\t10\n")
        #expect(CardOwner.all(proc: directory.path) == [CardOwner(card: 1, program: "adhand", process: 10)])
        #expect(CardOwner.all(proc: directory.file("nowhere")).isEmpty)
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
            place: StatusReport.ReportedPlace(
                name: "Rochdale",
                latitude: 53.6,
                longitude: -2.2,
                timezone: "Europe/London",
                isSet: true
            ),
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
