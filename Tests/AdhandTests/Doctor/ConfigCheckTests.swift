import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanSupport
@testable import adhand

/// The findings about the config and its zone.
@Suite struct ConfigCheckTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    private func findings(_ text: String?) throws -> [Finding] {
        let file = try text.map { try directory.write(Array($0.utf8), to: "config.toml") }
        let locations = Locations(resources: "/nowhere", daemon: false, environment: ["HOME": directory.path])
        return ConfigCheck.findings(Result { try Configuration.load(file, locations) })
    }

    @Test func `a place is named with its method`() throws {
        let finding = try #require(
            try findings("[place]\nlatitude = 53.6\nlongitude = -2.2\ntimezone = \"Europe/London\"\n").first
        )
        #expect(finding.isGood)
        #expect(finding.words.contains("Europe/London (53.6, -2.2), method isna, madhab shafi"))
    }

    @Test func `every fault is reported with its line and a command to open it`() throws {
        let findings = try findings("[place]\nlattitude = 1\n\n[audio]\nvolume = 400\n")
        let file = directory.file("config.toml")
        #expect(findings.map(\.isGood) == [false, false])
        #expect(findings.first?.words.hasPrefix("\(file):2: unknown key 'lattitude'") == true)
        #expect(findings.map(\.advice) == [2, 5].map { "correct it: sudo nano +\($0) \(file)" })
    }

    @Test func `without a file or without a place no adhan sounds, which needs attention`() throws {
        #expect(try findings(nil).first?.words.contains("there is no config file") == true)
        #expect(try findings(nil).first?.advice == "sudo adhand setup")
        #expect(try findings("").first?.words.contains("no place is set, so no adhan sounds") == true)
        #expect(try findings("").first?.advice?.contains("sudo nano \(directory.file("config.toml"))") == true)
        let fallback = try #require(try findings("[place]\nallow_fallback = true\n").first)
        #expect(fallback.isGood && fallback.words.contains("allow_fallback = true"))
    }

    @Test func `a missing file and a folder are reported`() throws {
        let locations = Locations(resources: "/nowhere", daemon: false, environment: [:])
        let missing = ConfigCheck.findings(Result { try Configuration.load("/nowhere/c.toml", locations) })
        #expect(missing.map(\.words) == ["there is no file /nowhere/c.toml"])
        let folder = ConfigCheck.findings(Result { try Configuration.load(directory.path, locations) })
        #expect(folder.map(\.isGood) == [false])
    }

    @Test func `a zone is in order if tzdata has it`() throws {
        let now = try Instant.utc("2026-11-21", 12)
        let utc = DoctorRun.zone(.success(KnownZone(rules: .utc)), now: now)
        #expect(utc == .good("UTC, from the system's tzdata; it is 2026-11-21T12:00:00+00:00 there"))
        let unknown = DoctorRun.zone(Result { KnownZone(rules: try SystemZones.find("Europe/Nowhere")) }, now: now)
        #expect(unknown.words.contains("timezone 'Europe/Nowhere'"))
        #expect(unknown.advice?.contains("timedatectl list-timezones") == true)
        let fault = TzdataFault("/usr/share/zoneinfo/UTC: No such file or directory")
        let damaged = DoctorRun.zone(.failure(fault), now: now)
        #expect(!damaged.isGood && damaged.advice == "sudo apt install --reinstall tzdata")
        let kept = DoctorRun.zone(.success(KnownZone(rules: .utc, problem: fault)), now: now)
        #expect(!kept.isGood && kept.words.hasSuffix("; the last known rules of the zone are used"))
        #expect(kept.advice == damaged.advice)
    }
}
