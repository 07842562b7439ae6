import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport
@testable import adhand

struct PermissionsCheckTests {
    private let user = Account(name: "adhand", user: 100, groups: [100, 29])

    private func file(_ path: String, _ mode: mode_t, user: uid_t = 0, group: gid_t = 0) -> FileOwnership {
        FileOwnership(path: path, user: user, group: group, mode: S_IFREG | mode)
    }

    @Test(arguments: [
        (0o600, 100, 0, 6, true), (0o400, 100, 0, 6, false), (0o077, 100, 100, 4, false), (0o640, 0, 100, 4, true),
        (0o660, 0, 29, 6, true), (0o604, 0, 29, 4, false), (0o604, 0, 7, 4, true), (0o640, 0, 7, 4, false),
        (0o755, 0, 0, 7, false), (0o700, 100, 0, 7, true),
    ])
    func `the owner's rights come before the group's, and the group's before everybody's`(
        mode: mode_t,
        owner: uid_t,
        group: gid_t,
        rights: mode_t,
        allowed: Bool
    ) {
        #expect(user.may(rights, file("/f", mode, user: owner, group: group)) == allowed)
        #expect(Account(name: "root", user: 0, groups: [0]).may(rights, file("/f", 0)))
    }

    @Test func `an account is found by its name, with its groups`() throws {
        let root = try #require(Account(named: "root"))
        #expect(root.user == 0 && root.groups.contains(0))
        #expect(Account(named: "no such user") == nil)
    }

    private func judge(_ chain: [FileOwnership], _ use: PermissionsCheck.Use) -> Finding? {
        PermissionsCheck.finding(chain, use, user)
    }

    @Test func `a file in somebody's home, which the sandbox hides, is reported with where to put it`() {
        let root = [file("/", 0o755), file("/home", 0o755)]
        let closed = judge(root + [file("/home/pi", 0o700), file("/home/pi/a.mp3", 0o644)], .reads)
        #expect(closed?.words == "/home/pi/a.mp3: the user adhand may not enter /home/pi")
        #expect(closed?.advice?.hasSuffix("sudo install -D -m 644 /home/pi/a.mp3 /srv/adhan/a.mp3") == true)
        let recording = root + [file("/home/a.mp3", 0o644)]
        #expect(judge(recording, .reads)?.words == "/home/a.mp3: the service does not see it")
        #expect(PermissionsCheck.finding(recording, .reads, Account(name: "pi", user: 1000, groups: [1000])) == nil)
        let program = judge(root + [file("/home/amp", 0o755)], .runs)
        #expect(program?.words == "/home/amp: the service does not see it")
        #expect(program?.advice?.hasSuffix("sudo install -D -m 755 /home/amp /usr/local/bin/amp") == true)
        let waves = judge(root + [file("/home/w", 0o777)], .adds)
        #expect(waves?.advice?.contains("file:/var/lib/adhand/") == true)
    }

    @Test func `what the unit leaves read-only is named with ReadWritePaths, and nothing else`() throws {
        let directory = try TestDirectory()
        let own = ["/var/lib/adhand", "/var/cache/adhand", "/run/adhand"]
        let sandbox = UnitSandbox(service: own, readWritePaths: ["-/srv/ledgers", "+/srv/waves/a.wav"])
        for path in own + ["/var/lib/adhand/l", "/srv/ledgers/a", "/srv/waves/a.wav"] {
            #expect(PermissionsCheck.readOnly([path], sandbox).isEmpty, "\(path)")
        }
        // The service does not see it at all, which is said of it already.
        #expect(PermissionsCheck.readOnly(["/home", "/home/pi"], sandbox).isEmpty)
        #expect(PermissionsCheck.readOnly(["/srv/adhan"], .none).isEmpty)
        for path in ["/srv/ledgers2", "/srv/waves", directory.file("gone")] {
            let found = PermissionsCheck.readOnly([path], UnitSandbox(writable: sandbox.writable))
            #expect(found.count == (path.hasPrefix("/tmp") ? 0 : 1), "\(path)")
            #expect(found.first?.advice?.contains("below [Service]: ReadWritePaths=\(path); then: ") ?? true)
            #expect(found.first?.words.contains("ProtectSystem=strict") ?? true)
        }
        let etc = PermissionsCheck.readOnly(["/etc"], sandbox).first?.advice
        #expect(etc?.hasPrefix("sudo systemctl edit adhand") == true, "it is there")
        let missing = PermissionsCheck.readOnly(["/etc/nowhere"], sandbox).first?.advice
        #expect(missing?.hasPrefix("sudo install -d -o adhand /etc/nowhere; then: sudo systemctl edit") == true)
    }

