import AdhanCore
import AdhanTimetables

/// Carries out the steps that `Schedule.nextStep` returns.
extension DaemonLoop {
    package func perform(_ step: Step, _ now: Instant) {
        switch step {
        case .refresh(let reason): refresh(reason, now)
        case .arm(let due): arm(due, now)
        case .begin(let due): begin(due, now)
        case .giveUp(let reason): giveUp(reason)
        case .fade(_, let other): _ = stopSound(by: other)
        case .announce(let due):
            notes[due.key].isAnnounced = true
            tell(.reached(due))
        case .skipAnnouncement(let due, let skipReason):
            notes[due.key].notAnnounced = due.at
            tell(.notAnnounced(due, skipReason))
        case .miss(let due, let reason): record(LedgerEntry(due, .missed, reason: "\(reason)"), reason)
        case .skip(let due, let skipReason):
            record(LedgerEntry(due, .skipped, reason: skipReason.reason, who: skipReason.who))
        case .wait: break
        }
    }

    /// Whether the clock is trusted, or need not be.
    var trustsClock: Bool { !settings.asksClock || trust?.isTrusted == true }

    package func refresh(_ reason: RefreshReason, _ now: Instant) {
        let accountedTo = accountedTo(now)
        let absences = memory.silences(from: accountedTo, to: now)
        if trustsClock { for absence in absences { recordAbsence(absence, now) } }
        // As far back as rows are in memory: between two absences single prayers may have no row, and an absence has
        // one row for all.
        let window = Timetable.window(
            now: now,
            since: accountedTo,
            zone: settings.zone,
            reach: .days(Self.remembered - 1)
        )
        let rules = rulesInForce
        let read = MosqueTimetable(source, rules).days(window, in: settings.zone)
        let before = days.latest
        // A person may change the iqama for which the congregation waits.
        let applied = AppliedRules(rules: rules, zone: settings.zone)
        let changes = applied.changes(since: appliedRules)
        let found =
            changes.flatMap { changes in
                before?.keepingCongregations(
                    read,
                    now: now,
                    changed: changes,
                    grace: settings.policy.grace,
                    hasCome: hasCome
                )
            } ?? saved.pinned?.applied(to: read, by: settings, saved.preferences, now) ?? read
        let loaded = Timetable(
            zone: settings.zone,
            days: found,
            window: window,
            loadedAt: now,
            plan: settings.policy.refresh,
            rules: rules,
            sounds: soundsInForce
        )
        saved.mute = saved.mute?.following(loaded, memory, at: now)
        for key in unowed(loaded, after: before, now) { notes[key].isExempt = true }
        noteDueBeforeStart(loaded, now)
        noteMoves(to: loaded, from: before, now)
        tellSettled(loaded, before: before, now)
        tellDropped(loaded, before: before, now)
        (days, changedRules, appliedRules) = (.loaded(loaded), nil, applied)
        madeOutlook = nil
        // Armed, it is begun as the days have it now, for example from another source.
        if let armed = current, armed.isArmed,
            let due = loaded.occasions.first(where: { $0.key == armed.due.key && $0.at == armed.due.at })
        {
            current?.due = due
        }
        // A clock that shows another year for a while must not cost what is known of these days.
        let oldest = today(now).adding(days: -Self.remembered)
        if memory.count > Self.rememberedRows { memory.forget(before: oldest) }
        notes.forgetObstacles(before: window.lowerBound)
        if notes.all.count > Self.rememberedRows { notes.forget(before: oldest) }
        tell(.refreshed(reason, next: loaded.next(after: now, besides: memory)))
        // After news from a source it is not asked once more; and new zone rules do not change a source's times.
        if [.start, .afterIsha, .rollover, .clockStepped].contains(reason) {
            fetches?.ask(now, today: today(now), isStart: reason == .start)
        }
    }

    /// Has the timetable loaded again at the next step.
    func loadAgain() { if let timetable { days = .outdated(timetable) } }

