import AdhanTestSupport
import AdhanCore
import AdhanSupport
import Testing

@testable import AdhanCaller

/// When the self-test is due, on virtual time.
struct SelfTestPlanTests {
    /// A box that is asked each minute, and whose clock can be set.
    private struct Box {
        var plan: SelfTestPlan
        var now: Instant
        var monotonic = MonotonicInstant.start + .seconds(7)
        var zone = ZoneRules.utc
        var tests: [Instant] = []

        init(_ at: Int?, from now: Instant) { (plan, self.now) = (SelfTestPlan(at: at), now) }

        mutating func live(_ time: Duration) {
            let end = monotonic + time
            while monotonic < end {
                if plan.isDue(now, monotonic, zone) { tests.append(now) }
                monotonic = monotonic + .minutes(1)
                now = now + .minutes(1)
            }
        }
    }

    private let two = 14 * 3600

    @Test func `it runs at the start, and once a day at its time`() throws {
        var box = Box(two, from: try .utc("2026-11-21", 9))
        box.live(.hours(72))
        #expect(
            try box.tests == [
                .utc("2026-11-21", 9), .utc("2026-11-21", 14), .utc("2026-11-22", 14), .utc("2026-11-23", 14),
            ]
        )
    }

    @Test func `a start makes up for a time that has passed, and a start just before it does not`() throws {
        var late = Box(two, from: try .utc("2026-11-21", 15))
        late.live(.hours(22))
        #expect(try late.tests == [.utc("2026-11-21", 15)])
        var early = Box(two, from: try .utc("2026-11-21", 13, 59))
        early.live(.hours(22))
        #expect(try early.tests == [.utc("2026-11-21", 13, 59), .utc("2026-11-21", 14)])
    }

    @Test func `switched off it runs at the start only`() throws {
        var box = Box(nil, from: try .utc("2026-11-21", 9))
        box.live(.hours(48))
        #expect(box.tests.count == 1)
        #expect(SelfTestPlan.next(nil, after: box.now, .utc) == nil)
    }

    @Test(arguments: [-1, -24, 1, 24, 24 * 365 * 70, -24 * 365 * 56])
    func `a clock that is set causes no second one on a day`(hours: Int) throws {
        var box = Box(two, from: try .utc("2026-11-21", 9))
        box.live(.hours(5) + .minutes(10))
        #expect(box.tests.count == 2)
        box.now = box.now + .hours(hours)
        box.live(.hours(2))
        box.now = box.now - .hours(hours)
        box.live(.hours(2))
        #expect(box.tests.count == 2, "\(box.tests)")
        // The next day has its own again.
        box.live(.hours(24))
        #expect(box.tests.count == 3, "\(box.tests)")
    }

    @Test func `a box that boots in the past is tested once`() throws {
        var box = Box(two, from: try .utc("1970-01-01", 0))
        box.live(.minutes(3))
        box.now = try .utc("2026-11-21", 18)
        box.live(.hours(12))
        #expect(box.tests.count == 1)
        box.live(.hours(12))
        #expect(try box.tests.last == .utc("2026-11-22", 14))
    }

    @Test func `the time is in the mosque's zone, also where the clocks skip it`() throws {
        let changes = [(at: try Instant.utc("2026-03-29", 1), offset: 3600, abbreviation: "BST")]
        let zone = ZoneRules(name: "Europe/London", offset: 0, abbreviation: "GMT", changes: changes)
        var box = Box(5400, from: try .utc("2026-03-28", 9))
        box.zone = zone
        box.live(.hours(48))
        // 01:30 does not exist that day: it becomes 02:30.
        #expect(
            try box.tests == [.utc("2026-03-28", 9), .utc("2026-03-29", 1, 30), .utc("2026-03-30", 0, 30)]
        )
        #expect(try SelfTestPlan.next(5400, after: .utc("2026-03-30", 0, 30), zone) == .utc("2026-03-31", 0, 30))
    }
}

@Suite struct SelfTestResultTests {
    @Test func `a device that there is none of is named although another one plays`() {
        let result = SelfTestResult(
            devices: ["nope", "null"],
            device: "null",
            problem: nil,
            faults: [],
            recordings: ["/srv/a.mp3"],
            unknown: ["no such device 'nope'"]
        )
        #expect(result.isOK && result.words == "null plays, and the recording decodes whole; no such device 'nope'")
    }

    @Test func `a test that has not returned names what it waits for: the recording's disk, or the device`() {
        let device = SelfTestResult(late: ["hw:1", "default"], ["/srv/a.mp3"], waitingFor: nil, faults: ["b"])
        #expect(
            !device.isOK && device.words == "the sound card does not answer (hw:1, default: no answer for a minute); b"
        )
        let disk = SelfTestResult(late: ["hw:1"], ["/srv/a.mp3"], waitingFor: "/srv/a.mp3", faults: [])
        #expect(!disk.isOK && disk.problem == nil)
        #expect(disk.words == "/srv/a.mp3: its disk or server has not answered for a minute")
    }
}
