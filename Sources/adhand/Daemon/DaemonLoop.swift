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
        /// The sound file for a prayer.
        var file: @Sendable (Prayer) -> String
        /// Whether nothing is called before the clock is known to be right; a rehearsal does not ask.
        var asksClock = false
    }

    /// How long the ledger's disk may take, at the start and for a row, before the loop goes on without its answer.
    private static let recallPatience: Duration = .seconds(10)
    /// Less than the second between two ticks, so that a slow disk is overtaken at the tick before the prayer's second: the
    /// player must hear of its release before the silence in its device's buffer has run out.
    private static let commitPatience: Duration = .milliseconds(900)
    /// How often rows that the disk refused, and a ledger that could not be read, are tried again.
    private static let retryInterval: Duration = .seconds(60)
    /// A clock set by more than this has to be looked at again before it is believed.
    private static let trustedStep: Duration = .seconds(60)
    /// More steps than a week of absence needs; what is left waits for the next tick.
    private static let stepsPerTick = 100

    private var settings: Settings
    private let source: any TimetableSource
    private let player: any AdhanPlayer
    private let desk: LedgerDesk
    private let tell: (Notice) -> Void

    private var memory = LedgerMemory()
    /// When the ledger was first asked; nil once it has answered or is waited for no more.
    private var recalling: Instant?
    private var remembers = false
    private var timetable: Timetable?
    private var presence: Presence
    /// Up to when every prayer has been judged by a clock that was believed; nil before the first time.
    private var accounted: Instant?
    private var activity = Activity.idle
    private var obstacles: [OccasionKey: String] = [:]
    private var rearmAt: Instant?
    /// What is known of the clock; nil until the first look.
    private var trust: ClockTrust?
    /// Why the ledger could not be read when it was last tried.
    private var unreadable: String?
    private var sound: Sounding?
    /// The `started` row that is being committed, and when it was handed in.
    private var committing: (entry: LedgerEntry, since: Instant)?
    /// Why the sound in hand was told to end before it was heard.
    private var givingUp: String?
    private var lastRetry: Instant
    private var stopping: String?

    /// - Parameter now: the start of the process, or of a simulation.
    init(
        _ settings: Settings,
        source: any TimetableSource,
        player: any AdhanPlayer,
        desk: LedgerDesk,
        now: Instant,
        tell: @escaping (Notice) -> Void
    ) {
        (self.settings, self.source, self.player, self.desk, self.tell) = (settings, source, player, desk, tell)
        presence = Presence(since: now, before: .notRunning)
        (recalling, lastRetry) = (now, now)
        if let reason = settings.policy.withheld { tell(.withheld(reason)) }
        recall(now)
    }

    /// Whether a stop has been carried out: nothing sounds and every row has been answered.
    var isFinished: Bool { stopping != nil && activity == .idle && desk.isQuiet }

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
        if let asked = recalling {
            // A disk that hangs at boot must not cost the prayer that is due.
            guard now - asked > Self.recallPatience || now < asked else { return soon }
            forgo("it has not answered for \(Self.recallPatience)")
        }
        if let late = committing, now - late.since >= Self.commitPatience || now < late.since {
            let problem = desk.mark(late.entry).map { "; it could not be marked either: \($0)" } ?? ""
            tell(.unsaved(late.entry, "the disk has not answered for a second\(problem)"))
            release()
        }
        if now - lastRetry >= Self.retryInterval || now < lastRetry {
            lastRetry = now
            desk.retry()
            if !remembers { recall(now) }
        }
        for _ in 0..<Self.stepsPerTick {
            let step = Schedule.nextStep(situation(now))
            if case .wait(let until) = step {
                if trustsClock { accounted = now }
                return committing == nil ? until : min(until, soon)
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
        case .clock(let trust): receive(trust, now)
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
    }

    private func situation(_ now: Instant) -> Situation {
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

    // MARK: Steps

    private func perform(_ step: Step, _ now: Instant) {
        switch step {
        case .refresh(let reason): refresh(reason, now)
        case .arm(let due): arm(due)
        case .begin(let due): begin(due, now)
        case .giveUp(let reason): giveUp(reason)
        case .miss(let due, let reason): record(LedgerEntry(due, .missed, reason: "\(reason)"))
        case .skip(let due, let reason): record(LedgerEntry(due, .skipped, reason: reason))
        case .wait: break
        }
    }

    /// Whether the clock may be believed.
    private var trustsClock: Bool { !settings.asksClock || trust?.isTrusted == true }

    private func refresh(_ reason: RefreshReason, _ now: Instant) {
        let accountedTo = accountedTo(now)
        let isLong = now - accountedTo > Schedule.listedAbsence
        if isLong, trustsClock { recordAbsence(from: accountedTo, to: now - settings.policy.grace) }
        let window = Timetable.window(now: now, since: isLong ? now : accountedTo, zone: settings.zone)
        let days = source.days(window, in: settings.zone)
        let loaded = Timetable(zone: settings.zone, days: days, window: window, loadedAt: now)
        timetable = loaded
        memory.forget(before: window.lowerBound)
        obstacles = obstacles.filter { $0.key.date >= window.lowerBound }
        tell(.refreshed(reason, next: loaded.next(after: now)))
    }

    /// Up to when every prayer has its row.
    private func accountedTo(_ now: Instant) -> Instant {
        let known = [accounted, memory.lastKnown(now: now)].compactMap(\.self).filter { $0 <= now }.max()
        return known ?? min(memory.firstStart ?? now, now)
    }

    private func recordAbsence(from known: Instant, to end: Instant) {
        // The last second that is known has its own row.
        let start = known + .seconds(1)
        let due = Due(
            OccasionKey(settings.zone.wall(at: start).date, .everyAdhan),
            at: start,
            source: .calculation
        )
        // A clock set back into an absence takes nothing from its row.
        if let earlier = memory.absence(from: due.key.date)?.ended, earlier >= end { return }
        var entry = LedgerEntry(
            due,
            .missed,
            reason: "\(presence.before), from \(settings.zone.formatted(start)) to \(settings.zone.formatted(end))"
        )
        entry.ended = end
        record(entry)
    }

    private func arm(_ due: Due) {
        guard let prayer = due.key.occasion.prayer else { return }
        let sounding = Sounding(
            id: (sound?.id ?? 0) + 1,
            at: due.at,
            latest: due.at + settings.policy.grace,
            file: settings.file(prayer)
        )
        (sound, activity, givingUp) = (sounding, .armed(due, ready: false), nil)
        player.arm(sounding)
    }

    private func begin(_ due: Due, _ now: Instant) {
        let entry = LedgerEntry(due, .started, file: sound?.file)
        memory.note(entry)
        committing = (entry, now)
        activity = .begun(due, audible: false)
        desk.record(entry)
    }

    private func giveUp(_ reason: String) {
        guard let sound, let due = activity.due else { return }
        givingUp = reason
        activity = .ending(due)
        committing = nil
        tell(.gaveUp(due, reason))
        player.stop(sound.id, by: reason)
    }

    private func record(_ entry: LedgerEntry) {
        memory.note(entry)
        desk.record(entry)
        tell(.settled(entry))
    }

    private func release() {
        committing = nil
        if let sound { player.release(sound.id) }
    }

    // MARK: Answers

    private func receive(_ event: PlayerEvent, _ now: Instant) {
        guard let sound, event.id == sound.id, let due = activity.due else { return }
        switch event {
        case .armed(_, let device, let problem):
            guard case .armed = activity else { return }
            activity = .armed(due, ready: true)
            obstacles[due.key] = problem
            tell(.armed(due, device: device, problem: problem))
        case .failed(_, let reason):
            activity = .idle
            rearmAt = now + Schedule.rearmDelay
            // Tried again each second while the grace lasts; said once.
            if obstacles.updateValue(reason, forKey: due.key) != reason { tell(.notReady(due, reason)) }
        case .began(_, let at, let device):
            if case .begun = activity { activity = .begun(due, audible: true) }
            tell(.began(due, at: at, device: device))
        case .noted(_, let words):
            tell(.noted(due, words))
        case .ended(_, let report):
            ended(due, report, file: sound.file, now)
        }
    }

    private func ended(_ due: Due, _ report: SoundReport, file: String, _ now: Instant) {
        activity = .idle
        committing = nil
        guard memory[due.key]?.state == .started else {
            // It was only armed: the occasion is as open as it was.
            if case .unheard(let reason) = report.end { obstacles[due.key] = reason }
            rearmAt = now + Schedule.rearmDelay
            return
        }
        var entry = LedgerEntry(due, .completed, file: file)
        entry.began = report.began
        entry.ended = report.ended
        entry.latenessMilliseconds = report.lateness?.wholeMilliseconds
        entry.heardMilliseconds = report.heard.wholeMilliseconds
        entry.gapMilliseconds = report.gap.wholeMilliseconds
        (entry.device, entry.sha256) = (report.device, report.sha256)
        switch report.end {
        case .completed:
            break
        case .interrupted(let reason):
            (entry.state, entry.reason) = (.interrupted, reason)
        case .unheard(let reason):
            (entry.state, entry.reason) = (.missed, reason)
        case .stopped(let who) where report.began == nil:
            // Nothing was heard: should its second come yet, it is called.
            (entry.state, entry.reason) = (.missed, givingUp ?? "stopped by \(who) before it was heard")
        case .stopped(let who):
            (entry.state, entry.who) = (.stopped, who)
        }
        record(entry)
    }

    private func receive(_ event: DeskEvent, _ now: Instant) {
        switch event {
        case .recalled(let found, let problem):
            recalled(found, problem, now)
        case .recorded(let entry):
            if entry == committing?.entry { release() }
        case .unsaved(let entry, let reason):
            tell(.unsaved(entry, reason))
            if entry == committing?.entry { release() }
        case .refused(let entry, let error):
            tell(.refused(entry, "\(error)"))
            guard case .refused(_, let state, _) = error else { return }
            // The ledger knows better than our memory of it: this occasion is settled. One that is `started` is another
            // process's, and not ours to end.
            var kept = entry
            kept.state = state == .started ? .interrupted : state
            memory.note(kept)
            if entry == committing?.entry { giveUp("\(error)") }
        case .saved(let rows):
            tell(.saved(rows: rows))
        }
    }

    // MARK: The clock and the zone

    private func receive(_ rules: ZoneRules, _ now: Instant) {
        guard rules != settings.zone else { return }
        settings.zone = rules
        tell(.zone(rules))
        refresh(.zoneChanged, now)
    }

    private func receive(_ found: ClockTrust, _ now: Instant) {
        let wasTrusted = trust?.isTrusted
        guard found != trust else { return }
        trust = found
        tell(.clock(found, at: now))
        guard found.isTrusted, wasTrusted != true, settings.asksClock else { return }
        // What fell due by a clock that was not believed is not ours to judge; the days are loaded afresh, so that the
        // time it lied about is not taken for an absence.
        presence = Presence(since: now, before: wasTrusted == nil ? presence.before : .clockUntrusted)
        timetable = nil
        noteFirstStart()
    }

    // MARK: Memory

    private func recall(_ now: Instant) {
        // The zone may lie on either side of UTC's date: a day more does no harm.
        let since = settings.zone.wall(at: now - Schedule.listedAbsence).date.adding(days: -2)
        desk.recall(since: since, now: now)
    }

    private func recalled(_ found: LedgerMemory, _ problem: String?, _ now: Instant) {
        recalling = nil
        guard let problem else {
            let first = !remembers
            remembers = true
            var merged = found
            merged.merge(memory)
            memory = merged
            unreadable = nil
            // What the ledger tells may reach back further than this process has looked.
            if first { (timetable, accounted) = (nil, nil) }
            noteFirstStart()
            settleUnfinished()
            tell(.recalled(found))
            return
        }
        memory.merge(found)
        settleUnfinished()
        forgo(problem)
    }

    private func forgo(_ problem: String) {
        recalling = nil
        // Tried each minute, said once.
        if unreadable != problem { tell(.ledgerUnreadable(problem)) }
        unreadable = problem
    }

    /// Nothing is missed before the first start with a clock that can be believed.
    private func noteFirstStart() {
        guard remembers, trustsClock, memory.firstStart == nil else { return }
        memory.firstStart = presence.since
        desk.recordFirstStart(presence.since)
    }

    /// What an earlier process had begun and did not end.
    private func settleUnfinished() {
        for entry in memory.unfinished where entry.key != activity.due?.key {
            var entry = entry
            (entry.state, entry.reason) = (.interrupted, "the power or the process was lost")
            record(entry)
        }
    }

    private func note(_ interruption: Interruption, _ now: Instant) {
        switch interruption {
        case .clockStep(let step):
            presence = Presence(since: now, before: .clockStepped)
            // What was known was known of another clock. The next look is on its way.
            if step > Self.trustedStep || step < .zero - Self.trustedStep {
                trust = nil
                // The rows around another day are not in memory.
                if recalling == nil {
                    recalling = now
                    recall(now)
                }
            }
        case .heldUp: presence = Presence(since: now, before: .heldUp)
        }
        tell(.interrupted(interruption))
    }
}
