import AdhanControl
import AdhanTestSupport
import Glibc
import Testing

/// One ledger and one box have one daemon, by whatever paths and folders a second one goes.
@Suite(.serialized, .enabled(if: SmallDisk.isPossible, "only root mounts")) struct OneDaemonTests {
    private let directory: TestDirectory
    private let config: String

    init() throws {
        directory = try TestDirectory()
        config = try Binary.config(QuietMorning.config + "[audio]\ndevices = [\"silent\"]\n", in: directory)
        for name in ["run", "state", "cache", "other", "other-run"] { #expect(mkdir(directory.file(name), 0o755) == 0) }
        #expect(chmod(directory.path, 0o755) == 0 && chmod(config, 0o644) == 0)
    }

    private func second(_ prefix: [String], _ environment: [String: String] = [:]) throws -> Binary.Outcome {
        let own = ["STATE_DIRECTORY": directory.file("other"), "RUNTIME_DIRECTORY": directory.file("other-run")]
        return try Binary.run(
            ["run", "--config", config],
            in: directory,
            environment: own.merging(environment) { $1 },
            prefix: ["timeout", "--preserve-status", "3"] + prefix,
            output: "second"
        )
    }

    @Test func `a ledger that is mounted at another path too is the same ledger`() throws {
        // Its file was made by this very daemon.
        let daemon = try RunningDaemon(nil, in: directory)
        let (ledger, other) = (directory.file("state/ledger.sqlite"), directory.file("other/ledger.sqlite"))
        #expect(eventually { TestDirectory.size(of: ledger) > 0 })
        try directory.write([], to: "other/ledger.sqlite")
        let mount = "mount --bind \(ledger) \(other) && exec \"$@\""
        let outcome = try second(["unshare", "-m", "sh", "-c", mount, "--"])
        #expect(outcome.code == EX_CANTCREAT, "\(outcome.text)")
        #expect(outcome.errors.contains("perhaps by another path"), "\(outcome.text)")
        daemon.stop()
    }

    @Test func `beside the service none is begun, whatever folders it has and whoever begins it`() throws {
        let run = "mkdir /run/adhand && chmod 750 /run/adhand"
        let keeper = try ChildProcess(
            // A network of its own, too: sockets of a container's service on ours are seen by their paths.
            ["unshare", "-mn", "sh", "-c", "mount -t tmpfs none /run && \(run) && echo ready && exec sleep 300"],
            output: directory.file("said")
        )
        #expect(eventually { !TestDirectory.bytes(of: directory.file("said")).isEmpty || keeper.hasEnded })
        let inside = ["nsenter", "-t", "\(keeper.pid)", "-m", "-n", "--"]
        let another = inside + ["setpriv", "--reuid=54321", "--regid=54321", "--clear-groups", "--"]
        let given = ["RUNTIME_DIRECTORY": "/run/adhand"]
        let service = try Binary.start(["run", "--config", config], in: directory, environment: given, prefix: inside)
        let socket = "/proc/\(keeper.pid)/root/run/adhand/adhand.sock"
        #expect(eventually { (try? ControlClient(path: socket).ask(.init(.status))) != nil }, "\(service.text)")
        for name in ["other", "other-run", "cache"] { #expect(chown(directory.file(name), 54_321, 54_321) == 0) }
        for prefix in [inside, another] {
            let outcome = try second(prefix)
            #expect(outcome.code == EX_CANTCREAT, "\(outcome.text)")
            #expect(outcome.errors.contains("another adhand answers on '/run/adhand/adhand.sock'"), "\(outcome.text)")
        }
        service.process.signal(SIGTERM)
        #expect(service.finish().code == 0)
        // Its folder stays; without it nobody calls the prayers.
        let alone = try second(another)
        #expect(alone.code == 0, "\(alone.text)")
        withExtendedLifetime(keeper) {}
    }
}
