import AdhanSupport
import AdhanTestSupport
import Glibc
import Synchronization
import Testing

@Suite struct LockFileTests {
    private let directory: TestDirectory
    private let path: String

    init() throws {
        directory = try TestDirectory()
        path = directory.file("adhand.lock")
    }

    private func status() -> stat {
        var status = stat()
        #expect(lstat(path, &status) == 0)
        return status
    }

    private func fault() -> LockFault? { #expect(throws: LockFault.self) { try LockFile(path) } }

    @Test func `the file is for its owner alone, whatever mode it had, and stays when the lock goes`() throws {
        var lock: LockFile? = try LockFile(path)
        #expect(status().st_mode == S_IFREG | 0o600)
        lock = nil
        #expect(chmod(path, 0o666) == 0)
        lock = try LockFile(path)
        #expect(status().st_mode == S_IFREG | 0o600)
        withExtendedLifetime(lock) {}
        #expect(access(path, F_OK) == 0)
    }

    @Test func `a second one is told that it is held, until the first is let go`() throws {
        do {
            let first = try LockFile(path)
            #expect(fault() == .held(path: path))
            withExtendedLifetime(first) {}
        }
        _ = try LockFile(path)
    }

    @Test func `whether it is held is seen without taking it, and whether it is at its path`() throws {
        #expect(LockFile.isHeld(path) == false)
        var lock: LockFile? = try LockFile(path)
        #expect(LockFile.isHeld(path) == true && lock?.isAt(path) == true && LockFile.isHeld(directory.path) == false)
        #expect(rename(path, path + ".away") == 0)
        #expect(lock?.isAt(path) == false && LockFile.isHeld(path) == false && LockFile.isHeld(path + ".away") == true)
        lock = nil
        #expect(LockFile.isHeld(path + ".away") == false)
    }

    @Test func `another process holds it too, and no longer once it is killed`() throws {
        let holder = try ChildProcess(
            ["flock", "--shared", "--no-fork", path, "sh", "-c", "echo held; exec sleep 60"],
            output: directory.file("said")
        )
        #expect(eventually { !TestDirectory.bytes(of: directory.file("said")).isEmpty } && fault() == .held(path: path))
        #expect(fault()?.description.contains("held by another process") == true)
        holder.signal(SIGKILL)
        holder.wait()
        _ = try LockFile(path)
    }

    @Test func `a program started meanwhile does not keep the lock`() throws {
        var lock: LockFile? = try LockFile(path)
        let child = try ChildProcess(["sleep", "60"])
        withExtendedLifetime(lock) {}
        lock = nil
        _ = try LockFile(path)
        #expect(!child.hasEnded)
    }

    @Test func `what is no file of ours is refused at once`() throws {
        try directory.write([], to: "target")
        let (target, nowhere) = (directory.file("target"), directory.file("nowhere"))
        for make in [
            { symlink(target, $0) }, { symlink(nowhere, $0) }, { mkfifo($0, 0o600) }, { mkdir($0, 0o700) },
        ] as [(String) -> Int32] { #expect(make(path) == 0 && fault() == .notAFile(path: path) && remove(path) == 0) }
        #expect(access(nowhere, F_OK) != 0)
    }

    @Test func `without its folder the reason is given`() {
        let nowhere = directory.file("none/adhand.lock")
        #expect(throws: LockFault.system(path: nowhere, doing: "opening it", code: ENOENT)) { try LockFile(nowhere) }
    }

    @Test(.enabled(if: geteuid() == 0, "only root gives a file away"))
    func `somebody else's file is refused, and what root makes belongs to the folder's owner`() throws {
        try directory.write([], to: "adhand.lock")
        #expect(chown(path, 12_345, 12_346) == 0 && fault() == .notOurs(path: path, owner: 12_345))
        #expect(chown(directory.path, 12_345, 12_346) == 0)
        _ = try LockFile(path)
        #expect(unlink(path) == 0)
        _ = try LockFile(path)
        #expect(status().st_uid == 12_345 && status().st_gid == 12_346)
    }

    @Test func `a lock that is not taken leaves the files of other threads open`() throws {
        let lock = try LockFile(path)
        let ended = Atomic(false)
        let lost = Atomic(0)
        let others = WaitGroup(2)
        for _ in 0..<2 {
            let thread = try SystemThread {
                while !ended.load(ordering: .relaxed) {
                    let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
                    for _ in 0..<50 where fcntl(descriptor, F_GETFD) < 0 { lost.add(1, ordering: .relaxed) }
                    close(descriptor)
                }
                others.leave()
            }
            thread.detach()
        }
        for _ in 0..<20_000 {
            _ = try? LockFile(path)  // reason: it is held
            _ = try? InodeLock("/dev/null")  // reason: it is no ordinary file
        }
        ended.store(true, ordering: .relaxed)
        others.wait()
        #expect(lost.load(ordering: .relaxed) == 0)
        withExtendedLifetime(lock) {}
    }
}
