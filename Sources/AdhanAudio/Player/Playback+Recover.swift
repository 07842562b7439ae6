import AdhanCore
import AdhanSystem

extension Playback {
    /// The device was lost before anything was heard: any other will do, and the silent one for want of it.
    func replace(_ stream: SoundStream, after error: AudioError) throws(Outcome) {
        try lose(error)
        try openFirst(stream.format)
        // Whoever waits for a device before it begins hears that there is one again.
        if wantsCard == nil { tellFound("goes on on \(output?.name ?? "")") }
    }

    /// The device was lost in mid-sound: goes on from the frame where it stopped, on the first card that can be had. A file would be
    /// heard by nobody, and keep the card from coming back.
    ///
    /// - Throws: where that takes longer than a sound may be away; its phrases belong together.
    func resume(_ stream: SoundStream, after error: AudioError) throws(Outcome) {
        // What it may have played since it last answered is played again: nothing of the adhan is left out.
        gaps.begin(at: last.at, reason: error.description)
        position = last.heard
        try lose(error)
        nextLook = clock.monotonic()
        while true {
            try attend()
            if let stopRequest {
                endGap(at: clock.monotonic())
                throw .ended(.stopped(by: stopRequest.who))
            }
            let now = clock.monotonic()
            if let gap = gaps.open, now - gap.since > configuration.longestGap {
                endGap(at: now)
                let limit = configuration.longestGap.tenths
                throw .ended(broken("\(error.description); no device came back within \(limit)"))
            }
            if now >= nextLook, try openAudible(stream.format, cardsOnly: true) { break }
            clock.sleep(Self.blockTime)
        }
        frames.begin(at: position)
        resumedAt = 0
        tellFound("goes on at \(stream.format.duration(frames: position).tenths) on \(output?.name ?? "")")
    }

    /// The thread before this one was given up in mid-sound: goes on where the device had last said to be.
    func goOn(_ stream: SoundStream, after handover: Handover, _ began: Instant) throws(Outcome) {
        let (earlier, format) = (handover.progress, stream.format)
        // The file is decoded up to there before a device is open, and no more of it kept than in the course of a sound.
        let goal = format.frames(in: earlier.heard)
        var frame = 0
        while frame < goal {
            try attend()
            let count = min(format.rate, goal - frame)
            guard !stream.block(at: frame, maxFrames: count).isEmpty else { break }
            frame += count
            stream.forget(before: frame)
        }
        (foretold, isLatenessMeasured) = ((earlier.seen, began), true)
        gaps = Gaps(total: earlier.gap)
        last = (goal, earlier.heardAt ?? earlier.seen, earlier.seen)
        try resume(stream, after: handover.error)
    }

    /// The end of a sound that cannot go on.
    func broken(_ reason: String) -> SoundReport.End {
        foretold == nil ? .unheard(reason) : .interrupted(reason)
    }
}
