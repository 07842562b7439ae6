import AdhanCore
import AdhanTimetables

/// The loop around `Schedule.nextStep`: at each tick it decides, records, acts and records, and hands every answer of an
/// adapter back to the next decision. It never waits for one.
///
/// It has no clock and no thread: `tick` and `receive` are called from one thread, with the time that was read once for that
/// wake-up. So the daemon, a rehearsal and the simulations drive the very same code.
///
///     tick(now) → nextStep → refresh   new days from the source
///                          → arm       the player opens its device          → armed, or failed
///                          → begin     `started` goes to the desk           → recorded: the player is released
///                                      the player sounds                    → began, ended: the row is completed
///                          → miss/skip a row with its reason
///                          → wait      nothing until then
package final class DaemonLoop {
    package struct Settings: Sendable {
        package var zone: ZoneRules
        package var policy: SchedulePolicy
        package var sounds: SoundPlan
        /// Whether nothing is called before the clock is known to be right; a rehearsal does not ask.
        package var asksClock = false

        package init(zone: ZoneRules, policy: SchedulePolicy, sounds: SoundPlan, asksClock: Bool = false) {
            (self.zone, self.policy, self.sounds, self.asksClock) = (zone, policy, sounds, asksClock)
        }
    }

    /// How long the ledger's disk may take to be read, and the marks' folder, before the loop goes on without their answer.
    package static let recallPatience: Duration = .seconds(10)
    /// Less than the second between two ticks, so that a slow disk is overtaken at the tick before the prayer's second: the
    /// player must hear of its release before the silence in its device's buffer has run out.
    package static let commitPatience: Duration = .milliseconds(900)
    /// How often rows that the disk refused, and a ledger that could not be read, are tried again.
    package static let retryInterval: Duration = .seconds(60)
    /// A clock set by more than this has to be looked at again before it is believed.
    package static let trustedStep: Duration = .seconds(60)
    /// How many days of rows are kept in memory. A decision needs those of an absence (`Schedule.listedAbsence`); a ledger that is lost
    /// gets the others back, so that a clock set back by days calls nothing of them again.
    package static let remembered = 31
    /// How far back a decision finds its rows in memory: those of an absence reach a week before it.
    package static let inMemory: Duration = .hours(24 * (remembered - 9))
    /// As long as there are no more rows than this, none is forgotten: two months and more.
    package static let rememberedRows = 400
    /// More steps than a week of absence needs; what is left waits for the next tick.
    package static let stepsPerTick = 100

    package var settings: Settings
    package var source: any TimetableSource
    package var player: any AdhanPlayer
    package let writer: LedgerWriter
    /// Nil where nothing is asked of the network.
    package var fetches: FetchScheduler?
    package let tell: (Notice) -> Void

    package var memory = LedgerMemory()
    /// Nil while nothing is waited for.
    package var recalling: Recalling?
    /// Whether the marks have not answered, and are waited for no more.
    package var lacksMarks = false
    package var remembers = false
    package var timetable: Timetable?
    package var observed: ObservedSince
    /// Since when this process would know, by a clock that is believed, of whatever it had called itself.
    package var remembersSince: Instant
    /// Up to when every prayer has been judged by a clock that was believed; nil before the first time.
    package var accounted: Instant?
    /// The adhan in hand; nil while there is none.
    var current: CurrentAdhan?
    package var obstacles: [OccasionKey: String] = [:]
    package var rearmAt: Instant?
    /// What is known of the clock; nil until the first look.
    package var trust: ClockTrust?
    /// Why the ledger could not be read when it was last tried.
    package var unreadable: String?
    /// The row of which it was last said that the disk has not answered for it.
    package var unsaved: LedgerEntry?
    package var lastRetry: Instant
    package var stopping: String?
    /// A sound beside the ledger; it gives way to every adhan.
    package var auxiliary: AuxiliaryPlayback?
    /// The last sound handed to the player; every one has a number of its own.
    package var lastSound = 0

    /// - Parameter now: the start of the process, or of a simulation.
    package init(
        _ settings: Settings,
        source: any TimetableSource,
        player: any AdhanPlayer,
        writer: LedgerWriter,
        fetches: FetchScheduler? = nil,
        now: Instant,
        tell: @escaping (Notice) -> Void
    ) {
        (self.settings, self.source, self.player, self.writer, self.tell) = (settings, source, player, writer, tell)
        self.fetches = fetches
        (observed, remembersSince) = (ObservedSince(since: now, before: .notRunning), now)
        (recalling, lastRetry) = (Recalling(since: now, awaitsMarks: true), now)
        if let withheld = settings.policy.withheld { tell(.withheld(withheld)) }
        recall(now)
    }

    /// Whether a stop has been carried out: nothing sounds and every row has been answered.
    package var isFinished: Bool { stopping != nil && isQuiet }

    /// Whether nothing is armed or sounds and every row has been answered.
    package var isQuiet: Bool { activity == .idle && auxiliary == nil && writer.isQuiet }

    /// One look at the clock.
    ///
    /// - Parameters:
    ///   - now: the wall clock, read once for this wake-up.
    ///   - interruption: why the seconds since the last tick were not all seen, where they were not.
    /// - Returns: the moment before which nothing happens, if neither the clock steps nor an event comes.
    @discardableResult
    package func tick(_ now: Instant, after interruption: Interruption? = nil) -> Instant {
        if let interruption { note(interruption, now) }
        player.checkProgress()
        let soon = now + .seconds(1)
        guard stopping == nil else { return soon }
        giveUpAuxiliary(now)
        if let late = committing, !late.isOverdue, now - late.since >= Self.commitPatience || now < late.since {
            overdue(late)
        }
        if let asked = recalling {
            guard now - asked.since > Self.recallPatience || now < asked.since else { return soon }
            forgo(asked, now)
        }
        if now - lastRetry >= Self.retryInterval || now < lastRetry {
            lastRetry = now
            writer.retry()
            writer.removeMarks(before: now - settings.policy.grace)
            if !remembers { recall(now) }
        }
        for _ in 0..<Self.stepsPerTick {
            let step = Schedule.nextStep(input(now))
            if case .wait(let until) = step {
                // By a clock that lies, another year would be asked for, and no certificate be valid.
                let round = trustsClock ? fetches?.tick(now, today: today(now)) : nil
                if trustsClock { accounted = now }
                return [until, round, committing.map { _ in soon }, auxiliary?.looksUntil].compactMap(\.self).min()
                    ?? soon
            }
            perform(step, now)
        }
        return soon
    }

    package func receive(_ event: LoopEvent, _ now: Instant) {
        switch event {
        case .player(let event): receive(event, now)
        case .writer(let event): receive(event, now)
        case .zone(let rules): receive(rules, now)
        case .timetableChanged: if timetable != nil { refresh(.fileChanged, now) }
        case .clock(let trust): receive(trust, now)
        case .fetched(let round): receive(round, now)
        }
    }

    /// Fades what sounds; `isFinished` says when it is done.
    ///
    /// - Parameter who: for the ledger, for example `SIGTERM`.
    package func stop(by who: String) {
        guard stopping == nil else { return }
        stopping = who
        tell(.stopping(who))
        if let current { player.stop(current.request.id, by: who) }
        stopAuxiliary(by: who)
    }

    package func input(_ now: Instant) -> SchedulerInput {
        SchedulerInput(
            now: now,
            timetable: timetable,
            memory: memory,
            remembers: remembers,
            activity: activity,
            policy: settings.policy,
            observed: observed,
            trustsClock: trustsClock,
            obstacles: obstacles,
            rearmAt: rearmAt
        )
    }
}
