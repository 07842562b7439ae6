import AdhanCore
import AdhanTestSupport
import Glibc
import Synchronization
import Testing

@testable import AdhanSupport
@testable import adhand_notify

/// The whole way from the daemon's socket to a real receiver.
@Suite(.serialized) struct TellServiceTests {
    private let directory: TestDirectory
    private let locations: Locations
    private let address: String
    private let server: AnswerServer
    private let daemon = Daemon()

    /// A daemon that says what the test has it say.
    private final class Daemon: Sendable {
        let problems = Mutex<[StatusReport.Problem]>([])
        /// The receivers that fail, by the last report.
        let failing = Mutex<[FailingReceiver]>([])
        let timesAsked = Mutex(0)
        private let server = Mutex<ControlServer?>(nil)

        func serve(_ path: String) throws {
            let times = try TimesReport.central()
            let server = try ControlServer(path: path) { [self] request, _, replier in
                switch request.command {
                case .status: replier.answer(StatusReport.fine.with { $0.problems = problems.withLock(\.self) })
                case .notify:
                    failing.withLock { $0 = request.failing ?? [] }
                    replier.answer(Done("noted"))
                case .times:
                    timesAsked.withLock { $0 += 1 }
                    replier.answer(times)
                default: replier.answer(Done("events follow"), thenEvents: request.command == .events)
                }
            }
            self.server.withLock { $0 = server }
        }

        func publish(_ event: NoticeEvent) throws { _ = try server.withLock { try $0?.publish(event) } }
        func stop() { server.withLock { $0.take() }?.stop() }
    }

    init() throws {
        directory = try TestDirectory()
        locations = Locations(
            resources: Binary.root + "/Resources",
            daemon: true,
            environment: ["STATE_DIRECTORY": directory.file("state"), "RUNTIME_DIRECTORY": directory.file("run")]
        )
        Folder.make(locations.runtime)
        Folder.make(locations.state)
        server = try AnswerServer.plain
        address = try server.answering(.init(status: 204))
        let text = QuietMorning.config + "[[notify]]\nto = \"webhook:\(address)\"\n"
        _ = try Binary.config(text, in: directory)
    }

    private func service(_ clock: any HostClock = LinuxClock()) throws -> TellService {
        let loader = ConfigLoader(named: directory.file("config.toml"), locations: locations)
        return try TellService(
            socket: locations.runtime + "/adhand.sock",
            folder: locations.state + "/notify",
            clock: clock,
            log: RecordedLog().logger
        ) {
            try loader.inUse(within: .seconds(5))
        }
    }

    /// The keys that the receiver has been sent.
    private var keys: [String] {
        get throws { try server.asked(at: address).compactMap { $0.headers["idempotency-key"] } }
    }

    private func event(_ name: String, _ occasion: String, _ date: String = "2026-11-21") -> NoticeEvent {
        var event = NoticeEvent(at: "2026-11-21T12:00:00+00:00", event: name, words: "words")
        (event.occasion, event.date, event.due) = (occasion, date, 1_795_000_000)
        return event
    }

    @Test func `an adhan and a fault reach the receiver, each once, also over restarts of both processes`() throws {
        let path = locations.runtime + "/adhand.sock"
        try daemon.serve(path)
        let isDone = Mutex(false)
        let first = try service()
        try SystemThread { first.run { isDone.withLock(\.self) } }.detach()
        daemon.problems.withLock { $0 = [.init(.missed, "2026-11-21 adhan-fajr", what: "missed", advice: "look")] }
        // Nobody may follow yet.
        #expect(
            try eventually {
                try daemon.publish(event("adhan", "adhan-dhuhr"))
                return try keys.count >= 2
            }
        )
        #expect(Set(try keys).contains("morning/adhan/2026-11-21/adhan-dhuhr"))
        #expect(Set(try keys).contains { $0.hasPrefix("morning/fault/missed:2026-11-21-adhan-fajr/") })
        // A change right behind a look at the status is seen at the end of that second, not fifteen later.
        try daemon.publish(event("hooks", "adhan-dhuhr"))
        daemon.problems.withLock { $0.append(.init(.silent, "mute", what: "it is muted", advice: "look")) }
        for _ in 0..<3 { try daemon.publish(event("hooks", "adhan-dhuhr")) }
        #expect(try eventually(within: .seconds(8)) { try keys.contains { $0.contains("/fault/silent:mute/") } })
        isDone.withLock { $0 = true }
        daemon.stop()
        first.stop()
        let before = try keys.count

