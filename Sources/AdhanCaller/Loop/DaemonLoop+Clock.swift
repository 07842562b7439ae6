import AdhanCore

/// Handles news of the clock and the zone, and interruptions.
extension DaemonLoop {
    package func receive(_ rules: ZoneRules, _ now: Instant) {
        // The look may be that of an earlier config.
        guard rules.name == settings.zone.name, rules != settings.zone else { return }
        settings.zone = rules
        tell(.zone(rules))
        refresh(.zoneChanged, now)
    }

    package func receive(_ found: ClockTrust, _ now: Instant) {
        let wasTrusted = trust?.isTrusted
        guard found != trust else { return }
        trust = found
        tell(.clock(found, at: now))
        guard found.isTrusted, wasTrusted != true, settings.asksClock else { return }
        beginTrusting(wasUntrusted: wasTrusted == false, now)
    }

    /// The clock is trusted from now on, by a look at it or by another config.
    func beginTrusting(wasUntrusted: Bool, _ now: Instant) {
        // What fell due while the clock was not trusted is not judged. The days are loaded again, so that this time is
        // not taken for an absence.
        if wasUntrusted { remembersSince = now }
        observed = observed.again(since: now, after: wasUntrusted ? .clockUntrusted : nil)
        loadAgain()
        noteFirstStart()
    }

    package func note(_ interruption: Interruption, _ now: Instant) {
        switch interruption {
        case .clockStep(let step):
            observed = observed.again(since: now, step: step, after: .clockStepped)
            // The trust was that of the clock before the step. The next look has been started.
            if step > Self.trustedStep || step < .zero - Self.trustedStep {
                trust = nil
                if !ledger.isRead { remembersSince = now }
                // Rows of days far back are not in memory, so the ledger is read and waited for, unless its disk is
                // known to fail.
                if step < .zero - Self.inMemory, ledger.problem == nil {
                    pendingLoad = PendingLoad(since: now)
                }
                loadLedger(now)
            }
        case .heldUp: observed = observed.again(since: now, after: .heldUp)
        }
        tell(.interrupted(interruption))
    }
}
