import AdhanTestSupport
import AdhanCore
import Testing

@testable import AdhanCaller
/// In another program "advance to the next prayer" ran twice and skipped one. Here nothing advances.
@Suite struct AskedAgainTests {
    @Test func `asked a hundred times within a second, no prayer is skipped and none doubled`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 0))
        box.start()
        while box.now < (try .utc("2026-11-22", 0)) {
            box.run(until: box.now + .minutes(30))
            for _ in 0..<100 { box.life?.post(.zone(.utc)) }
        }
        #expect(box.called.map(\.key.occasion) == Prayer.called.map(Occasion.adhan))
    }

    @Test func `restarted in mid-adhan, the prayers after it are called`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 0))
        for hour in [5, 12, 15, 18, 20] {
            box.start()
            box.run(until: try .utc("2026-11-21", hour, 0, 10))
            box.kill()
        }
        #expect(box.called.map(\.key.occasion) == Prayer.called.map(Occasion.adhan))
    }
}
