import AdhanCore

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
final class DaemonLoop {
    struct Settings: Sendable {
        var zone: ZoneRules
        var policy: SchedulePolicy
        var sounds: SoundPlan
        /// Whether nothing is called before the clock is known to be right; a rehearsal does not ask.
        var asksClock = false
    }

    /// How long the ledger's disk may take, at the start and for a row, before the loop goes on without its answer.
    static let recallPatience: Duration = .seconds(10)
    /// Less than the second between two ticks, so that a slow disk is overtaken at the tick before the prayer's second: the
    /// player must hear of its release before the silence in its device's buffer has run out.
    static let commitPatience: Duration = .milliseconds(900)
    /// How often rows that the disk refused, and a ledger that could not be read, are tried again.
    static let retryInterval: Duration = .seconds(60)
    /// A clock set by more than this has to be looked at again before it is believed.
    static let trustedStep: Duration = .seconds(60)
    /// How many days of rows are kept in memory. A decision needs those of an absence (`Schedule.listedAbsence`); a ledger that is lost
    /// gets the others back, so that a clock set back by days calls nothing of them again.
    static let remembered = 31
    /// As long as there are no more rows than this, none is forgotten: two months and more.
    static let rememberedRows = 400
    /// More steps than a week of absence needs; what is left waits for the next tick.
    static let stepsPerTick = 100

    var settings: Settings
    var source: any TimetableSource
    var player: any AdhanPlayer
    let desk: LedgerDesk
    /// Nil where nothing is asked of the network.
    var fetches: FetchDesk?
    let tell: (Notice) -> Void

    var memory = LedgerMemory()
    /// When the ledger was first asked; nil once it has answered or is waited for no more.
    var recalling: Instant?
    var remembers = false
    var timetable: Timetable?
    var presence: Presence
    /// Since when this process would know, by a clock that is believed, of whatever it had called itself.
    var remembersSince: Instant
    /// Up to when every prayer has been judged by a clock that was believed; nil before the first time.
    var accounted: Instant?
    var activity = Activity.idle
    var obstacles: [OccasionKey: String] = [:]
    var rearmAt: Instant?
    /// What is known of the clock; nil until the first look.
    var trust: ClockTrust?
    /// Why the ledger could not be read when it was last tried.
    var unreadable: String?
    var sound: Sounding?
    /// The `started` row that is being committed.
    var committing: Commit?
    /// The row of which it was last said that the disk has not answered for it.
    var unsaved: LedgerEntry?
    /// Why the sound in hand was told to end before it was heard.
    var givingUp: String?
    var lastRetry: Instant
    var stopping: String?
    /// A sound beside the ledger; it gives way to every adhan.
    var aside: Aside?
    /// Whether the sound in hand was told to end.
    var isStopped = false
    /// The last sound handed to the player; every one has a number of its own.
    var lastSound = 0

    /// - Parameter now: the start of the process, or of a simulation.
    init(
        _ settings: Settings,
        source: any TimetableSource,
        player: any AdhanPlayer,
        desk: LedgerDesk,
        fetches: FetchDesk? = nil,
        now: Instant,
        tell: @escaping (Notice) -> Void
    ) {
        (self.settings, self.source, self.player, self.desk, self.tell) = (settings, source, player, desk, tell)
        self.fetches = fetches
        (presence, remembersSince) = (Presence(since: now, before: .notRunning), now)
        (recalling, lastRetry) = (now, now)
        if let withheld = settings.policy.withheld { tell(.withheld(withheld)) }
        recall(now)
    }

    /// Whether a stop has been carried out: nothing sounds and every row has been answered.
    var isFinished: Bool { stopping != nil && isQuiet }

    /// Whether nothing is armed or sounds and every row has been answered.
    var isQuiet: Bool { activity == .idle && aside == nil && desk.isQuiet }

    /// One look at the clock.
    ///
    /// - Parameters:
    ///   - now: the wall clock, read once for this wake-up.
    ///   - interruption: why the seconds since the last tick were not all seen, where they were not.
    /// - Returns: the moment before which nothing happens, if neither the clock steps nor an event comes.
    @discardableResult
    func tick(_ now: Instant, after interruption: Interruption? = nil) -> Instant {
        if let interruption { note(interruption, now) }
        player.checkProgress()
        let soon = now + .seconds(1)
        guard stopping == nil else { return soon }
        giveUpAside(now)
        if let asked = recalling {
            // A disk that hangs at boot must not cost the prayer that is due.
            guard now - asked > Self.recallPatience || now < asked else { return soon }
            forgo("the ledger's disk has not answered for \(Self.recallPatience)")
        }
        if let late = committing, !late.isOverdue, now - late.since >= Self.commitPatience || now < late.since {
            overdue(late)
        }
        if now - lastRetry >= Self.retryInterval || now < lastRetry {
            lastRetry = now
            desk.retry()
            desk.removeMarks(before: now - settings.policy.grace)
            if !remembers { recall(now) }
        }
        for _ in 0..<Self.stepsPerTick {
            let step = Schedule.nextStep(situation(now))
            if case .wait(let until) = step {
                // By a clock that lies, another year would be asked for, and no certificate be valid.
                let round = trustsClock ? fetches?.tick(now, today: today(now)) : nil
                if trustsClock { accounted = now }
                return [until, round, committing.map { _ in soon }, aside?.looksUntil].compactMap(\.self).min() ?? soon
            }
            perform(step, now)
        }
        return soon
    }

    func receive(_ event: LoopEvent, _ now: Instant) {
        switch event {
        case .player(let event): receive(event, now)
        case .desk(let event): receive(event, now)
        case .zone(let rules): receive(rules, now)
        case .timetableChanged: if timetable != nil { refresh(.fileChanged, now) }
        case .clock(let trust): receive(trust, now)
        case .fetched(let round): receive(round, now)
        }
    }

    /// Fades what sounds; `isFinished` says when it is done.
    ///
    /// - Parameter who: for the ledger, for example `SIGTERM`.
    func stop(by who: String) {
        guard stopping == nil else { return }
        stopping = who
        tell(.stopping(who))
        if let sound { player.stop(sound.id, by: who) }
        stopAside(by: who)
    }

    func situation(_ now: Instant) -> Situation {
        Situation(
            now: now,
            timetable: timetable,
            memory: memory,
            remembers: remembers,
            activity: activity,
            policy: settings.policy,
            presence: presence,
            trustsClock: trustsClock,
            obstacles: obstacles,
            rearmAt: rearmAt
        )
    }
}
