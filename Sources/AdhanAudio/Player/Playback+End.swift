import Synchronization
import AdhanCore
import AdhanSupport

extension Playback {
    private static let fadeTime = Duration.milliseconds(300)
    /// The longest time from the call of `stop` until silence.
    static let stopLimit = Duration.milliseconds(900)

    /// After the file was written to its end: writes the tail of silence and drains the device.
    ///
    /// - Returns: true where the playback begins again, because a card was found and nothing was heard so far; false
    ///   where the device was lost with something left to play, and another goes on.
    func finish(_ output: any AudioOutput, _ stream: SoundStream) throws(Outcome) -> Bool {
        let left = stream.format.duration(frames: max(0, position - last.heard)) + configuration.tail
        let giveUp = clock.monotonic() + left + Self.stallLimit
        let block = stream.format.frames(in: Self.blockTime)
        let silence = [Int16](repeating: 0, count: block * stream.format.channels)
        var tail = stream.format.frames(in: configuration.tail)
        while true {
            try pollCommands()
            if let stopRequest {
                output.drop()
                // Only silence was left to stop.
                if wasHeardWhole { break }
                throw .ended(.stopped(by: stopRequest.who))
            }
            do throws(AudioError) {
                if tail > 0 {
                    let acceptance = try output.write(silence.prefix(min(tail, block) * stream.format.channels))
                    note(acceptance)
                    tail -= acceptance.frames
                } else if try output.drain(for: Self.blockTime) {
                    break
                }
                try measure(output)
                guard clock.monotonic() < giveUp else {
                    throw .deviceStalled(device: output.name, after: Self.stallLimit)
                }
            } catch {
                if wasHeardWhole || clock.monotonic() >= last.lasts { break }
                try resume(stream, after: error)
                return false
            }
        }
        if noCardReason != nil { return try findCardBeforeLatest() }
        if isHeard(on: output) {
            let heard = stream.format.duration(frames: position)
            thread.progress.withLock { $0.heard = heard }
        }
        endGap(at: clock.monotonic())
        if let fault = stream.fault { throw .ended(.interrupted(fault.description)) }
        if stream.damages > 0 {
            let places = stream.damages == 1 ? "1 place" : "\(stream.damages) places"
            note("\(stream.file.path) is damaged in \(places); the rest of it was heard")
        }
        throw .ended(.completed)
    }

    private var wasHeardWhole: Bool { last.heard >= position }

    /// After the sound has run on the silent output: waits for a card while it may still begin late.
    private func findCardBeforeLatest() throws(Outcome) -> Bool {
        while true {
            try pollCommands()
            try endIfStoppedOrTooLate()
            if try findCard() { return true }
            clock.sleep(Self.blockTime)
        }
    }

    /// Writes a fade-out behind the device's buffer, waits until it was heard, and silences the device.
    func fadeOut(_ stream: SoundStream, _ request: (who: String, asked: MonotonicInstant)) throws(Outcome) {
        if let output {
            do throws(AudioError) {
                if output.isAudible { try writeFade(stream, to: output, until: request.asked + Self.stopLimit) }
            } catch {
                note("\(error.description), while it was being stopped")
            }
            output.drop()
        }
        endGap(at: clock.monotonic())
        throw .ended(.stopped(by: request.who))
    }

    /// Writes the fade-out, and silence until the device has played it. The fade is shortened to end by the limit.
    private func writeFade(
        _ stream: SoundStream,
        to output: any AudioOutput,
        until limit: MonotonicInstant
    ) throws(AudioError) {
        let format = stream.format
        let remaining: Duration = limit - clock.monotonic()
        let left = remaining - format.duration(frames: try output.delay())
        let frames = format.frames(in: min(Self.fadeTime, left))
        let fade = level.applied(
            to: stream.block(at: position, maxFrames: frames),
            from: position,
            channels: format.channels,
            falling: true
        )
        let end = position + fade.count / format.channels
        // Silence, so that the device does not run dry before the fade was heard.
        var rest = (fade + [Int16](repeating: 0, count: format.rate * format.channels))[...]
        let block = format.frames(in: Self.blockTime) * format.channels
        while last.heard < end, clock.monotonic() < limit {
            markAlive()
            let acceptance = try output.write(rest.prefix(block))
            note(acceptance)
            rest = rest.dropFirst(acceptance.frames * format.channels)
            position = min(end, position + acceptance.frames)
            if rest.isEmpty { clock.sleep(Self.blockTime / 2) }
            try measure(output)
        }
    }
}
