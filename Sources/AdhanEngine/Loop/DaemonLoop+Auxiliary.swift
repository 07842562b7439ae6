import AdhanCore

/// A sound beside the ledger, which gives way to every adhan.
package struct AuxiliaryPlayback: Sendable {
    package enum Purpose: Sendable {
        /// A person tries it out.
        case trial(who: String)
        /// It follows the adhan.
        case dua(after: OccasionKey)
    }

    package let request: PlaybackRequest
    package let purpose: Purpose
    /// Until when a device is looked for, for a person who tries a sound out, and can do so again; nil while there is one, and for a dua.
    package var looksUntil: Instant?
    /// No device was found by then.
    package var isGivenUp = false

    /// How long a person waits in silence for a device that somebody else may just have.
    package static let patience: Duration = .seconds(5)

    package var name: String {
        switch purpose {
        case .trial: request.file
        case .dua(let key): "the dua after \(key)"
        }
    }
}

/// What sounds beside the adhans.
extension DaemonLoop {
    /// Lets the dua follow an adhan that was heard to its end.
    ///
    /// It is a sound of its own, and has no row: the adhan's row tells of the adhan, is complete when that has drained, and does
    /// not change if the dua cannot sound. Nothing is owed for it, so that a restart in its midst does not play it again. Whoever
    /// stopped the adhan wants silence, and an adhan that waits comes first.
    package func beginDua(after due: Due, _ now: Instant) {
        guard stopping == nil, let prayer = due.key.occasion.prayer,
            let choice = settings.sounds.dua(of: prayer, on: due.key.date, at: settings.zone.wall(at: due.at)),
            case .wait = Schedule.nextStep(input(now))
        else { return }
        begin(.dua(after: due.key), choice, at: now + settings.sounds.duaPause)
    }

    /// Hands it to the player.
    package func begin(_ purpose: AuxiliaryPlayback.Purpose, _ choice: SoundChoice, at moment: Instant) {
        lastSound += 1
        let request = PlaybackRequest(id: lastSound, at: moment, latest: moment + .minutes(1), choice)
        auxiliary = AuxiliaryPlayback(request: request, purpose: purpose)
        player.arm(request)
    }

    /// At each tick: gives a trial up that has found no device. The clock may have been set back.
    package func giveUpAuxiliary(_ now: Instant) {
        guard let auxiliary, let end = auxiliary.looksUntil, now >= end || now < end - AuxiliaryPlayback.patience else {
            return
        }
        self.auxiliary?.looksUntil = nil
        self.auxiliary?.isGivenUp = true
        player.stop(auxiliary.request.id, by: "the daemon")
    }

    package func stopAuxiliary(by who: String) {
        if let auxiliary { player.stop(auxiliary.request.id, by: who) }
    }

    package func receive(_ event: PlayerEvent, of auxiliary: AuxiliaryPlayback, _ now: Instant) {
        func end(_ state: LedgerState, _ words: String) {
            self.auxiliary = nil
            tell(.auxiliary(auxiliary, .ended(state, words)))
        }
        switch event {
        case .armed(let id, let device, let problem):
            tell(.auxiliary(auxiliary, .playing(device: device, problem: problem)))
            if problem != nil, case .trial = auxiliary.purpose {
                self.auxiliary?.looksUntil = now + AuxiliaryPlayback.patience
            }
            player.release(id)
        case .began: break
        case .found(_, _, let words):
            self.auxiliary?.looksUntil = nil
            tell(.auxiliary(auxiliary, .noted(words)))
        case .noted(_, let words), .lost(_, let words): tell(.auxiliary(auxiliary, .noted(words)))
        case .failed(_, let reason): end(.missed, reason)
        case .ended(_, let report) where auxiliary.isGivenUp && report.heard == .zero:
            end(
                .missed,
                "no device was found within \(DurationText.format(AuxiliaryPlayback.patience)), so nothing was heard"
            )
        case .ended(_, let report): end(report.state, report.words)
        }
    }
}
