import AdhanTestSupport
import AdhanCore
import Testing

@testable import AdhanCaller
/// Faults of the file, the card and the disk. Each one is a row or a log line, and the daemon goes on.
@Suite struct TroubleTests {
    @Test func `a prayer whose file cannot be decoded is missed with the reason, and the next one is tried`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11))
        box.player.behaviour = .refusesFile("'adhan.mp3' is not an MP3 file: it begins like a PNG picture")
        box.start()
        box.run(until: try .utc("2026-11-21", 14))
        let row = try #require(try box.row("2026-11-21", .dhuhr))
        #expect(row.state == .missed)
        #expect(row.reason == "'adhan.mp3' is not an MP3 file: it begins like a PNG picture")
        let sentences = box.notices.filter { if case .notReady = $0.notice { true } else { false } }
        #expect(sentences.count == 1, "said once, not each second")
        box.player.behaviour = .plays
        box.run(until: try .utc("2026-11-21", 16))
        #expect(try box.row("2026-11-21", .asr)?.state == .completed)
    }

    @Test func `a file put right within the grace is called late`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11))
        box.player.behaviour = .refusesFile("broken")
        box.start()
        box.run(until: try .utc("2026-11-21", 12, 3))
        box.player.behaviour = .plays
        box.run(until: try .utc("2026-11-21", 14))
        #expect(try box.row("2026-11-21", .dhuhr)?.state == .completed)
        #expect(try (180_000...181_000).contains(box.row("2026-11-21", .dhuhr)?.latenessMilliseconds ?? 0))
    }

    @Test func `without a sound card the prayer is missed, not completed`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11))
        box.player.behaviour = .findsNoDevice("no sound card")
        box.start()
        box.run(until: try .utc("2026-11-21", 14))
        #expect(try box.row("2026-11-21", .dhuhr)?.state == .missed)
        #expect(try box.row("2026-11-21", .dhuhr)?.reason == "no sound card")
        #expect(box.called.isEmpty)
    }

    @Test func `a player that never answers costs that prayer, and no other occasion's row`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11))
        box.player.behaviour = .isMute
        box.start()
        box.run(until: try .utc("2026-11-21", 13))
        #expect(try box.row("2026-11-21", .dhuhr)?.state == .missed)
        #expect(try box.row("2026-11-21", .dhuhr)?.reason == "its recording was not ready in time")
        box.player.behaviour = .plays
        box.run(until: try .utc("2026-11-21", 16))
        #expect(try box.row("2026-11-21", .asr)?.state == .completed)
    }

    @Test func `a full disk does not keep the prayer from sounding, and its rows arrive when there is room`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11))
        box.start()
        box.run(until: try .utc("2026-11-21", 11, 30))
        box.ledger.fail(.unwritable)
        box.run(until: try .utc("2026-11-21", 12, 10))
        #expect(box.called.count == 1)
        #expect(box.marks.load().map(\.state) == [.completed])
        #expect(try box.row("2026-11-21", .dhuhr) == nil)
        box.ledger.fail(nil)
        box.run(until: try .utc("2026-11-21", 12, 12))
        #expect(try box.row("2026-11-21", .dhuhr)?.state == .completed)
        #expect(box.notices.contains { if case .saved(rows: 1) = $0.notice { true } else { false } })
        // A minute later nothing can be called again, and the mark is removed.
        box.run(until: try .utc("2026-11-21", 12, 13))
        #expect(box.marks.load().isEmpty)
    }

    @Test func `killed in mid-adhan with a full disk, the mark keeps it from sounding again`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11))
        box.start()
        box.run(until: try .utc("2026-11-21", 11, 30))
        box.ledger.fail(.unwritable)
        box.run(until: try .utc("2026-11-21", 12, 0, 10))
        box.kill()
        box.start()
        box.run(until: try .utc("2026-11-21", 12, 20))
        #expect(box.called.count == 1)
        box.ledger.fail(nil)
        box.run(until: try .utc("2026-11-21", 12, 30))
        #expect(try box.row("2026-11-21", .dhuhr)?.state == .interrupted)
    }

    @Test func `a disk that hangs does not delay a prayer`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11))
        box.start()
        box.run(until: try .utc("2026-11-21", 11, 30))
        box.diskAnswers = false
        box.run(until: try .utc("2026-11-21", 12, 10))
        #expect(box.called.map(\.at) == [try .utc("2026-11-21", 12)])
        box.diskAnswers = true
        box.run(until: try .utc("2026-11-21", 12, 11))
        #expect(try box.row("2026-11-21", .dhuhr)?.state == .completed)
    }

    @Test func `killed after the adhan while the disk hangs, it is completed and not interrupted`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11))
        box.start()
        box.run(until: try .utc("2026-11-21", 11, 30))
        box.diskAnswers = false
        box.run(until: try .utc("2026-11-21", 12, 2))
        box.kill()
        box.diskAnswers = true
        box.start()
        box.run(until: try .utc("2026-11-21", 12, 20))
        #expect(box.called.count == 1)
        #expect(try box.row("2026-11-21", .dhuhr)?.state == .completed)
        #expect(try box.row("2026-11-21", .dhuhr)?.heardMilliseconds == 30_000)
    }

    @Test func `with an unreadable ledger it calls on time, and nothing late`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 10))
        box.start()
        box.run(until: try .utc("2026-11-21", 11))
        box.kill()
        box.wait(until: try .utc("2026-11-21", 12, 2))
        box.ledger.fail(.unreadable)
        box.start()
        box.run(until: try .utc("2026-11-21", 16))
        #expect(box.called.map(\.key.occasion) == [.adhan(.asr)])
        box.ledger.fail(nil)
        box.run(until: try .utc("2026-11-21", 17))
        #expect(try box.row("2026-11-21", .dhuhr)?.state == .missed)
        #expect(try box.row("2026-11-21", .asr)?.state == .completed)
    }

    @Test func `a ledger that has the prayer already keeps it from sounding`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11))
        box.start()
        box.run(until: try .utc("2026-11-21", 11, 59))
        // Another process has written the row meanwhile: the ledger is the last guard.
        let key = OccasionKey(try CivilDate("2026-11-21"), .adhan(.dhuhr))
        try box.ledger.record(
            LedgerEntry(ScheduledOccasion(key, at: .utc("2026-11-21", 12), source: .calculation), .completed)
        )
        box.run(until: try .utc("2026-11-21", 13))
        #expect(box.called.isEmpty)
        #expect(try box.row("2026-11-21", .dhuhr)?.state == .completed)
    }

    @Test func `what is due at the very second of the first start, and cannot sound, has its row`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 12))
        box.player.behaviour = .refusesFile("not an MP3 file")
        box.start()
        box.run(until: try .utc("2026-11-21", 13))
        #expect(try box.row("2026-11-21", .dhuhr)?.state == .missed)
    }

    /// A box whose Dhuhr has sounded for ten seconds while neither ledger nor marks take a row.
    private func boxWithoutADisk() throws -> VirtualBox {
        let box = VirtualBox(at: try .utc("2026-11-21", 11))
        box.start()
        box.run(until: try .utc("2026-11-21", 11, 30))
        box.ledger.fail(.unwritable)
        box.marks.refuses = true
        box.run(until: try .utc("2026-11-21", 12, 0, 10))
        return box
    }

    @Test func `restarted in mid-adhan while neither disk takes a row, it is not called again`() throws {
        let box = try boxWithoutADisk()
        #expect(box.called.count == 1)
        box.kill()
        box.start()
        box.run(until: try .utc("2026-11-21", 12, 30))
        #expect(box.called.count == 1, "nothing tells the new process that it sounded, so it does not risk it")
        box.ledger.fail(nil)
        box.run(until: try .utc("2026-11-21", 12, 32))
        let row = try box.row("2026-11-21", .dhuhr)
        #expect(row?.state == .missed)
        #expect(row?.reason == "its row cannot be written anywhere, and an earlier process may have called it")
    }

    @Test func `while rows wait for a full disk the ledger fails, and a stop tries to write them`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11))
        func isFailing() -> Bool? { box.life?.ask { $0.snapshot($1).isLedgerFailing } }
        box.start()
        box.run(until: try .utc("2026-11-21", 11, 59, 50))
        #expect(isFailing() == false)
        box.ledger.fail(.unwritable)
        box.run(until: try .utc("2026-11-21", 12, 1, 10))
        #expect(isFailing() == true)
        box.ledger.fail(nil)
        box.stop(by: "SIGTERM")
        #expect(try box.row("2026-11-21", .dhuhr)?.state == .completed)
        #expect(isFailing() == false)
    }

    @Test func `a ledger that does not answer at the start is waited for ten seconds, and the prayer is at its second`()
        throws
    {
        let box = VirtualBox(at: try .utc("2026-11-21", 11, 59, 30))
        box.diskAnswers = false
        box.start()
        box.run(until: try .utc("2026-11-21", 12, 10))
        #expect(box.called.map(\.at) == [try .utc("2026-11-21", 12)])
        let unread = box.notices.compactMap { if case .ledgerUnreadable(let words) = $0.notice { words } else { nil } }
        #expect(unread == ["the ledger's disk has not answered for 10.0 s"])
    }

    /// Killed while it looks for a card, and started again two minutes after the second, with a device that takes three seconds to open.
    private func boxAfterRestart() throws -> VirtualBox {
        let box = VirtualBox(at: try .utc("2026-11-21", 11))
        box.player.behaviour = .findsNoDevice("no sound card")
        box.start()
        box.run(until: try .utc("2026-11-21", 12, 1, 50))
        box.kill()
        box.wait(until: try .utc("2026-11-21", 12, 2))
        box.player.behaviour = .isSlow(.seconds(3))
        box.start()
        box.run(until: try .utc("2026-11-21", 12, 2, 1))
        return box
    }

    @Test func `a late prayer whose row the disk refuses is called as soon as it is marked`() throws {
        let box = try boxAfterRestart()
        box.ledger.fail(.unwritable)
        box.run(until: try .utc("2026-11-21", 12, 4))
        #expect(box.called.map(\.at) == [try .utc("2026-11-21", 12, 2, 3)])
        #expect(box.notices.contains { if case .unsaved = $0.notice { true } else { false } })
    }

    @Test(arguments: [false, true])
    func `a late prayer whose row the disk does not answer for is called once it is marked, and not before`(
        isFull: Bool
    )
        throws
    {
        let box = try boxAfterRestart()
        box.diskAnswers = false
        box.marks.refuses = isFull
        box.run(until: try .utc("2026-11-21", 12, 4))
        let marked = try Instant.utc("2026-11-21", 12, 2, 4)
        #expect(box.called.map(\.at) == (isFull ? [] : [marked]))
        let words = box.notices.compactMap { if case .unsaved(_, let words) = $0.notice { words } else { nil } }
        #expect(words.first?.contains("could not be marked") == isFull)
    }

    @Test(arguments: [false, true])
    func `a late prayer waits for its mark where both disks are slow, and is not called without one`(isFull: Bool)
        throws
    {
        let box = try boxAfterRestart()
        box.diskAnswers = false
        box.paces.marks = DiskPace(delay: .seconds(3))
        box.marks.refuses = isFull
        box.run(until: try .utc("2026-11-21", 12, 4))
        #expect(box.called.map(\.at) == (isFull ? [] : [try .utc("2026-11-21", 12, 2, 6)]))
        let words = box.notices.compactMap { if case .unsaved(_, let words) = $0.notice { words } else { nil } }
        #expect(words.contains { $0.hasPrefix("it could not be marked") } == isFull)
    }

    @Test func `a small step of the clock after such a restart does not call it again either`() throws {
        let box = try boxWithoutADisk()
        box.kill()
        box.start()
        box.run(until: try .utc("2026-11-21", 12, 0, 20))
        box.stepClock(to: box.now + .seconds(1))
        box.run(until: try .utc("2026-11-21", 12, 30))
        #expect(box.called.count == 1)
    }

    @Test func `muted and unmuted around its second with a full disk, what was called is completed`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11))
        box.start()
        box.run(until: try .utc("2026-11-21", 11, 59, 59))
        #expect(try box.row("2026-11-21", .dhuhr)?.state == .started)
        box.ledger.fail(.unwritable)
        box.mute(until: try .utc("2026-11-21", 12, 30))
        box.run(until: try .utc("2026-11-21", 11, 59, 59) + .milliseconds(500))
        box.unmute()
        box.run(until: try .utc("2026-11-21", 12, 0, 30))
        box.ledger.fail(nil)
        box.run(until: try .utc("2026-11-21", 12, 5))
        #expect(box.called.count == 1)
        #expect(try box.row("2026-11-21", .dhuhr)?.state == .completed)
    }

    @Test func `a disk that was slow once is well again when it has answered`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11))
        box.start()
        box.run(until: try .utc("2026-11-21", 11, 59, 55))
        box.diskAnswers = false
        box.run(until: try .utc("2026-11-21", 12, 0, 5))
        box.diskAnswers = true
        box.run(until: try .utc("2026-11-21", 12, 0, 10))
        let told = box.notices.compactMap { notice -> String? in
            switch notice.notice {
            case .unsaved: "unsaved"
            case .saved: "saved"
            default: nil
            }
        }
        #expect(told == ["unsaved", "saved"])
    }

    @Test func `what is due at the very second of the start sounds, though no disk takes its row`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 12))
        box.ledger.fail(.unwritable)
        box.marks.refuses = true
        box.start()
        box.run(until: try .utc("2026-11-21", 12, 5))
        #expect(box.called.map(\.at) == [try .utc("2026-11-21", 12)])
    }

    @Test func `over days with a broken file its reasons are kept for the present ones only`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 0))
        box.player.behaviour = .refusesFile("not an MP3 file")
        box.start()
        box.run(until: try .utc("2026-11-27", 12, 2))
        let obstacles = try #require(box.life?.ask { loop, _ in loop.obstacles })
        #expect(obstacles.count < 15)
        // Somebody asks for a refresh while it is tried again.
        _ = box.life?.ask { loop, now in loop.refresh(askedAt: now, isUrgent: false) }
        box.run(until: try .utc("2026-11-27", 12, 6))
        #expect(try box.row("2026-11-27", .dhuhr)?.reason == "not an MP3 file")
    }
}
