import AdhanSupport
import AdhanCore

extension Playback {
    /// After the device was lost before anything was heard: opens another, or the silent output.
    func replace(_ stream: SoundStream, after error: AudioError) throws(Outcome) {
        try giveUpDevice(after: error)
        try openFirst(stream.format)
        // The loop waits for a device before it begins, so it is told that there is one again.
        if noCardReason == nil { reportFound("continues on \(output?.name ?? "")") }
    }

    /// After the device was lost in mid-sound: goes on from the frame where it stopped, on the first card that opens.
    /// Not on a file, which nobody hears and which would keep the card from coming back.
    ///
    /// - Throws: where that takes longer than `longestGap`: the phrases of an adhan belong together.
    func resume(_ stream: SoundStream, after error: AudioError) throws(Outcome) {
        // What the device may have played since its last answer is played again, so that nothing is left out.
        gaps.begin(at: last.at, reason: error.description)
        position = last.heard
        try giveUpDevice(after: error)
        nextSearch = clock.monotonic()
        while true {
            try pollCommands()
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
            if now >= nextSearch, try openAudible(stream.format, cardsOnly: true) { break }
            clock.sleep(Self.blockTime)
        }
        frames.begin(at: position)
        resumedAt = 0
        reportFound("continues at \(stream.format.duration(frames: position).tenths) on \(output?.name ?? "")")
    }

    /// After an earlier thread was given up in mid-sound: goes on from the last known position.
    func takeOver(_ stream: SoundStream, after handover: Handover, _ began: Instant) throws(Outcome) {
        let (earlier, format) = (handover.progress, stream.format)
        // The file is decoded up to there before a device is opened, without keeping all of it.
        let goal = format.frames(in: earlier.heard)
        var frame = 0
        while frame < goal {
            try pollCommands()
            let count = min(format.rate, goal - frame)
            guard !stream.block(at: frame, maxFrames: count).isEmpty else { break }
            frame += count
            stream.forget(before: frame)
        }
        (predictedStart, isLatenessMeasured) = ((earlier.seen, began), true)
        gaps = Gaps(total: earlier.gap)
        last = (goal, earlier.heardAt ?? earlier.seen, earlier.seen)
        try resume(stream, after: handover.error)
    }

    /// The end of a playback that cannot go on.
    func broken(_ reason: String) -> SoundReport.End {
        predictedStart == nil ? .unheard(reason) : .interrupted(reason)
    }
}
