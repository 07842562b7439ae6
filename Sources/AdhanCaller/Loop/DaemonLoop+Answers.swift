import AdhanCore

/// Handles the answers of the player and of the ledger writer.
extension DaemonLoop {
    package func receive(_ event: PlayerEvent, _ now: Instant) {
        if case .ended(_, let report) = event { tally.note(xruns: report.xruns) }
        if let auxiliary, event.id == auxiliary.request.id { return receive(event, of: auxiliary, now) }
        guard let current, event.id == current.request.id else { return }
        let due = current.due
        switch event {
        case .armed(_, let device, let problem):
            guard current.isArmed else { return }
            notes[due.key].isUnplayable = false
            // Without a device nothing is begun: the occasion stays open until one is found, and a restart may still
            // call it.
            self.current?.stage = problem == nil ? .ready : .deviceless
            notes[due.key].obstacle = problem.map { .obstacle($0.sentence) }
            tell(.armed(due, device: device, problem: problem))
        case .failed(_, let fault):
            self.current = nil
            notes[due.key].rearmAt = now + Schedule.rearmDelay
            notes[due.key].isUnplayable = true
            // Retried each second during the grace, but reported once.
            let obstacle = MissReason.obstacle(fault.sentence)
            if notes[due.key].obstacle != obstacle { tell(.notReady(due, fault)) }
            notes[due.key].obstacle = obstacle
        case .began(_, let at, let device):
            switch current.stage {
            case .committing, .released: self.current?.stage = .audible(isStopped: false)
            case .opening, .deviceless, .ready, .audible, .ending: break
            }
            tell(.began(due, at: at, device: device))
        case .noted(_, let words):
            tell(.noted(due, words))
        case .lost(_, let fault):
            if current.isArmed {
                self.current?.stage = .deviceless
                notes[due.key].obstacle = .obstacle(fault.sentence)
            }
            tell(.lost(due, fault))
        case .found(_, let device, let words):
            if current.isArmed {
                self.current?.stage = .ready
                notes[due.key].obstacle = nil
            }
            tell(.found(due, device: device, words))
        case .ended(_, let report):
            self.current = nil
            ended(current, report, now)
        }
    }

    private func ended(_ occasion: CurrentOccasion, _ report: SoundReport, _ now: Instant) {
        let due = occasion.due
        guard memory[due.key]?.state == .started else {
            // It was only armed, so the occasion is still open.
            if case .unheard(let reason) = report.end { notes[due.key].obstacle = .obstacle(reason) }
            notes[due.key].rearmAt = now + Schedule.rearmDelay
            return
        }
        var entry = LedgerEntry(due, .completed, file: report.file ?? occasion.request.file)
        entry.began = report.began
        entry.ended = report.ended
        entry.latenessMilliseconds = report.lateness?.wholeMilliseconds
        entry.heardMilliseconds = report.heard.wholeMilliseconds
        entry.gapMilliseconds = report.gap.wholeMilliseconds
        (entry.device, entry.sha256) = (report.device, report.sha256)
        var missed: MissReason?
        switch report.end {
        case .completed:
            break
        case .interrupted(let reason):
            (entry.state, entry.reason) = (.interrupted, reason)
        case .unheard(let reason) where report.heard > .zero:
            (entry.state, entry.reason) = (.interrupted, reason)
        case .unheard(let reason):
            missed = .obstacle(reason)
        case .stopped(let who) where report.began == nil && report.heard == .zero:
            // Nothing was heard: if its second is still ahead, it is called then.
            missed = occasion.givenUp.map(MissReason.givenUp) ?? .stopped(by: who)
        case .stopped(let who):
            if let reason = occasion.givenUp {
                (entry.state, entry.reason) = (.interrupted, reason)
            } else {
                (entry.state, entry.who) = (.stopped, who)
            }
        }
        if let missed { (entry.state, entry.reason) = (.missed, "\(missed)") }
        let remarks = [entry.reason, report.remark, occasion.remark].compactMap(\.self)
        entry.reason = remarks.isEmpty ? nil : remarks.joined(separator: "; ")
        record(entry, missed)
        // Retried during the grace, but not each second: each try costs two commits. An adhan that was given up before
        // its second, after a clock stepped back, must still be on time.
        if entry.state == .missed {
            // What is no call must not hold up the next one.
            let isSoon = now < due.at || !due.key.occasion.isCall
            notes[due.key].rearmAt = now + (isSoon ? Schedule.rearmDelay : Schedule.retryDelay)
        }
        if entry.state == .completed, !occasion.isStopped { completed = due }
    }

    package func receive(_ event: LedgerAnswer, _ now: Instant) {
        switch event {
        case .ledgerLoaded(let found, let problem):
            ledgerLoaded(LoadedLedger(memory: found, problem: problem), now)
        case .found(let entries):
            found(entries, now)
        case .recorded(let entry):
            if entry == committing?.entry { release() }
            if let unsaved, unsaved.key == entry.key {
                self.unsaved = nil
                tell(.saved(rows: 1))
            }
        case .unsaved(let entry, let reason, let isMarked):
            tell(.unsaved(entry, reason))
            if entry == committing?.entry { onRecord(isMarked) }
        case .marked(let entry, let problem):
            marked(entry, problem)
        case .replaced(let words):
            tell(.ledgerReplaced(words))
            restore(now)
        case .lost(let words):
            notReadable(words)
        case .refused(let entry, let error):
            guard case .refused(_, let state, _) = error else {
                // The row is only in the journal. A prayer is called all the same.
                tell(.refused(entry, "\(error)"))
                if entry == committing?.entry { onRecord(true) }
                return
            }
            // The row of the adhan that plays: the disk had taken it although it reported an error.
            if state == .started, activity.due?.key == entry.key, committing == nil { return }
            tell(.refused(entry, "\(error)"))
            // The ledger has settled this occasion, so the memory is corrected. A `started` row is another process's,
            // and is not completed by this one.
            var kept = entry
            kept.state = state == .started ? .interrupted : state
            memory.note(kept)
            if entry == committing?.entry { giveUp("\(error)") }
        case .saved(let rows):
            unsaved = nil
            tell(.saved(rows: rows))
        }
    }
}
