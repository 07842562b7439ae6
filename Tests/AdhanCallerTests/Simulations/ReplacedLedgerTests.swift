import AdhanCore
import AdhanLedger
import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanCaller

/// Somebody removes or replaces the ledger's file while the daemon runs.
@Suite struct ReplacedLedgerTests {
    private static let date = "2026-11-21"
    private let folder: TestDirectory
    private let file: String

    init() throws {
        folder = try TestDirectory()
        file = folder.file("ledger.sqlite")
    }

    private func box() throws -> VirtualBox {
        let box = VirtualBox(at: try .utc(Self.date, 11), ledger: .file(file))
        box.start()
        box.run(until: try .utc(Self.date, 12, 10))
        return box
    }

    private func replacements(_ box: VirtualBox) -> [String] {
        box.notices.compactMap { if case .ledgerReplaced(let words) = $0.notice { words } else { nil } }
    }

    @Test func `removed, a new one is made within a minute, gets the known rows, and takes the next`() throws {
        let box = try box()
        #expect(unlink(file) == 0)
        box.run(until: try .utc(Self.date, 12, 11, 1))
        #expect(try box.row(Self.date, .dhuhr)?.state == .completed)
        #expect(replacements(box) == ["the ledger \(file) was removed; a new one is created"])
        box.run(until: try .utc(Self.date, 16))
        #expect(try box.row(Self.date, .asr)?.state == .completed)
        #expect(replacements(box).count == 1, "said once")
        // What a later start finds.
        box.kill()
        box.start()
        box.run(until: try .utc(Self.date, 16, 10))
        #expect(box.called.count == 2)
        #expect(try box.ledger.load(since: .first, now: box.now).origin.firstStart == .utc(Self.date, 11))
    }

    @Test func `removed seconds before an adhan, the adhan is at its second and in the new file`() throws {
        let box = try box()
        box.run(until: try .utc(Self.date, 14, 59, 57))
        #expect(unlink(file) == 0)
        box.run(until: try .utc(Self.date, 15, 2))
        #expect(box.called.last?.at == (try .utc(Self.date, 15)))
        #expect(try box.row(Self.date, .asr)?.state == .completed)
        #expect(try box.row(Self.date, .dhuhr)?.state == .completed)
    }

    @Test func `an old copy in its place gets the rows that it lacks, and its own rows are believed`() throws {
        let copy = folder.file("copy.sqlite")
        let box = try box()
        // A copy in which somebody else has settled Asr.
        let other = SQLiteLedger(file: copy)
        let asr = ScheduledOccasion(
            OccasionKey(try CivilDate(Self.date), .adhan(.asr)),
            at: try .utc(Self.date, 15),
            source: .calculation
        )
        try other.record(LedgerEntry(asr, .completed))
        #expect(rename(copy, file) == 0)
        box.run(until: try .utc(Self.date, 12, 11, 1))
        box.run(until: try .utc(Self.date, 16))
        #expect(box.called.map(\.key.occasion) == [.adhan(.dhuhr)])
        #expect(box.refusedToCall == nil, "they are read")
        #expect(try box.row(Self.date, .dhuhr)?.state == .completed)
        #expect(replacements(box) == ["the ledger \(file) was replaced by another file, which is used from now on"])
    }

    /// What somebody does to the file; the process is killed before it has noticed.
    private func lose(_ box: VirtualBox, by hand: (String) -> Int32) {
        #expect(hand(file) == 0)
        box.kill()
        box.start()
    }

    private static let hands: [@Sendable (String) -> Int32] = [{ unlink($0) }, { truncate($0, 0) }]

    @Test(arguments: hands.indices)
    func `lost in mid-adhan, and the process killed with it, the prayer is not called again`(hand: Int) throws {
        let box = try box()
        box.run(until: try .utc(Self.date, 15, 0, 10))
        lose(box, by: Self.hands[hand])
        box.run(until: try .utc(Self.date, 15, 20))
        #expect(box.called.map(\.key.occasion) == [.adhan(.dhuhr), .adhan(.asr)])
        #expect(try box.row(Self.date, .asr)?.state == .interrupted)
    }

    @Test(arguments: hands.indices)
    func `lost after an adhan, within its grace, the prayer is not called again, and its row comes back`(
        hand: Int
    ) throws {
        let box = try box()
        box.run(until: try .utc(Self.date, 15, 4, 30))
        lose(box, by: Self.hands[hand])
        box.run(until: try .utc(Self.date, 15, 20))
        #expect(box.called.map(\.key.occasion) == [.adhan(.dhuhr), .adhan(.asr)])
        #expect(try box.row(Self.date, .asr)?.state == .completed)
        #expect(try box.row(Self.date, .asr)?.heardMilliseconds == 30_000)
    }

    @Test func `a mark is kept while its prayer could be called again, and no longer`() throws {
        let box = try box()
        #expect(box.marks.load().isEmpty)
        box.run(until: try .utc(Self.date, 15, 5))
        #expect(box.marks.load().map(\.key.occasion) == [.adhan(.asr)])
        box.run(until: try .utc(Self.date, 15, 6, 1))
        #expect(box.marks.load().isEmpty)
    }

    @Test func `a mark whose row the ledger has is not reported at the next start`() throws {
        let box = try box()
        box.run(until: try .utc(Self.date, 15, 1))
        #expect(!box.marks.load().isEmpty)
        box.kill()
        box.start()
        box.run(until: try .utc(Self.date, 15, 10))
        #expect(!box.notices.contains { if case .refused = $0.notice { true } else { false } })
        #expect(!box.notices.contains { if case .saved = $0.notice { true } else { false } })
        #expect(box.marks.load().isEmpty)
    }

    @Test func `truncated to nothing, it is made again within a minute, and gets the known rows`() throws {
        let box = try box()
        #expect(truncate(file, 0) == 0)
        box.run(until: try .utc(Self.date, 12, 11, 1))
        #expect(replacements(box) == ["the ledger \(file) was truncated; a new one is created"])
        #expect(try box.row(Self.date, .dhuhr)?.state == .completed)
    }

    @Test func `removed with its folder, a new one is reported only once it is made, and it has every row`() throws {
        let home = folder.file("disk")
        let file = home + "/ledger.sqlite"
        #expect(mkdir(home, 0o700) == 0)
        let box = VirtualBox(at: try .utc(Self.date, 11), ledger: .file(file))
        box.start()
        box.run(until: try .utc(Self.date, 12, 10))
        #expect(rename(home, folder.file("unplugged")) == 0)
        box.run(until: try .utc(Self.date, 12, 20))
        #expect(replacements(box).isEmpty)
        let faults = box.notices.compactMap { if case .ledgerUnreadable(let words) = $0.notice { words } else { nil } }
        #expect(faults.count == 1, "said once: \(faults)")
        #expect(faults.first?.contains("it was removed, and no ledger can be created") == true)
        box.run(until: try .utc(Self.date, 15, 10))
        #expect(box.called.count == 2, "it calls all the same")
        #expect(mkdir(home, 0o700) == 0)
        box.run(until: try .utc(Self.date, 15, 12))
        #expect(replacements(box) == ["the ledger \(file) was removed; a new one is created"])
        #expect(try box.row(Self.date, .dhuhr)?.state == .completed)
        #expect(try box.row(Self.date, .asr)?.state == .completed)
    }
}
