import AdhanCore
import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanSupport

/// Which config counts for a command about the box: the installed service's whole, whoever asks; `--config FILE` is
/// that file alone. The folders of the environment stand in for the installed ones.
@Suite(.enabled(if: geteuid() == 0, "only root becomes somebody else")) struct BoxConfigTests {
    /// The service's group.
    private static let group: gid_t = 64_000

    enum Caller: CaseIterable {
        case root, member, stranger

        var prefix: [String] {
            let user = ["setpriv", "--reuid=65000", "--regid=65000"]
            return switch self {
            case .root: []
            case .member: user + ["--groups=\(group)"]
            case .stranger: user + ["--clear-groups"]
            }
        }
    }

    /// What is closed to a caller, and how it is named.
    enum Closed: CaseIterable {
        case folder, config, panel, settings, nothing

        var sentence: String? {
            switch self {
            case .folder, .config: "etc/config.toml: Permission denied"
            case .panel: "what the committee's page has set cannot be read by you: "
            case .settings: "the settings of adhand set: "
            case .nothing: nil
            }
        }
    }

    private static let advice = "look as root, with sudo, or join the group adhand"

    private let directory: TestDirectory
    private let config: String

    init() throws {
        directory = try TestDirectory()
        config = directory.file("etc/config.toml")
        for folder in ["etc", "etc/conf.d", "state", "state/panel"] { mkdir(directory.file(folder), 0o755) }
        func write(_ text: String, _ name: String) throws { try directory.write(Array(text.utf8), to: name) }
        let sound = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 1, channels: 1), channels: 1, in: directory)
        for name in ["etc/own.mp3", "state/panel/amina.mp3"] {
            try directory.write(TestDirectory.bytes(of: sound), to: name)
        }
        try write(
            """
            [place]
            name = "Main"
            latitude = 21.42
            longitude = 39.83
            timezone = "Asia/Riyadh"
            [audio]
            adhan = "own.mp3"
            devices = ["null"]

            """,
            "etc/config.toml"
        )
        try write("[place]\nname = \"Added\"\n", "etc/conf.d/50-name.toml")
        try write("[audio]\nadhan = \"amina.mp3\"\n[iqama]\nisha = \"+77m\"\n", "state/panel/config.toml")
        try write(
            #"[{"key":"adhan.dhuhr","value":"off","who":"amina","at":0}]"#,
            "state/settings.json"
        )
        let day = 86_400_000_000
        let now = Int(time(nil)) * 1_000_000
        try write(#"{"from":\#(now - 2 * day),"until":\#(now + 4 * day),"who":"bilal"}"#, "state/mute.json")
    }

    /// Gives the parts the rights that the packages give them.
    private func close(_ closed: Closed) {
        let panel = "state/panel/config.toml"
        var modes: [(String, mode_t)] = [
            ("", 0o755), ("etc", 0o755), ("etc/config.toml", 0o640), ("etc/own.mp3", 0o644), ("state", 0o750),
            ("state/panel", 0o750), (panel, 0o640), ("state/panel/amina.mp3", 0o640), ("state/settings.json", 0o644),
        ]
        switch closed {
        case .folder: modes.append(("etc", 0o750))
        case .panel: modes += [("etc/config.toml", 0o644), ("state", 0o755)]
        case .settings:
            modes += [("etc/config.toml", 0o644), ("state", 0o755), ("state/panel", 0o755), (panel, 0o644)]
            modes.append(("state/settings.json", 0o640))
        case .config, .nothing: break
        }
        for (name, mode) in modes {
            chown(directory.file(name), 0, Self.group)
            chmod(directory.file(name), mode)
        }
    }

    private func run(_ words: [String], _ caller: Caller) throws -> Binary.Outcome {
        try Binary.run(words, in: directory, prefix: caller.prefix)
    }

    private static let promises = [
        ["rehearse", "dhuhr", "--in", "1s"], ["simulate", "--format", "jsonl"], ["times", "--format", "json"],
    ]

    @Test(arguments: [Caller.root, .member])
    func `the service's folders, settings and overlays count, whoever may read them`(caller: Caller) throws {
        close(.nothing)
        let times = try run(["times", "--format", "json"], caller)
        #expect(times.code == 0 && times.errors.isEmpty && times.output.contains("\"Added\""), "\(times.text)")
        let simulation = try run(["simulate"], caller)
        #expect(simulation.code == 0 && simulation.output.contains("switched off by amina"), "\(simulation.text)")
        #expect(simulation.output.contains("  muted\n"), "\(simulation.text)")
        let iqama = try run(["config", "show", "iqama.isha"], caller)
        #expect(iqama.output.contains("+77m") && iqama.errors.isEmpty, "\(iqama.text)")
        let check = try run(["check-config"], caller)
        #expect(check.code == 0 && check.output.contains(config), "\(check.text)")
        // Only root may write to the folder that stands in for the caller's own.
        guard caller == .root else { return }
        let drill = try run(["rehearse", "dhuhr", "--in", "1s"], caller)
        #expect(drill.output.contains("file       \(directory.file("state/panel/amina.mp3"))"), "\(drill.text)")
        #expect(drill.output.contains("switched off by amina"), "\(drill.text)")
    }

    @Test(arguments: [Closed.folder, .config, .panel, .settings])
    func `what promises the daemon's doing ends with 77 where a part is closed, and names it`(closed: Closed) throws {
        close(closed)
        for words in Self.promises {
            let outcome = try run(words, .stranger)
            let sentence = closed.sentence ?? ""
            #expect(outcome.code == EX_NOPERM && outcome.errors.contains(sentence), "\(words): \(outcome.text)")
            #expect(outcome.errors.contains(Self.advice) && outcome.output.isEmpty, "\(words): \(outcome.text)")
        }
    }

    @Test func `the other commands name what is closed, and go on where they can`() throws {
        close(.panel)
        for words in [["config", "show", "audio.adhan"], ["hijri", "2026-11-28"], ["doctor"], ["audio", "devices"]] {
            let outcome = try run(words, .stranger)
            let part = "what the committee's page has set cannot be read by you"
            #expect(outcome.code != EX_NOPERM && outcome.text.contains(part), "\(words): \(outcome.text)")
        }
        for words in [["check-config"], ["export", "mosque.zip"]] {
            let outcome = try run(words, .stranger)
            #expect(outcome.code == EX_NOPERM && outcome.errors.contains(Self.advice), "\(words): \(outcome.text)")
        }
        close(.config)
        // The names of the devices need no config.
        let devices = try run(["audio", "devices"], .stranger)
        #expect(devices.code == EX_NOPERM && devices.output.contains("names for [audio] devices"), "\(devices.text)")
        #expect(devices.errors.contains("etc/config.toml: Permission denied"), "\(devices.text)")
    }

    @Test func `a file that is named counts alone`() throws {
        close(.nothing)
        let times = try run(["times", "--format", "json", "--config", config], .root)
        #expect(times.code == 0 && times.output.contains("\"Main\""), "\(times.text)")
        let simulation = try run(["simulate", "--config", config], .root)
        #expect(simulation.code == 0 && !simulation.text.contains("switched off"), "\(simulation.text)")
        #expect(!simulation.text.contains("muted"), "\(simulation.text)")
        let iqama = try run(["config", "show", "iqama.isha", "--config", config], .root)
        #expect(!iqama.output.contains("+77m"), "\(iqama.text)")
        let drill = try run(["rehearse", "dhuhr", "--in", "1s", "--config", config], .root)
        #expect(
            drill.code == 0 && drill.output.contains("file       \(directory.file("etc/own.mp3"))"),
            "\(drill.text)"
        )
        // A draft is nobody's secret.
        let draft = try directory.write(TestDirectory.bytes(of: config), to: "draft.toml")
        chmod(draft, 0o644)
        let other = try run(["times", "--config", draft], .stranger)
        #expect(other.code == 0 && !other.text.contains("committee"), "\(other.text)")
    }
}
