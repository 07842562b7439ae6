import AdhanCore
import AdhanSupport
import Synchronization

/// The state that the player shares with its threads. It sends all their events.
final class PlayerContext: Sendable {
    let configuration: PlayerConfiguration
    let clock: any HostClock
    let read: RecordingReader
    let open: DeviceOpener
    let onEvent: @Sendable (PlayerEvent) -> Void
    /// Held while an event is delivered, so that no event of an abandoned thread comes after its playback's end.
    let delivery = Mutex<Void>(())
    /// The threads that were given up in a sound device and have not returned: the device, and the error.
    let hangs = Mutex<[ObjectIdentifier: (device: String, error: AudioError)]>([:])

    /// The most threads that are given up in sound devices; more would mean a driver that never answers. Those that
    /// hang in reading are not counted: `RecordingReads` limits them, and a hanging disk must not keep an adhan on
    /// another disk from being played.
    static let stuckLimit = 4

    init(
        configuration: PlayerConfiguration,
        clock: any HostClock,
        read: @escaping RecordingReader,
        open: @escaping DeviceOpener,
        onEvent: @escaping @Sendable (PlayerEvent) -> Void
    ) {
        (self.configuration, self.clock, self.read) = (configuration, clock, read)
        (self.open, self.onEvent) = (open, onEvent)
    }

    /// Reports an event, unless the thread it comes from was given up.
    func deliver(_ event: PlayerEvent, from thread: PlayerThread) {
        delivery.withLock { _ in
            guard !thread.progress.withLock({ $0.isAbandoned }) else { return }
            onEvent(event)
        }
    }

    var isStuck: Bool { hangs.withLock { $0.count >= Self.stuckLimit } }

    /// - Returns: why the device is to be skipped; nil where it is to be tried, also where all devices of the list
    ///   hang.
    func hang(of device: String) -> AudioError? {
        let hangs = hangs.withLock { Array($0.values) }
        let doAllHang = configuration.devices.allSatisfy { name in hangs.contains { $0.device == name } }
        return doAllHang ? nil : hangs.first { $0.device == device }?.error
    }

    func isOverdue(_ progress: PlayerThread.Progress, now: MonotonicInstant) -> Bool {
        guard !progress.isIdle, !progress.isAbandoned else { return false }
        // A read cannot be interrupted. Where it is to end, it is given up, however slow or dead its disk is: an adhan
        // may wait for it.
        if progress.reading != nil, let stop = progress.stop, now - stop.asked > Playback.stopLimit { return true }
        return now - progress.seen > deadline(for: progress)
    }

    private func deadline(for progress: PlayerThread.Progress) -> Duration {
        hasSpare(progress) ? configuration.shortDeadline : configuration.deadline
    }

    /// Whether another device can go on with the playback. Each device is given up for that only once within a
    /// playback, since it may be slow and the others missing.
    private func hasSpare(_ progress: PlayerThread.Progress) -> Bool {
        guard progress.request != nil, !progress.isStopped, !progress.device.isEmpty,
            !OutputDevice(progress.device).isSilent, !progress.givenUp.contains(progress.device)
        else { return false }
        let hanging = hangs.withLock { $0.values.map(\.device) }
        guard hanging.count + 1 < Self.stuckLimit else { return false }
        return configuration.devices.contains {
            OutputDevice($0).isCard && $0 != progress.device && !hanging.contains($0)
        }
    }

    /// The command with which another thread goes on with the playback; nil where it has no device for that.
    func handover(from last: PlayerThread.Progress) -> PlayerCommand? {
        guard let request = last.request, hasSpare(last) else { return nil }
        let error = AudioError.deviceHung(device: last.device, after: deadline(for: last))
        var progress = last
        progress.givenUp.insert(last.device)
        return .arm(request, after: Handover(progress: progress, error: error))
    }

    func overdueError(_ last: PlayerThread.Progress) -> AudioError {
        if let request = last.reading { return .fileHung(path: request.file) }
        return .deviceHung(device: last.device, after: deadline(for: last))
    }

    /// The last event of a playback whose thread was given up.
    func end(of last: PlayerThread.Progress, id: PlaybackRequest.ID, _ error: AudioError) -> PlayerEvent {
        if last.reading != nil, let stop = last.stop {
            return .ended(id, last.report(.stopped(by: stop.who), at: clock.wall()))
        }
        guard last.isArmed else { return .failed(id, error.fault(of: last.reading?.file)) }
        let reason = error.description
        let end: SoundReport.End = last.heard > .zero ? .interrupted(reason) : .unheard(reason)
        return .ended(id, last.report(end, at: clock.wall()))
    }
}
