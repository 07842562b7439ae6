import AdhanTestSupport
import AdhanCore
import Testing

@testable import AdhanCaller
/// Other programs call up to 59 s late, since they look once a minute and ignore the seconds.
@Suite struct SecondsTests {
    @Test func `whatever moment of a minute the box starts at, the prayer is called at its second`() throws {
        for millisecond in stride(from: 0, to: 60_000, by: 977) {
            let box = VirtualBox(at: try .utc("2026-11-21", 11, 50) + .milliseconds(millisecond))
            box.start()
            box.run(until: try .utc("2026-11-21", 12, 30))
            #expect(box.called.map(\.at) == [try .utc("2026-11-21", 12)])
        }
    }

    @Test func `a prayer due within a minute is called at that second of it`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11), source: UnevenDays())
        box.start()
        box.run(until: try .utc("2026-11-21", 13))
        #expect(box.called.map(\.at) == [try .utc("2026-11-21", 12, 0, 37)])
    }

    private struct UnevenDays: TimetableSource {
        func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
            dates.map { .plain($0, dhuhr: 12 * 3600 + 37) }
        }
    }
}
