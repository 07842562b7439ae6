import AdhanCore

/// What the ledger knows from before.
extension DaemonLoop {
    func recall(_ now: Instant) {
        // Once it can be read it has rows of this process, too, which say nothing of the time before.
        let end = remembers ? now : min(now, remembersSince)
        desk.recall(since: today(now).adding(days: -Self.remembered), now: end)
    }

    func recalled(_ found: LedgerMemory, _ problem: String?, _ now: Instant) {
        recalling = nil
        guard let problem else {
            let first = !remembers
            remembers = true
            // What the ledger tells may reach back further than this process has looked. The rows of this process say nothing of the
            // time before it; a clock that was set meanwhile cannot tell them from the others.
            if first { (timetable, accounted) = (nil, found.lastKnown(now: now, apartFrom: memory)) }
            var merged = found
            merged.merge(memory)
            memory = merged
            unreadable = nil
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
        notReadable(problem)
    }

    /// Tried each minute, said once.
    func notReadable(_ problem: String) {
        if unreadable != problem { tell(.ledgerUnreadable(problem)) }
        unreadable = problem
    }

    /// Nothing is missed before the first start with a clock that can be believed.
    func noteFirstStart() {
        guard remembers, trustsClock, memory.firstStart == nil else { return }
        memory.firstStart = presence.since
        desk.recordFirstStart(presence.since)
    }

    /// The ledger's file is another one: it gets the rows that are known, and may know others.
    func restore(_ now: Instant) {
        desk.restore(memory.rows, firstStart: remembers ? memory.firstStart : nil)
        recall(now)
    }

    /// Whether it may sound only once its row is on record: what fell due before this process could be called a second time by it,
    /// and by the next one a third.
    func needsRecord(_ entry: LedgerEntry) -> Bool {
        entry.due < remembersSince
    }

    /// What an earlier process had begun and did not end.
    func settleUnfinished() { settle(memory.unfinished) }

    private func settle(_ unfinished: [LedgerEntry]) {
        for entry in unfinished where entry.key != activity.due?.key {
            var entry = entry
            (entry.state, entry.reason) = (.interrupted, "the power or the process was lost")
            record(entry)
        }
    }
}