        try daemon.serve(path)
        defer { daemon.stop() }
        let second = try service()
        try SystemThread { second.run() }.detach()
        #expect(
            try eventually {
                try daemon.publish(event("iqama", "iqama-asr"))
                return try keys.count > before
            }
        )
        #expect(Set(try keys.dropFirst(before)) == ["morning/iqama/2026-11-21/iqama-asr"])
        second.stop()
    }

    @Test(arguments: ["", "not JSON", "{\"entries\":7}"])
    func `a damaged record of the faults keeps no fault silent`(_ text: String) throws {
        Folder.make(directory.file("state/notify"))
        try directory.write(Array(text.utf8), to: "state/notify/faults.json")
        try daemon.serve(locations.runtime + "/adhand.sock")
        defer { daemon.stop() }
        daemon.problems.withLock { $0 = [.init(.missed, "2026-11-21 adhan-fajr", what: "missed", advice: "look")] }
        let service = try service()
        let isDone = Mutex(false)
        try SystemThread { service.run { isDone.withLock(\.self) } }.detach()
        #expect(try eventually { try keys.contains { $0.contains("/fault/missed:") } })
        #expect(
            eventually { TestDirectory.bytes(of: directory.file("state/notify/faults.json")).contains("missed".utf8) }
        )
        isDone.withLock { $0 = true }
        service.stop()
    }

    @Test func `what the disk does not take is told, said, and after a crash told again with the same key`() throws {
        Folder.make(directory.file("state/notify/queue.sqlite"))
        try daemon.serve(locations.runtime + "/adhand.sock")
        defer { daemon.stop() }
        let problem = StatusReport.Problem(.silent, "mute", what: "it is muted", advice: "look")
        daemon.problems.withLock { $0 = [problem] }
        let service = try service()
        let isDone = Mutex(false)
        try SystemThread { service.run { isDone.withLock(\.self) } }.detach()
        let said = "messages wait in memory only, and a power cut loses them: "
        #expect(
            try eventually(within: .seconds(60)) {
                try daemon.publish(event("hooks", "adhan-dhuhr"))
                let isSaid = daemon.failing.withLock { $0.contains { $0.words.hasPrefix(said) } }
                return try isSaid && !keys.isEmpty
            },
            "\(daemon.failing.withLock(\.self))"
        )
        let key = try #require(try keys.first)
        // The record as a crash leaves it.
        let bytes = TestDirectory.bytes(of: directory.file("state/notify/faults.json"))
        var record = try JSONText.decode(FaultRecord.self, from: bytes)
        let again = record.update([problem], at: LinuxClock().wall() + .seconds(5)).map { "morning/\($0.key)" }
        #expect(try again == [key] && keys == [key])
        isDone.withLock { $0 = true }
        service.stop()
    }

    /// For a broker, which may be away.
    @Test(arguments: ["refresh", "timetable", "setting", "clock"])
    func `the times are asked for again after each event that may change them`(_ name: String) throws {
        _ = try Binary.config(QuietMorning.config + "[[notify]]\nto = \"mqtt://127.0.0.1:1\"\n", in: directory)
        try daemon.serve(locations.runtime + "/adhand.sock")
        defer { daemon.stop() }
        let clock = VirtualHostClock()
        let service = try service(clock)
        let isDone = Mutex(false)
        try SystemThread { service.run { isDone.withLock(\.self) } }.detach()
        // The status is asked for at most once a second, and the times after it.
        func pass(_ name: String) throws {
            clock.sleep(.seconds(2))
            try daemon.publish(event(name, "adhan-dhuhr"))
        }
        var count: Int { daemon.timesAsked.withLock(\.self) }
        #expect(
            try eventually {
                try pass("adhan")
                return count == 1
            }
        )
        for _ in 1...5 { try pass("adhan") }
        #expect(!eventually(within: .milliseconds(200)) { count > 1 })
        #expect(
            try eventually {
                try pass(name)
                return count > 1
            }
        )
        isDone.withLock { $0 = true }
        service.stop()
    }

    @Test func `the daemon hears of a receiver that is not told, and when it is told again`() throws {
        try server.script(String(address.dropFirst(server.base.count)), [.init(status: 500)])
        try daemon.serve(locations.runtime + "/adhand.sock")
        defer { daemon.stop() }
        let clock = VirtualHostClock()
        let service = try service(clock)
        let isDone = Mutex(false)
        try SystemThread { service.run { isDone.withLock(\.self) } }.detach()
        func pass(_ event: NoticeEvent) throws {
            clock.sleep(.seconds(10))
            try daemon.publish(event)
        }
        let said = "messages to webhook-127.0.0.1 have failed since"
        #expect(
            try eventually(within: .seconds(60)) {
                try pass(event("adhan", "adhan-dhuhr"))
                return daemon.failing.withLock { $0.contains { $0.words.hasPrefix(said) && $0.words.contains("500") } }
            },
            "\(daemon.failing.withLock(\.self))"
        )
        try server.script(String(address.dropFirst(server.base.count)), [.init(status: 204)])
        #expect(
            try eventually(within: .seconds(60)) {
                try pass(event("adhan", "adhan-dhuhr"))
                return daemon.failing.withLock(\.isEmpty)
            }
        )
        isDone.withLock { $0 = true }
        service.stop()
    }
}
