import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport
@testable import adhand

@Suite struct PermissionsCheckTests {
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

    @Test func `a recording in somebody's home is reported, with where to put it`() {
        let chain = [file("/", 0o755), file("/home", 0o755), file("/home/pi", 0o700), file("/home/pi/a.mp3", 0o644)]
        let finding = judge(chain, .reads)
        #expect(finding?.words == "/home/pi/a.mp3: the user adhand may not enter /home/pi")
        #expect(finding?.advice?.hasSuffix("sudo install -D -m 644 /home/pi/a.mp3 /srv/adhan/a.mp3") == true)
    }

    @Test func `a file hidden by the sandbox is reported even if its permissions are right`() {
        let chain = [file("/", 0o755), file("/home", 0o755), file("/home/a.mp3", 0o644)]
        #expect(judge(chain, .reads)?.words == "/home/a.mp3: the service does not see it")
        #expect(PermissionsCheck.finding(chain, .reads, Account(name: "pi", user: 1000, groups: [1000])) == nil)
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
        #expect(sandbox.allows(directory.file("new")))
        #expect(!sandbox.allows(directory.file("link/new")))
    }

    @Test func `what is written is the ledger's folder, and each WAV file or its folder`() throws {
        let directory = try TestDirectory()
        let wav = try directory.write([], to: "there.wav")
        let text =
            "[ledger]\nfile = \"/srv/l/ledger.sqlite\"\n[audio]\ndevices = [\"file:\(wav)\", \"file:/srv/w/a.wav\"]\n"
        let config = try directory.write(Array(text.utf8), to: "c.toml")
        let locations = Locations(resources: "/nowhere", daemon: false, environment: [:])
        let configuration = try Configuration.load(config, locations)
        #expect(PermissionsCheck.written(configuration) == ["/srv/l", wav, "/srv/w"])
        #expect(
            judge([file("/", 0o755), file("/w.wav", 0o644)], .plays)?.advice
                == "sudo chgrp adhand /w.wav && sudo chmod g+rw /w.wav"
        )
        #expect(
            judge([file("/", 0o755), file("/w", 0o755)], .adds)?.advice == "sudo chgrp adhand /w && sudo chmod g+rwx /w"
        )
        #expect(
            judge([file("/", 0o755), file("/home", 0o755), file("/home/w", 0o777)], .adds)?.advice?.contains(
                "file:/var/lib/adhand/"
            ) == true
        )
    }

    @Test func `a program in somebody's home is reported, with where to put it`() {
        let chain = [file("/", 0o755), file("/home", 0o755), file("/home/amp", 0o755)]
        #expect(judge(chain, .runs)?.words == "/home/amp: the service does not see it")
        #expect(judge(chain, .runs)?.advice?.hasSuffix("sudo install -D -m 755 /home/amp /usr/local/bin/amp") == true)
    }

    @Test(
        arguments: [
            (.fills, 0o755, "sudo chown -R adhand: /f && sudo chmod -R u+rwX /f"),
            (.writes, 0o644, "sudo chown -R adhand: /f && sudo chmod -R u+rwX /f"),
            (.reads, 0o600, "sudo chgrp adhand /f && sudo chmod g+r /f"),
            (.runs, 0o700, "sudo chmod 755 /f"), (.runs, 0o711, "sudo chmod 755 /f"),
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
        let directory = try TestDirectory()
        let folder = directory.file("etc")
        for path in [folder, folder + "/conf.d", folder + "/bin", directory.file("state")] { mkdir(path, 0o755) }
        let program = try directory.write(Array("#!/bin/sh\n".utf8), to: "etc/bin/amp")
        let linked = directory.file("amp")
        symlink(program, linked)
        let config = try directory.write(Array("[hooks]\nbefore = [\"\(linked)\"]\n".utf8), to: "etc/config.toml")
        let addition = try directory.write([], to: "etc/conf.d/one.toml")
        let right: [(path: String, mode: mode_t)] = [
            (config, 0o640), (program, 0o755), (folder + "/bin", 0o755), (folder, 0o755), (addition, 0o640),
            (folder + "/conf.d", 0o755),
        ]
        for (path, mode) in right { chmod(path, mode) }
        let environment = ["STATE_DIRECTORY": directory.file("state")]
        let locations = Locations(resources: "/nowhere", daemon: false, environment: environment)
        let configuration = try Configuration.load(config, locations)
        #expect(PermissionsCheck.findings(configuration, locations).map(\.isGood) == [true])
        for (path, mode) in right {
            chmod(path, mode | 0o002)
            let wanted = Finding.bad(
                "\(path): everybody may write to it, and so decide what the daemon runs",
                do: "sudo chmod o-w \(path)"
            )
            #expect(PermissionsCheck.findings(configuration, locations).contains(wanted), "\(path)")
            chmod(path, mode)
        }
        // Nor may everybody change recordings and timetables.
        let adhan = try directory.write([], to: "etc/bin/adhan.mp3")
        let times = try directory.write([], to: "etc/bin/times.json")
        for path in [adhan, times] { chmod(path, 0o666) }
        try directory.write(
            Array("[audio]\nadhan = \"bin/adhan.mp3\"\n[timetable]\nfile = \"bin/times.json\"\n".utf8),
            to: "etc/config.toml"
        )
        let found = PermissionsCheck.findings(try Configuration.load(config, locations), locations).map(\.words)
        #expect(found.contains("\(adhan): everybody may write to it, and so decide what sounds"), "\(found)")
        #expect(found.contains("\(times): everybody may write to it, and so decide when the prayers are called"))
        #expect(PermissionsCheck.exposure([file("/tmp", 0o1777)], "it") != nil, "a file")
        let sticky = FileOwnership(path: "/tmp", user: 0, group: 0, mode: S_IFDIR | 0o1777)
        #expect(PermissionsCheck.exposure([sticky, file("/tmp/a", 0o644)], "it") == nil)
    }

    @Test(.enabled(if: geteuid() == 0, "only root gives a folder away"))
    func `a config that the daemon's user may not read is reported, with the command, before any reload`() throws {
        let directory = try TestDirectory()
        for folder in ["etc", "etc/conf.d", "state"] { mkdir(directory.file(folder), 0o755) }
        chmod(directory.path, 0o755)
        let place = "[place]\nlatitude = 51.5\nlongitude = 0\ntimezone = \"Europe/London\"\n"
        let config = try directory.write(Array(place.utf8), to: "etc/config.toml")
        let part = try directory.write([], to: "etc/conf.d/a.toml")
        chown(directory.file("state"), 64_000, 64_000)
        chmod(part, 0o644)
        chmod(config, 0o600)
        let (sentence, advice) = (
            "\(config): the user 64000 may not read it", "sudo chgrp 64000 \(config) && sudo chmod g+r \(config)"
        )
        let check = try Binary.run(["check-config"], in: directory)
        #expect(
            check.output.contains("\(sentence): \(advice)\n") && check.output.contains("one thing is wrong"),
            "\(check.text)"
        )
        let doctor = try Binary.run(["doctor"], in: directory)
        #expect(
            doctor.output.contains("\(sentence)\n    → \(advice); then: sudo systemctl restart adhand"),
            "\(doctor.text)"
        )
        chmod(config, 0o644)
        chmod(part, 0o600)
        #expect(
            try Binary.run(["check-config"], in: directory).output.contains("\(part): the user 64000 may not read it")
        )
        chmod(part, 0o644)
        #expect(try Binary.run(["check-config"], in: directory).output == "\(config) is in order\n")
        chmod(directory.file("etc"), 0o700)
        let closed = try Binary.run(["check-config"], in: directory).output
        #expect(
            closed.contains("the user 64000 may not enter \(directory.file("etc")): sudo chgrp 64000 "),
            "\(closed)"
        )
    }

    @Test func `each file is checked for the owner of the state folder, who may read and write them`() throws {
        let (configuration, locations) = try example(in: TestDirectory())
        #expect(PermissionsCheck.findings(configuration, locations).map(\.isGood) == [true])
    }

    @Test(.enabled(if: geteuid() == 0, "only root gives a folder away"))
    func `each file is checked for the owner of the state folder, who may not`() throws {
        let directory = try TestDirectory()
        let (configuration, locations) = try example(in: directory)
        #expect(chown(directory.file("state"), 64_000, 64_000) == 0)
        // That user may not enter the test's folder; that the ledger is missing is no fault.
        let found = PermissionsCheck.findings(configuration, locations).map(\.words)
        let config = directory.file("c.toml")
        #expect(found.contains { $0.hasPrefix("\(config): the user 64000 may not enter \(directory.path)") })
        #expect(found.contains { $0.hasPrefix("\(directory.path): the user 64000 may not write to it") })
        #expect(!found.contains { $0.hasPrefix(directory.file("l")) })
    }

    /// A config with a recording and a ledger beside it, and its state folder.
    private func example(in directory: TestDirectory) throws -> (Configuration, Locations) {
        let config = try directory.write(
            Array("[audio]\nadhan = \"a.mp3\"\n[ledger]\nfile = \"l\"\n".utf8),
            to: "c.toml"
        )
        try directory.write([1], to: "a.mp3")
        let state = directory.file("state")
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: false)
        let locations = Locations(resources: "/nowhere", daemon: false, environment: ["STATE_DIRECTORY": state])
        return (try Configuration.load(config, locations), locations)
    }
}
