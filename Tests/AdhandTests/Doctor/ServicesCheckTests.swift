import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanSupport
@testable import adhand

/// The services beside the daemon: what doctor says of each, and what an import starts.
@Suite struct ServicesCheckTests {
    private static func unit(_ load: String, _ active: String, _ file: String) -> UnitState {
        .unit(load: load, active: active, file: file)
    }

    /// Nil for no row, an empty advice for a good one.
    @Test(arguments: [
        ("adhand-display", unit("loaded", "active", "enabled"), nil, ""),
        ("adhand-display", unit("loaded", "inactive", "disabled"), nil, nil),
        ("adhand-display", unit("not-found", "inactive", ""), nil, nil),
        ("adhand-display", unit("loaded", "active", "disabled"), nil, "sudo systemctl enable adhand-display"),
        ("adhand-kiosk", unit("loaded", "failed", "enabled"), nil, "see why: sudo journalctl -u adhand-kiosk -n 30"),
        ("adhand-mirror", unit("loaded", "inactive", "disabled"), "x", "sudo systemctl enable --now adhand-mirror"),
        ("adhand-panel", unit("loaded", "inactive", "disabled"), "x", "sudo adhand panel enable"),
        (
            "adhand-kiosk", unit("masked", "inactive", "masked"), "x",
            "sudo systemctl unmask adhand-kiosk; then: sudo systemctl enable --now adhand-kiosk"
        ),
        (
            "adhand-display", unit("not-found", "inactive", ""), "x",
            "sudo apt install adhand-display; then: sudo systemctl enable --now adhand-display"
        ),
        ("adhand-display", .noSystemd, "x", nil), ("adhand-display", .silent("no bus"), "x", nil),
    ])
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
        var states = ["adhand-mirror": Self.unit("loaded", "inactive", "disabled")]
        var tried: [String] = []
        let wanted = ["adhand", "adhand-notify", "sshd", "adhand-panel", "adhand-mirror", "adhand-display"]
        let lines = MovedServices.start(
            wanted,
            by: { name in
                tried.append(name)
                if name == "adhand-display" { throw Ending(69, "failed") }
                states[name] = Self.unit("loaded", "active", "enabled")
            },
            state: { states[$0] ?? Self.unit("loaded", "failed", "enabled") }
        )
        #expect(tried == ["adhand-display", "adhand-mirror", "adhand-panel"])
        #expect(
            lines == [
                "adhand-display does not run: it is failed: see why: sudo journalctl -u adhand-display -n 30",
                "adhand-mirror runs, and starts with the box", "adhand-panel runs, and starts with the box",
            ]
        )
    }

    @Test func `in an image without systemd each service has its command`() {
        let lines = MovedServices.start(["adhand-panel", "adhand-kiosk"], by: { _ in }, state: { _ in .noSystemd })
        #expect(lines.map { $0.hasSuffix("sudo systemctl enable --now adhand-kiosk") } == [true, false])
        #expect(lines.last?.hasSuffix("To start it later: sudo adhand panel enable") == true)
    }

    @Test(arguments: [
        ("[display]\nlisten = \"127.0.0.1:8080\"\n", [String](), ["adhand-display: [display] is set in"]),
        ("[mirror]\nbucket = \"b\"\nregion = \"eu-west-2\"\n", [], ["adhand-mirror: [mirror] is set in"]),
        ("", ["adhand-kiosk", "adhand-panel"], ["adhand-kiosk: it ran on the old box", "adhand-panel: it ran on"]),
        ("[display]\n[display.colours]\n[panel]\n", [], []),
    ])
    func `the config and an imported archive say which services are expected`(
        config: String,
        services: [String],
        expected: [String]
    ) throws {
        let directory = try TestDirectory()
        let locations = Locations(resources: "/r", daemon: true, environment: ["STATE_DIRECTORY": directory.path])
        let source = ConfigSource(file: directory.file("config.toml"), main: Array(config.utf8), additions: [])
        let configuration = try Configuration.parse(source, locations)
        let manifest = MosqueArchive.Manifest(
            version: "1",
            host: "old",
            made: 1,
            config: "/c",
            ledger: nil,
            services: services
        )
        try directory.write(try JSONText.bytes(of: manifest), to: MosqueArchive.imported)
        let reasons = ServicesCheck.reasons(configuration, locations)
        #expect(reasons.count == expected.count)
        for line in expected { #expect(reasons.contains { "\($0): \($1)".hasPrefix(line) }, "\(reasons)") }
    }

    @Test func `what the panel writes of the display expects no screen`() throws {
        let directory = try TestDirectory()
        let locations = Locations(resources: "/r", daemon: true, environment: ["STATE_DIRECTORY": directory.path])
        let text = Array("[display]\nname = \"x\"\n".utf8)
        let panel = ConfigSource.PanelFile(file: locations.panelConfig, bytes: text)
        let source = ConfigSource(file: "/c/config.toml", main: [], additions: [], panel: panel)
        #expect(try ServicesCheck.reasons(Configuration.parse(source, locations), locations).isEmpty)
    }
}
