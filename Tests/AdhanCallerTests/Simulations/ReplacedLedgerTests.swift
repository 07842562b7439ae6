import AdhanCore
import AdhanLedger
import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanCaller

/// Somebody removes or replaces the ledger's file while the daemon runs, or brings it from another box.
@Suite struct ReplacedLedgerTests {
    private static let date = "2026-11-21"
    private let folder: TestDirectory
    private let file: String
    private let removed: String

    init() throws {
        folder = try TestDirectory()
        file = folder.file("ledger.sqlite")
        removed = "the ledger \(file) was removed; a new one is created"
    }

    private func box(_ script: String = "11:00 start; 12:10") throws -> ScriptedBox {
        try ScriptedBox(script, ledger: .file(file))
    }

    private func replacements(_ scripted: ScriptedBox) -> [String] {
        scripted.box.notices.compactMap { if case .ledgerReplaced(let words) = $0.notice { words } else { nil } }
    }

    /// A ledger with one completed adhan.
    private func write(_ name: String, _ date: String, _ prayer: Prayer, at hour: Int) throws -> String {
        let key = OccasionKey(try CivilDate(date), .adhan(prayer))
        let due = ScheduledOccasion(key, at: try .utc(date, hour), source: .calculation)
        try SQLiteLedger(file: folder.file(name)).record(LedgerEntry(due, .completed))
        return folder.file(name)
    }

