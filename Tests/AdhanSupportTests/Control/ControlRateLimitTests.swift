import Testing

@testable import AdhanSupport

@Suite struct ControlRateLimitTests {
    /// How many of `count` requests are admitted at a time.
    private func admitted(
        _ count: Int,
        _ command: ControlRequest.Command,
        of user: UInt32 = 1,
        at seconds: Int,
        _ limit: inout ControlRateLimit
    ) -> Int {
        (0..<count).count { _ in
            do {
                try limit.admit(command, of: user, .start + .seconds(seconds))
                return true
            } catch {
                return false
            }
        }
    }

    @Test func `nobody is told to try again in 0 s`() {
        #expect(ControlRefusal.tooFast(wait: .zero).description.hasSuffix("try again in 1 s"))
        #expect(ControlRefusal.tooFast(wait: .milliseconds(1001)).description.hasSuffix("try again in 2 s"))
    }

    @Test func `a burst of commands, and then one a second`() {
        var limit = ControlRateLimit()
        #expect(admitted(1000, .refreshNow, at: 100, &limit) == 20)
        #expect(throws: ControlRefusal.tooFast(wait: .seconds(1))) {
            try limit.admit(.play, of: 1, .start + .seconds(100))
        }
        #expect((101...110).map { admitted(100, .refresh, at: $0, &limit) } == [Int](repeating: 1, count: 10))
        #expect(admitted(100, .refresh, at: 1000, &limit) == 20)
    }

    @Test func `a user at the limit can still stop and mute, and other users are not affected`() {
        var limit = ControlRateLimit()
        _ = admitted(1000, .reload, at: 0, &limit)
        #expect(admitted(50, .stop, at: 0, &limit) == 50 && admitted(50, .status, at: 0, &limit) == 50)
        #expect(admitted(50, .mute, at: 0, &limit) == 20 && admitted(50, .play, of: 2, at: 0, &limit) == 20)
    }

    @Test func `whoever asks all the time keeps no change from being taken up`() {
        var limit = ControlRateLimit()
        #expect(admitted(1000, .times, at: 0, &limit) == 20 && admitted(50, .devices, at: 0, &limit) == 0)
        #expect(admitted(50, .reload, at: 0, &limit) == 10)
    }

    @Test func `a reload counts as two`() {
        var limit = ControlRateLimit()
        #expect(admitted(50, .reload, at: 0, &limit) == 10)
    }
}
