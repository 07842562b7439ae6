import AdhanCore
import AdhanLedger
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanCaller
@testable import AdhanSupport
@testable import adhand

/// What doctor says of the config and its zone, of the clock, the disk and the ledger.
struct ConfigCheckTests {
    private let box: Box
    private let now: Instant

    init() throws { (box, now) = (try Box(), try .utc("2026-11-21", 12)) }

    private func config(_ file: String?) -> [Finding] {
        let locations = Locations(resources: "/nowhere", daemon: false, environment: ["HOME": box.directory.path])
        return ConfigCheck.findings(Result { try Configuration.load(file, locations) })
    }

    private func config(text: String) throws -> [Finding] { config(try box.write(text)) }

    @Test func `a place is named with its method`() throws {
        let place = "[place]\nlatitude = 53.6\nlongitude = -2.2\ntimezone = \"Europe/London\"\n"
        let finding = try #require(try config(text: place).first)
        let words = "Europe/London (53.6, -2.2), method isna, madhab shafi"
        #expect(finding.isGood && finding.words.contains(words), "\(finding)")
    }

    @Test func `every fault is reported with its line and a command to open it`() throws {
        let findings = try config(text: "[place]\nlattitude = 1\n\n[audio]\nvolume = 400\n")
        #expect(findings.map(\.isGood) == [false, false])
        #expect(findings.first?.words.hasPrefix("\(box.config):2: unknown key 'lattitude'") == true)
        #expect(findings.map(\.advice) == [2, 5].map { "correct it: sudo nano +\($0) \(box.config)" })
    }

    @Test func `without a file or without a place no adhan sounds, which needs attention`() throws {
        let none = try #require(config(nil).first)
        #expect(none.words.contains("there is no config file") && none.advice == "sudo adhand setup")
        let empty = try #require(try config(text: "").first)
        #expect(empty.words.contains("no place is set, so no adhan sounds"))
        #expect(empty.advice?.contains("sudo nano \(box.config)") == true)
        let fallback = try #require(try config(text: "[place]\nallow_fallback = true\n").first)
        #expect(fallback.isGood && fallback.words.contains("allow_fallback = true"))
        #expect(config("/nowhere/c.toml").map(\.words) == ["there is no file /nowhere/c.toml"])
        #expect(config(box.directory.path).map(\.isGood) == [false])
    }

    @Test func `a zone is in order if tzdata has it`() {
        func zone(_ zone: Result<KnownZone, any Error>) -> Finding { DoctorRun.zone(zone, now: now) }
        let words = "UTC, from the system's tzdata; it is 2026-11-21T12:00:00+00:00 there"
        #expect(zone(.success(KnownZone(rules: .utc))) == .good(words))
        let unknown = zone(Result { KnownZone(rules: try SystemZones.find("Europe/Nowhere")) })
        #expect(unknown.words.contains("timezone 'Europe/Nowhere'"))
        #expect(unknown.advice?.contains("timedatectl list-timezones") == true)
        let fault = TzdataFault("/usr/share/zoneinfo/UTC: No such file or directory")
        let damaged = zone(.failure(fault))
        #expect(!damaged.isGood && damaged.advice == "sudo apt install --reinstall tzdata")
        let kept = zone(.success(KnownZone(rules: .utc, problem: fault)))
        #expect(!kept.isGood && kept.words.hasSuffix("; the last known rules of the zone are used"))
        #expect(kept.advice == damaged.advice)
    }

    // MARK: the clock

    private func clock(_ trust: ClockTrust, client: Bool = true, root: Bool = true, _ problems: String...) -> Finding {
        let report = ClockReport(
            trust: trust,
            now: now,
            observation: ClockObservation(isSynchronised: nil, hasHardwareClock: false, uptime: .hours(1)),
            floor: now,
            evidence: [],
            problems: problems
        )
        return ClockCheck.finding(report, .utc, hasTimeClient: client, isRoot: root)
    }