    @Test func `a link out of the sandbox is followed, even to a file that does not exist yet`() throws {
        let directory = try TestDirectory()
        symlink("/etc", directory.file("link"))
        let sandbox = UnitSandbox(writable: [directory.path])
        #expect(sandbox.allows(directory.file("new")) && !sandbox.allows(directory.file("link/new")))
    }

    @Test func `what is written is the ledger's folder, and each WAV file or its folder`() throws {
        let box = try Box()
        let wav = try box.write("", "there.wav")
        let devices = "devices = [\"file:\(wav)\", \"file:/srv/w/a.wav\"]\n"
        let config = try box.write("[ledger]\nfile = \"/srv/l/ledger.sqlite\"\n[audio]\n\(devices)")
        let configuration = try Configuration.load(config, nowhere())
        #expect(PermissionsCheck.written(configuration) == ["/srv/l", wav, "/srv/w"])
    }

    private func nowhere(_ environment: [String: String] = [:]) -> Locations {
        Locations(resources: "/nowhere", daemon: false, environment: environment)
    }

    @Test(
        arguments: [
            (.fills, 0o755, "sudo chown -R adhand: /f && sudo chmod -R u+rwX /f"),
            (.writes, 0o644, "sudo chown -R adhand: /f && sudo chmod -R u+rwX /f"),
            (.reads, 0o600, "sudo chgrp adhand /f && sudo chmod g+r /f"),
            (.runs, 0o700, "sudo chmod 755 /f"), (.runs, 0o711, "sudo chmod 755 /f"),
            (.plays, 0o644, "sudo chgrp adhand /f && sudo chmod g+rw /f"),
            (.adds, 0o755, "sudo chgrp adhand /f && sudo chmod g+rwx /f"),
        ] as [(PermissionsCheck.Use, mode_t, String)]
    )
    func `a file of root is reported with the command that shares it`(
        use: PermissionsCheck.Use,
        mode: mode_t,
        advice: String
    ) {
        #expect(judge([file("/", 0o755), file("/f", mode)], use)?.advice == advice)
        #expect(judge([file("/", 0o755), file("/f", 0o700, user: 100)], use) == nil)
    }

