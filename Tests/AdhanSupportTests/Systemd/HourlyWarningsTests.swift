import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Logging
import Testing

/// The log lines that strangers can cause, on a virtual clock.
@Suite struct HourlyWarningsTests {
    private let log = RecordedLog()
    private let clock = VirtualHostClock()

    @Test func `of each kind one line is logged at once, and the others are counted once an hour`() {
        let warnings = HourlyWarnings(log.logger, clock)
        for number in 0..<1800 {
            warnings.note("login", "login \(number) failed")
            if number == 0 { warnings.note("fault", "a fault", .error) }
            clock.sleep(.seconds(2))
        }
        #expect(log.lines == ["warning: login 0 failed", "error: a fault"])
        warnings.logCounted()
        warnings.logCounted()
        #expect(log.lines.dropFirst(2) == ["warning: login 1799 failed, and 1798 more in the last hour"])
        // What is alone is logged as it is, and after an hour of quiet at once again.
        warnings.note("login", "one more failed")
        clock.sleep(.hours(1))
        warnings.logCounted()
        #expect(log.lines.dropFirst(3) == ["warning: one more failed"])
        clock.sleep(.hours(1))
        warnings.note("login", "another failed")
        #expect(log.lines.dropFirst(4) == ["warning: another failed"])
    }
}
