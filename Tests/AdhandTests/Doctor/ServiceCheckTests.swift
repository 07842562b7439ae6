import AdhanCore
import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanSupport
@testable import adhand

/// What doctor says of the daemon and of the services beside it.
struct ServiceCheckTests {
    private static let stopped = DaemonAnswer.failure(.notRunning(path: "/run/adhand/adhand.sock"))
    private static let denied = DaemonAnswer.failure(.notAllowed(path: "", user: "ali"))
    private static let good = DaemonAnswer.success(.example())

    /// A unit by `load active file`; a unit that is not found has no file.
    private static func unit(_ states: String) -> UnitState {
        let words = states.split(separator: " ").map(String.init)
        return .unit(load: words[0], active: words[1], file: words.count > 2 ? words[2] : "")
    }

    private static let active = unit("loaded active enabled")
    private static let off = [
        unit("loaded inactive disabled"), unit("not-found inactive"), .noSystemd, .silent("no bus"),
    ]

    // MARK: the daemon

    @Test func `a service that runs and starts with the box is in order`() {
        #expect(ServiceCheck.finding(Self.active, Self.good) == .good("the daemon runs, and starts with the box"))
        #expect(ServiceCheck.finding(Self.active, Self.denied).isGood)
        #expect(ServiceCheck.finding(Self.unit("loaded reloading enabled"), Self.good).isGood)
        // A user who may not ask the daemon sees only what systemd knows.
        let inactive = Self.unit("loaded inactive enabled")
        #expect(ServiceCheck.finding(inactive, Self.denied).words == "the daemon does not run")
        let unknown = ServiceCheck.finding(.noSystemd, Self.denied).words
        #expect(unknown.hasPrefix("it is not known whether the daemon runs"))
    }

    @Test func `a daemon that needs attention is reported`() {
        let missing = StatusReport.Problem(.sound, nil, Fault(.cardMissing, detail: "hw:1"), what: nil, command: nil)
        let report = StatusReport.example { $0.problems = [missing, .init(.missed, what: "missed", advice: "look")] }
        for unit in [Self.active, .noSystemd] {
            let finding = ServiceCheck.finding(unit, .success(report))
            #expect(finding.words.hasSuffix("; it reports: missed (and 1 more)") && finding.advice == "look")
        }
        // The sound has rows of its own, which have the reason.
        let sound = ServiceCheck.finding(Self.active, .success(.example { $0.problems = [missing] }))
        #expect(!sound.isGood && !sound.words.contains("missing") && sound.advice == "see the rows above")
    }

    @Test(arguments: [
        ("loaded inactive disabled", stopped, "sudo systemctl enable --now adhand"),
        ("loaded failed enabled", stopped, "see why: sudo journalctl -u adhand -n 30"),
        ("loaded activating enabled", stopped, "see why: sudo journalctl -u adhand -n 30"),
        ("loaded active enabled", stopped, "restart it: sudo systemctl restart adhand"),
        ("masked inactive masked", stopped, "sudo systemctl unmask adhand"),
        (
            "not-found inactive", stopped,
            "install it with its service: sudo make install, then: sudo systemctl enable --now adhand"
        ),
        ("bad-setting inactive enabled", stopped, "systemctl status adhand"),
        ("loaded active disabled", good, "sudo systemctl enable adhand"),
    ])
    func `each reason for not running, or not starting with the box, has its command`(
        states: String,
        answer: DaemonAnswer,
        advice: String
    ) {
        #expect(ServiceCheck.finding(Self.unit(states), answer).advice == advice)
    }

    @Test func `a running daemon without its service, and one without systemd, are told apart`() {
        let byHand = ServiceCheck.finding(Self.unit("not-found inactive"), Self.good)
        #expect(byHand.words.contains("not as the service"))
        #expect(!ServiceCheck.finding(.silent("the system bus: no greeting"), Self.good).isGood)
        #expect(ServiceCheck.finding(.noSystemd, Self.good).isGood)
        #expect(ServiceCheck.finding(.noSystemd, Self.stopped).advice == "start it: adhand run")
        let mute = ServiceCheck.finding(.noSystemd, .failure(.noAnswer(path: "/run/a", after: .seconds(10))))
        #expect(mute.words.contains("has not answered within 10s"))
    }

