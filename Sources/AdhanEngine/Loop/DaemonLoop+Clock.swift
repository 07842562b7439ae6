import AdhanCore

/// The clock, the zone and the seconds that were not seen.
extension DaemonLoop {
    package func receive(_ rules: ZoneRules, _ now: Instant) {
        // A look of the config before may come back late.
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
        // What fell due by a clock that was not believed is not ours to judge; the days are loaded afresh, so that the
        // time it lied about is not taken for an absence.
        if wasTrusted == false { remembersSince = now }
        observed = ObservedSince(since: now, before: wasTrusted == nil ? observed.before : .clockUntrusted)
        timetable = nil
        noteFirstStart()
    }

    package func note(_ interruption: Interruption, _ now: Instant) {
        switch interruption {
        case .clockStep(let step):
            observed = ObservedSince(since: now, before: .clockStepped)
            // What was known was known of another clock. The next look is on its way.
            if step > Self.trustedStep || step < .zero - Self.trustedStep {
                trust = nil
                if !remembers { remembersSince = now }
                // The rows of days far back are not in memory, and are waited for; not on a disk that is known to fail.
                if recalling == nil {
                    if step < .zero - Self.inMemory, unreadable == nil {
                        recalling = Recalling(since: now, awaitsMarks: false)
                    }
                    recall(now)
                }
            }
        case .heldUp: observed = ObservedSince(since: now, before: .heldUp)
        }
        tell(.interrupted(interruption))
    }
}
