import AdhanCore
import AdhanSupport

extension Playback {
    /// Plays silence until the file's first frame, if written next, is heard at the prayer's second.
    ///
    /// A running stream is exact to the sample, however long the device took to start. Where the second has passed
    /// already, the lead-in is kept: a late beginning is better than one that is cut off.
    func lead(_ stream: SoundStream) throws(Outcome) {
        do throws(AudioError) {
            try stream.rewind()
        } catch {
            throw .ended(.unheard(error.description))
        }
        (position, gaps, lastAccepted) = (0, Gaps(), clock.monotonic())
        var lateStart = leadInAfterNow()
        let block = stream.format.frames(in: Self.blockTime)
        let silence = [Int16](repeating: 0, count: block * stream.format.channels)
        while true {
            try pollCommands()
            try endIfStoppedOrTooLate()
            if try findCard() { lateStart = leadInAfterNow() }
            guard let output else { throw .failed(Fault(.other, detail: "no output")) }
            pace(stream.format)
            do throws(AudioError) {
                let delay = try clock.dated(output.delay)
                // The wall clock is read each time, since it may step.
                let wall = clock.dated(clock.wall)
                let due = wall.at + wall.value.duration(to: request.at)
                let frames = stream.format.frames(in: max(due, lateStart ?? due) - delay.at) - delay.value
                if isStarted, frames <= 0 { break }
                let count = isStarted ? min(frames, block) : block
                note(try output.write(silence.prefix(count * stream.format.channels)))
                try checkStall(output)
            } catch {
                try replace(stream, after: error)
                lateStart = leadInAfterNow()
            }
        }
        // The thread may have been delayed since the last check.
        try endIfStoppedOrTooLate()
    }

    /// - Returns: the time at which the lead-in of a device that starts now is over; nil where the prayer's second is
    ///   still ahead, where the output is inaudible, or where waiting would make it too late.
    private func leadInAfterNow() -> MonotonicInstant? {
        let now = clock.wall()
        guard let output, output.isAudible, now >= request.at,
            now.advanced(by: configuration.leadIn + .seconds(1)) <= request.latest
        else { return nil }
        return clock.monotonic() + configuration.leadIn
    }

    /// Slows down writing to a device that takes everything at once (ALSA's `null` and `file`).
    func pace(_ format: SoundFormat) {
        let now = clock.monotonic()
        if frames.written == 0 { paceStart = now }
        let ahead = format.duration(frames: frames.written) - (now - paceStart)
        if ahead > .seconds(1) { clock.sleep(Self.blockTime) }
    }

    /// Notes the result of a write.
    func note(_ acceptance: Acceptance) {
        guard acceptance.frames > 0 else {
            // After repeated dropouts without an accepted frame, it pauses.
            if acceptance.dropout != nil { dropoutsInARow += 1 }
            if acceptance.dropout != nil, dropoutsInARow > 1 { clock.sleep(Self.blockTime) }
            return
        }
        dropoutsInARow = 0
        frames.wrote(acceptance.frames)
        lastAccepted = clock.monotonic()
    }

    /// - Throws: `AudioError.deviceStalled` where the device has accepted nothing for `stallLimit`.
    func checkStall(_ output: any AudioOutput) throws(AudioError) {
        guard clock.monotonic() - lastAccepted <= Self.stallLimit else {
            throw .deviceStalled(device: output.name, after: Self.stallLimit)
        }
    }
}
