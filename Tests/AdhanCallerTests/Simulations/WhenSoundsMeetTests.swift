import AdhanTestSupport
import AdhanCore
import Testing

@testable import AdhanCaller
/// Two adhans at nearly the same time: one sounds after the other.
@Suite struct WhenSoundsMeetTests {
    /// Asr falls due so many seconds after Dhuhr.
    private struct CloseDays: TimetableSource {
        let seconds: Int
        func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
            dates.map { .plain($0, asr: 12 * 3600 + seconds) }
        }
    }

    @Test func `an adhan due during another follows it while its grace lasts`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11), source: CloseDays(seconds: 60), soundLength: .minutes(4))
        box.start()
        box.run(until: try .utc("2026-11-21", 13))
        #expect(box.called.map(\.key.occasion) == [.adhan(.dhuhr), .adhan(.asr)])
        #expect(box.called.map(\.at) == [try .utc("2026-11-21", 12), try .utc("2026-11-21", 12, 4)])
        #expect(try box.row("2026-11-21", .asr)?.latenessMilliseconds == 180_000)
    }

    @Test func `an adhan whose grace runs out during another is missed for it`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11), source: CloseDays(seconds: 60), soundLength: .minutes(7))
        box.start()
        box.run(until: try .utc("2026-11-21", 13))
        #expect(box.called.map(\.key.occasion) == [.adhan(.dhuhr)])
        #expect(try box.row("2026-11-21", .asr)?.state == .missed)
        #expect(try box.row("2026-11-21", .asr)?.reason == "another adhan")
    }

    @Test func `two adhans within the ten seconds of arming are both called`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11), source: CloseDays(seconds: 5))
        box.start()
        box.run(until: try .utc("2026-11-21", 13))
        #expect(box.called.map(\.key.occasion) == [.adhan(.dhuhr), .adhan(.asr)])
    }
}
