import AdhanCore
import AdhanSupport
import Synchronization

/// The state shared by `Player` and its threads: which thread is the present one. All events go out through it.
final class PlayerSupervisor: Sendable {
    struct State {
        var thread: PlayerThread?
        /// The threads that were given up in a sound device and have not returned: the device, and the reason.
        var hangs: [ObjectIdentifier: (device: String, reason: String)] = [:]
    }

    /// The most threads that are given up in sound devices; more would mean a driver that never answers. Those that
    /// hang in reading are not counted: `RecordingReads` limits them, and what hangs on one disk must not keep an adhan
    /// on another from being played.
    static let stuckLimit = 4

    let state = Mutex(State())
    let configuration: PlayerConfiguration
    let clock: any HostClock
    let read: RecordingReader
    let open: DeviceOpener
    private let startThread: ThreadStarter
    /// Held while an event is delivered, so that no event of an abandoned thread comes after its playback's end.
    let delivery = Mutex<Void>(())
    /// Held while a thread is started, so that two callers do not start one each.
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

    /// Sends a command to the present thread, and starts one where there is none.
    ///
    /// - Returns: false where the machine has no thread left.
    func send(_ command: PlayerCommand) -> Bool {
        starting.withLock { _ in post(command) || replaceThread() != nil && post(command) }
    }

    /// Sends a command to the present thread.
    ///
    /// - Returns: false where there is none.
    @discardableResult
    func post(_ command: PlayerCommand) -> Bool {
        // With the lock held: the mailbox of a thread that is given up goes to its successor, and must get no more.
        state.withLock { state in
            state.thread?.mailbox.post(command)
            return state.thread != nil
        }
    }

    /// Asks the present thread to end a playback.
    func stop(_ id: PlaybackRequest.ID, by who: String) {
        let asked = clock.monotonic()
        post(.stop(id, by: who, asked: asked))
        // A thread takes no commands while it reads, so `checkProgress` has to know.
        state.withLock { $0.thread }?.progress.withLock { progress in
            guard progress.request?.id == id, progress.stop == nil else { return }
            progress.stop = (who, asked)
        }
    }

    /// Starts a new thread in place of the present one.
    ///
    /// - Parameter first: its first command.
    /// - Returns: nil where the machine has no thread left.
    func replaceThread(startingWith first: PlayerCommand? = nil) -> PlayerThread? {
        let next = try? makeThread(first)  // reason: the caller then refuses the request
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

    /// Reports that a playback failed because the machine has no thread left.
    func refuse(_ request: PlaybackRequest) {
        // `delivery` is not needed: without a thread there are no other events. A handler may be the caller, which
        // holds it.
        onEvent(.failed(request.id, reason: "the system has no thread left for the player"))
    }

    private func work(as thread: PlayerThread) {
        // Under one lock: the thread becomes idle, or learns that it was given up and leaves its mailbox to its
        // successor.
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
