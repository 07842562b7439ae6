import AdhanCore
import AdhanLedger
import AdhanSQLite
import AdhanSupport
import AdhanTestSupport
import Foundation
import Glibc
import Testing

/// A mosque moves to another box: `adhand export` there, `adhand import` here.
@Suite(.serialized) struct MoveTests {
    let old: TestDirectory
    let new: TestDirectory

    init() throws {
        (old, new) = (try TestDirectory(), try TestDirectory())
        mkdir(old.file("etc"), 0o755)
    }

    var archive: String { old.file("mosque.zip") }

    /// Puts a config and the day's timetable into the daemon's own folder.
    func write(_ day: DayAtNoon, _ more: String = "") throws {
        try day.write(in: old)
        #expect(rename(old.file("timetable.json"), old.file("etc/timetable.json")) == 0)
        try old.write(Array(day.config("[audio]\ndevices = [\"silent\"]\n\(more)").utf8), to: "etc/config.toml")
    }

    func export(_ more: String...) throws -> Binary.Outcome {
        try Binary.run(["export", archive] + more, in: old, output: "export")
    }

    func `import`(_ more: String...) throws -> Binary.Outcome {
        try Binary.run(["import", archive] + more, in: new, output: "import")
    }

    func rows(_ directory: TestDirectory) throws -> LedgerRows {
        try SQLiteLedger(file: directory.file("state/ledger.sqlite"), access: .readOnly)
            .rows(.first..<(.last), limit: 10_000)
    }

    /// A ledger with so many days of rows, on the old box.
    func fillLedger(days: Range<Int>) throws {
        mkdir(old.file("state"), 0o750)
        let ledger = SQLiteLedger(file: old.file("state/ledger.sqlite"))
        let first = try CivilDate("2025-01-01")
        try ledger.record(LedgerOrigin(firstStart: Instant(seconds: 1_735_689_600)))
        for day in days {
            let date = first.adding(days: day)
            let due = ScheduledOccasion(
                OccasionKey(date, .adhan(.fajr)),
                at: Instant(seconds: Int64(date.dayNumber) * 86_400 + 18_000),
                source: .file
            )
            try ledger.record(LedgerEntry(due, .completed))
        }
        ledger.close()
    }

