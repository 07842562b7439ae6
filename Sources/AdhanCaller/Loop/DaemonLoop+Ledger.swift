import AdhanCore

/// Takes over what the ledger and the marks know of earlier processes.
extension DaemonLoop {
    func loadLedger(_ now: Instant) {
        // The ledger may have rows of this process by then, which say nothing of the time before it.
        writer.load(since: today(now).adding(days: -Self.remembered), now: min(now, remembersSince))
    }

    /// The ledger was read.
    func ledgerLoaded(_ answer: LoadedLedger, _ now: Instant) {
        // An adhan that the ledger has as `started` may have its end in a mark.
        if pendingLoad != nil, marks == .awaited {
            pendingLoad?.answer = answer
        } else {
            pendingLoad = nil
            apply(answer, now)
        }
    }

    /// The marks were read.
    package func found(_ entries: [LedgerEntry], _ now: Instant) {
        memory.merge(LedgerCache(entries: entries))
        if marks == .late {
            tell(.marks(place: writer.marks.place, problem: nil))
            if ledger.isRead { settleUnfinished() }
        }
        marks = .read
        if let answer = pendingLoad?.answer { ledgerLoaded(answer, now) }
    }

    /// How long to wait for the ledger and the marks: less where a sound falls due meanwhile that no earlier process
    /// can have begun.
    func patience(_ asked: PendingLoad, _ now: Instant) -> Duration {
        guard trustsClock, observed.isWhole, let next = soundAhead(now) else { return Self.loadPatience }
        return min(Self.loadPatience, max(Self.hurriedPatience, next - Schedule.latestArm - asked.since))
    }

    /// When the next sound is due that fell due since this process began; nil where none is known.
    private func soundAhead(_ now: Instant) -> Instant? {
        let (today, rules) = (today(now), rulesInForce)
        let dates = today.adding(days: -1)...today.adding(days: 1)
        let timetable = Timetable(
            zone: settings.zone,
            days: MosqueTimetable(source, rules).days(dates, in: settings.zone),
            window: dates,
            loadedAt: now,
            rules: rules,
            sounds: soundsInForce
        )
        return timetable.occasions.first { $0.hasSound && $0.at >= max(observed.known, now - settings.policy.grace) }?
            .at
    }

    /// Goes on without the ledger or the marks that have not answered: a disk that hangs at boot must not cost a
    /// prayer.
    func continueWithout(_ asked: PendingLoad, _ now: Instant) {
        pendingLoad = nil
        let problem = "not answered for \((now - asked.since).tenths)"
        if marks == .awaited {
            marks = .late
            tell(.marks(place: writer.marks.place, problem: "have \(problem)"))
        }
        if let answer = asked.answer { apply(answer, now) } else { notReadable("the ledger's disk has \(problem)") }
    }

    private func apply(_ answer: LoadedLedger, _ now: Instant) {
        defer { settleUnfinished() }
        if let problem = answer.problem { return notReadable(problem) }
        let found = answer.memory
        // The ledger may reach back further than this process has looked. A row of this process says nothing of the
        // time before it. Nor does a marked row: the process that marked it may not have read the ledger either. Such
        // rows count for themselves only (`LedgerCache.silences`). After a change of the clock they cannot be told
        // from the others.
        if !ledger.isRead {
            accounted = found.accounted(now: now, apartFrom: memory)
            if let accounted { changedRules = .byRestart(judged: accounted) }
            loadAgain()
        }
        ledger = .read
        var merged = found
        merged.merge(memory)
        memory = merged
        tally.load(memory)
        noteFirstStart()
        tell(.ledgerLoaded(found))
    }

    /// The ledger cannot be read. It is tried each minute and reported once.
    func notReadable(_ problem: String) {
        if ledger.problem != problem { tell(.ledgerUnreadable(problem)) }
        ledger = ledger.isRead ? .lost(problem) : .unreadable(problem)
    }

    /// Records the first start with a trusted clock: nothing counts as missed before it.
    func noteFirstStart() {
        guard ledger.isRead, trustsClock, memory.origin.firstStart == nil else { return }
        memory.origin.firstStart = observed.since
        writer.record(memory.origin)
    }

    /// The ledger's file was replaced: writes its origin and the known rows to the new one, and reads what it has.
    package func restore(_ now: Instant) {
        writer.restore(memory)
        loadLedger(now)
    }

    /// Whether the adhan may sound only once its row is written or marked: what fell due before this process may have
    /// been called already.
    func needsRecord(_ entry: LedgerEntry) -> Bool {
        entry.due < remembersSince
    }

    /// Records as interrupted what an earlier process began and did not end.
    func settleUnfinished() { settle(memory.unfinished) }

    private func settle(_ unfinished: [LedgerEntry]) {
        for entry in unfinished where entry.key != activity.due?.key {
            var entry = entry
            (entry.state, entry.reason) = (.interrupted, "the power or the process was lost")
            record(entry)
            // An iqama may have waited for the end.
            memory.processEnds[entry.key] = observed.began
        }
    }
}
