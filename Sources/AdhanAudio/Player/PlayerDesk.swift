import AdhanCore
import Synchronization

/// What the player's front and its threads share: which thread is the present one, and the one way out for events.
final class PlayerDesk: Sendable {
    struct State {
        var thread: PlayerThread?
        /// Threads that were given up and have not come back.
        var stuck = 0
    }

    /// A thread is given up only so often; more of them would mean a driver that never answers.
    static let stuckLimit = 4

    let state = Mutex(State())
    let configuration: PlayerConfiguration
    let clock: any PlayerClock
    let read: RecordingReader
    let open: DeviceOpener
    let openKnob: KnobOpener
    let knobNotes: (any KnobNotes)?
    private let startThread: ThreadStarter
    /// Held while an event goes out, so that none of an abandoned thread comes after its sound's end.
    private let delivery = Mutex<Void>(())
    /// Held while the first thread is started, so that two callers do not start one each.
    private let hiring = Mutex<Void>(())
    private let onEvent: @Sendable (PlayerEvent) -> Void

    init(
        configuration: PlayerConfiguration,
        clock: any PlayerClock,
        read: @escaping RecordingReader,
        open: @escaping DeviceOpener,
        openKnob: @escaping KnobOpener,
        knobNotes: (any KnobNotes)?,
        startThread: @escaping ThreadStarter,
        onEvent: @escaping @Sendable (PlayerEvent) -> Void
    ) {
        (self.configuration, self.clock, self.read) = (configuration, clock, read)
        (self.open, self.openKnob, self.knobNotes) = (open, openKnob, knobNotes)
        (self.startThread, self.onEvent) = (startThread, onEvent)
    }

    /// Hands a command to the present thread; where there is none, one is started.
    ///
    /// - Returns: false where the machine has no thread left.
    func hand(_ command: PlayerCommand) -> Bool {
        hiring.withLock { _ in post(command) || hire() != nil && post(command) }
    }

    /// Hands a command to the present thread.
    ///
    /// - Returns: false where there is none.
    @discardableResult
    func post(_ command: PlayerCommand) -> Bool {
        // With the lock held: a thread that is given up meanwhile passes on what is in its mailbox, and gets no more.
        state.withLock { state in
            state.thread?.mailbox.post(command)
            return state.thread != nil
        }
    }

    /// Puts a new thread in the present one's place.
    private func hire() -> PlayerThread? {
        let thread = PlayerThread(now: clock.monotonic())
        let result = startThread { [self] in
            work(as: thread)
            if thread.progress.withLock({ $0.isAbandoned }) { state.withLock { $0.stuck -= 1 } }
        }
        let hired = result == 0 ? thread : nil
        state.withLock { $0.thread = hired }
        return hired
    }

    /// Reports an event, unless the thread it comes from was given up.
    func deliver(_ event: PlayerEvent, from thread: PlayerThread) {
        delivery.withLock { _ in
            guard !thread.progress.withLock({ $0.isAbandoned }) else { return }
            onEvent(event)
        }
    }

    /// Refuses a sound for want of a thread.
    func refuse(_ sounding: Sounding) {
        // Without a thread no other event can come in between, so `delivery` is not needed; a handler may be calling.
        onEvent(.failed(sounding.id, reason: "the system has no thread left for the player"))
    }

    /// Gives a thread up whose call into the sound device stays away, and reports its sound as over.
    func checkProgress() {
        guard let thread = state.withLock({ $0.thread }) else { return }
        let now = clock.monotonic()
        guard thread.progress.withLock({ isOverdue($0, now: now) }) else { return }

        delivery.withLock { _ in
            let last = thread.progress.withLock { progress -> PlayerThread.Progress? in
                guard isOverdue(progress, now: now) else { return nil }
                progress.isAbandoned = true
                return progress
            }
            guard let last else { return }
            state.withLock { $0.stuck += 1 }
            let successor = hire()
            if let id = last.sounding { onEvent(verdict(on: last, id: id)) }
            while let command = thread.mailbox.take() {
                if let successor {
                    successor.mailbox.post(command)
                } else if case .arm(let sounding) = command {
                    refuse(sounding)
                }
            }
        }
    }

    private func isOverdue(_ progress: PlayerThread.Progress, now: Duration) -> Bool {
        !progress.isIdle && !progress.isAbandoned && now - progress.seen > configuration.deadline
    }

    private func verdict(on last: PlayerThread.Progress, id: Sounding.ID) -> PlayerEvent {
        let subject = last.device.isEmpty ? "reading the sound file" : "the sound device \(last.device)"
        let reason = "\(subject) has not answered for \(configuration.deadline.tenths)"
        guard last.isArmed else { return .failed(id, reason: reason) }
        return .ended(
            id,
            SoundReport(
                end: last.heard > .zero ? .interrupted(reason) : .unheard(reason),
                began: last.began,
                ended: clock.wall(),
                lateness: last.lateness,
                heard: last.heard,
                gap: last.gap,
                device: last.device,
                sha256: last.sha256,
                remark: last.remark
            )
        )
    }

    private func work(as thread: PlayerThread) {
        // At once idle or told that it was given up: what comes then into the mailbox is for its successor.
        while thread.progress.withLock({ progress in
            progress.isIdle = true
            return !progress.isAbandoned
        }) {
            let command = thread.mailbox.wait()
            let now = clock.monotonic()
            thread.progress.withLock { ($0.isIdle, $0.seen) = (false, now) }
            switch command {
            case .arm(let sounding):
                if state.withLock({ $0.stuck >= Self.stuckLimit }) {
                    let reason = "\(Self.stuckLimit) calls into the sound device have not come back; restart adhand"
                    deliver(.failed(sounding.id, reason: reason), from: thread)
                } else {
                    Performance(of: sounding, thread: thread, desk: self).run()
                }
            case .turnBackKnobs: turnBackKnobs(on: thread)
            case .quit: return
            case .release, .stop: break  // of a sound that is over
            }
        }
    }
}
