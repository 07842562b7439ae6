import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanControl
@testable import AdhanDaemon

@Suite struct TickLatenessTests {
    @Test func `a tick is late from its own second on, also when several were missed`() throws {
        let noon = try Instant.utc("2026-11-21", 12)
        #expect(Heartbeat.lateness(noon + .microseconds(50), ticks: 1) == .microseconds(50))
        #expect(Heartbeat.lateness(noon + .milliseconds(300), ticks: 3) == .milliseconds(2300))
        #expect(Heartbeat.lateness(noon + .milliseconds(300), ticks: 0) == nil)
        #expect(Heartbeat.lateness(noon, ticks: .max).map { $0 > .hours(1) } == true)
    }

    @Test func `mean, worst and last are told in milliseconds`() {
        var ticks = TickLateness()
        #expect(ticks.report == .init(count: 0, mean: 0, worst: 0, last: 0))
        for microseconds in [100, 900, 200] { ticks.note(.microseconds(microseconds)) }
        #expect(ticks.report == .init(count: 3, mean: 0.4, worst: 0.9, last: 0.2))
    }
}
