import AdhanCore
import Testing

/// Tests that every ledger must pass, the real one and the one in memory.
package struct LedgerContract {
    private let make: () -> any Ledger
    private let move: (any Ledger) throws -> any Ledger

    /// - Parameters:
    ///   - make: makes a new, empty ledger.
    ///   - move: makes of one of these ledgers a copy for another box, at second 20.
    package init(_ make: @escaping () -> any Ledger, move: @escaping (any Ledger) throws -> any Ledger) {
        (self.make, self.move) = (make, move)
    }

    package func check() throws {
        try keepsEveryColumn()
        try refusesWhatIsSettled()
        try refusesWhatContradictsItself()
        try letsAMissedPrayerBeCalled()
        try recallsWhatADecisionNeeds()
        try listsByDate()
        try keepsChangesOfSettings()
        try knowsAMove()
        try keepsTheFirstOrigin()
    }

    private static func due(_ date: String, _ prayer: Prayer, at seconds: Int64) throws -> ScheduledOccasion {
        ScheduledOccasion(
            OccasionKey(try CivilDate(date), .adhan(prayer)),
            at: Instant(seconds: seconds),
            source: .calculation
        )
    }

    private static let move = Instant(seconds: 20)
    private static let everything = CivilDate.first..<CivilDate.last

    private func keepsEveryColumn() throws {
        let ledger = make()
        var entry = LedgerEntry(try Self.due("2026-11-21", .fajr, at: 1_795_240_080), .started, file: "/srv/adhan.mp3")
        try ledger.record(entry)
        #expect(try ledger.entries(Self.everything) == [entry])
        entry.state = .stopped
        (entry.began, entry.ended) = (Instant(microseconds: 1_795_240_080_003_021), Instant(seconds: 1_795_240_108))
        (entry.latenessMilliseconds, entry.heardMilliseconds, entry.gapMilliseconds) = (3, 27_990, 0)
        (entry.sha256, entry.device) = (String(repeating: "0f", count: 32), "plughw:CARD=Device")
        (entry.reason, entry.who) = ("the hall was not empty", "SIGTERM")
        try ledger.record(entry)
        #expect(try ledger.entries(Self.everything) == [entry])
    }

    private func keepsChangesOfSettings() throws {
        let ledger = make()
        #expect(try ledger.changes(limit: 10) == [])
        let changes = [
            SettingChange("adhan.dhuhr", "off", who: "amina", at: Instant(microseconds: 1_795_240_080_003_021)),
            SettingChange("volume.fajr", "62.5", who: "root", at: Instant(seconds: 1_795_240_090)),
            SettingChange("adhan.dhuhr", nil, who: "amina", at: Instant(seconds: 1_795_240_085)),
            SettingChange(SettingChange.panel, "Isha at 19:30", who: "adhand-panel for Amina", at: Instant(seconds: 1)),
        ]
        for change in changes { try ledger.record(change) }
        #expect(try ledger.changes(limit: 10) == changes.reversed() && ledger.changes(limit: 1) == changes.suffix(1))
    }

    private func refusesWhatIsSettled() throws {
        for settled in LedgerState.allCases where settled.settles && settled != .started {
            for next in LedgerState.allCases {
                let ledger = make()
                let due = try Self.due("2026-11-21", .dhuhr, at: 1000)
                try ledger.record(Self.entry(due, settled))
                #expect(throws: LedgerError.refused(due.key, from: settled, to: next), "\(settled) → \(next)") {
                    try ledger.record(Self.entry(due, next))
                }
                #expect(try ledger.entries(Self.everything).map(\.state) == [settled])
            }
        }
        let ledger = make()
        let due = try Self.due("2026-11-21", .dhuhr, at: 1000)
        try ledger.record(Self.entry(due, .started))
        #expect(throws: LedgerError.refused(due.key, from: .started, to: .started)) {
            try ledger.record(Self.entry(due, .started))
        }
    }

    private func refusesWhatContradictsItself() throws {
        let ledger = make()
        let due = try Self.due("2026-11-21", .dhuhr, at: 1000)
        try ledger.record(Self.entry(due, .started))
        var (missed, silent) = (Self.entry(due, .missed), Self.entry(due, .missed))
        missed.heardMilliseconds = 300
        silent.reason = nil
        for entry in [missed, silent] {
            let error = #expect(throws: LedgerError.self) { try ledger.record(entry) }
            if case .impossible(due.key, _)? = error { continue }
            Issue.record("\(error.map(\.description) ?? "nothing")")
        }
        #expect(try ledger.entries(Self.everything).map(\.state) == [.started])
        // It is the row that is wrong, not the ledger.
        try ledger.record(Self.entry(due, .completed))
    }

    private func letsAMissedPrayerBeCalled() throws {
        for next in [LedgerState.started, .missed, .skipped] {
            let ledger = make()
            let due = try Self.due("2026-11-21", .asr, at: 1000)
            try ledger.record(Self.entry(due, .missed))
            try ledger.record(Self.entry(due, next))
            #expect(try ledger.entries(Self.everything) == [Self.entry(due, next)])
        }
    }

    private func knowsAMove() throws {
        let old = make()
        let row = Self.entry(try Self.due("2026-11-21", .fajr, at: 15), .completed)
        let here = LedgerOrigin(firstStart: Instant(seconds: 10))
        try old.record(here)
        try old.record(row)
        let new = try move(old)
        func load(_ ledger: any Ledger) throws -> LedgerCache {
            try ledger.load(since: .first, now: Instant(seconds: 50))
        }
        #expect(try load(new).origin == LedgerOrigin(movedAt: Self.move) && load(new).rows == [row])
        try new.record(LedgerOrigin(firstStart: Instant(seconds: 30)))
        #expect(try load(new).origin == LedgerOrigin(firstStart: Instant(seconds: 30), movedAt: Self.move))
        #expect(try load(old).origin == here)
    }

    private func keepsTheFirstOrigin() throws {
        let (ledger, moved) = (make(), make())
        func load(_ ledger: any Ledger) throws -> LedgerOrigin {
            try ledger.load(since: .first, now: Instant(seconds: 50)).origin
        }
        #expect(try load(ledger) == LedgerOrigin())
        for seconds: Int64 in [20, 10] { try ledger.record(LedgerOrigin(firstStart: Instant(seconds: seconds))) }
        #expect(try load(ledger) == LedgerOrigin(firstStart: Instant(seconds: 20)))

        try moved.record(LedgerOrigin(movedAt: Self.move))
        #expect(try load(moved) == LedgerOrigin(movedAt: Self.move))
        let all = LedgerOrigin(firstStart: Instant(seconds: 30), movedAt: Self.move)
        for origin in [all, LedgerOrigin(firstStart: Instant(seconds: 40), movedAt: Instant(seconds: 40))] {
            try moved.record(origin)
            #expect(try load(moved) == all, "it stays as it is")
        }
        #expect(try moved.changes(limit: 10).isEmpty, "it is no setting")
    }

    private func recallsWhatADecisionNeeds() throws {
        let ledger = make()
        let old = Self.entry(try Self.due("2026-11-01", .fajr, at: 1000), .completed)
        var recent = Self.entry(try Self.due("2026-11-20", .isha, at: 3000), .completed)
        recent.ended = Instant(seconds: 4000)
        let ahead = Self.entry(try Self.due("2098-01-01", .isha, at: 9000), .completed)
        let away = OccasionKey(try CivilDate("2026-10-01"), .absence)
        var absence = Self.entry(ScheduledOccasion(away, at: Instant(seconds: 100), source: .calculation), .missed)
        absence.ended = Instant(seconds: 900)
        let begun = Self.entry(try Self.due("2026-10-31", .fajr, at: 950), .started)
        for entry in [old, recent, ahead, absence, begun] { try ledger.record(entry) }
        let memory = try ledger.load(since: CivilDate("2026-11-19"), now: Instant(seconds: 5000))
        #expect(memory[old.key] == nil)
        #expect(memory.unfinished == [begun], "what was begun is to be ended, however long ago")
        #expect(memory[recent.key] == recent && memory.lastDue == Instant(seconds: 3000))
        #expect(memory.coversAbsence(at: Instant(seconds: 500), now: Instant(seconds: 5000)))
        #expect(!memory.coversAbsence(at: Instant(seconds: 950), now: Instant(seconds: 5000)))
    }

    private func listsByDate() throws {
        let ledger = make()
        let entries = [
            Self.entry(try Self.due("2026-11-20", .isha, at: 300), .completed),
            Self.entry(try Self.due("2026-11-21", .fajr, at: 400), .interrupted),
            Self.entry(try Self.due("2026-11-21", .dhuhr, at: 500), .skipped),
            Self.entry(try Self.due("2026-11-22", .fajr, at: 600), .missed),
        ]
        for entry in entries.reversed() { try ledger.record(entry) }
        #expect(try ledger.entries(CivilDate("2026-11-21")..<CivilDate("2026-11-22")) == Array(entries[1...2]))
        #expect(try ledger.entries(Self.everything) == entries)
        #expect(try ledger.rows(Self.everything, limit: 3).entries == Array(entries[..<3]))
    }

    /// A row with the fields that its state requires.
    private static func entry(_ due: ScheduledOccasion, _ state: LedgerState) -> LedgerEntry {
        var entry = LedgerEntry(due, state, reason: [.missed, .skipped].contains(state) ? "a reason" : nil)
        if state == .stopped { entry.who = "a test" }
        return entry
    }
}
