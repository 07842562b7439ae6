import AdhanCaller
import AdhanCore
import AdhanTestSupport
import Glibc
import Synchronization
import Testing

@testable import AdhanSupport
@testable import adhand_notify

/// Both sinks for the programs of `[hooks]` with real programs: the runner of this process, and the desk behind a real
/// control socket with the service at its other end.
@Suite(.serialized) struct HookServiceTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    enum Way: CaseIterable { case here, overTheSocket }

    /// A sink with its outcomes.
    private final class Rig: Sendable {
        let outcomes = Mutex<[HookOutcome]>([])
        let desk = HookDesk()
        let log = RecordedLog()
        private let server = Mutex<ControlServer?>(nil)
        private let isDone = Atomic(false)
        private let path: String

        init(_ directory: TestDirectory) { path = directory.file("adhand.sock") }

        /// Without a supervisor nothing can run, and each test fails.
        static let binary = (try? Binary.path) ?? ""

        func sink(_ way: Way) throws -> any HookSink {
            guard way == .overTheSocket else {
                return HookRunner(supervisor: Self.binary) { [self] _, outcome in note(outcome) }
            }
            follow()
            try serve()
            _ = try service()
            return desk
        }

        /// Weak: the rig has the desk.
        func follow() { desk.follow { [weak self] outcome in self?.note(outcome) } }

        private func note(_ outcome: HookOutcome) { outcomes.withLock { $0.append(outcome) } }

        func serve() throws {
            let server = try ControlServer(path: path) { [desk] request, caller, replier in
                if desk.answer(request, caller, replier) { return }
                replier.answer(Done("events follow"), thenEvents: request.command == .events)
            }
            desk.announce { [weak server] in _ = try? server?.publish(NoticeEvent(at: "", event: "hooks", words: "")) }
            self.server.withLock { $0 = server }
        }

        func service() throws -> HookService {
            let service = HookService(socket: path, clock: LinuxClock(), log: log.logger, supervisor: Self.binary)
            try SystemThread { [self] in
                service.run { _ in
                } until: { [self] in
                    isDone.load(ordering: .relaxed)
                }
            }.detach()
            return service
        }

        func stop() {
            isDone.store(true, ordering: .relaxed)
            server.withLock { $0?.stop() }
        }

        var ends: [String] { outcomes.withLock { $0.map { "\($0.kind) \($0.end) \($0.output)" } } }
    }

    private func call(_ number: Int, _ kind: HookOutcome.Kind, _ script: String, limit: Int = 20) throws -> HookCall {
        let occasion = HookOccasion(trialAt: LinuxClock().wall(), .utc)
        let state: LedgerState? = kind == .after ? .stopped : nil
        let command = ["sh", "-c", script]
        return try #require(HookCall(number, kind, occasion, state, command: command, limit: .seconds(limit)))
    }

    @Test(arguments: Way.allCases) func `each run has one end, in the order of the calls`(_ way: Way) throws {
        let rig = Rig(directory)
        defer { rig.stop() }
        let sink = try rig.sink(way)
        sink.offer(try call(1, .before, "echo $ADHAN_OCCASION; sleep 0.2"))
        sink.offer(try call(2, .after, "echo $ADHAN_STATE; exit 3"))
        sink.offer(try call(3, .before, "sleep 100", limit: 1))
        #expect(eventually { rig.outcomes.withLock(\.count) == 3 }, "\(rig.ends) \(rig.log.lines)")
        #expect(rig.ends.prefix(2) == ["before exited(0) trial", "after exited(3) stopped"])
        #expect(rig.ends.last?.hasPrefix("before outOfTime") == true)
        sink.finish(within: .seconds(10))
    }

    @Test(arguments: Way.allCases) func `a stop ends a before at once, and lets an after run`(_ way: Way) throws {
        let rig = Rig(directory)
        defer { rig.stop() }
        let (sink, began) = (try rig.sink(way), directory.file("began"))
        sink.offer(try call(1, .before, "touch \(began); sleep 100", limit: 60))
        #expect(eventually { access(began, F_OK) == 0 })
        sink.stop()
        sink.offer(try call(2, .after, "echo off"))
        sink.finish(within: .seconds(10))
        #expect(rig.ends.count == 2 && rig.ends.last == "after exited(0) off", "\(rig.ends)")
    }

    @Test func `a run that waits is begun by a service that comes later`() throws {
        let rig = Rig(directory)
        defer { rig.stop() }
        rig.follow()
        try rig.serve()
        rig.desk.offer(try call(1, .before, "echo on"))
        _ = try rig.service()
        #expect(eventually { rig.ends == ["before exited(0) on"] }, "\(rig.ends)")
    }

    @Test func `the daemon is told an end until it takes it, and an end that it does not know is in the journal`()
        throws
    {
        let (path, log) = (directory.file("adhand.sock"), RecordedLog())
        let refusals = Mutex<[ControlFailure]>([])
        let server = try ControlServer(path: path) { _, _, replier in
            guard let refusal = refusals.withLock({ $0.popLast() }) else { return replier.answer(Done("noted")) }
            replier.refuse(refusal)
        }
        defer { server.stop() }
        let reports = HookReports(ControlClient(path: path), clock: LinuxClock(), log: log.logger)
        let call = try call(1, .before, "true")
        func tell() { reports.tell(call, HookOutcome(call, .exited(3), output: [])) }
        refusals.withLock { $0 = [ControlFailure("busy"), ControlFailure("busy")] }
        tell()
        #expect(eventually { refusals.withLock(\.isEmpty) })
        refusals.withLock { $0 = [ControlFailure("of an earlier daemon", code: HookEnd.unknownCode)] }
        tell()
        #expect(eventually { log.lines.count == 1 }, "\(log.lines)")
        reports.finish()
        #expect(log.lines.count == 1 && refusals.withLock(\.isEmpty), "\(log.lines)")
    }

    @Test func `a service that ends leaves its before to the next one, and lets an after end`() throws {
        let rig = Rig(directory)
        defer { rig.stop() }
        rig.follow()
        try rig.serve()
        let (first, began) = (try rig.service(), directory.file("began"))
        rig.desk.offer(
            try call(1, .before, "echo x >>\(began); [ $(wc -l <\(began)) = 2 ] || exec sleep 100", limit: 60)
        )
        #expect(eventually { access(began, F_OK) == 0 })
        first.stop(within: .seconds(5))
        #expect(rig.ends == [])
        _ = try rig.service()
        #expect(eventually { rig.ends == ["before exited(0) "] }, "\(rig.ends)")
    }
}