    @Test func `exported while the daemon runs, it goes on in another box with the rows and settings`() throws {
        try write(try DayAtNoon(dhuhrIn: 3))
        let daemon = try RunningDaemon(nil, named: nil, in: old)
        func isCalled() throws -> Bool {
            try daemon.command("history", "--format", "csv").output.contains("adhan-dhuhr,completed")
        }
        #expect(try eventually(within: .seconds(60)) { try isCalled() }, "\(daemon.running.text)")
        #expect(try daemon.command("set", "volume.fajr", "40").code == 0)
        #expect(try daemon.command("mute", "1h").code == 0)
        let exported = try export()
        #expect(exported.code == 0, "\(exported.text)")
        #expect(exported.output.contains("a ledger of 1 row,") && exported.output.contains("has the passwords"))
        daemon.stop()
        let imported = try `import`()
        #expect(imported.code == 0, "\(imported.text)")
        #expect(try rows(new).entries == rows(old).entries)
        for name in ["config.toml", "timetable.json"] {
            #expect(
                TestDirectory.bytes(of: new.file("etc/\(name)")) == TestDirectory.bytes(of: old.file("etc/\(name)"))
            )
        }
        let next = try RunningDaemon(nil, named: nil, in: new)
        #expect(next.says("the ledger is read") && next.says("timetable refreshed"))
        #expect(try next.command("settings").output.contains("volume.fajr"))
        #expect(try next.command("status").output.contains("muted"))
        next.stop()
        #expect(try rows(new).entries == rows(old).entries, "none is called again, and none is missed")
    }

    @Test func `what the old box called after the export is not called again`() throws {
        let day = try DayAtNoon(dhuhrIn: -20)
        try write(day)
        try fillLedger(days: 0..<3)
        #expect(try export().code == 0)
        #expect(try `import`().code == 0)
        // Within the grace of Dhuhr, twice.
        for _ in 0..<2 {
            let daemon = try RunningDaemon(nil, named: nil, in: new)
            #expect(daemon.says("timetable refreshed"))
            #expect(try eventually { try daemon.report().next?.prayer == "asr" })
            daemon.stop()
        }
        #expect(try rows(new).entries == rows(old).entries, "no row of Dhuhr, and none of the days between")
    }

    @Test func `the panel moves with its settings, files and accounts, and not with its certificate`() throws {
        try write(try DayAtNoon(dhuhrIn: 400))
        for folder in ["state", "state/panel", "state/panel/private"] { mkdir(old.file(folder), 0o750) }
        let settings = Array("[audio]\nadhan = \"recording-1.mp3\"\n".utf8)
        try old.write(settings, to: "state/panel/config.toml")
        let recording = try Data(contentsOf: URL(filePath: Binary.root + "/Resources/adhan.mp3"))
        try old.write(Array(recording), to: "state/panel/recording-1.mp3")
        try old.write([1], to: "state/panel/private/key.pem")
        let accounts = try SQLiteConnection(old.file("state/panel/private/accounts.sqlite"))
        try accounts.execute("CREATE TABLE account (name TEXT); INSERT INTO account VALUES ('Amina');")
        let exported = try export()
        #expect(exported.code == 0 && !exported.text.contains("is not in it"), "\(exported.text)")
        mkdir(new.file("state"), 0o750)
        mkdir(new.file("state/panel"), 0o750)
        try new.write([2], to: "state/panel/recording-2.mp3")
        let imported = try `import`()
        #expect(imported.code == 0, "\(imported.text)")
        // Two of the config's folder, three of the panel's.
        #expect(exported.output.contains("has 5 files and"), "\(exported.text)")
        #expect(imported.output.contains("It has 5 files,"), "\(imported.text)")
        let panel = new.file("state/panel")
        #expect(
            Set(try FileManager.default.contentsOfDirectory(atPath: panel)) == [
                "config.toml", "recording-1.mp3", "private",
            ]
        )
        #expect(TestDirectory.bytes(of: panel + "/config.toml") == settings)
        #expect(try FileManager.default.contentsOfDirectory(atPath: panel + "/private") == ["accounts.sqlite"])
        let moved = try SQLiteConnection(panel + "/private/accounts.sqlite", isReadOnly: true)
        let row = try moved.prepare("SELECT name FROM account")
        #expect(try row.next() && row.text("name") == "Amina")
        var status = stat()
        for (path, mode) in [
            ("", 0o750), ("/config.toml", 0o640), ("/private", 0o700), ("/private/accounts.sqlite", 0o600),
        ] {
            #expect(stat(panel + path, &status) == 0 && Int(status.st_mode & 0o777) == mode, "\(path)")
        }
        #expect(try Binary.run(["config", "show"], in: new, output: "show").output.contains("recording-1.mp3"))
    }

    @Test func `what is no ordinary file in the panel's folder is not read`() throws {
        try write(try DayAtNoon(dhuhrIn: 400))
        for folder in ["state", "state/panel", "state/panel/private"] { mkdir(old.file(folder), 0o750) }
        let settings = old.file("state/panel/config.toml")
        #expect(symlink(old.file("etc/config.toml"), settings) == 0)
        let exported = try export()
        #expect(exported.code == 0 && exported.errors.contains("\(settings) is not in it"), "\(exported.text)")
        let accounts = old.file("state/panel/private/accounts.sqlite")
        #expect(mkfifo(accounts, 0o600) == 0)
        let pipe = try export("--force")
        #expect(pipe.code != 0 && pipe.errors.contains("\(accounts): it is not an ordinary file"), "\(pipe.text)")
        #expect(unlink(accounts) == 0 && symlink(old.file("etc/config.toml"), accounts) == 0)
        let link = try export("--force")
        #expect(link.code != 0 && link.errors.contains(accounts), "\(link.text)")
    }

    @Test(.enabled(if: geteuid() == 0, "only root gives a folder away"))
    func `the panel's accounts are read with the rights of the panel's user`() throws {
        try write(try DayAtNoon(dhuhrIn: 400))
        let (state, secrets) = (old.file("state"), old.file("state/panel/private"))
        for folder in [state, state + "/panel", secrets] { mkdir(folder, 0o755) }
        for folder in [old.path, state] { chmod(folder, 0o755) }
        let (file, user): (String, uid_t) = (secrets + "/accounts.sqlite", 12345)
        try SQLiteConnection(file).execute("CREATE TABLE account (name TEXT);")
        // A file of root's in the user's folder: root may read it, and the user may not.
        chmod(file, 0o600)
        for folder in [state + "/panel", secrets] { chown(folder, user, user) }
        let refused = try export()
        #expect(refused.code != 0 && refused.errors.contains("\(file): Permission denied"), "\(refused.text)")
        // Root reads no more with sudo.
        #expect(refused.code == EX_NOPERM && !refused.errors.contains("sudo adhand export"), "\(refused.errors)")
        #expect(refused.errors.contains("sudo chown --reference=\(secrets) \(file)"), "\(refused.errors)")
        chown(file, user, user)
        let exported = try export("--force")
        #expect(exported.code == 0, "\(exported.text)")
    }

    @Test func `a try names what is wrong with the config, and changes nothing`() throws {
        try write(try DayAtNoon(dhuhrIn: 400))
        #expect(try export().code == 0)
        #expect(try `import`("--dry-run").code == 0)
        let wrong = """
            import sys, zipfile
            with zipfile.ZipFile(sys.argv[1]) as old, zipfile.ZipFile(sys.argv[1] + ".new", "w") as new:
                for entry in old.infolist():
                    new.writestr(entry, old.read(entry) + (b"[nonsense]" if entry.filename.endswith(".toml") else b""))
            """
        try ChildProcess.run(["python3", "-c", wrong, archive])
        #expect(rename(archive + ".new", archive) == 0)
        let refused = try `import`("--dry-run")
        #expect(refused.code == EX_CONFIG && refused.errors.contains("nonsense"), "\(refused.text)")
        #expect(!FileManager.default.fileExists(atPath: new.file("etc/config.toml")))
    }

    @Test func `what is there is kept, refused or replaced as the help says`() throws {
        try write(try DayAtNoon(dhuhrIn: 400))
        try fillLedger(days: 0..<3)
        #expect(try export().code == 0)
        let again = try export()
        #expect(again.code == EX_CANTCREAT && again.errors.contains("adhand export --force"), "\(again.text)")
        #expect(try export("--force").code == 0)
        var status = stat()
        #expect(stat(archive, &status) == 0 && status.st_mode & 0o777 == 0o600)
        mkdir(new.file("etc"), 0o755)
        try new.write(Array("[place]\n# mine\n".utf8), to: "etc/config.toml")
        try new.write(Array("# more".utf8), to: "etc/more.toml")
        let shown = try `import`("--dry-run")
        #expect(shown.code == 0 && shown.output.contains("3 rows, 2025-01-01 to 2025-01-03"), "\(shown.text)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: new.file("etc")).count == 2)
        let imported = try `import`()
        #expect(imported.code == 0, "\(imported.text)")
        let names = try FileManager.default.contentsOfDirectory(atPath: new.file("etc"))
        let before = try #require(names.first { $0.hasPrefix("before-import-") })
        #expect(names.sorted() == [before, "config.toml", "timetable.json"])
        #expect(TestDirectory.bytes(of: new.file("etc/\(before)/config.toml")) == Array("[place]\n# mine\n".utf8))
        #expect(TestDirectory.bytes(of: new.file("etc/\(before)/more.toml")) == Array("# more".utf8))
        #expect(imported.output.contains(before))
        #expect(imported.output.hasSuffix("\n    sudo systemctl enable --now adhand\n"), "\(imported.output)")
        let manifest = String(decoding: TestDirectory.bytes(of: new.file("state/imported.json")), as: UTF8.self)
        #expect(manifest.contains("\"services\":[]"), "\(manifest)")
        // Once more: the ledger is the archive's.
        let second = try `import`()
        #expect(second.code == 0 && second.output.contains("has all rows of the archive's"), "\(second.text)")
        // Another ledger is not replaced.
        try fillLedger(days: 3..<4)
        #expect(try export("--force").code == EX_OK)
        let refused = try `import`()
        #expect(refused.code == EX_CANTCREAT, "\(refused.text)")
        #expect(refused.errors.contains("this box has a ledger of 3 rows"), "\(refused.errors)")
        #expect(try rows(new).entries.count == 3)
        // With another ledger it has another lock.
        let config = String(decoding: TestDirectory.bytes(of: new.file("etc/config.toml")), as: UTF8.self)
        try new.write(
            Array("\(config)\n[ledger]\nfile = \"\(new.file("other.sqlite"))\"\n".utf8),
            to: "etc/config.toml"
        )
        let daemon = try RunningDaemon(nil, named: nil, in: new)
        let running = try `import`()
        #expect(running.code == EX_CANTCREAT && running.errors.contains("systemctl stop adhand"), "\(running.text)")
        daemon.stop()
        try new.write(Array("no archive".utf8), to: "broken.zip")
        #expect(try Binary.run(["import", new.file("broken.zip")], in: new).code == EX_DATAERR)
        #expect(try Binary.run(["import", new.file("nowhere.zip")], in: new).code == EX_NOINPUT)
    }

    /// Kills an import at its n-th step of that kind; strace does so before the step.
    private static func killer(_ calls: String, at step: Int) -> [String] {
        ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=/^\(calls)"]
            + ["-e", "inject=/^\(calls):signal=KILL:when=\(step)"]
    }

    @Test(arguments: ["renameat", "mkdirat", "(openat|fsync|unlinkat)"])
    func `killed at any step of an import, the box has the old, none or the whole, and a second import completes it`(
        calls: String
    ) throws {
        let days = 30
        try write(try DayAtNoon(dhuhrIn: 400))
        mkdir(old.file("etc/slides"), 0o755)
        for index in 0..<3 { try old.write([UInt8](repeating: 65, count: 90_000), to: "etc/slides/\(index).md") }
        try fillLedger(days: 0..<days)
        #expect(try export().code == 0)
        let (config, earlier) = (TestDirectory.bytes(of: old.file("etc/config.toml")), Array("# of before\n".utf8))
        var (step, seen): (Int, Set<String>) = (1, [])
        while step < 400 {
            let box = try TestDirectory()
            mkdir(box.file("etc"), 0o755)
            try box.write(earlier, to: "etc/config.toml")
            let killer = Self.killer(calls, at: step)
            let run = try Binary.run(["import", archive], in: box, prefix: killer, output: "import")
            if run.code == 0 { break }
            let found = TestDirectory.bytes(of: box.file("etc/config.toml"))
            #expect(found == earlier || found == config || found.isEmpty, "\(step)")
            let ledger = box.file("state/ledger.sqlite")
            if access(ledger, F_OK) == 0 {
                #expect(try MovedLedger(ledger).extent().rows == Int64(days))
                #expect(found == config, "the ledger comes last")
            }
            seen.insert("\(found == earlier) \(found == config) \(access(ledger, F_OK) == 0)")
            let second = try Binary.run(["import", archive], in: box, output: "second")
            #expect(second.code == 0, "\(step): \(second.text)")
            #expect(TestDirectory.bytes(of: box.file("etc/config.toml")) == config)
            #expect(try MovedLedger(ledger).extent().rows == Int64(days))
            let slides = try FileManager.default.contentsOfDirectory(atPath: box.file("etc/slides"))
            #expect(slides.count == 3)
            #expect(access(box.file("etc/import.new"), F_OK) != 0 && access(box.file("state/import.new"), F_OK) != 0)
            let kept = try FileManager.default.subpathsOfDirectory(atPath: box.file("etc")).filter {
                $0.hasPrefix("before-import-") && $0.hasSuffix("/config.toml")
            }
            #expect(kept.contains { TestDirectory.bytes(of: box.file("etc/\($0)")) == earlier }, "\(step)")
            // Every open of a library is a step, too.
            step += calls.hasPrefix("(") ? 7 : 1
        }
        #expect(step > 2 && step < 400)
        if calls == "renameat" {
            #expect(seen.contains("true false false") && seen.contains("false false false"), "\(seen)")
            #expect(seen.contains("false true false"), "\(seen)")
        }
    }
}
