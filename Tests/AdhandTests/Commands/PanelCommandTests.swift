import AdhanTestSupport
import Glibc
import Testing

/// `adhand panel` as root, beside the panel's own user.
struct PanelCommandTests {
    @Test(.enabled(if: geteuid() == 0, "only root gives a folder away"))
    func `a link of the panel's user leads root to no file that is root's`() throws {
        let box = try Box()
        box.makeFolders("state", "state/panel", "state/panel/private", "etc", "own")
        try box.write("", "etc/config.toml")
        chmod(box.directory.path, 0o755)
        chmod(box.file("own"), 0o700)
        for folder in ["state/panel", "state/panel/private"] { chown(box.file(folder), 12345, 12345) }
        let (accounts, target) = (box.file("state/panel/private/accounts.sqlite"), box.file("own/nologin"))
        symlink(target, accounts)
        #expect(try box.run("panel reset").code != 0)
        #expect(access(target, F_OK) != 0)
        unlink(accounts)
        try box.run("panel reset").expect(0, text: "Setup code: ")
        var status = stat()
        #expect(lstat(accounts, &status) == 0 && status.st_uid == 12345)
    }
}
