import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanCaller

/// A mark that is older than the ledger's row, because the runtime directory took no newer one. The ledger's row counts.
@Suite struct StaleMarksTests {
    private static let date = "2026-11-21"

    @Test(arguments: [Duration.zero, .seconds(12)])
    func `the mark of its beginning, found at once or late, does not make a completed adhan interrupted`(
        found: Duration
    ) throws {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.start()
        box.run(until: try .utc(Self.date, 12, 0, 10))
        box.marks.refuses = true
        box.run(until: try .utc(Self.date, 12, 1))
        #expect(box.marks.load().map(\.state) == [.started])
        box.kill()
        let told = box.notices.count
        box.paces.marks = DiskPace(delay: found)
        box.start()
        box.run(until: try .utc(Self.date, 12, 20))
        let since = box.notices.dropFirst(told).map(\.notice)
        #expect(!since.contains { if case .settled = $0 { true } else { false } }, "nothing new happened to it")
        #expect(!since.contains { if case .refused = $0 { true } else { false } })
        #expect(box.called.count == 1)
        #expect(try box.row(Self.date, .dhuhr)?.state == .completed)
    }

    @Test func `the mark of a first try that nobody heard does not have a completed adhan called again`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.player.behaviour = .diesUnheard("the card died")
        box.start()
        box.run(until: try .utc(Self.date, 12, 0, 5))
        box.marks.refuses = true
        box.player.behaviour = .plays
        box.run(until: try .utc(Self.date, 12, 1))
        #expect(try box.row(Self.date, .dhuhr)?.state == .completed)
        #expect(box.marks.load().map(\.state) == [.missed])
        box.kill()
        // The ledger can be read, and hangs afterwards: it can refuse nothing.
        box.marks.refuses = false
        box.follower = { [unowned box] notice in if case .ledgerLoaded = notice { box.diskAnswers = false } }
        box.start()
        box.run(until: try .utc(Self.date, 12, 20))
        #expect(!box.diskAnswers)
        #expect(box.called.count == 1)
    }

    @Test func `the mark of its beginning, found before a slow ledger is read, does not interrupt a completed adhan`()
        throws
    {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.start()
        box.run(until: try .utc(Self.date, 12, 0, 10))
        box.marks.refuses = true
        box.run(until: try .utc(Self.date, 12, 1))
        box.kill()
        let told = box.notices.count
        box.paces = (DiskPace(delay: .seconds(20)), DiskPace(delay: .seconds(12)))
        box.start()
        box.run(until: try .utc(Self.date, 12, 20))
        #expect(!box.notices.dropFirst(told).contains { if case .settled = $0.notice { true } else { false } })
        #expect(try box.row(Self.date, .dhuhr)?.state == .completed)
    }
}
