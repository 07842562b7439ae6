import AdhanCore
import AdhanSupport
import Synchronization

/// Plays sound files through ALSA on one thread of its own.
///
/// A thread that hangs in the sound library is given up (`checkProgress`), and another takes over on the next device of
/// the list. The device that hangs is skipped until it answers. A thread that hangs while it reads a file is given up,
/// too, and the playback fails; other files are played as before. The old thread frees its resources if it ever
/// returns.
package final class Player: AdhanPlayer {
    let context: PlayerContext
    private let startThread: ThreadStarter
    private let present = Mutex<PlayerThread?>(nil)
    /// Held while a thread is started, so that two callers do not start one each.
    private let starting = Mutex<Void>(())

    /// - Parameters:
    ///   - open: opens a device; not used for `silent`.
    ///   - onEvent: called on the player's thread, or on the one that calls `checkProgress`. It must return quickly and
    ///     must not call `checkProgress`; it may call everything else.
    package init(
        _ configuration: PlayerConfiguration,
        clock: any HostClock = LinuxClock(),
        read: @escaping RecordingReader = { path, onProgress throws(AudioError) in
            Recording(try SoundFile(path: path, onProgress: onProgress))
        },
        open: @escaping DeviceOpener = AudioOutputs.open,
        startThread: @escaping ThreadStarter = SystemThread.starter("player"),
        onEvent: @escaping @Sendable (PlayerEvent) -> Void
    ) {
        context = PlayerContext(configuration: configuration, clock: clock, read: read, open: open, onEvent: onEvent)
        self.startThread = startThread
        // Now, since the machine may have no thread left later. If it has none now, each `arm` tries again.
        _ = replaceThread()
    }

    deinit { post(.quit) }

    package func arm(_ request: PlaybackRequest) {
        let isSent = starting.withLock { _ in post(.arm(request)) || replaceThread() != nil && post(.arm(request)) }
        if !isSent { refuse(request) }
    }

    package func start(_ id: PlaybackRequest.ID) { post(.start(id)) }

    package func stop(_ id: PlaybackRequest.ID, by who: String) {
        let asked = context.clock.monotonic()
        post(.stop(id, by: who, asked: asked))
        // A thread takes no commands while it reads, so `checkProgress` has to know.
        present.withLock { $0 }?.progress.withLock { progress in
            guard progress.request?.id == id, progress.stop == nil else { return }
            progress.stop = (who, asked)
        }
    }

    /// Whether so many threads hang in the sound library that no more is started.
    package var isStuck: Bool { context.isStuck }

    /// Sends a command to the present thread.
    @discardableResult
    private func post(_ command: PlayerCommand) -> Bool {
        // With the lock held: the mailbox of a thread that is given up goes to its successor, and must get no more.
        present.withLock { thread in
            thread?.mailbox.post(command)
            return thread != nil
        }
    }

    /// Starts a new thread in place of the present one.
    ///
    /// - Returns: nil where the machine has no thread left.
    private func replaceThread(startingWith first: PlayerCommand? = nil) -> PlayerThread? {
        var next: PlayerThread?
        do throws(SystemFault) {
            let thread = try PlayerThread(now: context.clock.monotonic())
            if let first { thread.mailbox.post(first) }
            try startThread { [context] in thread.run(context) }
            next = thread
        } catch {
            // The caller refuses the request.
        }
        present.withLock { $0 = next }
        return next
    }

    /// Reports that a playback failed because the machine has no thread left.
    private func refuse(_ request: PlaybackRequest) {
        // `delivery` is not needed: without a thread there are no other events. A handler may be the caller, which
        // holds it.
        context.onEvent(.failed(request.id, Fault(.other, detail: "the system has no thread left for the player")))
    }

    /// Gives up the present thread where its call into the sound library, or its read, is overdue. A new thread goes on
    /// with the playback where another device is left; otherwise the playback is reported as ended. Call it about once
    /// a second; it costs a lock.
    package func checkProgress() {
        guard let thread = present.withLock({ $0 }) else { return }
        let now = context.clock.monotonic()
        guard thread.progress.withLock({ context.isOverdue($0, now: now) }) else { return }

        context.delivery.withLock { _ in
            typealias Found = (PlayerThread.Progress, AudioError, handover: PlayerCommand?)
            let found = thread.progress.withLock { progress -> Found? in
                guard context.isOverdue(progress, now: now) else { return nil }
                let error = context.overdueError(progress)
                let command = context.handover(from: progress)
                if progress.reading == nil {
                    // Before `isAbandoned`: a thread that sees that removes its entry as it ends.
                    context.hangs.withLock { $0[ObjectIdentifier(thread)] = (progress.device, error) }
                }
                progress.isAbandoned = true
                return (progress, error, command)
            }
            guard let (last, error, command) = found else { return }
            let successor = replaceThread(startingWith: command)
            if let request = last.request, command == nil || successor == nil {
                context.onEvent(context.end(of: last, id: request.id, error))
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
}
