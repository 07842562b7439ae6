import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanCaller

/// The contract of `PendingRowStore`, for the runtime directory and for the simulations' marks.
@Suite struct PendingRowTests {
    @Test func `both kinds of marks keep what they are given`() throws {
        let directory = try TestDirectory()
        let kinds: [any PendingRowStore] = [PendingRowFiles(folder: directory.file("run/marks")), InMemoryMarks()]
        for marks in kinds {
            var isha = try entry(.isha, .started)
            var earlier = try entry(.fajr, .missed, at: 1_763_000_000_000_001)
            earlier.reason = "x"
            #expect(marks.load().isEmpty)
            #expect(marks.save(isha) == nil && marks.save(earlier) == nil)
            #expect(marks.load() == [earlier, isha])
            (isha.state, isha.heardMilliseconds) = (.completed, 27_000)
            #expect(marks.save(isha) == nil)
            #expect(marks.load() == [earlier, isha])
            for _ in 0..<2 { marks.remove(isha.key) }
            #expect(marks.load() == [earlier])
        }
    }

    @Test func `a mark that cannot be saved says why, and one cut short is ignored`() throws {
        let directory = try TestDirectory()
        let row = try entry(.isha, .started)
        #expect(PendingRowFiles(folder: try directory.write([1], to: "not-a-folder")).save(row) != nil)
        let marks = PendingRowFiles(folder: directory.path)
        #expect(marks.save(row) == nil)
        _ = try directory.write(Array("{\"date\":".utf8), to: "2026-11-20.adhan-isha.mark")
        #expect(marks.load() == [row])
    }

    private func entry(
        _ prayer: Prayer,
        _ state: LedgerState,
        on date: String = "2026-11-21",
        at microseconds: Int64 = 1_763_740_800_000_001
    ) throws -> LedgerEntry {
        let key = OccasionKey(try CivilDate(date), .adhan(prayer))
        let due = ScheduledOccasion(key, at: Instant(microseconds: microseconds), source: .file)
        return LedgerEntry(due, state, file: "a")
    }

    /// Marks on a small disk, as a process finds them.
    private func marks(_ disk: SmallDisk) -> PendingRowFiles { PendingRowFiles(folder: disk.path + "/marks") }

    private func essence(_ rows: [LedgerEntry]) -> Set<String> {
        Set(rows.map { "\($0.key) \($0.state.rawValue) \($0.due.microseconds) \($0.source.rawValue)" })
    }

