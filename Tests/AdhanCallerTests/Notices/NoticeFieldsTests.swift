import AdhanTestSupport
import AdhanCore
import Logging
import Testing

@testable import AdhanCaller

/// The journal fields of each notice.
@Suite struct NoticeFieldsTests {
    private static func due(_ prayer: Prayer) throws -> ScheduledOccasion {
        ScheduledOccasion(
            OccasionKey(try CivilDate("2026-11-21"), .adhan(prayer)),
            at: try .utc("2026-11-21", 5),
            source: .file
        )
    }

    private static let common: Logger.Metadata = [
        "PRAYER": "fajr", "OCCASION": "adhan-fajr", "MOSQUE_DATE": "2026-11-21", "SOURCE": "file",
    ]

    @Test func `an adhan that begins has its occasion, its date and its source`() throws {
        let notice = Notice.began(try Self.due(.fajr), at: try .utc("2026-11-21", 5), device: "default")
        #expect(notice.fields == Self.common.merging(["STATE": "started"]) { $1 })
        #expect(notice.level == .info, "what became of it is the line at notice")
    }

    @Test func `its row has the ledger's state, the reason and who`() throws {
        let skipped = LedgerEntry(try Self.due(.fajr), .skipped, reason: "muted", who: "amina")
        let expected: Logger.Metadata = ["STATE": "skipped", "REASON": "muted", "WHO": "amina"]
        #expect(Notice.settled(skipped).fields == Self.common.merging(expected) { $1 })
    }

    @Test(arguments: [
        (LedgerState.completed, Logger.Level.notice), (.stopped, .notice), (.skipped, .notice),
        (.interrupted, .warning), (.missed, .warning),
    ])
    func `a bad end is a warning`(state: LedgerState, level: Logger.Level) throws {
        let notice = Notice.settled(LedgerEntry(try Self.due(.fajr), state, reason: "no sound card"))
        #expect(notice.level == level)
    }

    @Test func `what the caretaker should see is a warning at least`() throws {
        let due = try Self.due(.fajr)
        let notices: [Notice] = [
            .gaveUp(due, "the clock stepped"), .lost(due, AdhanCore.Fault(.cardMissing)),
            .ledgerReplaced("it was removed"),
            .dropped(due),
            .interrupted(.heldUp(.seconds(30))), .sourcesSkipped(.all(because: "place not set")),
            .settledBefore(due, at: due.at, as: "completed"),
            .armed(due, device: "null", problem: AdhanCore.Fault(.cardMissing)),
            .ledgerUnreadable("locked"), .marks(place: "/run", problem: "have not answered"),
        ]
        for notice in notices { #expect(notice.level >= .warning, "\(notice)") }
    }

    @Test(arguments: [(999, "began on null"), (1000, "began on null, 1s late"), (59_000, "began on null, 59s late")])
    func `an adhan that begins a second late or more says so`(milliseconds: Int, end: String) throws {
        let due = try Self.due(.fajr)
        let words = Notice.began(due, at: due.at + .milliseconds(milliseconds), device: "null").words(.utc)
        #expect(words.hasSuffix(end), "\(words)")
    }

    @Test func `every row that a day of the loop writes can be found by its prayer`() throws {
        let box = try ScriptedBox("00:00 start; 11-22T00:00").box
        for prayer in Prayer.called {
            let lines = box.notices.map(\.notice).filter { $0.fields["PRAYER"] == "\(prayer.rawValue)" }
            #expect(lines.filter { $0.level >= .notice }.map { $0.fields["STATE"] } == ["completed"])
            // Armed, begun, completed, and nothing each second.
            #expect(lines.count == 3)
        }
        #expect(box.notices.count < 40)
    }
}
