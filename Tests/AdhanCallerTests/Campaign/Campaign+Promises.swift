import AdhanTestSupport
@testable import AdhanCaller
import AdhanCore

/// The promises of a mosque's box, checked by the campaign.
extension Campaign {
    /// How long after a fault its effects may still delay a prayer.
    static let aftermath: Duration = .minutes(20)

    /// A time without faults.
    func peace(for time: Duration) throws {
        if calm == nil {
            pass(min(time, .minutes(12)))
            let isByTheTimetable = box.refreshes > correctedAfter
            guard time > .minutes(12), isTrusted, isByTheTimetable else {
                pass(max(.zero, time - .minutes(12)))
                return
            }
            try beginCalm()
            pass(time - .minutes(12))
        } else {
            pass(time)
        }
        try checkPunctuality()
    }

    private func beginCalm() throws {
        let settled = try box.ledger.entries(.first..<(.last)).filter(\.state.settles).map(\.key)
        let begin = box.now + Self.aftermath - .minutes(12)
        calm = Calm(until: begin, settled: seen.union(settled), announced: Set(box.announced.map(\.key)))
    }

    /// While card, clock and process have no fault, every prayer is called at its second, whatever else hangs.
    func checkPunctuality() throws {
        guard let calm, isTrusted else { return }
        let (zone, start, end) = (box.settings.zone, calm.until, box.now - .seconds(2))
        guard start < end else { return }
        self.calm?.until = end
        let first = zone.wall(at: start).date.adding(days: -1)
        let all = occasions(first...zone.wall(at: end).date.adding(days: 1))
        // One by a clock that was ahead and has been set back is not announced again.
        try checkAnnouncements(all.filter { $0.at > start && $0.at <= end && !calm.announced.contains($0.key) })
        let calls = all.filter { due in
            // Where the recording in its place is missing, the adhan is called.
            due.key.occasion.isCall && due.hasSound
                && (due.silence == nil || due.replacement != nil && isLacking(at: due.at)) && !isMuted(due)
        }
        for due in calls where due.at > start && due.at <= end && !calm.settled.contains(due.key) {
            // A tick later is fine: the virtual clock advances by a millisecond where something answers at once. What is due while
            // other calls sound, or wait for each other, follows them.
            let room = Self.soundLength + Schedule.armLead
            let before = calls.filter { $0.key != due.key && $0.at <= due.at }.sorted { $0.at < $1.at }
            let free = before.reduce(Instant(seconds: 0)) { free, other in max(free, other.at) + room }
            let tick = due.at...max(free, due.at + .seconds(1))
            if tick.upperBound > box.now { continue }
            guard box.called.contains(where: { $0.key == due.key && tick.contains($0.at) }) else {
                throw Broken(
                    description:
                        "neither card nor clock were wrong, and \(due.words(zone)) was not called at its second: \(box.account(due.key))"
                )
            }
        }
    }

    /// Whether some mute covered it, at its second or within its grace.
    private func isMuted(_ due: ScheduledOccasion) -> Bool {
        mutes.contains { $0?.who(mutes: due, at: due.at + box.settings.policy.grace) != nil }
    }

    /// Whether by other corrections the prayer's time may have ended before its iqama, so that there was none.
    private func mayHaveHadNoRoom(_ due: ScheduledOccasion) -> Bool {
        let prayer: Prayer
        switch due.key.occasion {
        case .iqama(let own), .reminder(.iqama(let own), _): prayer = own
        default: return false
        }
        guard source.isCorrected else { return false }
        let next = Prayer.allCases.drop { $0 != prayer }.dropFirst().first
        // The time of Isha ends with the next day's Fajr.
        let date = next == nil ? due.key.date.adding(days: 1) : due.key.date
        let day = source.days(date...date, in: box.settings.zone).first
        // Each of the two prayers may have been moved by 40 minutes, from one limit of the corrections to the other.
        return day.map { $0[next ?? .fajr] - due.at < .minutes(80) } ?? false
    }

