import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import adhand

/// `adhand doctor` with the real binary. Its findings about the machine, its services and users are not checked.
struct DoctorCommandTests {
    private let box: Box

    init() throws { box = try Box() }

    private func config(_ audio: String, ledger: String = "ledger.sqlite") throws -> String {
        try box.write(QuietMorning.config + "[ledger]\nfile = \"\(ledger)\"\n[audio]\n\(audio)\n")
    }

    /// - Parameter config: nil for that of the box.
    private func look(_ config: String?, environment: [String: String] = [:]) throws -> DoctorReport {
        let named = config.map { ["--config", $0] } ?? []
        let outcome = try box.run("doctor --format json", named, environment: environment)
        let report = try outcome.decoded(DoctorReport.self)
        #expect(outcome.code == (report.ok ? 0 : 1), "\(outcome.text)")
        #expect(report.rows.allSatisfy { $0.ok == ($0.advice == nil) })
        return report
    }

    /// Without a display it has no row.
    private static let names = [
        "config", "clock", "zone", "card", "volume", "adhans", "files", "hooks", "notify", "timetable", "ledger",
        "disk", "permissions", "service", "sources", "mirror",
    ]

    @Test func `a box with a running daemon is completely in order`() throws {
        let config = try config("devices = [\"silent\"]")
        let before = try look(config)
        #expect(before.rows.map(\.look) == Self.names)
        #expect(before.rows.filter { !$0.ok }.map(\.look) == ["service"])
        #expect(before["ledger"]?.words.contains("the daemon makes it at its first start") == true)
        #expect(!FileManager.default.fileExists(atPath: box.file("ledger.sqlite")), "a look changes nothing")

        let daemon = try Binary.start(
            ["run", "--config", config],
            in: TestDirectory(),
            environment: ["STATE_DIRECTORY": box.file("state"), "RUNTIME_DIRECTORY": box.file("run")]
        )
        defer { daemon.process.signal(SIGTERM) }
        try #require(eventually { FileManager.default.fileExists(atPath: box.file("run/adhand.sock")) })
        let after = try look(config)
        #expect(after["service"]?.words.hasPrefix("the daemon runs") == true)
        #expect(after["ledger"]?.words.hasPrefix(box.file("ledger.sqlite")) == true)
        // A machine with systemd lacks the service; Dhuhr may be near.
        #expect(after.rows.filter { !$0.ok }.allSatisfy { $0.look == "service" })
    }

    @Test func `without a daemon it knows what people have set, and promises no sound`() throws {
        let config = try config("devices = [\"null\"]")
        let unset = try look(config)
        #expect(unset["adhans"]?.words.hasPrefix("no setting, recording or device is known to keep") == true)
        box.makeFolders("state")
        try box.write(#"[{"key": "adhan.fajr", "value": "off", "who": "amina", "at": 0}]"#, "state/settings.json")
        let words = try look(nil, environment: box.asService)["adhans"]?.words ?? ""
        #expect(words.hasPrefix("Fajr will NOT sound: switched off by amina"), "\(words)")
    }

    @Test func `the text has a line for each check, followed by what to do if necessary`() throws {
        let config = try config("devices = [\"silent\"]\nadhan = \"/nowhere.mp3\"")
        let outcome = try box.run("doctor --config \(config)")
        let lines = box.text().split(separator: "\n", omittingEmptySubsequences: false)
        let line = try #require(lines.firstIndex { $0.hasPrefix("adhan =") }) + 1
        #expect(outcome.errors.isEmpty && outcome.output.hasPrefix("OK  config       "), "\(outcome.text)")
        let advice = "put the recording there, or correct its path: \(config):\(line)"
        outcome.expect(
            1,
            output: "\nOK  card         nothing is heard, because [audio] devices names \"silent\"",
            "\n!!  files        there is no file '/nowhere.mp3'\n    → \(advice)\n"
        )
    }

    @Test func `a broken config is reported with its lines, and checks that need it are skipped`() throws {
        let report = try look(box.write("[place]\nlattitude = 1\n[audio]\nvolume = \"loud\"\n"))
        #expect(report.rows.filter { $0.look == "config" }.count == 2)
        #expect(report["config"]?.words.contains(":2: unknown key 'lattitude' in [place]; did you mean") == true)
        #expect(report["card"] == nil)
        let others = try #require(report.rows.last)
        #expect(others.look == "others" && others.words.hasPrefix("zone, card, volume, "), "\(others)")
        #expect(others.words.hasSuffix(": not looked at, since that needs the config"), "\(others)")
        #expect(report["clock"]?.words.isEmpty == false)
        #expect(report["service"]?.words.hasPrefix("the daemon does not run") == true)
    }

    @Test func `a letter in place of the ledger is not changed, and a missing device is named`() throws {
        let letter = try box.write(String(repeating: "no ledger. ", count: 100), "letter")
        let report = try look(
            config("devices = [\"hw:CARD=Nope\"]", ledger: "letter"),
            environment: ["ALSA_CONFIG_PATH": "/usr/share/alsa/alsa.conf"]
        )
        #expect(report["ledger"]?.words.contains("file is not a database") == true)
        #expect(TestDirectory.size(of: letter) == 1100)
        #expect(report["card"]?.words.contains("hw:CARD=Nope") == true && report["card"]?.ok == false)
        #expect(report["volume"]?.words == "not looked at, since that needs the card")
    }

    @Test func `a card that opens is in order until it is muted`() throws {
        let server = try PulseServer()
        let file = try config("")
        let open = try look(file, environment: server.environment)
        #expect(open["card"]?.words == "default opens")
        #expect(open["volume"]?.words == "default: Master at 100 %")
        try ChildProcess.run(["pactl", "set-sink-mute", "speaker", "1"], environment: server.environment)
        let muted = try look(file, environment: server.environment)
        #expect(muted["card"]?.ok == true)
        #expect(muted["volume"]?.words == "the sound card is muted (default: Master at 100 %, muted)")
        #expect(muted["volume"]?.advice == "amixer -D default sset Master unmute && sudo alsactl store")
    }

    @Test func `a box with every kind of fault is still checked completely`() throws {
        for name in ["state", "run"] { try box.write("x", name) }
        let audio = "[audio]\ndevices = [\"\", \"{\", \"silent\"]\nadhan = \"/dev/zero\"\n"
        let report = try look(
            box.write(audio + "[ledger]\nfile = \"/proc/x/y\"\n"),
            // A sound library may create folders in its home.
            environment: ["PATH": "/nowhere", "TZDIR": "/nowhere", "HOME": box.file("nowhere")]
        )
        #expect(Set(report.rows.map(\.look)) == Set(Self.names))
        #expect(report["zone"]?.advice == "sudo apt install --reinstall tzdata")
        #expect(report["files"]?.words.contains("a device or a pipe") == true)
    }
}

extension DoctorReport {
    /// The first row of that check.
    fileprivate subscript(check: String) -> Row? { rows.first { $0.look == check } }
}
