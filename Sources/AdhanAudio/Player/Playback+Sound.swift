import Synchronization
import AdhanCore
import AdhanSupport

extension Playback {
    /// Plays the file from `position` on.
    ///
    /// It returns only to begin again from the first frame, because a card was found or lost before anything was heard.
    func sound(_ stream: SoundStream) throws(Outcome) {
        frames.begin(at: position)
        // For a loss before the first measurement.
        last = (position, clock.monotonic(), clock.monotonic())
        let block = stream.format.frames(in: Self.blockTime)
        while true {
            try pollCommands()
            if let stopRequest {
                // Nothing has begun, so there is nothing to fade.
                if position == 0 { throw .ended(.stopped(by: stopRequest.who)) }
                try fadeOut(stream, stopRequest)
            }
            if try findCard() { return }
            guard let output else { throw .failed(Fault(.other, detail: "no output")) }
            pace(stream.format)
            let decoded = stream.block(at: position, maxFrames: block)
            let samples = level.applied(to: decoded, from: position, channels: stream.format.channels)
            if samples.isEmpty {
                if try finish(output, stream) { return }
                continue
            }
            do throws(AudioError) {
                let acceptance = try output.write(samples)
                if let dropout = acceptance.dropout, noCardReason == nil { beginGap(dropout) }
                note(acceptance)
                position += acceptance.frames
                if predictedStart == nil, acceptance.frames > 0 { try reportBeginning(output, acceptance.frames) }
                try checkStall(output)
                try measure(output)
            } catch {
                guard predictedStart != nil else {
                    try replace(stream, after: error)
                    return
                }
                try resume(stream, after: error)
            }
        }
    }

    /// After a dropout of the device: a gap begins, and what the device has lost is written again.
    private func beginGap(_ dropout: Acceptance.Dropout) {
        // Where the device takes nothing after it, each further write finds the same one.
        if dropout == .underrun, dropoutsInARow == 0 { thread.progress.withLock { $0.xruns += 1 } }
        gaps.begin(
            at: dropout == .loss ? last.at : min(last.lasts, clock.monotonic()),
            reason: dropout.reason
        )
        // After a suspension the device still has its buffer.
        resumedAt = frames.written - (dropout == .suspension ? position - last.heard : 0)
        guard dropout == .loss else { return }
        position = last.heard
        frames.begin(at: position)
    }

    /// After the first frames were accepted: reports when they will be heard.
    private func reportBeginning(_ output: any AudioOutput, _ accepted: Int) throws(AudioError) {
        // The silent output counts only where the config names it.
        guard noCardReason == nil else { return }
        let delay = try clock.dated(output.delay)
        let wall = clock.dated(clock.wall)
        let at = delay.at + output.format.duration(frames: max(0, delay.value - accepted))
        let began = wall.value.advanced(by: at - wall.at)
        predictedStart = (at, began)
        thread.progress.withLock { progress in
            progress.began = began
            progress.lateness = request.at.duration(to: began)
        }
        context.deliver(.began(request.id, at: began, device: output.name), from: thread)
    }

    /// Asks the device for its position and notes it.
    func measure(_ output: any AudioOutput) throws(AudioError) {
        let dated = try clock.dated(output.delay)
        let (delay, now) = (dated.value, dated.at)
        let format = output.format
        guard let heard = frames.heard(delay: delay) else { return }
        // If the device answers but the position stays, it has stalled since the last change.
        let hasGotOn = heard > last.heard
        last = (min(heard, position), hasGotOn ? now : last.at, now + format.duration(frames: delay))
        stream?.forget(before: last.heard)
        if isHeard(on: output) {
            let (heard, since) = (format.duration(frames: last.heard), gaps.open?.since ?? last.at)
            thread.progress.withLock { ($0.heard, $0.heardAt) = (heard, since) }
        }

        if gaps.open != nil, frames.written - delay > resumedAt {
            endGap(at: now - format.duration(frames: frames.written - delay - resumedAt))
        }
        // The start is measured once the stream runs evenly, on the monotonic clock, so that a step of the wall clock
        // does not count as lateness.
        if !isLatenessMeasured, let predictedStart, gaps.total == .zero, gaps.open == nil,
            last.heard >= format.frames(in: .milliseconds(500))
        {
            isLatenessMeasured = true
            let firstHeard: MonotonicInstant = now - format.duration(frames: last.heard)
            let began = predictedStart.wall.advanced(by: firstHeard - predictedStart.at)
            thread.progress.withLock { progress in
                progress.began = began
                progress.lateness = request.at.duration(to: began)
            }
        }
    }

    /// Whether the sound is audible on that output.
    func isHeard(on output: any AudioOutput) -> Bool { output.isAudible && !request.choice.volume.isInaudible }

    func endGap(at moment: MonotonicInstant) {
        guard let gap = gaps.end(at: moment) else { return }
        thread.progress.withLock { $0.gap = gaps.total }
        note("a gap of \(gap.length.wholeMilliseconds) ms: \(gap.reason)")
    }
}
