import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import adhand

/// `adhand doctor` with the real binary. Its findings about the machine, its services and users are not checked.
@Suite struct DoctorCommandTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    private func config(_ audio: String, ledger: String = "ledger.sqlite") throws -> String {
        try Binary.config(
            QuietMorning.config + "[ledger]\nfile = \"\(ledger)\"\n[audio]\n\(audio)\n",
            in: directory
        )
    }

    /// - Parameter config: nil for that of the box.
    private func look(_ config: String?, environment: [String: String] = [:]) throws -> DoctorReport {
        let outcome = try Binary.run(
            ["doctor", "--format", "json"] + (config.map { ["--config", $0] } ?? []),
            in: directory,
            environment: environment
        )
        let report = try JSONDecoder().decode(DoctorReport.self, from: Data(outcome.output.utf8))
        #expect(outcome.code == (report.ok ? 0 : 1), "\(outcome.text)")
        #expect(report.rows.allSatisfy { $0.ok == ($0.advice == nil) })
        return report
    }

    /// Without a display it has no row.
    private static let names = [
        "config", "clock", "zone", "card", "volume", "adhans", "files", "hooks", "notify", "timetable", "ledger",
        "disk",
        "permissions", "service", "sources", "mirror",
    ]

    @Test func `a box with a running daemon is completely in order`() throws {
        let config = try config("devices = [\"silent\"]")
        let before = try look(config)
        #expect(before.rows.map(\.look) == Self.names)
        #expect(before.rows.filter { !$0.ok }.map(\.look) == ["service"])
        #expect(before["ledger"]?.words.contains("the daemon makes it at its first start") == true)
        #expect(!FileManager.default.fileExists(atPath: directory.file("ledger.sqlite")), "a look changes nothing")

        let daemon = try Binary.start(
            ["run", "--config", config],
            in: TestDirectory(),
            environment: [
                "STATE_DIRECTORY": directory.file("state"), "RUNTIME_DIRECTORY": directory.file("run"),
            ]
        )
        defer { daemon.process.signal(SIGTERM) }
        try #require(eventually { FileManager.default.fileExists(atPath: directory.file("run/adhand.sock")) })
        let after = try look(config)
        #expect(after["service"]?.words.hasPrefix("the daemon runs") == true)
        #expect(after["ledger"]?.words.hasPrefix(directory.file("ledger.sqlite")) == true)
        // A machine with systemd lacks the service; Dhuhr may be near.
        #expect(after.rows.filter { !$0.ok }.allSatisfy { $0.look == "service" })
    }

    @Test func `without a daemon it knows what people have set, and promises no sound`() throws {
        let config = try config("devices = [\"null\"]")
        let unset = try look(config)
        #expect(unset["adhans"]?.words.hasPrefix("no setting, recording or device is known to keep") == true)
        #expect(mkdir(directory.file("state"), 0o700) == 0)
        let row = #"[{"key": "adhan.fajr", "value": "off", "who": "amina", "at": 0}]"#
        try directory.write(Array(row.utf8), to: "state/settings.json")
        let box = ["CONFIGURATION_DIRECTORY": directory.path]
        let words = try look(nil, environment: box)["adhans"]?.words ?? ""
        #expect(words.hasPrefix("Fajr will NOT sound: switched off by amina"), "\(words)")
    }

    @Test func `the text has a line for each check, followed by what to do if necessary`() throws {
        let config = try config("devices = [\"silent\"]\nadhan = \"/nowhere.mp3\"")
        let outcome = try Binary.run(["doctor", "--config", config], in: directory)
        let lines = try String(contentsOfFile: config, encoding: .utf8).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        let line = try #require(lines.firstIndex { $0.hasPrefix("adhan =") }) + 1
        #expect(outcome.code == 1)
        #expect(outcome.errors.isEmpty)
        #expect(outcome.output.hasPrefix("OK  config       "))
        #expect(
            outcome.output.contains("\nOK  card         nothing is heard, because [audio] devices names \"silent\"")
        )
        #expect(
            outcome.output.contains(
                "\n!!  files        there is no file '/nowhere.mp3'\n    → put the recording there, or correct its path: \(config):\(line)\n"
            )
        )
    }

    @Test func `a broken config is reported with its lines, and checks that need it are skipped`() throws {
        let report = try look(Binary.config("[place]\nlattitude = 1\n[audio]\nvolume = \"loud\"\n", in: directory))
        #expect(report.rows.filter { $0.look == "config" }.count == 2)
        #expect(report["config"]?.words.contains(":2: unknown key 'lattitude' in [place]; did you mean") == true)
        #expect(report["card"] == nil)
        let others = try #require(report.rows.last)
        #expect(others.look == "others" && others.words.hasPrefix("zone, card, volume, "), "\(others)")
        #expect(others.words.hasSuffix(": not looked at, since that needs the config"), "\(others)")
        #expect(report["clock"]?.words.isEmpty == false)
        #expect(report["service"]?.words.hasPrefix("the daemon does not run") == true)
    }

    @Test func `a letter in place of the ledger is not changed`() throws {
        let letter = try directory.write(Array(String(repeating: "no ledger. ", count: 100).utf8), to: "letter")
        let report = try look(config("devices = [\"silent\"]", ledger: "letter"))
        #expect(report["ledger"]?.words.contains("file is not a database") == true)
        #expect(TestDirectory.size(of: letter) == 1100)
    }

    @Test func `a missing device is named`() throws {
        let report = try look(
            config("devices = [\"hw:CARD=Nope\"]"),
            environment: ["ALSA_CONFIG_PATH": "/usr/share/alsa/alsa.conf"]
        )
        #expect(report["card"]?.words.contains("hw:CARD=Nope") == true)
        #expect(report["card"]?.ok == false)
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
        try directory.write([1], to: "state")
        try directory.write([1], to: "run")
        let report = try look(
            Binary.config(
                "[audio]\ndevices = [\"\", \"{\", \"silent\"]\nadhan = \"/dev/zero\"\n[ledger]\nfile = \"/proc/x/y\"\n",
                in: directory
            ),
            // A sound library may create folders in its home.
            environment: ["PATH": "/nowhere", "TZDIR": "/nowhere", "HOME": directory.file("nowhere")]
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
