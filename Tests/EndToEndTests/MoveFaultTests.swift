import AdhanCore
import AdhanSQLite
import AdhanTestSupport
import Foundation
import Glibc
import Testing

/// What goes wrong on the way to another box, and the words and exit codes for it.
extension MoveTests {
    private static let user: uid_t = 12345

    /// A command that runs adhand with a small file system of its own at a folder.
    private func withDisk(_ folder: String, _ options: String) -> [String] {
        ["unshare", "-m", "sh", "-c", "mount -t tmpfs -o \(options) none \(folder) && exec \"$@\"", "--"]
    }

    /// An archive with those files beside its manifest and a config that is in order.
    private func craft(_ parts: [String: String], ledger: Bool = false) throws {
        let extent = ledger ? #", "ledger": {"rows": 1, "first": "2026-01-01", "last": "2026-01-01"}"# : ""
        let manifest = #"{"format": 1, "version": "0.1.0", "host": "old", "made": 1, "config": "/etc/c.toml""#
        let config = "[place]\nlatitude = 51.5\nlongitude = -0.1\ntimezone = \"Europe/London\"\n"
        let usual = ["adhand.json": manifest + extent + "}", "config/config.toml": config]
        let all = usual.merging(parts) { $1 }
        try old.write(try WorkbookFile.archive(all.mapValues { Array($0.utf8) }), to: "mosque.zip")
    }

    /// The panel's folders on the old box, and the path of its accounts.
    private func makePanel() -> String {
        for folder in ["state", "state/panel", "state/panel/private"] { mkdir(old.file(folder), 0o750) }
        return old.file("state/panel/private/accounts.sqlite")
    }

    @Test func `an export replaces no device, pipe or link`() throws {
        try write(try DayAtNoon(dhuhrIn: 400))
        #expect(mkfifo(archive, 0o600) == 0)
        for more in [[], ["--force"]] {
            let pipe = try Binary.run(["export", archive] + more, in: old)
            #expect(pipe.code == EX_CANTCREAT && pipe.errors.contains("not an ordinary file"), "\(pipe.text)")
        }
        #expect(unlink(archive) == 0 && symlink(old.file("nowhere"), archive) == 0)
        let link = try export()
        #expect(link.code == EX_CANTCREAT && link.errors.contains("not an ordinary file"), "\(link.text)")
    }

    @Test(.enabled(if: geteuid() == 0, "only root gives a link away"))
    func `root follows no link of the service to a ledger`() throws {
        try write(try DayAtNoon(dhuhrIn: 400))
        try fillLedger(days: 0..<2)
        let (ledger, hidden) = (old.file("state/ledger.sqlite"), old.file("etc/hidden.sqlite"))
        #expect(rename(ledger, hidden) == 0 && symlink(hidden, ledger) == 0)
        chown(old.file("state"), Self.user, Self.user)
        #expect(lchown(ledger, Self.user, Self.user) == 0)
        let refused = try export()
        #expect(refused.code == EX_UNAVAILABLE && refused.errors.contains("\(ledger) "), "\(refused.text)")
        // The caretaker's own link, and a ledger elsewhere by the config.
        #expect(lchown(ledger, 0, 0) == 0)
        #expect(try export().output.contains("2 rows"))
        #expect(unlink(ledger) == 0)
        try write(try DayAtNoon(dhuhrIn: 400), "[ledger]\nfile = \"hidden.sqlite\"")
        #expect(try export("--force").output.contains("2 rows"))
        // On the new box, the lock would be made beside the file that the link names.
        for folder in ["state", "elsewhere"] { mkdir(new.file(folder), 0o755) }
        let link = new.file("state/ledger.sqlite")
        #expect(symlink(new.file("elsewhere/X"), link) == 0)
        for user in [Self.user, 0] {
            #expect(lchown(link, user, user) == 0)
            let imported = try `import`()
            #expect(imported.code != 0 && !imported.errors.isEmpty, "\(imported.text)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: new.file("elsewhere")).isEmpty, "\(user)")
            #expect(access(new.file("etc/config.toml"), F_OK) != 0)
        }
        #expect(unlink(link) == 0)
        #expect(try `import`().code == 0)
    }

