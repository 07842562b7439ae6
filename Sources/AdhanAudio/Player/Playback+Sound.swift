import AdhanCore
import AdhanSystem
import Synchronization

extension Playback {
    /// Plays the file from `position` on.
    ///
    /// Returns only where it is to begin anew from the first frame, because a card was found, or lost, and nothing was heard so far.
    func sound(_ stream: SoundStream) throws(Outcome) {
        frames.begin(at: position)
        // What a loss before the first measurement counts from.
        last = (position, clock.monotonic(), clock.monotonic())
        let block = stream.format.frames(in: Self.blockTime)
        while true {
            try attend()
            if let stopRequest { try fadeOut(stream, stopRequest) }
            if try lookForCard() { return }
            guard let output else { throw .failed("no output") }
            pace(stream.format)
            let decoded = stream.block(at: position, maxFrames: block)
            let samples = level.applied(to: decoded, from: position, channels: stream.format.channels)
            if samples.isEmpty {
                if try finish(output, stream) { return }
                continue
            }
            do throws(AudioError) {
                let acceptance = try output.write(samples)
                if let interruption = acceptance.interruption, wantsCard == nil { book(interruption) }
                take(acceptance)
                position += acceptance.frames
                if foretold == nil, acceptance.frames > 0 { try reportBeginning(output, acceptance.frames) }
                try checkStall(output)
                try measure(output)
            } catch {
                guard foretold != nil else {
                    try replace(stream, after: error)
                    return
                }
                try resume(stream, after: error)
            }
        }
    }

    /// The device stood still: there is a gap, and what it lost is to be written again.
    private func book(_ interruption: Acceptance.Interruption) {
        gaps.begin(
            at: interruption == .loss ? last.at : min(last.lasts, clock.monotonic()),
            reason: interruption.reason
        )
        // After a mere suspension it still has what it had not played.
        resumedAt = frames.written - (interruption == .suspension ? position - last.heard : 0)
        guard interruption == .loss else { return }
        position = last.heard
        frames.begin(at: position)
    }

    /// The first frames were accepted: says when they will be heard.
    private func reportBeginning(_ output: any AudioOutput, _ accepted: Int) throws(AudioError) {
        // The silent output counts only where it was chosen on purpose.
        guard wantsCard == nil else { return }
        let delay = try clock.dated(output.delay)
        let wall = clock.dated(clock.wall)
        let at = delay.at + output.format.duration(frames: max(0, delay.value - accepted))
        let began = wall.value.advanced(by: at - wall.at)
        foretold = (at, began)
        thread.progress.withLock { progress in
            progress.began = began
            progress.lateness = request.at.duration(to: began)
        }
        supervisor.deliver(.began(request.id, at: began, device: output.name), from: thread)
    }

    /// Asks the device how far it is, and books it.
    func measure(_ output: any AudioOutput) throws(AudioError) {
        let dated = try clock.dated(output.delay)
        let (delay, now) = (dated.value, dated.at)
        let format = output.format
        guard let heard = frames.heard(delay: delay) else { return }
        // A device that answers and plays nothing has stood still since it last got on.
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
        // Once the stream runs evenly the device knows better; measured on the monotonic clock, so that a step of the wall
        // clock in between does not count as lateness.
        if !isLatenessMeasured, let foretold, gaps.total == .zero, gaps.open == nil,
            last.heard >= format.frames(in: .milliseconds(500))
        {
            isLatenessMeasured = true
            let began = foretold.wall.advanced(by: now - format.duration(frames: last.heard) - foretold.at)
            thread.progress.withLock { progress in
                progress.began = began
                progress.lateness = request.at.duration(to: began)
            }
        }
    }

    /// Whether anybody can hear it there.
    func isHeard(on output: any AudioOutput) -> Bool { output.isAudible && !request.choice.volume.isInaudible }

    func endGap(at moment: MonotonicInstant) {
        guard let gap = gaps.end(at: moment) else { return }
        thread.progress.withLock { $0.gap = gaps.total }
        note("a gap of \(gap.length.wholeMilliseconds) ms: \(gap.reason)")
    }
}
