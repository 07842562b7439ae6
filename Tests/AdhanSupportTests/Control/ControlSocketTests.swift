import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanSupport

/// The socket's file: its permissions, its lock, and what happens where another one is in its place.
@Suite struct ControlSocketTests {
    private let directory: TestDirectory
    private let path: String

    init() throws {
        directory = try TestDirectory()
        path = directory.file("adhand.sock")
    }

    private func exists() -> Bool { access(path, F_OK) == 0 }

    @Test func `the group may use it and others may not`() throws {
        let rig = try ControlRig(path: path)
        var status = stat()
        #expect(lstat(path, &status) == 0 && status.st_mode == S_IFSOCK | 0o660 && status.st_gid == getegid())
        rig.server.stop()
    }

    @Test func `a dead daemon's socket is replaced`() throws {
        close(try RawClient.stranger(path))
        #expect(try exists() && ControlRig(path: path).answers())
    }

    @Test func `a live daemon's is refused, however busy it is`() throws {
        let first = try ControlRig(path: path)
        #expect(throws: ControlFault.otherDaemon(path: path)) { try ControlRig(path: path) }
        #expect(try first.answers())
        #expect("\(ControlFault.otherDaemon(path: path))".hasPrefix("another adhand answers on '\(path)'"))
        first.server.stop()

        let frozen = try RawClient.stranger(path)
        defer { close(frozen) }
        // Fills its backlog, so that the kernel accepts nobody.
        let waiting = try RawClient(path)
        #expect(throws: ControlFault.otherDaemon(path: path)) { try ControlRig(path: path) }
        waiting.say("\n")
    }

    @Test func `of two that start at once only one goes on`() throws {
        let first = try LockFile(path + ".lock")
        #expect(throws: ControlFault.otherDaemon(path: path)) { try ControlRig(path: path) }
        withExtendedLifetime(first) {}
    }

    @Test func `a lock on a file that the group may read keeps no daemon from starting`() throws {
        let folder = open(directory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(folder) }
        #expect(try flock(folder, LOCK_SH) == 0 && ControlRig(path: path).answers())
    }

    @Test func `another user's lock file is refused with its reason, and is not taken for a daemon`() throws {
        #expect(symlink(directory.file("elsewhere"), path + ".lock") == 0)
        let fault = ControlFault.unlocked(path: path, .notAFile(path: path + ".lock"))
        #expect(throws: fault) { try ControlRig(path: path) }
        #expect("\(fault)".contains("'\(path).lock' is not an ordinary file; look what it is and move it away"))
    }

    @Test func `a file that is no socket is left alone`() throws {
        try directory.write([1, 2, 3], to: "adhand.sock")
        #expect(throws: ControlFault.notASocket(path: path)) { try ControlRig(path: path) }
        #expect(TestDirectory.bytes(of: path) == [1, 2, 3])
    }

    @Test func `the end removes its own socket, and no other`() throws {
        let rig = try ControlRig(path: path)
        rig.server.stop()
        #expect(!exists())
        rig.server.stop()

        let other = try ControlRig(path: path)
        // Somebody empties the folder.
        unlink(path)
        unlink(path + ".lock")
        let next = try ControlRig(path: path)
        other.server.stop()
        #expect(try next.answers())
    }

    private var bounds: ControlServer.Bounds { .init(fileCheckInterval: .milliseconds(20)) }

    @Test func `a removed socket is made again, with its lock and its folder, and that is reported`() throws {
        let path = directory.file("run/adhand.sock")
        #expect(mkdir(directory.file("run"), 0o700) == 0)
        let rig = try ControlRig(bounds, path: path)
        let follower = try rig.client.events(of: ControlRig.Note.self)
        #expect(try follower.next() == ControlRig.Note())
        for (number, gone) in [[path], [path + ".lock"], [path, path + ".lock", directory.file("run")]].enumerated() {
            for file in gone { #expect(remove(file) == 0) }
            #expect(try eventually { rig.renewals.count == number + 1 } && rig.answers())
            #expect(throws: ControlFault.otherDaemon(path: path)) { try ControlRig(path: path) }
        }
        #expect(rig.renewals == [nil, nil, nil])
        // Connected clients stay connected.
        try rig.server.publish(ControlRig.Note(number: 7))
        #expect(try follower.next() == ControlRig.Note(number: 7))
        rig.server.stop()
        #expect(access(path, F_OK) != 0)
    }

    @Test func `a file in the place of a removed socket is left alone, and reported once`() throws {
        let rig = try ControlRig(bounds, path: path)
        unlink(path)
        try directory.write([1, 2, 3], to: "adhand.sock")
        #expect(eventually { rig.renewals == [.notASocket(path: path)] })
        unlink(path)
        #expect(eventually { rig.renewals == [.notASocket(path: path), nil] })
        unlink(path)
        unlink(path + ".lock")
        let other = try ControlRig(path: path)
        #expect(try eventually { rig.renewals.last == .otherDaemon(path: path) } && other.answers())
        rig.server.stop()
        #expect(try other.answers())
    }

    @Test func `a path that cannot be a socket's is refused with the reason`() {
        let long = directory.path + "/" + String(repeating: "x", count: 100)
        #expect(throws: ControlFault.badPath(long, limit: 107)) { try ControlRig(path: long) }
        #expect(throws: ControlFault.badPath(long, limit: 107)) {
            try ControlClient(path: long).ask(ControlRequest(.status), for: ControlRig.Note.self)
        }
        let nowhere = directory.path + "/none/adhand.sock"
        let fault = LockFault.system(path: nowhere + ".lock", doing: "opening it", code: ENOENT)
        #expect(throws: ControlFault.unlocked(path: nowhere, fault)) { try ControlRig(path: nowhere) }
    }
}
