import AdhanCore

/// A playback without a row in the ledger: a trial or a dua. It stops for every adhan.
package struct AuxiliaryPlayback: Sendable {
    enum Purpose: Sendable {
        /// A person tries a recording.
        case trial(who: String)
        /// The dua after an adhan.
        case dua(after: OccasionKey)
    }

    /// A trial's search for a device, which another program may have.
    enum Search: Sendable {
        /// There is a device, or it is a dua.
        case none
        /// No device yet; the search ends then.
        case until(Instant)
        /// It ended without a device.
        case failed
    }

    package let request: PlaybackRequest
    let purpose: Purpose
    var search = Search.none
    /// Whether a device has accepted its first sample.
    var isSounding = false

    /// How long a trial waits for a device that another program may have.
    package static let patience: Duration = .seconds(5)

    var searchEnd: Instant? {
        if case .until(let end) = search { end } else { nil }
    }

    package var name: String {
        switch purpose {
        case .trial: "\(request.choice.name)"
        case .dua(let key): "the dua after \(key)"
        }
    }
}

/// Plays what is no adhan: trials and duas.
extension DaemonLoop {
    /// Begins the dua after an adhan that was heard to its end, unless a khutbah begins. A sound that is due was armed
    /// before.
    ///
    /// The dua has no row in the ledger. The adhan's row is complete when the adhan has drained, and does not change if
    /// the dua fails. A restart during the dua does not play it again.
    func beginDua(_ now: Instant) {
        // A dua that a later reload brings belongs to no adhan that is over.
        guard let due = completed.take(), let choice = dua(of: due) else { return }
        let moment = now + settings.sounds.duaPause
        if let other = auxiliary?.name ?? timetable?.khutbah(at: moment)?.occasion.name {
            return noteLeftOutDua(of: due, for: other)
        }
        begin(.dua(after: due.key), choice, at: moment)
    }

    /// The dua of the adhan that has just ended is not begun, for what is due.
    func leaveOutDua(for other: String) {
        guard let due = completed.take(), dua(of: due) != nil else { return }
        noteLeftOutDua(of: due, for: other)
    }

    private func noteLeftOutDua(of due: ScheduledOccasion, for other: String) {
        tell(.noted(due, "its dua is left out for \(other)"))
    }

    private func dua(of due: ScheduledOccasion) -> SoundChoice? {
        guard case .adhan(let prayer) = due.key.occasion else { return nil }
        return soundsInForce.dua(of: prayer, on: due.key.date, at: settings.zone.wall(at: due.at))
    }

    /// Arms the player for it.
    func begin(_ purpose: AuxiliaryPlayback.Purpose, _ choice: SoundChoice, at moment: Instant) {
        lastSound += 1
        let request = PlaybackRequest(id: lastSound, at: moment, latest: moment + .minutes(1), choice)
        auxiliary = AuxiliaryPlayback(request: request, purpose: purpose)
        player.arm(request)
    }

    /// At each tick: ends what sounds into a khutbah, and gives up a trial that has found no device. The clock may have
    /// been set back meanwhile.
    func giveUpAuxiliary(_ now: Instant) {
        if let khutbah = timetable?.khutbah(at: now) { stopAuxiliary(by: khutbah.occasion.name) }
        guard let auxiliary, let end = auxiliary.searchEnd, now >= end || now < end - AuxiliaryPlayback.patience else {
            return
        }
        self.auxiliary?.search = .failed
        player.stop(auxiliary.request.id, by: "the daemon")
    }

    func stopAuxiliary(by who: String) {
        if let auxiliary { player.stop(auxiliary.request.id, by: who) }
    }

    package func receive(_ event: PlayerEvent, of auxiliary: AuxiliaryPlayback, _ now: Instant) {
        func end(_ state: LedgerState, _ words: String) {
            self.auxiliary = nil
            tell(.auxiliary(auxiliary, .ended(state, words)))
        }
        switch event {
        case .armed(let id, let device, let problem):
            tell(.auxiliary(auxiliary, .opened(device: device, problem: problem)))
            if problem != nil, case .trial = auxiliary.purpose {
                self.auxiliary?.search = .until(now + AuxiliaryPlayback.patience)
            }
            player.start(id)
        case .began(_, _, let device):
            self.auxiliary?.isSounding = true
            tell(.auxiliary(auxiliary, .began(device: device)))
        case .found(_, _, let words):
            if auxiliary.searchEnd != nil { self.auxiliary?.search = .none }
            tell(.auxiliary(auxiliary, .noted(words)))
        case .noted(_, let words): tell(.auxiliary(auxiliary, .noted(words)))
        case .lost(_, let fault): tell(.auxiliary(auxiliary, .noted(fault.sentence)))
        case .failed(_, let fault): end(.missed, fault.sentence)
        case .ended(_, let report):
            if case .failed = auxiliary.search, report.heard == .zero {
                let patience = DurationText.format(AuxiliaryPlayback.patience)
                end(.missed, "no device was found within \(patience), so nothing was heard")
            } else {
                end(report.stateHere, report.words)
            }
        }
    }
}
