import AdhanCore

/// A sound that a person tries out.
struct Trial: Sendable {
    let sounding: Sounding
    let who: String
}

/// What a person asks of the loop.
extension DaemonLoop {
    /// A trial begins only if no adhan is so near.
    static let trialMargin: Duration = .seconds(30)

    /// - Parameter isUrgent: whether the sources on the network are asked at once, and not in this box's own time.
    /// - Returns: when they are; nil where there are none.
    func refresh(askedAt now: Instant, isUrgent: Bool) -> Instant? {
        refresh(.asked, now)
        return fetches?.ask(now, today: today(now), isUrgent: isUrgent)
    }

    /// Fades what sounds.
    ///
    /// - Returns: what it was; nil where nothing sounds.
    func stopSound(by who: String) -> String? {
        if let trial {
            stopTrial(by: who)
            return trial.sounding.file
        }
        guard case .begun(let due, audible: true) = activity, let sound else { return nil }
        player.stop(sound.id, by: who)
        return "\(due.key)"
    }

    /// From now on nothing sounds that the mute covers; what sounds is faded.
    func mute(_ mute: Mute) {
        settings.policy.mute = mute
        _ = stopSound(by: mute.who)
        tell(.muted(mute))
    }

    func unmute(by who: String) {
        guard settings.policy.mute != nil else { return }
        settings.policy.mute = nil
        tell(.unmuted(by: who))
    }

    /// Plays a file now, beside the ledger.
    ///
    /// - Returns: the sound's number, under which `Notice.trial` tells how it goes.
    /// - Throws: `TrialRefused` where something sounds already or an adhan is near.
    func play(_ file: String, by who: String, _ now: Instant) throws(TrialRefused) -> Int {
        if let due = activity.due { throw TrialRefused(reason: "\(due.key) has the sound device") }
        if let trial { throw TrialRefused(reason: "\(trial.sounding.file) is being tried already") }
        if let next = timetable?.next(after: now), next.at - now < Self.trialMargin {
            throw TrialRefused(reason: "\(next.words(settings.zone)) is near")
        }
        lastSound += 1
        let sounding = Sounding(id: lastSound, at: now, latest: now + .minutes(1), file: file)
        trial = Trial(sounding: sounding, who: who)
        player.arm(sounding)
        return lastSound
    }

    func stopTrial(by who: String) {
        if let trial { player.stop(trial.sounding.id, by: who) }
    }

    func receive(_ event: PlayerEvent, of trial: Trial) {
        func end(_ isWhole: Bool, _ words: String) {
            self.trial = nil
            tell(.trial(trial, .ended(isWhole: isWhole, words)))
        }
        switch event {
        case .armed(let id, let device, let problem):
            tell(.trial(trial, .playing(device: device, problem: problem)))
            player.release(id)
        case .began: break
        case .noted(_, let words), .lost(_, let words), .found(_, _, let words): tell(.trial(trial, .noted(words)))
        case .failed(_, let reason): end(false, reason)
        case .ended(_, let report): end(report.isHeardWhole, report.words)
        }
    }
}

/// Why nothing can be tried out now.
struct TrialRefused: Error {
    let reason: String
}

extension SoundReport {
    var isHeardWhole: Bool { end == .completed && began != nil }

    /// What became of a sound that somebody tried out.
    var words: String {
        let time = DurationText.format(.milliseconds(heard.wholeMilliseconds))
        return switch end {
        case .completed where began != nil: "heard whole: \(time) on \(device), gap \(gap.wholeMilliseconds) ms"
        case .completed: "nothing was heard: the device is \(device)"
        case .stopped(let who): "stopped by \(who) after \(time)"
        case .interrupted(let reason), .unheard(let reason): "\(reason); \(time) heard"
        }
    }
}
