import AdhanTestSupport
import Foundation
import Testing

/// `adhand panel` as root, beside the panel's own user.
@Suite(.enabled(if: geteuid() == 0, "only root gives a folder away"))
struct PanelCommandTests {
    private static let user: uid_t = 12345

    @Test func `a link of the panel's user leads root to no file that is root's`() throws {
        let directory = try TestDirectory()
        let (secrets, own) = (directory.file("state/panel/private"), directory.file("own"))
        for folder in [secrets, directory.file("etc"), own] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        try directory.write([], to: "etc/config.toml")
        chmod(directory.path, 0o755)
        chmod(own, 0o700)
        for folder in [directory.file("state/panel"), secrets] { chown(folder, Self.user, Self.user) }
        let accounts = secrets + "/accounts.sqlite"
        symlink(own + "/nologin", accounts)
        #expect(try Binary.run(["panel", "reset"], in: directory).code != 0)
        #expect(access(own + "/nologin", F_OK) != 0)
        unlink(accounts)
        let outcome = try Binary.run(["panel", "reset"], in: directory)
        #expect(outcome.code == 0 && outcome.text.contains("Setup code: "), "\(outcome.text)")
        var status = stat()
        #expect(lstat(accounts, &status) == 0 && status.st_uid == Self.user)
    }
}
