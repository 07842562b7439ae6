import AdhanSupport

extension AudioOutput {
    /// Plays silence to its end, as a sound.
    ///
    /// - Parameter limit: how long that may take; more than the silence itself.
    /// - Throws: `AudioError.deviceLost`, or `deviceStalled` where it takes longer.
    package func playSilence(
        _ length: Duration,
        within limit: Duration,
        clock: any HostClock = LinuxClock()
    ) throws(AudioError) {
        let end = clock.monotonic() + limit
        var left = [Int16](repeating: 0, count: format.frames(in: length) * format.channels)[...]
        while !left.isEmpty {
            left = left.dropFirst(try write(left).frames * format.channels)
            guard clock.monotonic() < end else { throw .deviceStalled(device: name, after: limit) }
        }
        while try !drain(for: .milliseconds(100)) {
            guard clock.monotonic() < end else { throw .deviceStalled(device: name, after: limit) }
        }
    }
}
