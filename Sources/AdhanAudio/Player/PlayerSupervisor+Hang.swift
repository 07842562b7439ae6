import Synchronization
import AdhanCore
import AdhanSupport

/// Gives up threads whose calls into the sound library, or whose reads, do not return.
extension PlayerSupervisor {
    /// Gives up the present thread where its call is overdue. A new thread goes on with the playback where another
    /// device is left; otherwise the playback is reported as ended.
    func checkProgress() {
        guard let thread = state.withLock({ $0.thread }) else { return }
        let now = clock.monotonic()
        guard thread.progress.withLock({ isOverdue($0, now: now) }) else { return }

        delivery.withLock { _ in
            typealias Found = (PlayerThread.Progress, reason: String, handover: PlayerCommand?)
            let found = thread.progress.withLock { progress -> Found? in
                guard isOverdue(progress, now: now) else { return nil }
                let reason = reason(of: progress)
                let command = handover(from: progress)
                if progress.reading == nil {
                    // Before `isAbandoned`: a thread that sees that removes its entry as it ends.
                    state.withLock { $0.hangs[ObjectIdentifier(thread)] = (progress.device, reason) }
                }
                progress.isAbandoned = true
                return (progress, reason, command)
            }
            guard let (last, reason, command) = found else { return }
            let successor = replaceThread(startingWith: command)
            if let request = last.request, command == nil || successor == nil {
                onEvent(verdict(on: last, id: request.id, reason))
            }
            while let command = thread.mailbox.take() {
                if let successor {
                    successor.mailbox.post(command)
                } else if case .arm(let request, _) = command {
                    refuse(request)
                }
            }
        }
    }

    /// - Returns: why the device is to be skipped; nil where it is to be tried, also where all devices of the list
    ///   hang.
    func hangReason(of device: String) -> String? {
        let hangs = state.withLock { Array($0.hangs.values) }
        let doAllHang = configuration.devices.allSatisfy { name in hangs.contains { $0.device == name } }
        if doAllHang { return nil }
        return hangs.first { $0.device == device }?.reason
    }

    private func isOverdue(_ progress: PlayerThread.Progress, now: MonotonicInstant) -> Bool {
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
        let silent = PlayerConfiguration.silent
        guard progress.request != nil, !progress.isStopped, !progress.device.isEmpty, progress.device != silent,
            !progress.givenUp.contains(progress.device)
        else { return false }
        let hanging = state.withLock { $0.hangs.values.map(\.device) }
        guard hanging.count + 1 < Self.stuckLimit else { return false }
        return configuration.devices.contains {
            DeviceKind($0) == .alsa && $0 != progress.device && !hanging.contains($0)
        }
    }

    private func handover(from last: PlayerThread.Progress) -> PlayerCommand? {
        guard let request = last.request, hasSpare(last) else { return nil }
        let error = AudioError.deviceHung(device: last.device, after: deadline(for: last))
        var progress = last
        progress.givenUp.insert(last.device)
        return .arm(request, after: Handover(progress: progress, error: error))
    }

    private func reason(of last: PlayerThread.Progress) -> String {
        if let request = last.reading { return AudioError.fileHung(path: request.file).description }
        return AudioError.deviceHung(device: last.device, after: deadline(for: last)).description
    }

    private func verdict(on last: PlayerThread.Progress, id: PlaybackRequest.ID, _ reason: String) -> PlayerEvent {
        if last.reading != nil, let stop = last.stop {
            return .ended(id, last.report(.stopped(by: stop.who), at: clock.wall()))
        }
        guard last.isArmed else { return .failed(id, reason: reason) }
        let end: SoundReport.End = last.heard > .zero ? .interrupted(reason) : .unheard(reason)
        return .ended(id, last.report(end, at: clock.wall()))
    }
}
