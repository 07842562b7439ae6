import AdhanCore

/// What the ledger knows from before.
extension DaemonLoop {
    package func recall(_ now: Instant) {
        // Once it can be read it has rows of this process, too, which say nothing of the time before.
        let end = remembers ? now : min(now, remembersSince)
        writer.recall(since: today(now).adding(days: -Self.remembered), now: end)
    }

    /// The ledger has answered.
    package func recalled(_ answer: RecalledLedger, _ now: Instant) {
        // What is begun there may have ended in a mark.
        if recalling?.awaitsMarks == true {
            recalling?.answer = answer
        } else {
            recalling = nil
            take(answer, now)
        }
    }

    /// The marks have answered.
    package func found(_ entries: [LedgerEntry], _ now: Instant) {
        memory.merge(LedgerMemory(entries: entries))
        if lacksMarks {
            lacksMarks = false
            tell(.marks(place: writer.marks.place, problem: nil))
            if remembers { settleUnfinished() }
        }
        recalling?.awaitsMarks = false
        if let answer = recalling?.answer { recalled(answer, now) }
    }

    /// Goes on without what has not answered: a disk that hangs at boot must not cost the prayer that is due.
    package func forgo(_ asked: Recalling, _ now: Instant) {
        recalling = nil
        let problem = "not answered for \(Self.recallPatience)"
        if asked.awaitsMarks {
            lacksMarks = true
            tell(.marks(place: writer.marks.place, problem: "have \(problem)"))
        }
        if let answer = asked.answer { take(answer, now) } else { notReadable("the ledger's disk has \(problem)") }
    }

    private func take(_ answer: RecalledLedger, _ now: Instant) {
        defer { settleUnfinished() }
        if let problem = answer.problem { return notReadable(problem) }
        let found = answer.memory
        let first = !remembers
        remembers = true
        // What the ledger tells may reach back further than this process has looked. A row that this process has booked says nothing
        // of the time before it, nor does one that was marked: whoever did that may not have read the ledger either. They count for
        // themselves, among what follows (`LedgerMemory.silences`). A clock that was set meanwhile cannot tell them from the others.
        if first { (timetable, accounted) = (nil, found.lastKnown(now: now, apartFrom: memory)) }
        var merged = found
        merged.merge(memory)
        memory = merged
        unreadable = nil
        noteFirstStart()
        tell(.recalled(found))
    }

    /// Tried each minute, said once.
    package func notReadable(_ problem: String) {
        if unreadable != problem { tell(.ledgerUnreadable(problem)) }
        unreadable = problem
    }

    /// Nothing is missed before the first start with a clock that can be believed.
    package func noteFirstStart() {
        guard remembers, trustsClock, memory.firstStart == nil else { return }
        memory.firstStart = observed.since
        writer.recordFirstStart(observed.since)
    }

    /// The ledger's file is another one: it gets the rows that are known, and may know others.
    package func restore(_ now: Instant) {
        writer.restore(memory.rows, firstStart: remembers ? memory.firstStart : nil)
        recall(now)
    }

    /// Whether it may sound only once its row is on record: what fell due before this process could be called a second time by it,
    /// and by the next one a third.
    package func needsRecord(_ entry: LedgerEntry) -> Bool {
        entry.due < remembersSince
    }

    /// What an earlier process had begun and did not end.
    package func settleUnfinished() { settle(memory.unfinished) }

    private func settle(_ unfinished: [LedgerEntry]) {
        for entry in unfinished where entry.key != activity.due?.key {
            var entry = entry
            (entry.state, entry.reason) = (.interrupted, "the power or the process was lost")
            record(entry)
        }
    }
}
