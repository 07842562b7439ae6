import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanCaller
@Suite struct OrdinaryDaysTests {
    @Test func `a month of plain days calls each prayer once, at its second`() throws {
        let box = VirtualBox(at: try .utc("2026-11-01", 0))
        box.start()
        box.run(until: try .utc("2026-12-01", 0))
        #expect(box.called.count == 150)
        #expect(Set(box.called.map(\.key)).count == 150)
        let rows = try box.ledger.entries(.first..<(.last))
        #expect(rows.count == 150)
        #expect(
            rows.allSatisfy { $0.state == .completed && $0.latenessMilliseconds == 0 && $0.heardMilliseconds == 30_000 }
        )
    }

    @Test func `it refreshes an hour after isha and at 00 01, and at nothing else`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 12, 30))
        box.start()
        box.run(until: try .utc("2026-11-23", 12))
        let refreshes = box.notices.compactMap { at, notice -> String? in
            guard case .refreshed(let reason, _) = notice else { return nil }
            return "\(ZoneRules.utc.formatted(at)) \(reason.rawValue)"
        }
        #expect(
            refreshes == [
                "2026-11-21T12:30:00+00:00 start", "2026-11-21T21:00:00+00:00 after isha",
                "2026-11-22T00:01:00+00:00 rollover", "2026-11-22T21:00:00+00:00 after isha",
                "2026-11-23T00:01:00+00:00 rollover",
            ]
        )
    }

    @Test func `it refreshes when the config says so`() throws {
        var policy = SchedulePolicy()
        (policy.refresh.afterIsha, policy.refresh.rollover) = (.minutes(30), 3 * 3600)
        let box = VirtualBox(at: try .utc("2026-11-21", 12, 30), policy: policy)
        box.start()
        box.run(until: try .utc("2026-11-22", 12))
        let refreshes = box.notices.compactMap { at, notice -> String? in
            guard case .refreshed(let reason, _) = notice else { return nil }
            return "\(ZoneRules.utc.formatted(at)) \(reason.rawValue)"
        }
        #expect(
            refreshes == [
                "2026-11-21T12:30:00+00:00 start", "2026-11-21T20:30:00+00:00 after isha",
                "2026-11-22T03:00:00+00:00 rollover",
            ]
        )
    }

    @Test func `started is committed within the two seconds before, and the device armed ten seconds before`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11))
        box.start()
        box.run(until: try .utc("2026-11-21", 11, 59, 49))
        #expect(box.notices.allSatisfy { if case .armed = $0.notice { false } else { true } })
        box.run(until: try .utc("2026-11-21", 11, 59, 50))
        #expect(box.notices.contains { if case .armed = $0.notice { true } else { false } })
        box.run(until: try .utc("2026-11-21", 11, 59, 57))
        #expect(try box.row("2026-11-21", .dhuhr) == nil)
        box.run(until: try .utc("2026-11-21", 11, 59, 58))
        #expect(try box.row("2026-11-21", .dhuhr)?.state == .started)
        #expect(box.called.isEmpty)
        box.run(until: try .utc("2026-11-21", 12, 0))
        #expect(box.called.map(\.at) == [try .utc("2026-11-21", 12)])
    }

    @Test func `sigterm during an adhan fades it and records it as stopped, with who`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11))
        box.start()
        box.run(until: try .utc("2026-11-21", 12, 0, 10))
        box.stop(by: "SIGTERM")
        #expect(box.isFinished)
        let row = try #require(try box.row("2026-11-21", .dhuhr))
        #expect(row.state == .stopped)
        #expect(row.who == "SIGTERM")
        #expect(row.heardMilliseconds == 10_000)
    }

    @Test func `stopped in the second before, the prayer is called after the next start`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11))
        box.start()
        box.run(until: try .utc("2026-11-21", 11, 59, 58))
        box.stop(by: "SIGTERM")
        #expect(box.isFinished)
        #expect(try box.row("2026-11-21", .dhuhr)?.state == .missed)
        box.losePower(until: try .utc("2026-11-21", 11, 59, 59))
        box.run(until: try .utc("2026-11-21", 13))
        #expect(box.called.count == 1)
        #expect(try box.row("2026-11-21", .dhuhr)?.state == .completed)
    }

    @Test func `where only the zone is known the mosque's own days sound, and calculated ones are skipped`() throws {
        struct OwnDay: TimetableSource {
            let date: CivilDate

            func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
                dates.contains(date) ? [.plain(date, source: .file)] : []
            }
        }
        var policy = SchedulePolicy()
        policy.skippedSources = SkippedSources([.bundle, .calculation], because: "place not set")
        let own = OwnDay(date: try CivilDate("2026-11-22"))
        let box = VirtualBox(
            at: try .utc("2026-11-21", 0),
            source: TimetableChain([own, PlainSource()]),
            policy: policy
        )
        box.start()
        box.run(until: try .utc("2026-11-24", 0))
        let rows = try box.ledger.entries(.first..<(.last))
        #expect(rows.map { $0.key.date == own.date } == rows.map { $0.state == .completed })
        #expect(rows.filter { $0.state == .completed }.count == 5)
        #expect(rows.filter { $0.state == .skipped && $0.reason == "place not set" }.count == 10)
    }

    @Test func `without a place nothing sounds and each prayer is skipped`() throws {
        var policy = SchedulePolicy()
        policy.skippedSources = .all(because: "place not set")
        let box = VirtualBox(at: try .utc("2026-11-21", 0), policy: policy)
        box.start()
        box.run(until: try .utc("2026-11-22", 0))
        #expect(box.called.isEmpty)
        let rows = try box.ledger.entries(.first..<(.last))
        #expect(rows.map(\.state) == Array(repeating: .skipped, count: 5))
        #expect(rows.allSatisfy { $0.reason == "place not set" })
    }

    @Test func `the row has everything that the player has reported`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11))
        box.start()
        box.run(until: try .utc("2026-11-21", 13))
        let row = try #require(try box.row("2026-11-21", .dhuhr))
        #expect(row.state == .completed && row.reason == nil && row.file == "dhuhr.mp3")
        #expect(try row.began == .utc("2026-11-21", 12))
        #expect(try row.ended == .utc("2026-11-21", 12, 0, 30))
        #expect(row.latenessMilliseconds == 0 && row.heardMilliseconds == 30_000 && row.gapMilliseconds == 0)
        #expect(row.device == "virtual" && row.sha256 == String(repeating: "0", count: 64))
        box.player.behaviour = .losesDevice(after: .seconds(3))
        box.run(until: try .utc("2026-11-21", 16))
        let broken = try #require(try box.row("2026-11-21", .asr))
        #expect(broken.state == .interrupted && broken.reason == "the card was unplugged")
    }

    @Test func `skipped sources are reported at the start`() throws {
        var policy = SchedulePolicy()
        policy.skippedSources = .all(because: "place not set")
        let box = VirtualBox(at: try .utc("2026-11-21", 0), policy: policy)
        box.start()
        #expect(box.notices.contains { if case .sourcesSkipped = $0.notice { true } else { false } })
    }

    @Test func `over years the loop remembers so many rows, and not more`() throws {
        let box = VirtualBox(at: try .utc("2026-01-01", 0))
        box.start()
        let remembered = { box.life?.ask { loop, _ in loop.memory.count } }
        box.run(until: try .utc("2026-03-20", 0))
        #expect(remembered() == 78 * 5)
        box.run(until: try .utc("2028-01-01", 0))
        #expect(remembered().map { (31 * 5...DaemonLoop.rememberedRows).contains($0) } == true)
        #expect(remembered() != 730 * 5)
    }
}
