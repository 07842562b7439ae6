import AdhanAudio
import AdhanCore
import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanDaemon
@testable import AdhanEngine
@testable import AdhanSystem

@Suite struct TickerTests {
    @Test func `it ticks at each whole second, and at once for the mailbox`() throws {
        let mailbox = try Mailbox<Int>()
        let clock = LinuxClock()
        let ticker = try Ticker(wakeUp: mailbox.descriptor, signals: [], clock: clock)
        let first = ticker.next().now
        let second = ticker.next().now
        #expect(second.seconds == first.seconds + 1)
        mailbox.post(7)
        mailbox.post(8)
        let third = ticker.next().now
        #expect(third - second < .seconds(1))
        #expect(mailbox.collect() == [7, 8])
        #expect(mailbox.collect().isEmpty)
    }

    @Test func `a step of the clock is told apart from a process that was held up`() {
        #expect(Ticker.interruption(wall: .seconds(1), monotonic: .seconds(1)) == nil)
        #expect(Ticker.interruption(wall: .milliseconds(1400), monotonic: .seconds(1)) == nil)
        #expect(Ticker.interruption(wall: .hours(1), monotonic: .seconds(1)) == .clockStep(.seconds(3599)))
        #expect(Ticker.interruption(wall: .seconds(-1), monotonic: .seconds(1)) == .clockStep(.seconds(-2)))
        #expect(Ticker.interruption(wall: .seconds(60), monotonic: .seconds(60)) == .heldUp(.seconds(60)))
    }
}
