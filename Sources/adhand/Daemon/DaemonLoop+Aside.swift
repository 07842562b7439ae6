import AdhanCore

/// A sound beside the ledger, which gives way to every adhan.
struct Aside: Sendable {
    enum Purpose: Sendable {
        /// A person tries it out.
        case trial(who: String)
        /// It follows the adhan.
        case dua(after: OccasionKey)
    }

    let sounding: Sounding
    let purpose: Purpose
    /// No device opens, and it is given up: a person who tries a sound out can do so again, and is not to wait in silence.
    var isGivenUp = false

    var name: String {
        switch purpose {
        case .trial: sounding.file
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
    func beginDua(after due: Due, _ now: Instant) {
        guard !isStopped, stopping == nil, let prayer = due.key.occasion.prayer,
            let choice = settings.sounds.dua(of: prayer, on: due.key.date, at: settings.zone.wall(at: due.at)),
            case .wait = Schedule.nextStep(situation(now))
        else { return }
        begin(.dua(after: due.key), choice, at: now + settings.sounds.duaPause)
    }

    /// Hands it to the player.
    func begin(_ purpose: Aside.Purpose, _ choice: SoundChoice, at moment: Instant) {
        lastSound += 1
        let sounding = Sounding(id: lastSound, at: moment, latest: moment + .minutes(1), choice)
        aside = Aside(sounding: sounding, purpose: purpose)
        player.arm(sounding)
    }

    func stopAside(by who: String) {
        if let aside { player.stop(aside.sounding.id, by: who) }
    }

    func receive(_ event: PlayerEvent, of aside: Aside) {
        func end(_ state: LedgerState, _ words: String) {
            self.aside = nil
            tell(.aside(aside, .ended(state, words)))
        }
        switch event {
        case .armed(let id, let device, let problem):
            tell(.aside(aside, .playing(device: device, problem: problem)))
            guard problem != nil, case .trial = aside.purpose else { return player.release(id) }
            self.aside?.isGivenUp = true
            player.stop(id, by: "the daemon")
        case .began: break
        case .noted(_, let words), .lost(_, let words), .found(_, _, let words): tell(.aside(aside, .noted(words)))
        case .failed(_, let reason): end(.missed, reason)
        case .ended where aside.isGivenUp: end(.missed, "given up, since nothing would be heard")
        case .ended(_, let report): end(report.state, report.words)
        }
    }
}
