import AdhanTestSupport
import AdhanCore
import Synchronization
import Testing

@testable import AdhanCaller
@Suite struct CorrectedTimetableTests {
    /// Plain days whose Dhuhr can be moved.
    private final class Movable: TimetableSource {
        let dhuhr = Mutex(12 * 3600)
        func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
            let second = dhuhr.withLock { $0 }
            return dates.map { .plain($0, dhuhr: second) }
        }
    }

    @Test func `a prayer moved later after it was called is not called again`() throws {
        let source = Movable()
        let box = VirtualBox(at: try .utc("2026-11-21", 11), source: source)
        box.start()
        box.run(until: try .utc("2026-11-21", 12, 5))
        source.dhuhr.withLock { $0 = 13 * 3600 }
        box.kill()
        box.start()
        box.run(until: try .utc("2026-11-21", 14))
        #expect(box.called.count == 1)
    }

    @Test func `a prayer corrected while it is armed is not called at its old second`() throws {
        let source = Movable()
        let box = VirtualBox(at: try .utc("2026-11-21", 11), source: source)
        box.start()
        box.run(until: try .utc("2026-11-21", 11, 59, 55))
        source.dhuhr.withLock { $0 = 12 * 3600 + 600 }
        box.life?.post(.timetableChanged)
        box.run(until: try .utc("2026-11-21", 14))
        #expect(box.called.map(\.at) == [try .utc("2026-11-21", 12, 10)])
    }

    @Test func `a prayer moved while it is armed is called at its new second only`() throws {
        let source = Movable()
        let box = VirtualBox(at: try .utc("2026-11-21", 11), source: source)
        box.start()
        box.run(until: try .utc("2026-11-21", 11, 59, 55))
        source.dhuhr.withLock { $0 = 12 * 3600 + 600 }
        // The smallest step back makes the loop ask its source again.
        box.stepClock(to: try .utc("2026-11-21", 10, 59, 59))
        box.run(until: try .utc("2026-11-21", 14))
        #expect(box.called.map(\.at) == [try .utc("2026-11-21", 12, 10)])
    }
}
