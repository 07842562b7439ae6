import AdhanCore
import AdhanTimetables

/// What a person asks of the loop.
extension DaemonLoop {
    /// A trial begins only if no adhan is so near.
    package static let trialMargin: Duration = .seconds(30)

    /// - Parameter isUrgent: whether the sources on the network are asked at once, and not in this box's own time.
    /// - Returns: when they are; nil where there are none.
    package func refresh(askedAt now: Instant, isUrgent: Bool) -> Instant? {
        refresh(.asked, now)
        return fetches?.ask(now, today: today(now), isUrgent: isUrgent)
    }

    /// Fades what sounds.
    ///
    /// - Returns: what it was; nil where nothing sounds.
    package func stopSound(by who: String) -> String? {
        if let auxiliary {
            stopAuxiliary(by: who)
            return auxiliary.name
        }
        guard let current, case .audible = current.stage else { return nil }
        self.current?.stage = .audible(isStopped: true)
        player.stop(current.request.id, by: who)
        return "\(current.due.key)"
    }

    /// From now on nothing sounds that the mute covers; what sounds is faded.
    package func mute(_ mute: Mute) {
        settings.policy.mute = mute
        _ = stopSound(by: mute.who)
        tell(.muted(mute))
    }

    package func unmute(by who: String) {
        guard settings.policy.mute != nil else { return }
        settings.policy.mute = nil
        tell(.unmuted(by: who))
    }

    /// Plays a recording now, beside the ledger.
    ///
    /// - Returns: the sound's number, under which `Notice.aside` tells how it goes.
    /// - Throws: `TrialRefused` where something sounds already or an adhan is near.
    package func play(_ choice: SoundChoice, by who: String, _ now: Instant) throws(TrialRefused) -> Int {
        if let due = activity.due { throw TrialRefused(reason: "\(due.key) has the sound device") }
        if let auxiliary { throw TrialRefused(reason: "\(auxiliary.name) has the sound device") }
        if let next = timetable?.next(after: now, besides: memory), next.at - now < Self.trialMargin {
            throw TrialRefused(reason: "\(next.words(settings.zone)) is near")
        }
        begin(.trial(who: who), choice, at: now)
        return lastSound
    }
}

/// Why nothing can be tried out now.
package struct TrialRefused: Error {
    package let reason: String
}

extension SoundReport {
    package var isHeardWhole: Bool { state == .completed }

    /// As the ledger would have it.
    package var state: LedgerState {
        switch end {
        case .completed: heard > .zero ? .completed : .missed
        case .interrupted: .interrupted
        case .stopped: .stopped
        case .unheard: .missed
        }
    }

    /// What became of a sound that somebody tried out.
    package var words: String {
        let time = DurationText.format(.milliseconds(heard.wholeMilliseconds))
        return switch end {
        case .completed where heard > .zero: "heard whole: \(time) on \(device), gap \(gap.wholeMilliseconds) ms"
        case .completed: "kept time in silence: " + (remark ?? "the device is \(device)")
        case .stopped(let who): "stopped by \(who) after \(time)"
        case .interrupted(let reason), .unheard(let reason): "\(reason); \(time) heard"
        }
    }
}
