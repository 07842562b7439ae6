import AdhanTestSupport
import AdhanCore
import Testing

@testable import AdhanCaller

/// What a verdict on the clock, or a step of it, changes.
@Suite struct BelievedClockTests {
    private static let date = "2026-11-21"
    private static let doubted = LoopEvent.clock(.untrusted(.noHardwareClock))

    private func box(_ hour: Int, _ minute: Int = 0, _ second: Int = 0) throws -> VirtualBox {
        let box = VirtualBox(at: try .utc(Self.date, hour, minute, second))
        box.settings.asksClock = true
        return box
    }

    @Test(arguments: [60, -60, 61, -61])
    func `set by more than a minute, the clock is looked at again before it is trusted`(step: Int) throws {
        let box = try box(11)
        box.start()
        box.life?.post(.clock(.synchronised))
        box.run(until: try .utc(Self.date, 11, 30))
        box.stepClock(to: box.now + .seconds(step))
        box.run(until: try .utc(Self.date, 12, 1))
        #expect(box.called.count == (abs(step) == 60 ? 1 : 0))
        box.life?.post(.clock(.synchronised))
        box.run(until: try .utc(Self.date, 12, 2))
        #expect(box.called.count == 1)
        let steps = box.notices.compactMap { if case .interrupted(let found) = $0.notice { found } else { nil } }
        #expect(steps == [.clockStep(.seconds(step))])
    }

    @Test func `the days are loaded again when the clock becomes trusted, and at no other verdict`() throws {
        let box = try box(9)
        box.start()
        box.life?.post(.clock(.synchronised))
        let first = box.starts
        for word in [ClockTrust.synchronised, .assumed(.confirmed), .untrusted(.noHardwareClock)] {
            box.life?.post(.clock(word))
            #expect(box.starts == first)
        }
        box.life?.post(.clock(.synchronised))
        #expect(box.starts == first + 1)
        let words = box.notices.compactMap { if case .clock(let found, _) = $0.notice { found } else { nil } }
        #expect(words == [.synchronised, .assumed(.confirmed), .untrusted(.noHardwareClock), .synchronised])
    }

