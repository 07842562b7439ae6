import AdhanSupport
import AdhanTestSupport
import Glibc
import Testing

/// One ledger and one box have one daemon, whatever paths and folders a second one uses.
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
        // Its file was made by this daemon.
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

    @Test func `beside the service no daemon starts, whatever its folders and its user`() throws {
        let run = "mkdir /run/adhand && chmod 750 /run/adhand"
        let keeper = try ChildProcess(
            // In a network namespace of its own, too: the service's socket is found by its path.
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
        // Its folder stays, but the service has ended, so this daemon may start.
        let alone = try second(another)
        #expect(alone.code == 0, "\(alone.text)")
        withExtendedLifetime(keeper) {}
    }

    /// The service, with folders of its own except `/run/adhand`.
    private func service(_ inside: [String]) throws -> Binary.Running {
        let given = ["RUNTIME_DIRECTORY": "/run/adhand"]
        return try Binary.start(["run", "--config", config], in: directory, environment: given, prefix: inside)
    }

    @Test func `a daemon that was started first ends when the service starts, and its adhan is faded out`() throws {
        let noon = try DayAtNoon(dhuhrIn: 15)
        try noon.write(in: directory)
        _ = try Binary.config(noon.config("[audio]\ndevices = [\"silent\"]\n"), in: directory)
        let keeper = try ChildProcess(
            ["unshare", "-mn", "sh", "-c", "mount -t tmpfs none /run && echo ready && exec sleep 300"],
            output: directory.file("said")
        )
        #expect(eventually { !TestDirectory.bytes(of: directory.file("said")).isEmpty || keeper.hasEnded })
        let inside = ["nsenter", "-t", "\(keeper.pid)", "-m", "-n", "--"]
        let own = ["STATE_DIRECTORY": directory.file("other"), "RUNTIME_DIRECTORY": directory.file("other-run")]
        let first = try Binary.start(
            ["run", "--config", config],
            in: directory,
            environment: own,
            prefix: inside,
            output: "first"
        )
        #expect(eventually(within: .seconds(40)) { first.text.contains(" began on silent") || first.process.hasEnded })
        // The service's folder did not exist when the first one began.
        let service = try service(inside)
        #expect(eventually(within: .seconds(20)) { first.process.hasEnded }, "\(first.text)")
        let outcome = first.finish()
        #expect(outcome.code == EX_CANTCREAT, "\(outcome.text)")
        #expect(outcome.errors.contains("adhand: the service runs now"), "\(outcome.text)")
        #expect(outcome.text.contains("by the service"), "\(outcome.text)")
        #expect(eventually { service.text.contains(" began on silent") }, "\(service.text)")

        // A removed socket or another network namespace does not hide the service: its lock is held.
        let run = "/proc/\(keeper.pid)/root/run/adhand/"
        #expect(unlink(run + "adhand.sock") == 0)
        let late = try second(["nsenter", "-t", "\(keeper.pid)", "-m", "--"])
        #expect(late.code == EX_CANTCREAT, "\(late.text)")
        // A daemon that uses the service's folder by another name is the service, and does not end because of itself.
        service.process.signal(SIGTERM)
        #expect(service.finish().code == 0)
        let same = "ln -s /run/adhand /run/same && exec \"$@\""
        let named = try second(inside + ["sh", "-c", same, "--"], ["RUNTIME_DIRECTORY": "/run/same"])
        #expect(named.code == 0, "\(named.text)")
        withExtendedLifetime(keeper) {}
    }
}
