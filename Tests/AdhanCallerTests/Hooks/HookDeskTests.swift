import AdhanCore
import AdhanTestSupport
import Glibc
import Synchronization
import Testing

@testable import AdhanCaller
@testable import AdhanSupport

/// The desk on a virtual clock; the process that takes the runs is the test.
@Suite struct HookDeskTests {
    private let clock = VirtualHostClock()
    private let desk: HookDesk
    private let told = Told()

    private final class Told: Sendable {
        let outcomes = Mutex<[HookOutcome]>([])
        var ends: [String] { outcomes.withLock { $0.map { "\($0.kind) \($0.occasion.occasion): \($0.end)" } } }
    }

    init() {
        desk = HookDesk(clock: clock)
        desk.follow { [told] outcome in told.outcomes.withLock { $0.append(outcome) } }
    }

    /// A run around the adhan that is due ten seconds from now.
    private func call(_ number: Int, _ kind: HookOutcome.Kind, _ prayer: Prayer = .dhuhr) throws -> HookCall {
        let key = OccasionKey(try CivilDate("2026-11-21"), .adhan(prayer))
        let due = clock.wall().flooredToSecond + .seconds(10)
        let occasion = HookOccasion(key, at: due, source: .file, .utc)
        let state: LedgerState? = kind == .after ? .completed : nil
        return try #require(HookCall(number, kind, occasion, state, command: ["true"], limit: .seconds(10)))
    }

    private func numbers(_ taker: String) -> [Int]? { desk.takeCalls(for: taker)?.calls.map(\.number) }

    @discardableResult
    private func check() -> MonotonicInstant? { desk.checkWaiting(clock.monotonic()) }

    private func end(_ call: HookCall, _ end: HookRun.End) -> HookEnd {
        HookEnd(call, HookOutcome(call, end, output: []))
    }

    @Test func `a run is offered until its end is told, whatever answers are lost`() throws {
        let (before, after) = (try call(1, .before), try call(2, .after))
        desk.offer(before)
        #expect(numbers("a") == [1])
        desk.offer(after)
        #expect(numbers("a") == [1, 2])
        #expect(desk.take(end(before, .exited(0))))
        #expect(!desk.take(end(before, .exited(0))))
        #expect(numbers("a") == [2])
        #expect(desk.take(end(after, .exited(3))))
        #expect(numbers("a") == [] && !desk.isWaiting)
        #expect(told.ends == ["before adhan-dhuhr: exited(0)", "after adhan-dhuhr: exited(3)"])
    }

    @Test func `a second process gets nothing while the first one lives and asks`() throws {
        desk.offer(try call(1, .before))
        let own = "\(getpid()).1"
        #expect(numbers(own) == [1])
        // Another living process, and one whose number nobody has.
        #expect(numbers("1.7") == nil)
        #expect(numbers(own) == [1])
        clock.sleep(.seconds(50))
        #expect(numbers("1.7") == [1], "the first one does not ask any more")
        let gone = "\(pid_t.max).1"
        clock.sleep(.seconds(50))
        #expect(numbers(gone) == [1] && numbers(own) == [1], "a killed process is followed at once")
    }

    @Test func `what one process had begun is offered to the next, except for an at`() throws {
        desk.offer(try call(1, .before))
        desk.offer(try call(2, .at))
        #expect(numbers("a") == [1, 2])
        #expect(numbers("b") == [1])
        #expect(told.ends == ["at adhan-dhuhr: unsupervised"])
    }

    @Test func `a before that a dead process had begun does not come between its sound and the after`() throws {
        desk.offer(try call(1, .before))
        #expect(numbers("a") == [1] && numbers("b") == [1], "it may not have switched anything on yet")
        desk.offer(try call(2, .after))
        desk.offer(try call(3, .before, .asr))
        #expect(numbers("c") == [2, 3])
        #expect(told.ends == ["before adhan-dhuhr: unsupervised"])
    }

