import AdhanCore
import AdhanTestSupport
import Synchronization
import Testing

@testable import AdhanSupport
@testable import AdhanDisplay

/// Follows a real control server, which plays the daemon.
@Suite struct DaemonFollowerTests {
    /// Waits are short: what they wait for is a server on this machine.
    private struct HurriedClock: HostClock {
        func wall() -> Instant { Instant(seconds: 1_795_255_200) }
        func monotonic() -> MonotonicInstant { LinuxClock().monotonic() }
        func sleep(_ duration: Duration) { LinuxClock().sleep(min(duration, .milliseconds(20))) }
    }

    private final class Heard: Sendable {
        let views = Mutex<[DaemonView]>([])
        let events = Mutex<[NoticeEvent]>([])
        let asked = Mutex<[ControlRequest]>([])
        let isDone = Mutex(false)
        let problems = Mutex<[String]>([])
        /// What the daemon says that sounds.
        let sounding = Mutex<String?>(nil)
    }

    private let directory: TestDirectory
    private let heard = Heard()

    init() throws { directory = try TestDirectory() }

    private var path: String { directory.file("adhand.sock") }

    private func server() throws -> ControlServer {
        let point = try Coordinates(latitude: 53.6097, longitude: -2.1561)
        let place = Place(name: "Central Mosque", coordinates: point, timezone: "Europe/London")
        let days = [PrayerDay.plain(try CivilDate("2026-11-20")), .plain(try CivilDate("2026-11-21"))]
        let times = TimesReport(
            place,
            .fixed(name: "Europe/London", offset: 0),
            days,
            before: nil,
            MosqueRules(),
            ExtraTimes.Spans(),
            .ummAlQura,
            showsAll: false
        )
        return try ControlServer(path: path) { [heard] request, _, replier in
            heard.asked.withLock { $0.append(request) }
            switch request.command {
            case .status:
                var status = StatusReport.healthy
                status.sounding = heard.sounding.withLock(\.self)
                replier.answer(status)
            case .times: replier.answer(times)
            case .events: replier.answer(DaemonWords(words: "events follow"), thenEvents: true)
            case .display: replier.answer(Done("noted"))
            default: replier.refuse(ControlFailure("not asked here"))
            }
        }
    }

    private struct DaemonWords: Encodable { let words: String }

    /// - Returns: ends the following.
    private func follow() throws -> () -> Void { try follower().end }

    private func follower() throws -> (follower: DaemonFollower, end: () -> Void) {
        let follower = DaemonFollower(
            socket: path,
            zones: ZoneStore(Locations(resources: "/nowhere", daemon: false, environment: ["HOME": "/nowhere"])),
            clock: HurriedClock(),
            problems: { [heard] in heard.problems.withLock(\.self) },
            words: { "2 pages follow it" }
        ) {
            [heard] news in
            switch news {
            case .changed(let view): heard.views.withLock { $0.append(view) }
            case .event(let event): heard.events.withLock { $0.append(event) }
            }
        }
        let thread = try SystemThread { [heard] in follower.run { heard.isDone.withLock(\.self) } }
        return (
            follower,
            { [heard] in
                heard.isDone.withLock { $0 = true }
                thread.detach()
            }
        )
    }

    private var view: DaemonView? { heard.views.withLock(\.last) }

    @Test func `a daemon that comes later is found, and one that goes is missed and found again`() throws {
        let end = try follow()
        defer { end() }
        #expect(eventually { view?.isHere == false })
        #expect(view?.times == nil && view?.problem?.contains("no adhand answers") == true)
        var server: ControlServer? = try server()
        #expect(eventually { view?.isHere == true })
        #expect(view?.times?.days.count == 2 && view?.zone.name == "Europe/London" && view?.problem == nil)
        server?.stop(within: .seconds(5))
        server = nil
        #expect(eventually { view?.isHere == false })
        #expect(view?.times?.days.count == 2, "it goes on with what it knows")
        server = try self.server()
        #expect(eventually { view?.isHere == true })
        server?.stop(within: .seconds(5))
    }