    @Test func `accounts that are damaged, empty or huge are named, and not copied in part`() throws {
        try write(try DayAtNoon(dhuhrIn: 400))
        let file = makePanel()
        try old.write([], to: "state/panel/private/accounts.sqlite")
        let empty = try export()
        #expect(empty.code == 0 && empty.output.contains("has 2 files and"), "\(empty.text)")
        let accounts = try SQLiteConnection(file)
        try accounts.execute("CREATE TABLE account (name TEXT);")
        for index in 0..<200 {
            try accounts.run("INSERT INTO account VALUES (?)", [.text(String(repeating: "\(index)", count: 100))])
        }
        #expect(try export("--force").output.contains("has 3 files and"))
        let pages = open(file, O_WRONLY)
        #expect(pwrite(pages, [UInt8](repeating: 0xA5, count: 4096), 4096, 3 * 4096) == 4096)
        let damaged = try export("--force")
        #expect(damaged.code == EX_NOINPUT && damaged.errors.contains("\(file): "), "\(damaged.text)")
        #expect(ftruncate(pages, 65 << 20) == 0)
        close(pages)
        let huge = try export("--force")
        #expect(huge.code != 0 && huge.errors.contains("\(file): it has more than"), "\(huge.text)")
    }

    @Test func `a ledger in a folder where an import puts none is left out, and refused by a try`() throws {
        let elsewhere = try TestDirectory()
        try write(try DayAtNoon(dhuhrIn: 400))
        try fillLedger(days: 0..<2)
        #expect(rename(old.file("state/ledger.sqlite"), elsewhere.file("ledger.sqlite")) == 0)
        let named = "[ledger]\nfile = \"\(elsewhere.file("ledger.sqlite"))\"\n"
        try write(try DayAtNoon(dhuhrIn: 400), named)
        let exported = try export()
        #expect(exported.code == 0 && exported.output.contains("no ledger"), "\(exported.text)")
        #expect(exported.errors.contains("\(elsewhere.file("ledger.sqlite")) is not in it"), "\(exported.errors)")
        #expect(try `import`("--dry-run").code == 0)
        #expect(try `import`().code == 0)
        // Of an adhand that did not check it.
        let place = "[place]\nlatitude = 51.5\nlongitude = -0.1\ntimezone = \"Europe/London\"\n"
        let ledger = String(repeating: "x", count: 100)
        try craft(["config/config.toml": place + named, "ledger.sqlite": ledger], ledger: true)
        for more in [["--dry-run"], []] {
            let refused = try Binary.run(["import", archive] + more, in: new)
            #expect(refused.code == EX_DATAERR, "\(refused.text)")
            #expect(refused.errors.contains("in a folder where an import puts no files"), "\(refused.text)")
        }
    }