    @Test func `removed, a new one is made within a minute, gets the known rows, and takes the next`() throws {
        let scripted = try box()
        #expect(unlink(file) == 0)
        try scripted.play("12:11:01")
        #expect(try scripted.rows() == ["adhan-dhuhr completed"])
        #expect(replacements(scripted) == [removed])
        try scripted.play("16:00")
        #expect(try scripted.rows() == ["adhan-dhuhr completed", "adhan-asr completed"])
        #expect(replacements(scripted).count == 1, "said once")
        // What a later start finds.
        try scripted.play("restart; 16:10")
        #expect(scripted.box.called.count == 2)
        #expect(
            try scripted.box.ledger.load(since: .first, now: scripted.box.now).origin.firstStart == .utc(Self.date, 11)
        )
    }

    @Test func `removed seconds before an adhan, the adhan is at its second and in the new file`() throws {
        let scripted = try box()
        try scripted.play("14:59:57")
        #expect(unlink(file) == 0)
        try scripted.play("15:02")
        #expect(scripted.story.last == "15:00 adhan-asr")
        #expect(try scripted.rows() == ["adhan-dhuhr completed", "adhan-asr completed"])
    }

    @Test func `an old copy in its place gets the rows that it lacks, and its own rows are believed`() throws {
        let scripted = try box()
        // A copy in which somebody else has settled Asr.
        #expect(try rename(write("copy.sqlite", Self.date, .asr, at: 15), file) == 0)
        try scripted.play("12:11:01; 16:00")
        #expect(scripted.story == ["12:00 adhan-dhuhr"])
        #expect(scripted.box.refusedToCall == nil, "they are read")
        #expect(try scripted.rows() == ["adhan-dhuhr completed", "adhan-asr completed"])
        #expect(
            replacements(scripted) == ["the ledger \(file) was replaced by another file, which is used from now on"]
        )
    }

    private static let hands: [@Sendable (String) -> Int32] = [{ unlink($0) }, { truncate($0, 0) }]

    /// The process is killed before it has noticed.
    @Test(
        arguments: hands.indices,
        [("15:00:10", "interrupted: the power or the process was lost"), ("15:04:30", "completed")]
    )
    func `lost in mid-adhan or within its grace, and the process killed with it, the prayer is not called again`(
        hand: Int,
        state: (String, String)
    ) throws {
        let scripted = try box()
        try scripted.play(state.0)
        #expect(Self.hands[hand](file) == 0)
        try scripted.play("restart; 15:20")
        #expect(scripted.story == ["12:00 adhan-dhuhr", "15:00 adhan-asr"])
        try scripted.check(.has, "adhan-asr \(state.1)")
        if state.1 == "completed" { try scripted.check(.lasted, "30s") }
    }

    @Test func `a mark is kept while its prayer could be called again, and is not reported at the next start`() throws {
        let scripted = try box()
        try scripted.check(.marks, "nothing")
        try scripted.play("15:05")
        #expect(scripted.box.marks.load().map(\.key.occasion) == [.adhan(.asr)])
        try scripted.play("15:06:01")
        try scripted.check(.marks, "nothing")
        try scripted.play("18:01")
        try scripted.check(.marks, "completed")
        try scripted.play("restart; 18:10")
        try scripted.check(.unsaid, "was not written")
        try scripted.check(.unsaid, "that waited")
        try scripted.check(.marks, "nothing")
    }

    @Test func `truncated to nothing, it is made again within a minute, and gets the known rows`() throws {
        let scripted = try box()
        #expect(truncate(file, 0) == 0)
        try scripted.play("12:11:01")
        #expect(replacements(scripted) == ["the ledger \(file) was truncated; a new one is created"])
        #expect(try scripted.rows() == ["adhan-dhuhr completed"])
    }

    @Test func `removed with its folder, a new one is reported only once it is made, and it has every row`() throws {
        let home = folder.file("disk")
        let file = home + "/ledger.sqlite"
        #expect(mkdir(home, 0o700) == 0)
        let scripted = try ScriptedBox("11:00 start; 12:10", ledger: .file(file))
        #expect(rename(home, folder.file("unplugged")) == 0)
        try scripted.play("12:20")
        #expect(replacements(scripted).isEmpty)
        try scripted.check(.once, "nothing is called late")
        try scripted.check(.once, "it was removed, and no ledger can be created")
        try scripted.play("15:10")
        #expect(scripted.box.called.count == 2, "it calls all the same")
        #expect(mkdir(home, 0o700) == 0)
        try scripted.play("15:12")
        #expect(replacements(scripted) == ["the ledger \(file) was removed; a new one is created"])
        #expect(try scripted.rows() == ["adhan-dhuhr completed", "adhan-asr completed"])
    }

    // MARK: From another box, by `adhand import`; that box may have called what was due before this one's first start

    private func boxWithMovedLedger(_ script: String) throws -> ScriptedBox {
        let other = folder.file("other.sqlite")
        let old = try ScriptedBox("05:00 start; 14:59", ledger: .file(other))
        try #require(try old.box.row(Self.date, .dhuhr)?.state == .completed)
        try MovedLedger(other).copy(to: file)
        try MovedLedger(file).markMove(at: old.box.now, from: "old")
        return try box(script)
    }

    @Test func `an adhan that the other box may have called just now is not called, nor after a restart`() throws {
        let scripted = try boxWithMovedLedger("15:01 start; 15:02 restart; 15:30")
        #expect(scripted.box.called.isEmpty)
        try scripted.check(.lacks, "adhan-asr")
        try scripted.check(.has, "adhan-dhuhr completed")
        try scripted.play("19:00")
        #expect(scripted.story == ["18:00 adhan-maghrib"])
    }

    @Test func `nor is it called if another ledger is put in its place just then`() throws {
        let scripted = try boxWithMovedLedger("15:01 start; 15:02")
        #expect(try rename(write("third.sqlite", "2026-11-20", .fajr, at: 5), file) == 0)
        // Noticed within a minute, when the adhan is still within its grace.
        try scripted.play("15:03:02; 15:30")
        #expect(replacements(scripted).count == 1)
        #expect(scripted.box.called.isEmpty)
        try scripted.check(.lacks, "adhan-asr")
    }

    @Test(arguments: ["2026-11-22", "2026-11-24", "2026-12-21"])
    func `the days until its first start have no rows, whatever comes then`(first: String) throws {
        let scripted = try boxWithMovedLedger("\(first)T11:00")
        let before = try scripted.rows()
        try scripted.play("start; 11:30")
        #expect(try scripted.rows() == before)
        try scripted.play("restart; 13:00")
        #expect(scripted.story == ["12:00 adhan-dhuhr"])
        #expect(try scripted.rows() == before + ["adhan-dhuhr completed"])
    }

    @Test func `from its first start on, this box owes every prayer`() throws {
        let scripted = try boxWithMovedLedger("2026-11-24T11:00 start; 11:30 off until 16:00; 16:30")
        #expect(
            try scripted.box.rows("2026-11-24") == ["adhan-dhuhr missed: not running", "adhan-asr missed: not running"]
        )
    }
}