    @Test func `a before that nobody has begun five seconds before its prayer is told once, and still offered`() throws
    {
        desk.offer(try call(1, .before))
        let next = try #require(check())
        #expect((.seconds(4)...(.seconds(5))).contains(next - clock.monotonic()))
        clock.sleep(.milliseconds(4000))
        check()
        #expect(told.ends == [])
        clock.sleep(.milliseconds(1001))
        #expect(check() == nil)
        #expect(told.ends == ["before adhan-dhuhr: notTaken"])
        _ = desk.checkWaiting(clock.monotonic() + .seconds(100))
        #expect(told.ends.count == 1)
        #expect(numbers("late") == [1])
    }

    @Test func `a before that somebody has begun in time is no fault`() throws {
        desk.offer(try call(1, .before))
        #expect(numbers("a") == [1])
        clock.sleep(.seconds(20))
        #expect(check() == nil)
        #expect(told.ends == [])
    }

    @Test func `a sound that is over at once has both its programs`() throws {
        desk.offer(try call(1, .before))
        desk.offer(try call(2, .after))
        // A short sound, whose programs somebody may begin right now.
        #expect(numbers("a") == [1, 2])
    }

    @Test(arguments: [true, false]) func `a before that nobody began goes with its after`(isOverFirst: Bool) throws {
        let (before, after) = (try call(1, .before), try call(2, .after))
        desk.offer(before)
        if isOverFirst { desk.offer(after) }
        clock.sleep(.seconds(6))
        check()
        if !isOverFirst { desk.offer(after) }
        #expect(!desk.isWaiting)
        #expect(told.ends == ["before adhan-dhuhr: notTaken", "after adhan-dhuhr: notTaken"])
        // The one of another occasion does.
        desk.offer(try call(3, .before))
        desk.offer(try call(4, .after, .asr))
        #expect(numbers("a") == [3, 4])
    }

    @Test func `an after waits for a process as long as it takes, an at for a minute`() throws {
        desk.offer(try call(1, .after))
        desk.offer(try call(2, .at))
        clock.sleep(.seconds(61))
        check()
        #expect(told.ends == ["after adhan-dhuhr: notTaken", "at adhan-dhuhr: notTaken"])
        #expect(numbers("a") == [1])
    }

    @Test func `without anybody who takes them, the oldest run is dropped`() throws {
        for number in 1...70 { desk.offer(try call(number, .after)) }
        #expect(numbers("a") == Array(7...70))
    }

    @Test func `a run that somebody has taken up is not dropped for a new one`() throws {
        desk.offer(try call(1, .after))
        #expect(numbers("a") == [1])
        for number in 2...66 { desk.offer(try call(number, .after)) }
        #expect(numbers("a") == [1] + Array(4...66))
    }

    @Test func `a strange end does no harm`() throws {
        desk.offer(try call(1, .after))
        let long = HookOutcome(try call(1, .after), .exited(0), output: [UInt8](repeating: 0x61, count: 60_000))
        #expect(desk.take(HookEnd(try call(1, .after), long)))
        #expect(told.outcomes.withLock { $0.first?.output.utf8.count } == 4096)
    }

    /// The line that a user gets.
    private func reply(_ request: ControlRequest, of user: uid_t) throws -> String {
        let replies = try Mailbox<ControlReplier.Message>()
        let replier = ControlReplier(connection: 1, mailbox: replies)
        #expect(desk.answer(request, ControlCaller(uid: user, name: "somebody"), replier))
        return replies.line()
    }

    @Test func `only the daemon's own user and root may run its programs`() throws {
        desk.offer(try call(1, .before))
        for command in [ControlRequest.Command.hooks, .hooked] {
            let strange = try reply(ControlRequest(command, value: "a"), of: geteuid() + 1)
            #expect(strange.contains("only the daemon's own user and root may run its programs"), "\(strange)")
        }
        #expect(check() != nil, "a stranger has taken it up")
        #expect(try reply(ControlRequest(.hooks, value: "a"), of: 0).contains("\"number\":1"))
        #expect(try reply(ControlRequest(.hooked), of: 0).contains("which says what became of a program"))
        let unknown = ControlRequest(.hooked, hooked: end(try call(9, .before), .exited(0)))
        #expect(try reply(unknown, of: 0).contains("nobody waits for the end of program 9"))
    }
}
