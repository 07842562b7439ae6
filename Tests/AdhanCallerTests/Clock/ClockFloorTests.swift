import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanCaller

@Suite struct ClockFloorTests {
    private let directory: TestDirectory
    private let released: Instant

    init() throws {
        directory = try TestDirectory()
        released = try .utc("2026-11-21", 0)
    }

    private func floor() -> ClockFloor { ClockFloor(state: directory.file("state"), released: released) }

    @Test func `without a file the floor is the release`() {
        #expect(floor().current() == (released, nil))
    }

    @Test func `the last synchronised time is kept over a restart`() throws {
        floor().note(released + .days(3))
        #expect(floor().current() == (released + .days(3), nil))
        #expect(TestDirectory.bytes(of: directory.file("state/clock-floor")) == Array("1795478400\n".utf8))
    }

    @Test func `a time before the release does not lower the floor`() throws {
        floor().note(released - .days(3))
        #expect(floor().current() == (released, nil))
    }

    @Test func `the file is replaced once a day, and at once by a time well before it`() throws {
        let floor = floor()
        floor.note(released + .minutes(1))
        floor.note(released + .days(1))
        #expect(self.floor().current().floor == released + .minutes(1))
        floor.note(released + .days(1) + .minutes(1))
        #expect(self.floor().current().floor == released + .days(1) + .minutes(1))
        #expect(floor.current().floor == released + .days(1) + .minutes(1))
        floor.note(released + .days(1) - .minutes(58))
        #expect(floor.current().floor == released + .days(1) + .minutes(1))
        floor.note(released + .days(1) - .minutes(59))
        #expect(self.floor().current().floor == released + .days(1) - .minutes(59))
    }

    @Test func `one visit to 2098 is put right by the next time server`() throws {
        floor().note(try .utc("2098-01-01", 0))
        let floor = floor()
        #expect(floor.current().floor == (try .utc("2098-01-01", 0)))
        floor.note(released + .days(1))
        #expect(floor.current() == (released + .days(1), nil))
        #expect(self.floor().current() == (released + .days(1), nil))
    }

    @Test(arguments: [
        "", "1795478400", "soon\n", "-1\n", "99999999999999\n", "9223372036854775808\n", "\0\n", "1795478400\n\n",
    ])
    func `a broken file is told of, passed over and replaced`(text: String) throws {
        floor().note(released + .days(1))
        try directory.write(Array(text.utf8), to: "state/clock-floor")
        let floor = floor()
        #expect(floor.current().floor == released)
        #expect(floor.current().problem?.contains("state/clock-floor: it does not hold a time") == true)
        floor.note(released + .days(2))
        #expect(floor.current() == (released + .days(2), nil))
        #expect(self.floor().current() == (released + .days(2), nil))
    }

    @Test func `a file that is too large or none is passed over`() throws {
        floor().note(released + .days(1))
        try directory.write(Array(repeating: 0x31, count: 1000), to: "state/clock-floor")
        #expect(floor().current().problem?.contains("more than 64 bytes") == true)
        let nowhere = ClockFloor(state: try directory.write([1], to: "letter"), released: released)
        #expect(nowhere.current().problem?.contains("Not a directory") == true)
        nowhere.note(released + .days(2))
        // Kept in memory all the same.
        #expect(nowhere.current().floor == released + .days(2))
        #expect(nowhere.current().problem?.contains("Not a directory") == true)
    }
}
