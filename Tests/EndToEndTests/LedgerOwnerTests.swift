import AdhanCore
import AdhanLedger
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport
@testable import AdhanCaller

/// The owners of the ledger and the locks, and what else may be in the ledger's place.
@Suite(.serialized) struct LedgerOwnerTests {
    private static let service: uid_t = 12_345
    private let directory: TestDirectory
    private let config: String

    init() throws {
        directory = try TestDirectory()
        config = try Binary.config(QuietMorning.config + "[audio]\ndevices = [\"silent\"]\n", in: directory)
    }

    private func start(_ user: uid_t?, _ name: String, _ environment: [String: String] = [:]) throws -> Binary.Running {
        let other = user.map { ["setpriv", "--reuid=\($0)", "--regid=\($0)", "--clear-groups", "--"] } ?? []
        return try Binary.start(
            ["run", "--config", config],
            in: directory,
            environment: environment,
            prefix: other,
            output: name
        )
    }

    private func answers() -> Bool {
        eventually { (try? ControlClient(path: directory.file("run/adhand.sock")).ask(.init(.status))) != nil }
    }

    /// Gives the service's folders, and what is in them, to the service's user.
    private func giveToService() throws {
        #expect(chmod(directory.path, 0o755) == 0 && chmod(config, 0o644) == 0)
        for name in ["run", "state", "cache"] {
            #expect(mkdir(directory.file(name), 0o755) == 0)
            #expect(chown(directory.file(name), Self.service, Self.service) == 0)
        }
    }