    @Test func `the machine's own systemd is asked with a time limit`() {
        let start = BootClock.now()
        _ = UnitState.now("adhand")
        #expect(BootClock.now() - start < .seconds(8))
    }

    // MARK: the services beside it

    /// Nil for no row, an empty advice for a good one.
    @Test(
        arguments: [
            ("adhand-display", active, nil, ""), ("adhand-display", unit("loaded inactive disabled"), nil, nil),
            ("adhand-display", unit("not-found inactive"), nil, nil),
            ("adhand-display", unit("loaded active disabled"), nil, "sudo systemctl enable adhand-display"),
            ("adhand-kiosk", unit("loaded failed enabled"), nil, "see why: sudo journalctl -u adhand-kiosk -n 30"),
            ("adhand-mirror", unit("loaded inactive disabled"), "x", "sudo systemctl enable --now adhand-mirror"),
            ("adhand-panel", unit("loaded inactive disabled"), "x", "sudo adhand panel enable"),
            (
                "adhand-kiosk", unit("masked inactive masked"), "x",
                "sudo systemctl unmask adhand-kiosk; then: sudo systemctl enable --now adhand-kiosk"
            ),
            (
                "adhand-display", unit("not-found inactive"), "x",
                "sudo apt install adhand-display; then: sudo systemctl enable --now adhand-display"
            ),
            ("adhand-display", .noSystemd, "x", nil), ("adhand-display", .silent("no bus"), "x", nil),
        ] as [(String, UnitState, String?, String?)]
    )
    func `a service is named with what to type where it is expected and does not run`(
        name: String,
        unit: UnitState,
        reason: String?,
        advice: String?
    ) {
        let found = ServicesCheck.finding(name, unit, expectedFor: reason)
        #expect(found.map { $0.advice ?? "" } == advice)
        if let found { #expect(found.words.hasPrefix("\(name) ")) }
    }

    @Test func `the services of the old box are started, each failure is said, and the daemon is never among them`() {
        var states = ["adhand-mirror": Self.unit("loaded inactive disabled")]
        var tried: [String] = []
        let lines = MovedServices.start(
            ["adhand", "adhand-notify", "sshd", "adhand-panel", "adhand-mirror", "adhand-display"],
            by: { name in
                tried.append(name)
                if name == "adhand-display" { throw Ending(69, "failed") }
                states[name] = Self.active
            },
            state: { states[$0] ?? Self.unit("loaded failed enabled") }
        )
        #expect(tried == ["adhand-display", "adhand-mirror", "adhand-panel"])
        #expect(
            lines == [
                "adhand-display does not run: it is failed: see why: sudo journalctl -u adhand-display -n 30",
                "adhand-mirror runs, and starts with the box", "adhand-panel runs, and starts with the box",
            ]
        )
        // An image has no systemd; each service has its command.
        let image = MovedServices.start(["adhand-panel", "adhand-kiosk"], by: { _ in }, state: { _ in .noSystemd })
        #expect(image.map { $0.hasSuffix("sudo systemctl enable --now adhand-kiosk") } == [true, false])
        #expect(image.last?.hasSuffix("To start it later: sudo adhand panel enable") == true)
    }