    @Test func `the daemon is told what is wrong here, in a short form, and when the display ends`() throws {
        heard.problems.withLock { $0 = [String](repeating: String(repeating: "x", count: 1000) + "\n", count: 100) }
        let server = try server()
        defer { server.stop(within: .seconds(5)) }
        let (follower, end) = try follower()
        defer { end() }
        func told() -> [[String]?] { heard.asked.withLock { $0.filter { $0.command == .display }.map(\.problems) } }
        #expect(eventually { view?.isHere == true && told().count == 1 })
        let first = heard.asked.withLock { $0.first { $0.command == .display } }
        #expect(first?.value == "2 pages follow it")
        #expect(told().first??.count == 20 && told().first??.allSatisfy { $0.utf8.count <= 300 } == true)
        // It is told again at once where it has changed, and else every twenty seconds.
        for number in 1...3 {
            heard.problems.withLock { $0 = number < 3 ? ["a"] : [] }
            try server.publish(NoticeEvent(at: "2026-11-21T12:00:00+00:00", event: "adhan", words: "dhuhr"))
            #expect(eventually { heard.events.withLock { $0.count } == number })
        }
        #expect(told().dropFirst() == [["a"], []])
        follower.leave()
        #expect(told().last == .some(nil))
        // Whatever happens then, it is silent.
        heard.problems.withLock { $0 = ["b"] }
        try server.publish(NoticeEvent(at: "2026-11-21T12:00:00+00:00", event: "adhan", words: "dhuhr"))
        #expect(eventually { heard.events.withLock { $0.count } == 4 })
        #expect(told().last == .some(nil))
    }

    @Test func `a call is known from the start, followed to its end, and over where the daemon goes`() throws {
        func sound(_ key: String?) { heard.sounding.withLock { $0 = key } }
        let server = try server()
        sound("2026-11-21 adhan-dhuhr")
        let end = try follow()
        defer { end() }
        #expect(eventually { view?.call?.isOver == false })
        func publish(_ event: String, _ occasion: String) throws {
            let at = "2026-11-21T12:00:00+00:00"
            try server.publish(NoticeEvent(at: at, event: event, words: "", occasion: occasion, date: "2026-11-21"))
        }
        // A khutbah that is only announced does not end it.
        try publish("jumuah", "jumuah-1")
        #expect(eventually { heard.events.withLock { $0.count } == 1 })
        #expect(view?.call?.key.occasion == .adhan(.dhuhr) && view?.call?.isOver == false)
        sound(nil)
        try publish("completed", "adhan-dhuhr")
        #expect(eventually { view?.call?.isOver == true })
        sound("2026-11-21 adhan-asr")
        try publish("adhan", "adhan-asr")
        #expect(eventually { view?.call?.key.occasion == .adhan(.asr) && view?.call?.isOver == false })
        server.stop(within: .seconds(5))
        #expect(eventually { view?.call?.isOver == true })
    }

    @Test func `each event is passed on, and after a refresh the times are asked for again`() throws {
        let server = try server()
        defer { server.stop(within: .seconds(5)) }
        let end = try follow()
        defer { end() }
        #expect(eventually { view?.isHere == true })
        func timesAsked() -> Int { heard.asked.withLock { $0.count { $0.command == .times } } }
        let before = timesAsked()
        try server.publish(
            NoticeEvent(at: "2026-11-21T12:00:00+00:00", event: "adhan", words: "dhuhr", prayer: "dhuhr")
        )
        #expect(eventually { heard.events.withLock { $0.map(\.event) } == ["adhan"] })
        #expect(timesAsked() == before || view?.times?.days.count == 2)
        try server.publish(NoticeEvent(at: "2026-11-21T12:00:00+00:00", event: "refresh", words: "refreshed"))
        #expect(eventually { timesAsked() > before })
        let request = try #require(heard.asked.withLock { $0.last { $0.command == .times } })
        #expect(request.from == "2026-11-20" && request.to == "2027-01-21")
    }
}