    @Test(arguments: SmallDisk.possible)
    func `on a full disk a row is still marked, and replaced by the next`(kind: SmallDisk.Kind) throws {
        let disk = try SmallDisk(kind)
        let marks = self.marks(disk)
        #expect(marks.load().isEmpty)
        #expect(try marks.save(entry(.fajr, .started)) == nil)
        try disk.fill()
        let (fajr, dhuhr) = (try entry(.fajr, .completed), try entry(.dhuhr, .started))
        let asr = try entry(.asr, .stopped)
        for row in [dhuhr, fajr, asr] { #expect(marks.save(row) == nil) }
        // As the next process finds them, which has no room either.
        let found = self.marks(disk).load()
        #expect(essence(found) == essence([fajr, dhuhr, asr]))
        #expect(found.allSatisfy { $0.reason != nil && ($0.state != .stopped || $0.who != nil) })
        let ended = try entry(.dhuhr, .completed)
        #expect(marks.save(ended) == nil)
        marks.remove(asr.key)
        #expect(essence(marks.load()) == essence([fajr, ended]))
        try disk.makeRoom()
        #expect(marks.save(ended) == nil)
        #expect(marks.load().contains(ended), "with room again the whole row stands there")
        #expect(essence(marks.load()) == essence([fajr, ended]))
    }

    @Test(.enabled(if: SmallDisk.isPossible, "only root mounts one"))
    func `a disk that was full from the start takes marks, too`() throws {
        let disk = try SmallDisk(.tmpfs)
        try disk.fill()
        let marks = self.marks(disk)
        let row = try entry(.fajr, .started)
        #expect(marks.load().isEmpty)
        #expect(marks.save(row) == nil)
        #expect(essence(marks.load()) == essence([row]))
    }

    @Test(arguments: SmallDisk.possible)
    func `on a full disk there is a mark for each adhan of two days`(kind: SmallDisk.Kind) throws {
        let disk = try SmallDisk(kind)
        let marks = self.marks(disk)
        #expect(marks.load().isEmpty)
        try disk.fill()
        let rows = try ["2026-11-21", "2026-11-22"].flatMap { date in
            try Prayer.called.map { try entry($0, .started, on: date) }
        }
        for row in rows { #expect(marks.save(row) == nil, "\(row.key)") }
        #expect(essence(marks.load()) == essence(rows))
    }

    @Test func `a row with the longest path and a long reason is kept`() throws {
        let marks = PendingRowFiles(folder: try TestDirectory().file("marks"))
        var row = try entry(.fajr, .interrupted)
        row.reason = String(repeating: "r", count: 4000)
        row.file = "/" + String(repeating: "d/", count: 2000) + "a.mp3"
        #expect(marks.save(row) == nil)
        #expect(marks.load() == [row])
    }

    @Test func `of two marks left by a killed process the one that settles more counts`() throws {
        let directory = try TestDirectory()
        let marks = PendingRowFiles(folder: directory.path)
        for (full, bare) in [(LedgerState.started, "completed"), (.completed, "started"), (.completed, "missed")] {
            #expect(try marks.save(entry(.isha, full)) == nil)
            try directory.write([], to: "2026-11-21.adhan-isha.\(bare).1763740800000001.file.mark")
            #expect(marks.load().map(\.state) == [.completed])
        }
        marks.remove(try entry(.isha, .started).key)
        #expect(marks.load().isEmpty)
    }

    @Test(arguments: SmallDisk.possible)
    func `while a mark is replaced its occasion always has one`(kind: SmallDisk.Kind) throws {
        let disk = try SmallDisk(kind)
        let folder = disk.path + "/marks"
        let marks = PendingRowFiles(folder: folder)
        #expect(try marks.save(entry(.fajr, .started)) == nil)
        let watch = try FolderWatch(folder)
        #expect(try marks.save(entry(.fajr, .interrupted)) == nil)
        try disk.fill()
        #expect(try marks.save(entry(.fajr, .completed)) == nil)
        #expect(try marks.save(entry(.fajr, .missed)) == nil)
        try disk.makeRoom()
        #expect(try marks.save(entry(.fajr, .completed)) == nil)
        let key = try entry(.fajr, .started).key
        let states = watch.states().map { $0.filter { PendingRowName(parsing: $0)?.key == key }.count }
        #expect(states.count > 5)
        #expect(!states.contains(0), "a process that is killed there has lost what it called: \(states)")
    }

    @Test func `other files do not hide marks, however many they are`() throws {
        let directory = try TestDirectory()
        let marks = PendingRowFiles(folder: directory.path)
        let row = try entry(.isha, .started)
        #expect(marks.save(row) == nil)
        for number in 0..<3000 { try directory.write([1], to: "\(number).mark") }
        // These have names of marks, and are newer.
        for number in 1000..<3000 { try directory.write([1], to: "\(number + 2000)-01-01.adhan-fajr.mark") }
        #expect(mkfifo(directory.file("2030-01-01.adhan-asr.mark"), 0o600) == 0)
        for name in [
            "2026-11-21.adhan-fajr.began.1.file.mark", "2026-11-21.adhan-fajr.missed.+1.file.mark",
            "2026-11-21.adhan-fajr.missed.1.file", "2026-11-21.adhan-noon.missed.1.file.mark",
            "2026-11-21.adhan-fajr.missed.1.file.mark.new-x",
        ] { try directory.write([], to: name) }
        #expect(marks.load() == [row])
    }
}

/// The names in a folder after each change, by inotify.
private final class FolderWatch {
    private let descriptor: Int32
    private let before: Set<String>

    init(_ folder: String) throws {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        let mask = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
        try #require(inotify_add_watch(descriptor, folder, mask) >= 0)
        before = Set(try FileManager.default.contentsOfDirectory(atPath: folder))
    }

    deinit { close(descriptor) }

    func states() -> [Set<String>] {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor, &bytes, bytes.count)
        let header = MemoryLayout<inotify_event>.size
        var (names, states, start) = (before, [Set<String>](), 0)
        while start + header <= count {
            let event = bytes[start...].withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
            let end = start + header + Int(event.len)
            let name = String(decoding: bytes[(start + header)..<end].prefix { $0 != 0 }, as: UTF8.self)
            start = end
            if event.mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0 { names.insert(name) } else { names.remove(name) }
            // The new name comes next: the two events are one step.
            if event.mask & UInt32(IN_MOVED_FROM) == 0 { states.append(names) }
        }
        return states
    }
}
