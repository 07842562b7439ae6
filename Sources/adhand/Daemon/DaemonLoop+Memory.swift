import AdhanCore

/// What the ledger knows from before.
extension DaemonLoop {
    func recall(_ now: Instant) {
        // The zone may lie on either side of UTC's date: a day more does no harm.
        let since = settings.zone.wall(at: now - Schedule.listedAbsence).date.adding(days: -2)
        desk.recall(since: since, now: now)
    }

    func recalled(_ found: LedgerMemory, _ problem: String?, _ now: Instant) {
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

    func forgo(_ problem: String) {
        recalling = nil
        // Tried each minute, said once.
        if unreadable != problem { tell(.ledgerUnreadable(problem)) }
        unreadable = problem
    }

    /// Nothing is missed before the first start with a clock that can be believed.
    func noteFirstStart() {
        guard remembers, trustsClock, memory.firstStart == nil else { return }
        memory.firstStart = presence.since
        desk.recordFirstStart(presence.since)
    }

    /// What an earlier process had begun and did not end.
    func settleUnfinished() {
        for entry in memory.unfinished where entry.key != activity.due?.key {
            var entry = entry
            (entry.state, entry.reason) = (.interrupted, "the power or the process was lost")
            record(entry)
        }
    }
}