    private func owners(_ folder: String) throws -> [String: uid_t] {
        var owners: [String: uid_t] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: directory.file(folder)) {
            var status = stat()
            #expect(lstat(directory.file("\(folder)/\(name)"), &status) == 0)
            owners[name] = status.st_uid
        }
        return owners
    }

    @Test(.enabled(if: geteuid() == 0, "only root becomes somebody else"))
    func `beside the service's daemon no other starts: another user's exits with 77, root's with 73`() throws {
        try giveToService()
        let first = try start(Self.service, "service")
        #expect(answers(), "\(first.text)")
        let another = try start(54_321, "another").finish()
        #expect(another.code == EX_NOPERM, "\(another.text)")
        #expect(
            another.errors.contains("an adhand of 12345 may call the prayers, and only one may: the lock file"),
            "\(another.text)"
        )
        #expect(another.errors.contains("sudo systemctl start adhand"))
        #expect(try start(nil, "root").finish().code == EX_CANTCREAT)
        // With a runtime folder of its own it still has the same ledger. Its folder is root's, the lock the service's.
        #expect(chown(directory.file("state"), 0, Self.service) == 0)
        let root = try start(nil, "root", ["RUNTIME_DIRECTORY": directory.file("other")]).finish()
        #expect(root.code == EX_CANTCREAT, "\(root.text)")
        #expect(root.errors.contains("ledger.sqlite.lock' is held by another process"), "\(root.text)")
        first.process.signal(SIGTERM)
        #expect(first.finish().code == 0)
        // What it has left is its own, so it can start again.
        #expect(try start(54_321, "another").finish().code == EX_NOPERM)
        #expect(chmod(directory.file("run"), 0o700) == 0)
        let outside = try start(54_321, "another").finish()
        #expect(outside.code == EX_NOPERM)
        #expect(outside.errors.contains("its folder belongs to uid 12345"), "\(outside.text)")
    }

    @Test(.enabled(if: geteuid() == 0, "only root becomes somebody else"))
    func `root's daemon, killed or not, leaves nothing that keeps the service's user out`() throws {
        try giveToService()
        let root = try start(nil, "root")
        #expect(answers(), "\(root.text)")
        root.process.signal(SIGKILL)
        root.process.wait()
        let marks = PendingRowFiles(folder: directory.file("run/marks"))
        let due = ScheduledOccasion(
            OccasionKey(try CivilDate("2026-11-21"), .adhan(.fajr)),
            at: Instant(seconds: 1),
            source: .file
        )
        #expect(marks.save(LedgerEntry(due, .completed)) == nil)
        // SQLite makes its journal as root and changes the owner a moment later. The kill may come in between.
        let journal = "ledger.sqlite-journal"
        try? FileManager.default.removeItem(atPath: directory.file("state/\(journal)"))
        try Data().write(to: URL(filePath: directory.file("state/\(journal)")))
        #expect(chmod(directory.file("state/\(journal)"), 0o644) == 0)
        for folder in ["run", "state"] {
            // A spare that still belongs to root does no harm: the folder's owner may rename it. A temporary file of
            // AtomicFile does none either: no two have the same name. Only root looks at a folder that is being made.
            let strangers = try owners(folder).filter {
                $0.value != Self.service && !$0.key.hasPrefix("marks/spare-") && $0.key != journal
                    && AtomicFile.target(of: $0.key) == $0.key && !$0.key.hasSuffix(".new")
            }
            #expect(strangers.isEmpty, "\(strangers)")
        }
        let service = try start(Self.service, "service")
        #expect(answers(), "\(service.text)")
        #expect(eventually { service.text.contains("the ledger is read") })
        service.process.signal(SIGTERM)
        let outcome = service.finish()
        #expect(outcome.code == 0)
        #expect(!outcome.text.contains("error"), "\(outcome.text)")
    }

    @Test(.enabled(if: geteuid() == 0, "only root becomes somebody else"))
    func `another user's ledger, beside a runtime folder of our own, is reported, and the daemon runs`() throws {
        try giveToService()
        #expect(chown(directory.file("state"), 54_321, 54_321) == 0)
        let daemon = try start(Self.service, "service")
        #expect(answers(), "\(daemon.text)")
        #expect(eventually { daemon.text.contains("its folder belongs to uid 54321") }, "\(daemon.text)")
        daemon.process.signal(SIGTERM)
        #expect(daemon.finish().code == 0)
    }

    @Test func `a FIFO in the ledger's place does not hang, is reported, and a new ledger is made once it is gone`()
        throws
    {
        let file = directory.file("state/ledger.sqlite")
        #expect(mkdir(directory.file("state"), 0o700) == 0 && mkfifo(file, 0o600) == 0)
        let history = try Binary.run(["history", "--config", config], in: directory)
        #expect(history.code == EX_UNAVAILABLE)
        #expect(history.errors.contains("not an ordinary file"), "\(history.text)")
        let daemon = try RunningDaemon(nil, in: directory)
        #expect(daemon.says("not an ordinary file"))
        #expect(try daemon.command("history").text.contains("not an ordinary file"))
        #expect(try daemon.command("doctor").output.contains("not an ordinary file"))
        daemon.stop()
        #expect(unlink(file) == 0)
        let next = try RunningDaemon(nil, in: directory)
        #expect(next.says("the ledger is read"))
        next.stop()
    }

    @Test func `a ledger that another process writes to is taken once that one has ended`() throws {
        let day = try DayAtNoon(dhuhrIn: 12)
        try day.write(in: directory)
        let sound = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 4, channels: 1), channels: 1, in: directory)
        let audio = "[audio]\nadhan = \"\(sound)\"\ndevices = [\"silent\"]\n"
        let daemon = try RunningDaemon(day.config(audio), in: directory)
        #expect(daemon.says("the ledger is read"))
        let file = directory.file("state/ledger.sqlite")
        let words = "two daemons may call each prayer"
        func isSaid() throws -> Bool { try daemon.report().problems.contains { $0.what.hasPrefix(words) } }
        do {
            let theirs = try InodeLock(try directory.write([], to: "state/theirs.sqlite"))
            try theirs.acquire(file)
            #expect(rename(directory.file("state/theirs.sqlite"), file) == 0)
            // It checks its file when it writes, and otherwise each minute.
            #expect(daemon.says(words, within: .seconds(90)), "\(daemon.running.text)")
            #expect(try isSaid())
            withExtendedLifetime(theirs) {}
        }
        #expect(daemon.says("is locked for this daemon again", within: .seconds(90)), "\(daemon.running.text)")
        #expect(try !isSaid())
        #expect(daemon.running.text.ranges(of: words).count == 1, "\(daemon.running.text)")
        #expect(throws: LockFault.inUse(path: file)) { try InodeLock(file).acquire(file) }
        daemon.stop()
    }

    @Test func `history names the rows that are not understood, from the daemon and from the file`() throws {
        #expect(mkdir(directory.file("state"), 0o700) == 0)
        let file = directory.file("state/ledger.sqlite")
        let date = try CivilDate("2026-11-21")
        let due = ScheduledOccasion(OccasionKey(date, .adhan(.fajr)), at: Instant(seconds: 1), source: .file)
        try SQLiteLedger(file: file).record(LedgerEntry(due, .completed))
        let row = "('2026-11-21', 'adhan-tahajjud', 'completed', 1, 'file')"
        try ChildProcess.run([
            "sqlite3", file, "INSERT INTO entry (date, occasion, state, due_at, source) VALUES \(row)",
        ])
        let arguments = ["history", "--from", "2026-11-21", "--to", "2026-11-22", "--format", "csv"]
        let daemon = try RunningDaemon(nil, in: directory)
        #expect(daemon.says("these rows are not understood: 2026-11-21 adhan-tahajjud"))
        let asked = try Binary.run(arguments, in: directory, output: "asked")
        daemon.stop()
        let read = try Binary.run(arguments + ["--config", config], in: directory, output: "read")
        for outcome in [asked, read] {
            #expect(outcome.code == 0)
            #expect(outcome.output.split(separator: "\n").count == 2, "\(outcome.output)")
            #expect(
                outcome.errors.contains("not understood and stay as they are: 2026-11-21 adhan-tahajjud"),
                "\(outcome.text)"
            )
        }
    }
}
