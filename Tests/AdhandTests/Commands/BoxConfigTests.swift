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

    private let box: Box
    private let config: String

    init() throws {
        box = try Box()
        config = box.file("etc/config.toml")
        box.makeFolders("etc", "etc/conf.d", "state", "state/panel")
        let sound = TestDirectory.bytes(of: try box.recording())
        for name in ["etc/own.mp3", "state/panel/amina.mp3"] { try box.directory.write(sound, to: name) }
        try box.write(
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
        try box.write("[place]\nname = \"Added\"\n", "etc/conf.d/50-name.toml")
        try box.write("[audio]\nadhan = \"amina.mp3\"\n[iqama]\nisha = \"+77m\"\n", "state/panel/config.toml")
        try box.write(#"[{"key":"adhan.dhuhr","value":"off","who":"amina","at":0}]"#, "state/settings.json")
        let day = 86_400_000_000
        let now = Int(time(nil)) * 1_000_000
        try box.write(#"{"from":\#(now - 2 * day),"until":\#(now + 4 * day),"who":"bilal"}"#, "state/mute.json")
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
            chown(box.file(name), 0, Self.group)
            chmod(box.file(name), mode)
        }
    }

    private func run(_ line: String, _ caller: Caller) throws -> Binary.Outcome {
        try box.run(line, prefix: caller.prefix)
    }

    @Test(arguments: [Caller.root, .member])
    func `the service's folders, settings and overlays count, whoever may read them`(caller: Caller) throws {
        close(.nothing)
        let times = try run("times --format json", caller).expect(0, output: "\"Added\"")
        #expect(times.errors.isEmpty, "\(times.text)")
        try run("simulate", caller).expect(0, output: "switched off by amina", "  muted\n")
        let iqama = try run("config show iqama.isha", caller).expect(output: "+77m")
        #expect(iqama.errors.isEmpty, "\(iqama.text)")
        try run("check-config", caller).expect(0, output: config)
        // Only root may write to the folder that stands in for the caller's own.
        guard caller == .root else { return }
        let file = "file       \(box.file("state/panel/amina.mp3"))"
        try run("rehearse dhuhr --in 1s", caller).expect(output: file, "switched off by amina")
    }

    @Test(arguments: [Closed.folder, .config, .panel, .settings])
    func `what promises the daemon's doing ends with 77 where a part is closed, and names it`(closed: Closed) throws {
        close(closed)
        let promises = ["rehearse dhuhr --in 1s", "simulate --format jsonl", "times --format json"]
        for line in closed == .panel || closed == .settings ? promises : ["times --format json"] {
            let outcome = try run(line, .stranger).expect(EX_NOPERM, errors: closed.sentence ?? "", Self.advice)
            #expect(outcome.output.isEmpty, "\(line): \(outcome.text)")
        }
    }

    @Test func `the other commands name what is closed, and go on where they can`() throws {
        close(.panel)
        for line in ["config show audio.adhan", "hijri 2026-11-28", "doctor", "audio devices"] {
            let outcome = try run(line, .stranger)
            outcome.expect(text: "what the committee's page has set cannot be read by you")
            #expect(outcome.code != EX_NOPERM, "\(line): \(outcome.text)")
        }
        for line in ["check-config", "export mosque.zip"] {
            try run(line, .stranger).expect(EX_NOPERM, errors: Self.advice)
        }
        close(.config)
        // The names of the devices need no config.
        try run("audio devices", .stranger).expect(
            EX_NOPERM,
            output: "names for [audio] devices",
            errors: "etc/config.toml: Permission denied"
        )
    }

    @Test func `a file that is named counts alone`() throws {
        close(.nothing)
        func run(_ line: String) throws -> Binary.Outcome { try box.run("\(line) --config \(config)") }
        try run("times --format json").expect(0, output: "\"Main\"")
        try run("simulate").expect(0, not: "switched off", "muted")
        let iqama = try run("config show iqama.isha")
        #expect(!iqama.output.contains("+77m"), "\(iqama.text)")
        try run("rehearse dhuhr --in 1s").expect(0, output: "file       \(box.file("etc/own.mp3"))")
        // A draft is nobody's secret.
        let draft = try box.write(box.text("etc/config.toml"), "draft.toml")
        chmod(draft, 0o644)
        try self.run("times --config \(draft)", .stranger).expect(0, not: "committee")
    }
}
