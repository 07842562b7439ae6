import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport

/// A start with a damaged tzdata.
@Suite struct DamagedTzdataTests {
    private let directory: TestDirectory
    private static let remedy = "sudo apt install --reinstall tzdata"
    private static let zone = "Africa/Nairobi"
    private static let config = """
        [place]
        latitude = -1.28
        longitude = 36.82
        timezone = "\(zone)"
        [audio]
        devices = ["silent"]

        """

    init() throws {
        directory = try TestDirectory()
        mkdir(directory.file("etc"), 0o755)
        try directory.write(Array(Self.config.utf8), to: "etc/config.toml")
        mkdir(directory.file("zones"), 0o755)
        mkdir(directory.file("zones/Africa"), 0o755)
        for name in [Self.zone, "zone.tab"] { try repair(name) }
    }

    private var environment: [String: String] { ["TZDIR": directory.file("zones")] }

    private func repair(_ name: String = zone) throws {
        try directory.write(TestDirectory.bytes(of: "/usr/share/zoneinfo/" + name), to: "zones/" + name)
    }

    private func damage(_ damage: Damage, _ name: String = zone) throws {
        _ = try damage.inflict(on: directory.file("zones/" + name))
    }

    private func command(_ words: String...) throws -> Binary.Outcome {
        try Binary.run(words, in: directory, environment: environment, output: "command")
    }

    /// Starts a daemon, and waits until it keeps the zone.
    private func keepZone() throws {
        let daemon = try RunningDaemon(nil, named: nil, in: directory, environment: environment)
        #expect(eventually { access(directory.file("state/zone.json"), F_OK) == 0 }, "\(daemon.running.text)")
        daemon.stop()
    }

    @Test(arguments: [
        Self.config, "[place]\ntimezone = \"\(zone)\"\n", "[calculation]\nmethod = \"mwl\"\n",
    ])
    func `the kept rules are used, status says so, and a repair is taken up`(config: String) throws {
        try keepZone()
        try directory.write(Array(config.utf8), to: "etc/config.toml")
        if config.contains("place") { try keepZone() }
        try damage(.missing, "zone.tab")
        try damage(.missing)
        let daemon = try RunningDaemon(nil, named: nil, in: directory, environment: environment)
        let words = "tzdata, the system's time zones, is damaged: \(directory.file("zones/" + Self.zone))"
        func problem() -> StatusReport.Problem? {
            (try? daemon.report())?.problems.first { $0.what.hasPrefix(words) }
        }
        #expect(eventually { problem() != nil }, "\(daemon.running.text)")
        #expect(problem()?.what.hasSuffix("; the last known rules of the zone are used") == true)
        #expect(problem()?.advice.hasSuffix(Self.remedy) == true)
        #expect(daemon.says("error: \(words)"))
        #expect(try daemon.report().place.timezone == Self.zone)
        let times = try command("times")
        #expect(times.code == 0 && times.errors.contains(Self.remedy), "\(times.text)")
        let check = try command("check-config")
        #expect(check.code == 0 && check.output.contains("\(words): No such file"), "\(check.text)")
        try repair()
        if config.hasPrefix("[place]\ntimezone") {
            // The zone's point is the place, and is still missing.
            #expect(try daemon.command("reload").code == 0)
            let list = directory.file("zones/zone.tab")
            func lacks() -> Bool { (try? daemon.report())?.problems.contains { $0.what.contains(list) } == true }
            #expect(eventually(lacks), "\(daemon.running.text)")
        }
        try repair("zone.tab")
        // A reload looks at once, as the watch does each twenty seconds.
        #expect(try daemon.command("reload").code == 0)
        #expect(eventually { problem() == nil }, "\(daemon.running.text)")
        daemon.stop()
    }

    @Test(arguments: [Damage.missing, .unreadable])
    func `without kept rules a start waits, says what to do, and goes on after the repair`(damage: Damage) throws {
        try self.damage(damage)
        let notify = try NotifySocket(in: directory)
        let service = ["NOTIFY_SOCKET": notify.path, "WATCHDOG_USEC": "30000000"].merging(environment) { $1 }
        let daemon = try Binary.start(
            ["run"],
            in: directory,
            environment: service,
            prefix: Binary.withoutOverride
        )
        let ready = notify.waitFor("READY=1")
        #expect(ready?.contains("STATUS=waiting, and no prayer is called: tzdata") == true, "\(daemon.text)")
        #expect(ready?.hasSuffix(Self.remedy) == true, "\(ready ?? "")")
        if damage == .unreadable { chmod(directory.file("zones/" + Self.zone), 0o644) }
        try repair()
        #expect(notify.waitFor("READY=1")?.contains("waiting") == false, "\(daemon.text)")
        daemon.process.signal(SIGTERM)
        #expect(daemon.finish().code == 0)
    }

    @Test func `a start that waits ends with SIGTERM, and feeds the watchdog`() throws {
        try damage(.missing, "zone.tab")
        try damage(.missing)
        try directory.write(
            Array((Self.config + "[mirror]\nbucket = \"b\"\nendpoint = \"http://127.0.0.1:9\"\nregion = \"r\"\n").utf8),
            to: "etc/config.toml"
        )
        for command in ["run", "mirror"] {
            let notify = try NotifySocket(in: directory)
            defer { unlink(notify.path) }
            let waiting = try Binary.start(
                [command],
                in: directory,
                environment: ["NOTIFY_SOCKET": notify.path].merging(environment) { $1 }
            )
            #expect(notify.waitFor("READY=1\nSTATUS=waiting, and no") != nil, "\(command): \(waiting.text)")
            #expect(notify.waitFor("WATCHDOG=1") != nil)
            waiting.process.signal(SIGTERM)
            #expect(waiting.finish().code == 0, "\(command)")
        }
    }

    @Test func `a wrong name in a healthy tzdata is the config's fault, and a damaged file is not`() throws {
        try directory.write(Array(Self.config.replacing("Nairobi", with: "Nairoby").utf8), to: "etc/config.toml")
        let wrong = try Binary.run(["run"], in: directory, environment: environment)
        #expect(wrong.code == EX_CONFIG, "\(wrong.text)")
        #expect(
            wrong.errors.contains("config.toml:4: timezone 'Africa/Nairoby': tzdata has no such zone; did you mean")
        )
        try directory.write(Array(Self.config.utf8), to: "etc/config.toml")
        for damage in [Damage.empty, .cut, .random, .folder, .missing] {
            // The last round has left a folder, or nothing.
            try? FileManager.default.removeItem(atPath: directory.file("zones/" + Self.zone))  // reason: see above
            try repair()
            try self.damage(damage)
            let check = try command("check-config")
            #expect(check.code == EX_OSFILE && check.errors.hasSuffix("\(Self.remedy)\n"), "\(damage): \(check.text)")
            let doctor = try command("doctor")
            #expect(doctor.output.contains("    → \(Self.remedy)\n"), "\(damage): \(doctor.text)")
            for misleading in ["nano", "did you mean"] {
                #expect(!(check.text + doctor.text).contains(misleading), "\(damage): \(check.text)\(doctor.text)")
            }
        }
    }
}
