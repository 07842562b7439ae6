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
}