    @Test func `a config, a program or a folder around it that everybody may change is reported, with the command`()
        throws
    {
        let box = try Box()
        box.makeFolders("etc", "etc/conf.d", "etc/bin", "state")
        let folder = box.file("etc")
        let program = try box.write("#!/bin/sh\n", "etc/bin/amp")
        symlink(program, box.file("amp"))
        let config = try box.write("[hooks]\nbefore = [\"\(box.file("amp"))\"]\n", "etc/config.toml")
        let right: [(path: String, mode: mode_t)] = [
            (config, 0o640), (program, 0o755), (folder + "/bin", 0o755), (folder, 0o755),
            (try box.write("", "etc/conf.d/one.toml"), 0o640), (folder + "/conf.d", 0o755),
        ]
        for (path, mode) in right { chmod(path, mode) }
        let locations = nowhere(["STATE_DIRECTORY": box.file("state")])
        let configuration = try Configuration.load(config, locations)
        #expect(PermissionsCheck.findings(configuration, locations).map(\.isGood) == [true])
        for (path, mode) in right {
            chmod(path, mode | 0o002)
            let words = "\(path): everybody may write to it, and so decide what the daemon runs"
            let found = PermissionsCheck.findings(configuration, locations)
            #expect(found.contains(.bad(words, do: "sudo chmod o-w \(path)")), "\(path)")
            chmod(path, mode)
        }
        // Nor may everybody change recordings and timetables.
        let files = [try box.write("", "etc/bin/adhan.mp3"), try box.write("", "etc/bin/times.json")]
        for path in files { chmod(path, 0o666) }
        let text = "[audio]\nadhan = \"bin/adhan.mp3\"\n[timetable]\nfile = \"bin/times.json\"\n"
        try box.write(text, "etc/config.toml")
        let found = PermissionsCheck.findings(try Configuration.load(config, locations), locations).map(\.words)
        for (path, what) in zip(files, ["what sounds", "when the prayers are called"]) {
            #expect(found.contains("\(path): everybody may write to it, and so decide \(what)"), "\(found)")
        }
        #expect(PermissionsCheck.exposure([file("/tmp", 0o1777)], "it") != nil, "a file")
        let sticky = FileOwnership(path: "/tmp", user: 0, group: 0, mode: S_IFDIR | 0o1777)
        #expect(PermissionsCheck.exposure([sticky, file("/tmp/a", 0o644)], "it") == nil)
    }

    @Test(.enabled(if: geteuid() == 0, "only root gives a folder away"))
    func `a config that the daemon's user may not read is reported, with the command, before any reload`() throws {
        let box = try Box()
        box.makeFolders("etc", "etc/conf.d", "state")
        chmod(box.directory.path, 0o755)
        let config = try box.write(Box.london, "etc/config.toml")
        let part = try box.write("", "etc/conf.d/a.toml")
        chown(box.file("state"), 64_000, 64_000)
        chmod(part, 0o644)
        chmod(config, 0o600)
        let sentence = "\(config): the user 64000 may not read it"
        let advice = "sudo chgrp 64000 \(config) && sudo chmod g+r \(config)"
        try box.run("check-config").expect(output: "\(sentence): \(advice)\n", "one thing is wrong")
        let restart = "\(advice); then: sudo systemctl restart adhand"
        try box.run("doctor").expect(output: "\(sentence)\n    → \(restart)")
        chmod(config, 0o644)
        chmod(part, 0o600)
        try box.run("check-config").expect(output: "\(part): the user 64000 may not read it")
        chmod(part, 0o644)
        chmod(box.file("etc"), 0o700)
        let closed = "the user 64000 may not enter \(box.file("etc")): sudo chgrp 64000 "
        try box.run("check-config").expect(output: closed)
    }

    @Test func `each file is checked for the owner of the state folder`() throws {
        let box = try Box("[audio]\nadhan = \"a.mp3\"\n[ledger]\nfile = \"l\"\n")
        try box.write("x", "a.mp3")
        box.makeFolders("state")
        let locations = nowhere(["STATE_DIRECTORY": box.file("state")])
        let configuration = try Configuration.load(box.config, locations)
        #expect(PermissionsCheck.findings(configuration, locations).map(\.isGood) == [true])
        // Only root gives a folder away.
        guard geteuid() == 0 else { return }
        #expect(chown(box.file("state"), 64_000, 64_000) == 0)
        // That user may not enter the test's folder; that the ledger is missing is no fault.
        let found = PermissionsCheck.findings(configuration, locations).map(\.words)
        let folder = box.directory.path
        #expect(found.contains { $0.hasPrefix("\(box.config): the user 64000 may not enter \(folder)") })
        #expect(found.contains { $0.hasPrefix("\(folder): the user 64000 may not write to it") })
        #expect(!found.contains { $0.hasPrefix(box.file("l")) })
    }
}