    @Test(
        arguments: [
            ("[display]\nlisten = \"127.0.0.1:8080\"\n", [], ["adhand-display: [display] is set in"]),
            ("[mirror]\nbucket = \"b\"\nregion = \"eu-west-2\"\n", [], ["adhand-mirror: [mirror] is set in"]),
            (
                "", ["adhand-kiosk", "adhand-panel"],
                ["adhand-kiosk: it ran on the old box", "adhand-panel: it ran on"]
            ),
            ("[display]\n[display.colours]\n[panel]\n", [], []),
        ] as [(String, [String], [String])]
    )
    func `the config and an imported archive say which services are expected`(
        config: String,
        services: [String],
        expected: [String]
    ) throws {
        let box = try Box()
        let locations = Locations(resources: "/r", daemon: true, environment: ["STATE_DIRECTORY": box.directory.path])
        var source = ConfigSource(file: box.config, main: Array(config.utf8), additions: [])
        let manifest = MosqueArchive.Manifest(
            version: "1",
            host: "old",
            made: 1,
            config: "/c",
            ledger: nil,
            services: services
        )
        try box.directory.write(try JSONText.bytes(of: manifest), to: MosqueArchive.imported)
        let reasons = ServicesCheck.reasons(try Configuration.parse(source, locations), locations)
        #expect(reasons.count == expected.count)
        for line in expected { #expect(reasons.contains { "\($0): \($1)".hasPrefix(line) }, "\(reasons)") }
        // What the panel writes of the display expects no screen.
        let panel = ConfigSource.PanelFile(file: locations.panelConfig, bytes: Array("[display]\nname = \"x\"\n".utf8))
        source = ConfigSource(file: box.config, main: Array(config.utf8), additions: [], panel: panel)
        let again = ServicesCheck.reasons(try Configuration.parse(source, locations), locations)
        #expect(again.count == expected.count, "\(again)")
    }

    // MARK: the display

    private func told(_ state: String?) -> DaemonAnswer {
        .success(.example { $0.display = state.map { .init(state: $0, words: "2 pages follow it") } })
    }

    @Test func `without a display nothing is said, and one that answers is in order, also if started by hand`() {
        for unit in Self.off {
            for answer in [told(nil), Self.stopped] { #expect(DisplayCheck.findings(unit, answer).isEmpty) }
            #expect(DisplayCheck.kiosk(unit, missing: ["/usr/bin/cage"]).isEmpty)
        }
        let words = Finding.good("the display answers: 2 pages follow it")
        for unit in [Self.active] + Self.off { #expect(DisplayCheck.findings(unit, told("ok")) == [words]) }
        #expect(DisplayCheck.findings(Self.active, Self.stopped).first?.isGood == true)
        for (state, advice) in [
            ("faulty", "all that it says: sudo journalctl -u adhand-display"),
            ("away", "see why: systemctl status adhand-display"), (nil, "see why: systemctl status adhand-display"),
        ] as [(String?, String)] {
            #expect(DisplayCheck.findings(Self.active, told(state)).map(\.advice) == [advice])
        }
    }

    @Test func `the box's own screen has a line where a program that it needs is not installed`() {
        let apt = "sudo apt install --no-install-recommends cage xwayland chromium seatd"
        #expect(
            DisplayCheck.kiosk(Self.unit("loaded activating enabled"), missing: ["/usr/bin/cage"])
                == [.bad("adhand-kiosk needs /usr/bin/cage", do: apt)]
        )
        #expect(DisplayCheck.kiosk(Self.active, missing: []).isEmpty)
    }

    // MARK: the sources

    private let aladhan = "[timetable]\nsources = [\"aladhan\"]\n"

    private func sources(_ text: String, _ answer: DaemonAnswer, sync: UnitState = .noSystemd) throws -> [Finding] {
        let node = try TOMLNode.parse(Array(text.utf8), file: "config.toml")
        let timetable = TimetableConfiguration(ConfigTable("", [node]).table("timetable"))
        return SourcesCheck.findings(timetable, answer, sync: sync)
    }

    private func daemon(_ state: String, _ words: String) -> DaemonAnswer {
        .success(StatusReport.example { $0.sources = [.init(name: "aladhan", state: state, words: words)] })
    }

    @Test func `each source is shown as the daemon reports it`() throws {
        #expect(try sources("[timetable]\n", Self.stopped).map(\.isGood) == [true], "no network source")
        #expect(try sources(aladhan, daemon("ok", "2026-11 with 30 days")).map(\.isGood) == [true])
        let failing = try sources(aladhan, daemon("failing", "aladhan: 429"))
        #expect(failing.map(\.words) == ["aladhan: 429"])
        #expect(failing.first?.advice?.contains("adhand refresh --now") == true)
        #expect(try sources(aladhan, daemon("unasked", "")).map(\.isGood) == [false])
        #expect(try sources(aladhan, Self.stopped) == [.needs("service")])
        let other = try sources(aladhan, .success(StatusReport.example { $0.sources = [] }))
        #expect(other.first?.advice?.contains("adhand reload") == true, "it has another config")
    }

    @Test func `a service that fetches nothing is reported with the command that starts it`() throws {
        func words(_ text: String, _ active: String) throws -> [String] {
            let sync = Self.unit("loaded \(active) static")
            return try sources(text, daemon("ok", "2026-11 with 30 days"), sync: sync).map {
                $0.words + ($0.advice ?? "")
            }
        }
        let failed = try words(aladhan, "failed").first
        #expect(failed?.hasPrefix("the service adhand-sync, which fetches the timetables, is failed") == true)
        #expect(failed?.contains("sudo systemctl start adhand-sync") == true)
        #expect(try words(aladhan, "active") == ["aladhan has answered: 2026-11 with 30 days"])
        #expect(try words("[timetable]\n", "failed") == ["[timetable] names no source on the network"])
    }

    // MARK: the programs of [hooks] and the receivers of [[notify]]

    private func words(
        _ text: String,
        notify active: String = "active",
        by findings: (Configuration, DaemonAnswer, UnitState) -> [Finding],
        problems: [StatusReport.Problem] = []
    ) throws -> [String] {
        let file = try Box(QuietMorning.config + text).config
        let locations = Locations(resources: Binary.root + "/Resources", daemon: true)
        return findings(
            try Configuration.load(file, locations),
            .success(StatusReport.example { $0.problems = problems }),
            Self.unit("loaded \(active) static")
        ).map { $0.words + ($0.advice.map { "; \($0)" } ?? "") }
    }

    @Test func `a service that runs no program is reported with the command that starts it`() throws {
        func words(_ text: String, notify active: String = "active") throws -> [String] {
            try self.words(text, notify: active, by: HooksCheck.findings)
        }
        let hooks = "[hooks]\nbefore = [\"true\"]\n"
        let failed = try words(hooks, notify: "failed").first
        #expect(failed?.hasPrefix("the service adhand-notify, which runs the programs of [hooks], is failed") == true)
        #expect(failed?.contains("sudo systemctl start adhand-notify") == true)
        #expect(try words(hooks) == ["the programs of [hooks] are there"])
        #expect(try words("", notify: "failed") == ["[hooks] names no program"])
        #expect(try words("[hooks]\nafter = [\"nowhere\"]\n").first?.contains("no program") == true)
    }

    @Test func `receivers that nobody tells or that fail, and a secret that everybody reads, are reported`() throws {
        let secret = try Box().write("hunter2\n", "secret")
        chmod(secret, 0o644)
        let receiver = "[[notify]]\nname = \"hall\"\nto = \"webhook:https://example.org/\"\n"
        func words(_ text: String, notify active: String = "active", problems: [StatusReport.Problem] = []) throws
            -> [String]
        {
            try self.words(text, notify: active, by: NotifyCheck.findings, problems: problems)
        }
        #expect(try words("") == ["[[notify]] names nobody who is told"])
        #expect(try words(receiver) == ["[[notify]] tells hall; to try it: sudo adhand notify test"])
        let idle = "the service adhand-notify, which tells the receivers of [[notify]], is failed; start it: "
        #expect(try words(receiver, notify: "failed").first?.hasPrefix(idle) == true)
        let open = try words(receiver + "secret = \"\(secret)\"\n")
        #expect(open.count == 1 && open.first?.contains("hall: \(secret) is readable for everybody") == true)
        #expect(open.first?.hasSuffix("; correct it, then try it: sudo adhand notify test") == true, "\(open)")
        #expect(!open.joined().contains("hunter2"))
        let failing = StatusReport.Problem(.receiver, "hall", what: "messages to hall have failed", advice: "try it")
        let other = StatusReport.Problem(.mirror, "west", what: "the mirror fails", advice: "look")
        #expect(try words(receiver, problems: [other, failing]) == ["messages to hall have failed; try it"])
    }
}
