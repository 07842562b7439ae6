import AdhanTestSupport
import Foundation
import Glibc
import Synchronization
import Testing

@testable import AdhanSupport

@Suite struct AtomicFileTests {
    private let directory: TestDirectory
    private let file: String

    init() throws {
        directory = try TestDirectory()
        file = directory.file("state/note")
    }

    private var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: directory.file("state")).sorted() }
    }

    @Test(.enabled(if: SmallDisk.isPossible, "only root mounts one"))
    func `a file from outside leaves the reserve of the disk, and the ledger's may use it`() throws {
        let disk = try SmallDisk(.tmpfs, kilobytes: 1000)
        #expect(FreeSpace.reserve(of: disk.path) == 50 * 1024)
        let (outside, kept) = (disk.path + "/upload", disk.path + "/settings")
        let large = [UInt8](repeating: 1, count: 960 << 10)
        let fault = #expect(throws: AtomicFile.Fault.self) {
            try AtomicFile.replace(outside, with: large, leavesReserve: true)
        }
        #expect(fault?.code == ENOSPC && fault?.description.contains("reserve of the ledger") == true)
        #expect(Folder.names(in: disk.path, limit: 10).filter { !$0.hasPrefix(".") }.isEmpty)
        try AtomicFile.replace(outside, with: Array(large.prefix(940 << 10)), leavesReserve: true)
        #expect(throws: AtomicFile.Fault.self) {
            try AtomicFile.replace(outside, with: Array(large.prefix(20 << 10)), leavesReserve: true)
        }
        try AtomicFile.replace(kept, with: Array(large.prefix(20 << 10)))
        #expect(TestDirectory.bytes(of: kept).count == 20 << 10)
    }

    /// As of some network shares; /proc is such a disk everywhere.
    @Test func `a disk that does not tell its size has room, and no reserve`() {
        #expect(FreeSpace.of("/proc") == 0 && FreeSpace.reserve(of: "/proc") == 0)
        #expect(FreeSpace.isEnough(for: 1 << 30, at: "/proc"))
        #expect(FreeSpace.isEnough(for: 1, at: directory.path) && !FreeSpace.isEnough(for: .max, at: directory.path))
    }

    @Test func `a device of its name stays, such as that of nothing`() throws {
        try AtomicFile.replace(directory.file("state/other"), with: [])
        // Not everywhere may root make one.
        guard mknod(file, S_IFCHR | 0o600, 0x103) == 0 else { return }
        let fault = #expect(throws: AtomicFile.Fault.self) { try AtomicFile.replace(file, with: Self.content(1)) }
        #expect(try fault?.description == "\(file): replacing it failed: it is a device" && files == ["note", "other"])
    }

    @Test func `many that write it at once all succeed, and it is always one of theirs, whole`() throws {
        try AtomicFile.replace(file, with: Self.content(0))
        let faults = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { writer in
            for round in 0..<50 {
                do {
                    try AtomicFile.replace(file, with: Self.content(UInt8(writer * 10 + round % 10)))
                    let bytes = try BoundedFile.read(file, limit: 1 << 20)
                    if bytes != Self.content(bytes.first ?? 0) { faults.withLock { $0.append("\(bytes.count) bytes") } }
                } catch {
                    faults.withLock { $0.append("\(error)") }
                }
            }
        }
        #expect(try faults.withLock { $0 }.isEmpty && files == ["note"])
    }

    private static func content(_ byte: UInt8) -> [UInt8] { Array(repeating: byte, count: 20_000) }

    @Test func `what a crash has left is removed, and what another is writing, or another file's, is not`() throws {
        try AtomicFile.replace(file, with: [1])
        try directory.write([2], to: "state/note.new-crash")
        let writing = try directory.write([3], to: "state/note.new-other")
        try directory.write([4], to: "state/notes.new-crash")
        let descriptor = open(writing, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        try AtomicFile.replace(file, with: [5])
        #expect(try files == ["note", "note.new-other", "notes.new-crash"])
        // Not by closing it: another test's child may have it for the moment before it runs its program.
        flock(descriptor, LOCK_UN)
        try AtomicFile.replace(file, with: [6])
        #expect(try files == ["note", "notes.new-crash"] && TestDirectory.bytes(of: file) == [6])
    }

    @Test func `one that cannot be replaced stays, and nothing is left beside it`() throws {
        mkdir(directory.file("state"), 0o700)
        mkdir(file, 0o700)
        let fault = #expect(throws: AtomicFile.Fault.self) { try AtomicFile.replace(file, with: [1]) }
        #expect(try fault?.description == "\(file): replacing it failed: Is a directory" && files == ["note"])
    }

    @Test func `a folder that cannot be made is named with its reason`() throws {
        try directory.write([], to: "state")
        let fault = #expect(throws: AtomicFile.Fault.self) {
            try AtomicFile.replace(directory.file("state/deep/note"), with: [1])
        }
        #expect(fault?.description == "\(directory.file("state/deep")): making it failed: Not a directory")
    }

    @Test func `one is removed, or was not there`() throws {
        try AtomicFile.remove(file)
        try AtomicFile.replace(file, with: [1])
        try AtomicFile.remove(file)
        #expect(try files.isEmpty)
        mkdir(file, 0o700)
        #expect(throws: AtomicFile.Fault.self) { try AtomicFile.remove(file) }
    }

    @Test func `a mute that is given, and one that is taken back, are on the disk with their folder`() throws {
        let (trace, config) = (directory.file("trace"), try Binary.config(QuietMorning.config, in: directory))
        let daemon = try Binary.start(
            ["run", "--config", config],
            in: directory,
            // -D: the daemon is our child, and strace ends with it.
            prefix: ["strace", "-D", "-f", "-y", "-e", "trace=fsync,rename,unlink,unlinkat", "-o", trace]
        )
        defer { daemon.process.signal(SIGKILL) }
        let order = ["mute", "1h"]
        #expect(eventually { (try? Binary.run(order, in: directory, output: "command").code) == 0 })
        let (mute, folder) = (directory.file("state/mute.json"), directory.file("state"))
        let given = ["fsync(<\(mute).new-", "rename(\"\(mute).new-", "fsync(<\(folder)>"]
        #expect(eventually { calls(trace).contains(given) }, "\(calls(trace))")
        #expect(try Binary.run(["unmute"], in: directory, output: "command").code == 0)
        let taken = ["unlink(\"\(mute)\"", "fsync(<\(folder)>"]
        #expect(eventually { calls(trace).contains(taken) }, "\(calls(trace))")
    }

    /// The calls that strace has written down, of each thread one after another, without the descriptors' numbers.
    private func calls(_ trace: String) -> [String] {
        var threads: [Substring: [String]] = [:]
        for line in String(decoding: TestDirectory.bytes(of: trace), as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
            guard let thread = parts.first, let call = parts.last, !call.contains(" resumed>") else { continue }
            // Short numbers of threads are followed by more than one blank.
            let plain = call.trimmingPrefix { $0 == " " }.replacing(/\(\d+</, with: "(<")
            threads[thread, default: []].append(String(plain))
        }
        return threads.values.flatMap(\.self)
    }
}

extension [String] {
    /// Whether lines that begin so stand one directly after another.
    fileprivate func contains(_ beginnings: [String]) -> Bool {
        indices.contains { start in
            let lines = dropFirst(start).prefix(beginnings.count)
            return lines.count == beginnings.count && zip(lines, beginnings).allSatisfy { $0.hasPrefix($1) }
        }
    }
}