    @Test func `a rehearsal does not ask for a trusted clock`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 9))
        box.start()
        box.life?.post(Self.doubted)
        box.life?.post(.clock(.synchronised))
        #expect(box.starts == 1)
    }

    @Test func `what fell due while the clock was not trusted is called late only once its row is recorded`() throws {
        let box = try box(11)
        box.start()
        box.life?.post(.clock(.synchronised))
        box.run(until: try .utc(Self.date, 11, 50))
        box.life?.post(Self.doubted)
        box.ledger.fail(.unwritable)
        box.marks.refuses = true
        box.run(until: try .utc(Self.date, 12, 2))
        box.life?.post(.clock(.synchronised))
        box.run(until: try .utc(Self.date, 12, 20))
        #expect(box.called.isEmpty)
    }

    @Test func `what fell due before the first verdict, but after the start, needs no row`() throws {
        let box = try box(11, 59, 50)
        box.ledger.fail(.unwritable)
        box.marks.refuses = true
        box.start()
        box.run(until: try .utc(Self.date, 12, 1))
        box.life?.post(.clock(.synchronised))
        box.run(until: try .utc(Self.date, 12, 20))
        #expect(box.called.count == 1)
    }

    @Test func `after a step forward over a prayer, it is not called late where the ledger could not be read`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.ledger.fail(.unreadable)
        box.start()
        box.run(until: try .utc(Self.date, 11, 59, 30))
        box.stepClock(to: box.now + .seconds(55))
        box.run(until: try .utc(Self.date, 12, 20))
        #expect(box.called.isEmpty)
    }

    @Test func `new rules of the zone apply at once; those of another zone or the same ones change nothing`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 9), source: WallSource())
        box.start()
        let news = { box.notices.count { if case .zone = $0.notice { true } else { false } } }
        box.life?.post(.zone(.fixed(name: "Other/Zone", offset: 7200)))
        box.life?.post(.zone(.utc))
        #expect(news() == 0 && box.refreshes == 1)
        box.life?.post(.zone(.fixed(name: ZoneRules.utc.name, offset: 3600)))
        #expect(news() == 1 && box.refreshes == 2)
        box.run(until: try .utc(Self.date, 13))
        #expect(box.called.map(\.at) == [try .utc(Self.date, 11)])
    }

    /// Dhuhr at twelve in the mosque's zone.
    private struct WallSource: TimetableSource {
        func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
            dates.map { date in
                func at(_ hour: Int) -> Instant { zone.instant(date, secondOfDay: hour * 3600) }
                return PrayerDay(
                    date: date,
                    fajr: at(5),
                    sunrise: at(7),
                    dhuhr: at(12),
                    asr: at(15),
                    maghrib: at(18),
                    isha: at(20),
                    source: .calculation
                )
            }
        }
    }

    @Test func `while the clock was never trusted, its verdicts load no days`() throws {
        let box = try box(9)
        box.start()
        box.run(until: box.now)
        for word in [ClockTrust.untrusted(.noHardwareClock), .untrusted(.startedRecently(trustAfter: .minutes(5)))] {
            box.life?.post(.clock(word))
        }
        #expect(box.starts == 1)
    }

    @Test func `after a step over a prayer it is called late without any disk by a process that has read the ledger`()
        throws
    {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.start()
        box.run(until: try .utc(Self.date, 11, 30))
        box.ledger.fail(.unwritable)
        box.marks.refuses = true
        box.stepClock(to: try .utc(Self.date, 12, 2))
        box.run(until: try .utc(Self.date, 12, 10))
        #expect(box.called.map(\.key.occasion) == [.adhan(.dhuhr)])
    }

    @Test func `a new box whose clock is trusted after minutes owes what falls due from then on`() throws {
        let box = try box(11)
        box.start()
        box.run(until: try .utc(Self.date, 11, 10))
        box.life?.post(.clock(.synchronised))
        box.run(until: try .utc(Self.date, 11, 30))
        box.losePower(until: try .utc(Self.date, 13))
        box.life?.post(.clock(.synchronised))
        box.run(until: try .utc(Self.date, 13, 10))
        #expect(try box.row(Self.date, .dhuhr)?.reason == "not running")
    }

    @Test func `a clock that is not trusted and shows a month later records no absence`() throws {
        let box = try box(9)
        box.start()
        box.life?.post(.clock(.synchronised))
        box.run(until: try .utc(Self.date, 13))
        box.losePower(until: try .utc("2026-12-21", 9))
        box.life?.post(Self.doubted)
        box.run(until: try .utc("2026-12-21", 9, 10))
        box.stepClock(to: try .utc(Self.date, 14))
        box.life?.post(.clock(.synchronised))
        box.run(until: try .utc(Self.date, 14, 10))
        #expect(try box.ledger.entries(.first..<(.last)).map(\.key.occasion) == [.adhan(.dhuhr)])
    }

    @Test func `asleep for ten days, with a clock that is trusted an hour later, the days are one row`() throws {
        let box = try box(11)
        box.start()
        box.life?.post(.clock(.synchronised))
        box.run(until: try .utc(Self.date, 13))
        box.stepClock(to: try .utc("2026-12-01", 12, 10))
        box.run(until: try .utc("2026-12-01", 13, 10))
        box.life?.post(.clock(.synchronised))
        box.run(until: try .utc("2026-12-01", 13, 20))
        let rows = try box.ledger.entries(.first..<(.last))
        #expect(rows.map(\.key.occasion) == [.adhan(.dhuhr), .absence])
        #expect(rows.last?.due == (try .utc(Self.date, 13, 0, 1)))
    }
}
