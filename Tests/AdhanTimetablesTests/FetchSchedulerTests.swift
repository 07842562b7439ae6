import AdhanCore
import AdhanTestSupport
import Synchronization
import Testing

@testable import AdhanTimetables

@Suite struct FetchSchedulerTests {
    private let rig: RemoteRig
    private let scheduler: FetchScheduler
    private let jobs = Jobs()
    private let today: CivilDate
    private let noon: Instant

    private final class Jobs: Sendable {
        let waiting = Mutex<[@Sendable () -> Void]>([])
        let rounds = Mutex<[FetchRound]>([])

        func run() {
            let jobs = waiting.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
            for job in jobs { job() }
        }

        /// The rounds that ended since the last call.
        func collect() -> [FetchRound] {
            rounds.withLock { rounds in
                defer { rounds = [] }
                return rounds
            }
        }
    }

    init() throws {
        rig = try RemoteRig(answer: { _, _ throws(FetchFault) in throw RemoteRig.down })
        today = try CivilDate("2026-06-01")
        noon = try .utc("2026-06-01", 12)
        scheduler = Self.scheduler(rig, jobs)
    }

    private static func scheduler(_ rig: RemoteRig, _ jobs: Jobs) -> FetchScheduler {
        FetchScheduler(
            [rig.source()],
            delay: .minutes(3),
            perform: { job in jobs.waiting.withLock { $0.append(job) } },
            post: { round in jobs.rounds.withLock { $0.append(round) } }
        )
    }

    /// Ends the round in progress and gives it to the scheduler.
    private func finishRound(_ now: Instant) -> [SourceNews] {
        jobs.run()
        return jobs.collect().flatMap { scheduler.answered($0, now) }
    }

    /// Asks at once, as a person does, and begins the round.
    private func begin(_ now: Instant) {
        scheduler.ask(now, today: today, isUrgent: true)
        #expect(scheduler.tick(now, today: today) == nil)
    }

    private func serve() { rig.network.answer = { [rig] period, _ in rig.answer(period) } }

    private func isBusy() {
        rig.network.answer = { _, _ throws(FetchFault) in throw FetchFault(.busy, "s3: 429", retryAfter: .hours(24)) }
    }

    private var waiting: Int { jobs.waiting.withLock(\.count) }

    @Test func `a round that takes too long is overdue until it ends`() {
        begin(noon)
        #expect(scheduler.overdue(noon + .minutes(14)) == nil && scheduler.overdue(noon + .minutes(16)) == noon)
        _ = finishRound(noon + .minutes(17))
        #expect(scheduler.overdue(noon + .minutes(40)) == nil)
    }

    @Test func `a box without data for today asks at once at its start, later with its delay, as the fleet does`() {
        #expect(Self.scheduler(rig, jobs).ask(noon, today: today) == noon + .minutes(3), "its server is down")
        #expect(scheduler.ask(noon, today: today, isStart: true) == noon)
        #expect(scheduler.tick(noon, today: today) == nil && waiting == 1)
        serve()
        _ = finishRound(noon)
        #expect(scheduler.ask(noon, today: today, isStart: true) == noon + .minutes(3))
        #expect(scheduler.tick(noon + .minutes(2), today: today) == noon + .minutes(3) && waiting == 0)
        #expect(scheduler.ask(noon + .minutes(2), today: today, isUrgent: true) == noon + .minutes(2))
    }

    @Test func `a source that has not answered is asked again after 15 minutes, and its fault is reported once`() {
        begin(noon)
        #expect(finishRound(noon).map(\.words) == [RemoteRig.down.words])
        #expect(scheduler.tick(noon + .minutes(14), today: today) == noon + .minutes(15))
        #expect(scheduler.tick(noon + .minutes(15), today: today) == nil)
        #expect(finishRound(noon + .minutes(15)).isEmpty)
        serve()
        _ = scheduler.tick(noon + .minutes(30), today: today)
        #expect(finishRound(noon + .minutes(30)).map(\.words) == ["s3 has answered: 2026 with 365 days"])
        #expect(scheduler.tick(noon + .hours(5), today: today) == nil)
    }

    @Test func `while a round is in progress no other begins; a request meanwhile is served afterwards`() {
        begin(noon)
        scheduler.ask(noon + .seconds(1), today: today, isUrgent: true)
        #expect(scheduler.tick(noon + .seconds(1), today: today) == nil)
        #expect(waiting == 1)
        _ = finishRound(noon + .seconds(2))
        #expect(scheduler.tick(noon + .seconds(3), today: today) == noon + .seconds(5))
        #expect(scheduler.tick(noon + .seconds(5), today: today) == nil)
        #expect(waiting == 1)
    }

    @Test func `requests reach a server at most every five seconds, a busy one once a minute`() {
        func flood(_ seconds: Range<Int>) -> Int {
            let before = rig.network.asked.count
            for second in seconds {
                let now = noon + .seconds(second)
                for _ in 0..<100 { scheduler.ask(now, today: today, isUrgent: true) }
                _ = scheduler.tick(now, today: today)
                _ = finishRound(now)
            }
            return rig.network.asked.count - before
        }
        serve()
        #expect(flood(0..<60) == 12)
        isBusy()
        #expect(flood(60..<240) == 3)
    }

    @Test func `a person's request reaches a server that asked to wait, the box's own rounds do not`() {
        isBusy()
        begin(noon)
        #expect(finishRound(noon).map(\.words) == ["s3: 429; it is asked again in an hour"])
        _ = scheduler.tick(noon + .minutes(15), today: today)
        _ = finishRound(noon + .minutes(15))
        #expect(rig.network.asked.count == 1)
        serve()
        #expect(scheduler.ask(noon + .minutes(16), today: today, isUrgent: true) == noon + .minutes(16))
        _ = scheduler.tick(noon + .minutes(16), today: today)
        #expect(finishRound(noon + .minutes(16)).map(\.words) == ["s3 has answered: 2026 with 365 days"])
        #expect(rig.network.asked.count == 2)
    }

    @Test func `a round of an earlier scheduler is ignored`() {
        let other = Self.scheduler(rig, jobs)
        other.ask(noon, today: today, isUrgent: true)
        _ = other.tick(noon, today: today)
        jobs.run()
        begin(noon)
        #expect(jobs.collect().flatMap { scheduler.answered($0, noon) }.isEmpty)
        #expect(scheduler.reports.isEmpty)
        // Its own round is still in progress.
        scheduler.ask(noon, today: today, isUrgent: true)
        #expect(scheduler.tick(noon, today: today) == nil)
        #expect(waiting == 1)
    }

    @Test func `a clock set back by years does not delay the next request by years`() throws {
        scheduler.ask(noon, today: today)
        let back = try Instant.utc("2020-01-01", 12)
        #expect(scheduler.tick(back, today: try CivilDate("2020-01-01")) == back + FetchScheduler.retryInterval)
    }
}