    /// Whether a correction may have moved it from ahead of a start to before what the earlier process had judged by then. After a start,
    /// the rules and the times of then decide what was an occasion; only calls are owed a row in any case.
    private func wasMovedBeforeAStart(_ due: ScheduledOccasion, _ rows: [LedgerEntry]) -> Bool {
        guard source.isCorrected, !due.key.occasion.isCall else { return false }
        return box.started.contains { start in
            due.at < start && start < due.at + .minutes(40) && rows.contains { due.at < $0.due && $0.due < start }
        }
    }

    private func isLacking(at moment: Instant) -> Bool {
        lacking.map { $0.lowerBound + .seconds(20) < moment && moment + .seconds(20) < $0.upperBound } ?? false
    }

    /// What has no recording is announced at its second, unless it was before a correction moved it. An iqama may be another than by
    /// the present timetable: it was kept.
    private func checkAnnouncements(_ dues: [ScheduledOccasion]) throws {
        for due in dues where !due.hasSound && due.silence == nil {
            switch due.key.occasion {
            case .iqama, .reminder(.iqama, _): continue
            default: break
            }
            let tick = due.at + .seconds(1)
            guard isMuted(due) || box.announced.contains(where: { $0.key == due.key && $0.at <= tick }) else {
                throw Broken(
                    description:
                        "\(due.words(box.settings.zone)) was not announced: \(box.account(due.key, near: due.at))"
                )
            }
        }
    }

    /// What holds at any time, whatever happens.
    func check() throws {
        let zone = box.settings.zone
        while checked < box.called.count {
            let (key, at) = box.called[checked]
            checked += 1
            if !seen.insert(key).inserted {
                // No disk that could be read had a record of the first time.
                let isUnknown =
                    traceless.contains(key) || box.calledUnread.contains { $0.key == key && $0.at == at }
                    || move?.calledElsewhere.remove(key) != nil
                guard isUnknown else {
                    throw Broken(description: "\(key) was called twice, the second time at \(zone.formatted(at))")
                }
                excused += 1
            }
            guard !box.calledMuted.contains(key) else {
                throw Broken(description: "\(key) was called, and somebody had muted it")
            }
            let late = box.dues[key].map { $0.duration(to: at) } ?? .zero
            guard late >= .zero, late <= max(box.settings.policy.grace, wait(of: key)) + .seconds(2) else {
                throw Broken(description: "\(key) was called \(late) after its second")
            }
            if let lastCalled, at > lastCalled, at < lastCalled + .seconds(1) {
                throw Broken(description: "a burst: \(key) began at \(zone.formatted(at)), right behind another")
            }
            lastCalled = at
        }
        try checkCallsAfterMove()
        // The decision must know what was called: the ledger's refusal is only the last guard.
        guard box.refusedToCall == nil else {
            throw Broken(description: "only the ledger kept it from being called twice: \(box.refusedToCall ?? "")")
        }
        if let key = box.calledInKhutbah.first {
            throw Broken(description: "\(key) sounded in a khutbah: \(box.account(key))")
        }
        for (index, found) in box.announced.enumerated().dropFirst(announcements) {
            let late = found.due.duration(to: found.at)
            guard late >= .zero, late <= .minutes(1) + wait(of: found.key) + .seconds(1), !seen.contains(found.key),
                !box.announced[..<index].contains(where: { $0.key == found.key && $0.life == found.life })
            else { throw Broken(description: "\(found.key) was announced late or again: \(box.account(found.key))") }
        }
        announcements = box.announced.count
        guard box.calledUntrusted == 0 else {
            throw Broken(description: "an adhan began by a clock that was not trusted")
        }
        guard !log.isOnTheLoop else { throw Broken(description: "the loop's own thread wrote to the log") }
    }