    /// The time before which every prayer has its row.
    func accountedTo(_ now: Instant) -> Instant {
        if let accounted, accounted <= now { return accounted }
        return memory.accounted(now: now) ?? now
    }

    private func recordAbsence(_ silence: Range<Instant>, _ now: Instant) {
        // The prayers at both ends have rows of their own.
        let (start, end) = (
            silence.lowerBound + .seconds(1), min(silence.upperBound - .seconds(1), now - settings.policy.grace)
        )
        let due = ScheduledOccasion(
            OccasionKey(settings.zone.wall(at: start).date, .absence),
            at: start,
            source: .calculation
        )
        // A clock set back into an absence must not shorten its row.
        if memory.absence(from: due.key.date) != nil { return }
        let reason = observed.reason(at: start)
        var entry = LedgerEntry(
            due,
            .missed,
            reason: "\(reason), from \(settings.zone.formatted(start)) to \(settings.zone.formatted(end))"
        )
        entry.ended = end
        record(entry, reason)
    }

    /// The civil date in the mosque's zone.
    package func today(_ now: Instant) -> CivilDate { settings.zone.wall(at: now).date }

    /// The network sources have answered.
    package func receive(_ round: FetchRound, _ now: Instant) {
        for news in fetches?.answered(round, now) ?? [] { tell(.source(news)) }
        if round.reports.contains(where: \.isNew), timetable != nil { refresh(.sourceChanged, now) }
    }

    package func arm(_ due: ScheduledOccasion, _ now: Instant) {
        let wall = settings.zone.wall(at: due.at)
        guard let choice = soundsInForce.sound(of: due.key.occasion, on: due.key.date, at: wall) else {
            return
        }
        leaveOutDua(for: due.key.occasion.name)
        if let auxiliary {
            // A dua is short, and is heard to its end where what is due can wait or comes before something else.
            if case .dua = auxiliary.purpose, due.key.occasion.rank == .ahead {
                notes[due.key].obstacle = .obstacle(auxiliary.name)
            } else {
                stopAuxiliary(by: "\(due.key)")
            }
            notes[due.key].rearmAt = now + Schedule.rearmDelay
            return
        }
        lastSound += 1
        let request = PlaybackRequest(id: lastSound, at: due.at, latest: due.end(settings.policy.grace), choice)
        current = CurrentOccasion(due: due, request: request, since: now)
        player.arm(request)
    }

    package func begin(_ due: ScheduledOccasion, _ now: Instant) {
        let entry = LedgerEntry(due, .started, file: current?.request.file)
        memory.note(entry)
        current?.stage = .committing(Commit(entry: entry, since: now))
        writer.record(entry)
    }

    /// Notes that a recording takes too long to be prepared, as from a disk that hangs: that is why its occasion is
    /// missed if it never is, and an adhan in whose place it was to sound is called after all.
    ///
    /// - Returns: when to look again; nil where nothing is awaited.
    func noteSlowPreparation(_ now: Instant) -> Instant? {
        guard let current, let end = current.preparationEnd else { return nil }
        if now < end { return end }
        if notes[current.due.key].obstacle == nil {
            notes[current.due.key].obstacle = .obstacle("its recording was not ready in time")
        }
        if timetable?.adhans.contains(where: { $0.replacement == current.due.key }) == true {
            notes[current.due.key].isUnplayable = true
        }
        return nil
    }

    func giveUp(_ reason: String) {
        guard let current else { return }
        self.current?.stage = .ending(reason)
        tell(.gaveUp(current.due, reason))
        player.stop(current.request.id, by: reason)
    }

    /// - Parameter missed: why, where it was missed; the row has it in words.
    func record(_ entry: LedgerEntry, _ missed: MissReason? = nil) {
        memory.note(entry)
        tally.note(entry, missed?.kind)
        writer.record(entry)
        tell(.settled(entry))
    }

    package func release() {
        guard let current else { return }
        self.current?.stage = .released
        player.start(current.request.id)
    }
}
