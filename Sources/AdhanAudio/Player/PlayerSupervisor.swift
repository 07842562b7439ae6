import AdhanCore
import AdhanSystem
import Synchronization

/// What the player's front and its threads share: which thread is the present one, and the one way out for events.
final class PlayerSupervisor: Sendable {
    struct State {
        var thread: PlayerThread?
        /// Of each thread that was given up and has not come back, why, and the device it hangs in; "" for none.
        var hangs: [ObjectIdentifier: (device: String, reason: String)] = [:]
    }

    /// A thread is given up only so often; more of them would mean a driver that never answers.
    static let stuckLimit = 4

    let state = Mutex(State())
    let configuration: PlayerConfiguration
    let clock: any HostClock
    let read: RecordingReader
    let open: DeviceOpener
    private let startThread: ThreadStarter
    /// Held while an event goes out, so that none of an abandoned thread comes after its sound's end.
    let delivery = Mutex<Void>(())
    /// Held while the first thread is started, so that two callers do not start one each.
    private let starting = Mutex<Void>(())
    let onEvent: @Sendable (PlayerEvent) -> Void

    init(
        configuration: PlayerConfiguration,
        clock: any HostClock,
        read: @escaping RecordingReader,
        open: @escaping DeviceOpener,
        startThread: @escaping ThreadStarter,
        onEvent: @escaping @Sendable (PlayerEvent) -> Void
    ) {
        (self.configuration, self.clock, self.read) = (configuration, clock, read)
        (self.open, self.startThread, self.onEvent) = (open, startThread, onEvent)
    }

    /// Hands a command to the present thread; where there is none, one is started.
    ///
    /// - Returns: false where the machine has no thread left.
    func send(_ command: PlayerCommand) -> Bool {
        starting.withLock { _ in post(command) || replaceThread() != nil && post(command) }
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
    ///
    /// - Parameter first: what it is to do before anything else.
    /// - Returns: nil where the machine has no thread left.
    func replaceThread(startingWith first: PlayerCommand? = nil) -> PlayerThread? {
        let next = try? makeThread(first)  // reason: the caller refuses what it cannot hand on
        state.withLock { $0.thread = next }
        return next
    }

    private func makeThread(_ first: PlayerCommand?) throws(SystemFault) -> PlayerThread {
        let thread = try PlayerThread(now: clock.monotonic())
        if let first { thread.mailbox.post(first) }
        try startThread { [self] in
            work(as: thread)
            _ = state.withLock { $0.hangs.removeValue(forKey: ObjectIdentifier(thread)) }
        }
        return thread
    }

    /// Reports an event, unless the thread it comes from was given up.
    func deliver(_ event: PlayerEvent, from thread: PlayerThread) {
        delivery.withLock { _ in
            guard !thread.progress.withLock({ $0.isAbandoned }) else { return }
            onEvent(event)
        }
    }

    /// Refuses a sound for want of a thread.
    func refuse(_ request: PlaybackRequest) {
        // Without a thread no other event can come in between, so `delivery` is not needed; a handler may be calling.
        onEvent(.failed(request.id, reason: "the system has no thread left for the player"))
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
            case .arm(let request, let handover):
                if state.withLock({ $0.hangs.count >= Self.stuckLimit }) {
                    let reason = "\(Self.stuckLimit) calls into the sound device have not come back; restart adhand"
                    deliver(.failed(request.id, reason: reason), from: thread)
                } else {
                    Playback(of: request, after: handover, thread: thread, supervisor: self).run()
                }
            case .quit: return
            case .release, .stop: break  // of a sound that is over
            }
        }
    }
}