    /// How long an iqama may have waited for the end of its adhan, if that was called. A process that ended just before
    /// it may have called it, as far as the next one knows.
    private func wait(of key: OccasionKey) -> Duration {
        guard case .iqama(let prayer) = key.occasion else { return .zero }
        let adhan = OccasionKey(key.date, .adhan(prayer))
        let isInterrupted = box.notices.contains { _, notice in
            if case .settled(let row) = notice { row.key == adhan && row.state == .interrupted } else { false }
        }
        return seen.contains(adhan) || isInterrupted ? .minutes(16) : .zero
    }

    /// Before the process ends, with or without a power cut: some disk must have a record of everything that it has called.
    func checkTraces(_ isPowerCut: Bool) throws {
        let rows = try box.ledger.rowsOnDisk() + (isPowerCut ? [] : box.marks.load())
        try checkRowsAfterMove(rows)
        // A `missed` row from before a step of the clock is no record of a call.
        let onDisk = Set(rows.filter { $0.state != .missed }.map(\.key))
        let isExcused = trouble.map { isPowerCut || $0.spoilsMarks } ?? (isPowerCut && box.now < wellAt)
        for (index, (key, at)) in box.called.enumerated() where !onDisk.contains(key) {
            // A lost ledger loses the days whose marks have been removed.
            let isMarked = lostAt.map { $0 >= at && $0 <= at + box.settings.policy.grace } ?? false
            let isLost = index < calledWhenLost && (isPowerCut || !isMarked)
            guard isExcused || isLost || traceless.contains(key) || isFromElsewhere(key) else {
                throw Broken(
                    description: "the process ended, and no disk told of \(key): \(box.account(key, near: at))"
                )
            }
            traceless.insert(key)
        }
    }

    /// No silent miss: since its first start the ledger must have a row for every prayer.
    func auditLedger() throws {
        let zone = box.settings.zone
        let rows = try box.ledger.entries(.first..<(.last))
        let byKey = Dictionary(uniqueKeysWithValues: rows.map { ($0.key, $0) })
        try checkRowsAfterMove(rows)
        if let row = rows.first(where: { row in
            row.reason == "\(SkipCause.muted)"
                && !isMuted(ScheduledOccasion(row.key, at: row.due, source: .calculation))
        }) {
            throw Broken(description: "\(row.key) is muted, and nobody had muted it: \(box.account(row.key))")
        }
        let absences = rows.filter { $0.key.occasion == .absence }
        if let open = rows.first(where: { $0.state == .started && $0.due < box.now - .minutes(10) }) {
            throw Broken(description: "\(open.key) is still started")
        }
        let known = lostAt.map { zone.wall(at: $0).date.adding(days: wasLostUnread ? 1 : 0) } ?? .first
        for key in seen.subtracting(lostUnread)
        where key.date >= known && byKey[key]?.state.settles != true && !traceless.contains(key)
            && !isFromElsewhere(key)
        {
            throw Broken(
                description:
                    "\(key) was called, and the ledger has it as \(byKey[key]?.state.rawValue ?? "nothing"): \(box.account(key))"
            )
        }
        let first = try box.ledger.load(since: .first, now: box.now).origin.firstStart ?? box.now
        let (start, end) = (
            max(known, zone.wall(at: first).date.adding(days: 1)), zone.wall(at: box.now).date.adding(days: -1)
        )
        guard start <= end else { return }
        // The Fajr of a short night may be due on the evening before, and so before the ledger began.
        for due in occasions(start...end)
        where due.hasSound && due.at >= first && due.at < box.now - .minutes(10) {
            // A correction or a zone change may have moved it by an hour and more since.
            let isCovered = absences.contains {
                $0.due - .hours(2) <= due.at && due.at <= ($0.ended ?? $0.due) + .hours(2)
            }
            guard byKey[due.key] != nil || isCovered || mayHaveHadNoRoom(due) || wasMovedBeforeAStart(due, rows) else {
                throw Broken(
                    description:
                        "\(due.key), due \(zone.formatted(due.at)), is lost in silence: \(box.account(due.key, near: due.at))"
                )
            }
        }
        let lost = log.lost()
        guard lost == 0 else {
            throw Broken(description: "\(lost) lines were neither written to the log nor counted as dropped")
        }
    }
}