    @Test func `a trusted clock is in order, and says why`() {
        let reasons: [ClockTrust] = [
            .synchronised, .assumed(.configured), .assumed(.confirmed), .assumed(.synchronisedEarlier),
            .assumed(.hardwareClock),
        ]
        for trust in reasons { #expect(clock(trust) == .good("\(trust.state): \(trust.reason(.utc, now: now))")) }
        let damaged = clock(.synchronised, "clock-floor: it is damaged")
        #expect(damaged.words.hasSuffix("; clock-floor: it is damaged"))
    }

    @Test func `an untrusted clock needs a network, a time client, root or a person`() {
        let finding = clock(.untrusted(.noHardwareClock))
        #expect(finding.words.hasPrefix("untrusted: "))
        #expect(finding.words.hasSuffix(". While that is so the daemon calls no prayer"))
        #expect(finding.advice?.hasPrefix("connect the box to the network") == true)
        #expect(finding.advice?.hasSuffix("if 2026-11-21T12:00:00+00:00 is right: sudo adhand clock confirm") == true)
        let bare = clock(.untrusted(.beforeFloor(now)), client: false)
        #expect(bare.advice?.hasPrefix("sudo apt install systemd-timesyncd") == true)
        let denied = clock(.untrusted(.noHardwareClock), root: false, "clock-confirmed: Permission denied")
        let words = "it is not known whether the daemon trusts it: clock-confirmed: Permission denied"
        #expect(denied == .bad(words, do: "look as root: sudo adhand doctor"))
        let person = clock(.untrusted(.noHardwareClock), root: false)
        #expect(person.advice?.contains("adhand clock confirm") == true)
    }

    // MARK: the disk

    private func disk(
        free: Double = 1e9,
        files: Double? = 0.5,
        isReadOnly: Bool = false,
        isInMemory: Bool = false
    ) -> Finding {
        DiskCheck.finding(
            .init(
                folder: "/var/lib/adhand",
                free: free,
                freeFiles: files,
                isReadOnly: isReadOnly,
                isInMemory: isInMemory
            )
        )
    }

    @Test func `too little space, too many files and a read-only disk are each reported`() {
        #expect(disk() == .good("/var/lib/adhand: 1 GB free"))
        // Some file systems do not count files.
        #expect(disk(files: nil).isGood && disk(free: .greatestFiniteMagnitude).isGood)
        #expect(disk(free: 50e6, files: 0.02).isGood)
        #expect(disk(free: 0).words == "the disk of /var/lib/adhand is full")
        #expect(disk(free: 49e6).words.contains("has only 49 MB free"))
        #expect(disk(files: 0.019).words.contains("almost as many files as it can"))
        let fixed = disk(isReadOnly: true)
        #expect(fixed.words.contains("read-only"))
        #expect(fixed.advice?.contains("findmnt -n -o TARGET -T /var/lib/adhand") == true)
    }

    @Test func `a disk in memory is in order, and what it loses is said`() {
        let memory = disk(isInMemory: true)
        #expect(memory.isGood && memory.words.contains("lost when the power fails"))
        // Linux has a tmpfs there.
        #expect(DiskCheck.finding("/dev/shm/l.sqlite").words.contains("in memory"))
    }

    @Test func `bytes are shown in the unit in which they are less than a thousand`() {
        for (bytes, text) in [
            (1000.0, "1 kB"), (2500, "2 kB"), (999_499, "999 kB"), (999_500, "1 MB"), (1_250_000, "1.2 MB"),
            (49_000_000, "49 MB"), (999_940_000, "999.9 MB"), (1_234_567_890, "1.23 GB"), (1_005_000_000, "1 GB"),
            (999_999_999_999, "1 TB"), (1e18, "more than 999 PB"),
        ] as [(Double, String)] {
            #expect(DiskCheck.text(bytes) == text)
        }
    }

    @Test func `for a missing folder the disk is checked on which it will be`() throws {
        #expect(DiskCheck.finding(box.file("a/b/c.sqlite")).words.hasPrefix("\(box.directory.path): "))
        #expect(!DiskCheck.finding(try box.write("x", "file") + "/a/l.sqlite").isGood)
        // The kernel's own file systems are read-only or have no space at all.
        #expect(!DiskCheck.finding("/proc/l.sqlite").isGood)
    }

    // MARK: the ledger

    private func ledger(_ file: String, daysLater: Int = 0, daemon: String? = nil) throws -> Finding {
        let today = try CivilDate("2026-11-21").adding(days: daysLater)
        return LedgerCheck.finding(file, config: "C", today: today, daemon: daemon)
    }

    private func row(_ daysAgo: Int, _ prayer: Prayer, _ state: LedgerState, _ reason: String? = nil) throws
        -> LedgerEntry
    {
        let key = OccasionKey(try CivilDate("2026-11-21").adding(days: -daysAgo), .adhan(prayer))
        let at = ZoneRules.utc.instant(key.date, secondOfDay: 12 * 3600)
        return LedgerEntry(ScheduledOccasion(key, at: at, source: .calculation), state, reason: reason)
    }

    @Test func `a ledger that is not there is a fault once the daemon runs`() throws {
        let file = box.file("ledger.sqlite")
        let none = try ledger(file)
        #expect(none.isGood && none.words.hasSuffix("makes it at its first start"))
        #expect(try ledger(file, daemon: "unread").isGood, "it has just begun")
        let gone = try ledger(file, daemon: "ok")
        #expect(gone.words.hasPrefix("\(file) is not there, although the daemon runs"))
        #expect(gone.advice?.contains("ls -la \(box.directory.path)") == true)
    }

    @Test func `the last row and missed prayers are shown, and are no fault`() throws {
        let file = box.file("ledger.sqlite")
        let rows = SQLiteLedger(file: file)
        for entry in [
            try row(9, .fajr, .missed, "not running"), try row(3, .fajr, .missed, "no sound card"),
            try row(2, .fajr, .missed, "not running"), try row(1, .fajr, .missed, "not running"),
            try row(0, .fajr, .completed),
        ] { try rows.record(entry) }
        let missed = "3 missed in the last 7 days (not running: 2, no sound card: 1), see: adhand history"
        #expect(try ledger(file) == .good("\(file): the last row is 2026-11-21 adhan-fajr completed; \(missed)"))
        let whole = LedgerRows([try row(0, .fajr, .completed)])
        let found = LedgerCheck.finding(.success(whole), file: file, config: "C")
        #expect(found.words.hasSuffix("; none missed in the last 7 days"))
        #expect(try ledger(file, daysLater: 30) == .good("\(file): no row in the last 7 days"))
    }

    @Test func `a ledger with two names has the command that finds the other`() throws {
        let file = try box.write("", "ledger.sqlite")
        #expect(link(file, box.file("twin")) == 0)
        #expect(try ledger(file).advice?.contains("sudo find / -xdev -samefile \(file)") == true)
    }

    @Test func `a letter, a folder and a path below a file are no ledgers`() throws {
        let letter = try box.write(String(repeating: "a letter. ", count: 100), "the letter")
        let damaged = try ledger(letter)
        #expect(damaged.words.contains("file is not a database"))
        #expect(damaged.advice == "leave it as it is, and name another file in [ledger] of C")
        #expect(try !ledger(box.directory.path).isGood)
        #expect(try ledger(letter + "/ledger").words.hasSuffix("Not a directory"))
    }

    @Test func `the advice is to move aside a damaged ledger only`() throws {
        let file = box.file("the ledger")
        try SQLiteLedger(file: file).record(row(0, .fajr, .completed))
        var bytes = TestDirectory.bytes(of: file)
        bytes.replaceSubrange(bytes.count - 4096..<bytes.count - 4000, with: [UInt8](repeating: 0x55, count: 96))
        let damaged = try ledger(box.directory.write(bytes, to: "the damaged"))
        #expect(damaged.advice?.contains("sudo mv '\(box.file("the damaged"))' ") == true, "\(damaged)")
        let other = LedgerError.unreadable(file: "f", reason: "no such table")
        let strange = LedgerCheck.finding(.failure(other), file: "f", config: "C")
        #expect(strange.advice?.contains("mv ") == false && strange.advice?.contains("[ledger] of C") == true)
    }
}
