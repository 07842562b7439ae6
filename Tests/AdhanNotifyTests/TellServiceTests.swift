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
        ) { try loader.inUse(within: .seconds(5)) }
    }

    /// Runs a service beside the daemon, and ends both after the body.
    private func running(_ clock: any HostClock = LinuxClock(), _ body: () throws -> Void) throws {
        try daemon.serve(locations.runtime + "/adhand.sock")
        defer { daemon.stop() }
        let service = try service(clock)
        let isDone = Mutex(false)
        try SystemThread { service.run { isDone.withLock(\.self) } }.detach()
        defer {
            isDone.withLock { $0 = true }
            service.stop()
        }
        try body()
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
        try running { () throws in
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
        }
        let before = try keys.count
        try running { () throws in
            #expect(
                try eventually {
                    try daemon.publish(event("iqama", "iqama-asr"))
                    return try keys.count > before
                }
            )
            #expect(Set(try keys.dropFirst(before)) == ["morning/iqama/2026-11-21/iqama-asr"])
        }
    }

    @Test(arguments: ["", "not JSON", "{\"entries\":7}"])
    func `a damaged record of the faults keeps no fault silent`(_ text: String) throws {
        Folder.make(directory.file("state/notify"))
        let file = try directory.write(Array(text.utf8), to: "state/notify/faults.json")
        daemon.problems.withLock { $0 = [.init(.missed, "2026-11-21 adhan-fajr", what: "missed", advice: "look")] }
        try running { () throws in
            #expect(try eventually { try keys.contains { $0.contains("/fault/missed:") } })
            #expect(eventually { TestDirectory.bytes(of: file).contains("missed".utf8) })
        }
    }

    @Test func `what the disk does not take is told, said, and after a crash told again with the same key`() throws {
        Folder.make(directory.file("state/notify/queue.sqlite"))
        let problem = StatusReport.Problem(.silent, "mute", what: "it is muted", advice: "look")
        daemon.problems.withLock { $0 = [problem] }
        try running { () throws in
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
        }
    }

    /// For a broker, which may be away.
    @Test(arguments: ["refresh", "timetable", "setting", "clock"])
    func `the times are asked for again after each event that may change them`(_ name: String) throws {
        _ = try Binary.config(QuietMorning.config + "[[notify]]\nto = \"mqtt://127.0.0.1:1\"\n", in: directory)
        let clock = VirtualHostClock()
        // The status is asked for at most once a second, and the times after it.
        func pass(_ name: String) throws {
            clock.sleep(.seconds(2))
            try daemon.publish(event(name, "adhan-dhuhr"))
        }
        var count: Int { daemon.timesAsked.withLock(\.self) }
        func asks(after name: String, _ wanted: Int) throws -> Bool {
            try eventually {
                try pass(name)
                return count >= wanted
            }
        }
        try running(clock) { () throws in
            #expect(try asks(after: "adhan", 1))
            for _ in 1...5 { try pass("adhan") }
            #expect(!eventually(within: .milliseconds(200)) { count > 1 })
            #expect(try asks(after: name, 2))
        }
    }

    @Test func `the daemon hears of a receiver that is not told, and when it is told again`() throws {
        let (path, clock) = (String(address.dropFirst(server.base.count)), VirtualHostClock())
        try server.script(path, [.init(status: 500)])
        func passes(_ condition: ([FailingReceiver]) -> Bool) throws -> Bool {
            try eventually(within: .seconds(60)) {
                clock.sleep(.seconds(10))
                try daemon.publish(event("adhan", "adhan-dhuhr"))
                return condition(daemon.failing.withLock(\.self))
            }
        }
        let said = "messages to webhook-127.0.0.1 have failed since"
        try running(clock) { () throws in
            let isSaid = try passes { $0.contains { $0.words.hasPrefix(said) && $0.words.contains("500") } }
            #expect(isSaid, "\(daemon.failing.withLock(\.self))")
            try server.script(path, [.init(status: 204)])
            #expect(try passes(\.isEmpty))
        }
    }
}