    @Test func `all that is in an archive is checked before anything changes`() throws {
        let broken: [(parts: [String: String], code: Int32, words: String)] = [
            (["panel/config.toml": "[place"], EX_CONFIG, "state/panel/config.toml"),
            (["panel/config.toml": "[hooks]\nbefore = [\"x\"]\n"], EX_CONFIG, "may not set 'hooks'"),
            (["panel/private/accounts.sqlite": String(repeating: "no", count: 900)], EX_DATAERR, "accounts.sqlite"),
            (["state/settings.json": "[{\"key\": \"vol"], EX_DATAERR, "state/settings.json"),
            (["state/mute.json": ""], EX_DATAERR, "state/mute.json"),
        ]
        try craft(["panel/config.toml": "[display]\nname = \"x\"\n", "state/settings.json": "[]"])
        #expect(try `import`("--dry-run").code == 0)
        let manifest = #"{"format": 1, "version": "0.1.0", "host": "old", "made": 1, "config": "/etc/c.toml""#
        try craft(["adhand.json": manifest + #", "services": ["adhand-kiosk", "sshd"]}"#])
        #expect(try `import`("--dry-run").output.contains("starts the services that ran there: adhand-kiosk."))
        #expect(access(new.file("state"), F_OK) != 0)
        for (parts, code, words) in broken {
            try craft(parts)
            for more in [["--dry-run"], []] {
                let refused = try Binary.run(["import", archive] + more, in: new)
                #expect(refused.code == code && refused.errors.contains(words), "\(parts) \(more): \(refused.text)")
                #expect(access(new.file("etc/config.toml"), F_OK) != 0)
            }
        }
    }

    @Test func `a damaged ledger comes with the next step, or names the archive`() throws {
        let text = String(repeating: "this is no ledger ", count: 100)
        try craft(["ledger.sqlite": text], ledger: true)
        for more in [["--dry-run"], []] {
            let refused = try Binary.run(["import", archive] + more, in: new)
            #expect(refused.code == EX_DATAERR && refused.errors.contains("\(archive): its ledger"), "\(refused.text)")
            #expect(!refused.errors.contains("ledger.sqlite"), "\(refused.errors)")
        }
        try write(try DayAtNoon(dhuhrIn: 400))
        try fillLedger(days: 0..<2)
        #expect(try export("--force").code == 0)
        mkdir(new.file("state"), 0o750)
        let own = try new.write(Array(text.utf8), to: "state/ledger.sqlite")
        let refused = try `import`()
        #expect(refused.code == EX_UNAVAILABLE && refused.errors.contains("sudo mv \(own) \(own).before"))
        #expect(access(new.file("etc/config.toml"), F_OK) != 0)
    }

    @Test func `a folder for copies that is missing is named, and no fault of the archive`() throws {
        try write(try DayAtNoon(dhuhrIn: 400))
        let missing = ["TMPDIR": old.file("nowhere")]
        let exported = try Binary.run(["export", archive], in: old, environment: missing)
        #expect(exported.code == EX_CANTCREAT && exported.errors.contains(old.file("nowhere")), "\(exported.text)")
        #expect(try export().code == 0)
        let tried = try Binary.run(["import", archive, "--dry-run"], in: new, environment: missing)
        #expect(tried.code == EX_CANTCREAT && tried.errors.contains(old.file("nowhere")), "\(tried.text)")
    }

    @Test(.enabled(if: SmallDisk.isPossible, "only root mounts a file system"))
    func `a full disk is no fault of the archive, and only the disk of a file needs room for it`() throws {
        try write(try DayAtNoon(dhuhrIn: 400))
        try old.write([UInt8](repeating: 65, count: 30 << 20), to: "etc/large.mp3")
        let file = makePanel()
        let accounts = try SQLiteConnection(file)
        try accounts.execute("CREATE TABLE account (name BLOB); INSERT INTO account VALUES (zeroblob(200000));")
        for folder in [old.file("tmp"), new.file("tmp"), new.file("state"), new.file("etc")] { mkdir(folder, 0o755) }
        func run(_ command: [String], _ box: TestDirectory, _ folder: String, _ options: String) throws
            -> Binary.Outcome
        {
            let environment = ["TMPDIR": box.file("tmp")]
            let prefix = withDisk(box.file(folder), options)
            return try Binary.run(command, in: box, environment: environment, prefix: prefix)
        }
        let small = try run(["export", archive], old, "tmp", "size=16k")
        #expect(small.code == EX_CANTCREAT && small.errors.contains("No space left"), "\(small.text)")
        #expect(unlink(file) == 0)
        try fillLedger(days: 0..<300)
        let full = try run(["export", archive], old, "tmp", "size=16k")
        #expect(full.code == EX_CANTCREAT && full.errors.contains("make room"), "\(full.text)")
        #expect(try export().code == 0)
        let tried = try run(["import", archive, "--dry-run"], new, "tmp", "size=16k")
        #expect(tried.code == EX_CANTCREAT && tried.errors.contains("make room"), "\(tried.text)")
        let inodes = try run(["import", archive], new, "etc", "size=80m,nr_inodes=3")
        #expect(inodes.code == EX_CANTCREAT && inodes.errors.contains("No space left"), "\(inodes.text)")
        let config = try run(["import", archive], new, "etc", "size=31m")
        #expect(config.code == EX_CANTCREAT && config.errors.contains("make room"), "\(config.text)")
        let state = try run(["import", archive], new, "state", "size=24m")
        #expect(state.code == 0, "\(state.text)")
    }

    @Test(.enabled(if: geteuid() == 0, "only root becomes another user"))
    func `a user who may not ask the daemon is told to import as root`() throws {
        try write(try DayAtNoon(dhuhrIn: 400))
        #expect(try export().code == 0)
        for path in [old.path, new.path, archive] { chmod(path, 0o755) }
        let daemon = try RunningDaemon(nil, named: nil, in: old)
        for name in ["run", "run/adhand.sock"] { chmod(old.file(name), name == "run" ? 0o755 : 0o600) }
        let user = ["setpriv", "--reuid=\(Self.user)", "--regid=\(Self.user)", "--clear-groups"]
        let refused = try Binary.run(
            ["import", archive],
            in: new,
            environment: ["RUNTIME_DIRECTORY": old.file("run")],
            prefix: user
        )
        #expect(refused.code == EX_NOPERM && refused.errors.contains("sudo adhand import"), "\(refused.text)")
        #expect(!refused.errors.contains("adduser"))
        daemon.stop()
    }
}
