import AdhanCore
import AdhanTimetables

/// The loop around `Schedule.nextStep`: at each tick it asks for the next step, records it and carries it out. The
/// adapters' answers come back as events and go into the next decision. The loop never waits for one.
///
/// It has no clock and no thread: `tick` and `receive` are called from one thread, with the time read once for that
/// wake-up. So the daemon, the rehearsal and the simulations run the same code.
///
///     tick(now) → nextStep → refresh   new days from the source
///                          → arm       the player opens its device          → armed, or failed
///                          → begin     `started` goes to the writer         → recorded: the player is released
///                                      the player sounds                    → began, ended: the row is completed
///                          → miss/skip a row with its reason
///                          → wait      nothing until then
package final class DaemonLoop {
    package struct Settings: Sendable {
        package var zone: ZoneRules
        package var policy: SchedulePolicy
        package var sounds: SoundPlan
        package var rules: MosqueRules
        /// Whether nothing is called before the clock is trusted; false in a rehearsal.
        package var asksClock = false

        package init(
            zone: ZoneRules,
            policy: SchedulePolicy,
            sounds: SoundPlan,
            rules: MosqueRules = MosqueRules(),
            asksClock: Bool = false
        ) {
            (self.zone, self.policy, self.sounds, self.rules) = (zone, policy, sounds, rules)
            self.asksClock = asksClock
        }
    }

    /// How long the loop waits for the ledger and the marks to be read before it goes on without them.
    static let loadPatience: Duration = .seconds(10)
    /// How long it waits for them at least, where a call is near that no earlier process can have begun.
    static let hurriedPatience: Duration = .milliseconds(500)
    /// How long a commit may take. It is less than the second between two ticks, so that with a slow disk the player is
    /// released at the tick before the prayer's second, while the device's buffer still has silence.
    static let commitPatience: Duration = .milliseconds(900)
    /// How often refused rows and an unreadable ledger are tried again.
    static let retryInterval: Duration = .seconds(60)
    /// A clock set by more than this is trusted only after another look.
    static let trustedStep: Duration = .seconds(60)
    /// How many days of rows are kept in memory. Decisions need those of an absence (`Schedule.listedAbsence`). A
    /// replaced ledger gets all of them back, so that a clock set back by days calls none of them again.
    static let remembered = 31
    /// How far back decisions have their rows in memory: those of an absence reach a week before it.
    package static let inMemory: Duration = .hours(24 * (remembered - 9))
    /// Up to so many rows none is forgotten; they last for more than two months.
    static let rememberedRows = 3000
    /// More steps than a week of absence needs; the rest waits for the next tick.
    static let stepsPerTick = 400

    package var settings: Settings
    package var saved: SavedState
    package var source: any TimetableSource
    package var player: any AdhanPlayer
    let writer: LedgerWriter
    /// Nil where there are no network sources.
    package var fetches: FetchScheduler?
    package let tell: (Notice) -> Void

    package var memory = LedgerCache()
    /// What has become of the calls to prayer since this process began.
    var tally = Tally()
    /// What is being read from the ledger and the marks before anything is decided; nil where nothing is.
    var pendingLoad: PendingLoad?
    var marks = MarksAccess.awaited
    var ledger = LedgerAccess.unread
    var days = DaysInUse.none
    /// The days beyond the timetable; nil until somebody asks.
    var madeOutlook: Timetable?
    package var observed: ObservationStart
    /// Since when this process, by a trusted clock, knows everything that was called.
    var remembersSince: Instant
    /// Up to when every prayer has been judged by a trusted clock; nil before the first time.
    var accounted: Instant?
    /// The occasion that the player is busy with; nil where there is none.
    var current: CurrentOccasion?
    package var notes = OccasionNotes()
    /// What has changed the rules or the recordings since the timetable was loaded; nil where nothing has.
    var changedRules: ChangedRules?
    /// The rules by which the timetable's days were made; nil before the first.
    var appliedRules: AppliedRules?
    /// The verdict on the clock; nil until the first look.
    package var trust: ClockTrust?
    /// The row that was last reported as not written in time.
    var unsaved: LedgerEntry?
    var lastRetry: Instant
    package var stopping: String?
    /// The sound that was heard to its end since the last tick, whose dua may follow; nil where none was.
    var completed: ScheduledOccasion?
    /// The trial or dua that the player is busy with.
    var auxiliary: AuxiliaryPlayback?
    /// The number of the last request to the player; each request has its own.
    var lastSound = 0

    /// - Parameters:
    ///   - began: the start of the process, on the clock of now; nil where that is now.
    init(
        _ settings: Settings,
        saved: SavedState,
        source: any TimetableSource,
        player: any AdhanPlayer,
        writer: LedgerWriter,
        fetches: FetchScheduler? = nil,
        now: Instant,
        began: Instant? = nil,
        tell: @escaping (Notice) -> Void
    ) {
        (self.settings, self.saved, self.source, self.fetches) = (settings, saved, source, fetches)
        (self.player, self.writer, self.tell) = (player, writer, tell)
        (observed, remembersSince) = (ObservationStart(began: began ?? now), began ?? now)
        (pendingLoad, lastRetry) = (PendingLoad(since: now), now)
        if let skipped = settings.policy.skippedSources { tell(.sourcesSkipped(skipped)) }
        loadLedger(now)
    }

    /// The days in use; nil until they are loaded.
    package var timetable: Timetable? { if case .loaded(let timetable) = days { timetable } else { nil } }

    var soundsInForce: SoundPlan { saved.preferences.applied(to: settings.sounds) }
    var rulesInForce: MosqueRules { saved.preferences.applied(to: settings.rules) }

    /// Whether a stop is complete: nothing sounds, and the ledger writer has answered for every row.
    var isFinished: Bool { stopping != nil && isQuiet }

    /// Whether nothing is armed or sounds, and the ledger writer has answered for every row.
    var isQuiet: Bool { activity == .idle && auxiliary == nil && writer.isQuiet }

    /// Decides and does what is due now.
    ///
    /// - Parameters:
    ///   - now: the wall clock, read once for this wake-up.
    ///   - interruption: what kept the loop from seeing each second since the last tick; nil where nothing did.
    /// - Returns: when to call it again, unless the clock steps or an event comes before.
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
        if let asked = pendingLoad {
            let patience = patience(asked, now)
            guard now - asked.since >= patience || now < asked.since else { return min(soon, asked.since + patience) }
            continueWithout(asked, now)
        }
        if now - lastRetry >= Self.retryInterval || now < lastRetry {
            lastRetry = now
            writer.retry(removingMarksBefore: now - settings.policy.grace)
            if ledger != .read { loadLedger(now) }
        }
        let preparationEnd = noteSlowPreparation(now)
        for _ in 0..<Self.stepsPerTick {
            let step = Schedule.nextStep(input(now))
            if case .wait(let until) = step {
                beginDua(now)
                // With a wrong clock another year would be asked for, and no certificate be valid.
                let round = trustsClock ? fetches?.tick(now, today: today(now)) : nil
                if trustsClock { accounted = now }
                return [until, round, committing.map { _ in soon }, auxiliary?.searchEnd, preparationEnd]
                    .compactMap(\.self).min() ?? soon
            }
            perform(step, now)
        }
        return soon
    }

    /// Handles the events that the loop decides by; the others are for the service.
    package func receive(_ event: LoopEvent, _ now: Instant) {
        switch event {
        case .player(let event): receive(event, now)
        case .writer(let event): receive(event, now)
        case .zone(let rules): receive(rules, now)
        case .timetableChanged: if timetable != nil { refresh(.fileChanged, now) }
        case .clock(let trust): receive(trust, now)
        case .fetched(let round): receive(round, now)
        case .order, .service, .pollNow, .displaced: break
        }
    }

    /// Fades out what sounds; `isFinished` says when it is done.
    ///
    /// - Parameter who: the name for the ledger, for example `SIGTERM`.
    package func stop(by who: String) {
        guard stopping == nil else { return }
        stopping = who
        tell(.stopping(who))
        if let current { player.stop(current.request.id, by: who) }
        stopAuxiliary(by: who)
        // The disk may have room again, and the next try is up to a minute away.
        if writer.hasWaiting { writer.retry() }
    }

    package func input(_ now: Instant) -> SchedulerInput {
        SchedulerInput(
            now: now,
            timetable: timetable,
            memory: memory,
            isLedgerRead: ledger.isRead,
            activity: activity,
            policy: settings.policy,
            observed: observed,
            trustsClock: trustsClock,
            mute: saved.mute,
            notes: notes
        )
    }
}
