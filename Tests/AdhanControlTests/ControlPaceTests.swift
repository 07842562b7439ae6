import AdhanSystem
import Testing

@testable import AdhanControl

@Suite struct ControlPaceTests {
    /// How many of so many are let through at a moment.
    private func admitted(
        _ count: Int,
        _ command: ControlRequest.Command,
        of user: UInt32 = 1,
        at seconds: Int,
        _ pace: inout ControlPace
    ) -> Int {
        (0..<count).count { _ in
            do {
                try pace.admit(command, of: user, .start + .seconds(seconds))
                return true
            } catch {
                return false
            }
        }
    }

    @Test func `some orders at once, and then one a second`() {
        var pace = ControlPace()
        #expect(admitted(1000, .refreshNow, at: 100, &pace) == 20)
        #expect(throws: ControlRefusal.tooFast(wait: .seconds(1))) {
            try pace.admit(.play, of: 1, .start + .seconds(100))
        }
        #expect((101...110).map { admitted(100, .refresh, at: $0, &pace) } == [Int](repeating: 1, count: 10))
        #expect(admitted(100, .refresh, at: 1000, &pace) == 20)
    }

    @Test func `who asks for too much keeps neither himself from stopping and muting nor others from anything`() {
        var pace = ControlPace()
        _ = admitted(1000, .reload, at: 0, &pace)
        #expect(admitted(50, .stop, at: 0, &pace) == 50)
        #expect(admitted(50, .status, at: 0, &pace) == 50)
        #expect(admitted(50, .mute, at: 0, &pace) == 20)
        #expect(admitted(50, .play, of: 2, at: 0, &pace) == 20)
    }

    @Test func `a reload takes more of it`() {
        var pace = ControlPace()
        #expect(admitted(50, .reload, at: 0, &pace) == 10)
    }
}
