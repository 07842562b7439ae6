import Synchronization
import AdhanCore
import AdhanSupport

/// Plays sound files through ALSA on one thread of its own.
///
/// A thread that hangs in the sound library is given up (`checkProgress`), and another takes over on the next device of
/// the list. The device that hangs is skipped until it answers. A thread that hangs while it reads a file is given up,
/// too, and the playback fails; other files are played as before. The old thread frees its resources if it ever
/// returns.
package final class Player: AdhanPlayer {
    private let supervisor: PlayerSupervisor

    /// - Parameters:
    ///   - configuration: what `[audio]` says.
    ///   - clock: the machine's, except in tests.
    ///   - read: gets a file's bytes.
    ///   - open: opens a device; not used for `silent`.
    ///   - startThread: starts a thread.
    ///   - onEvent: called on the player's thread, or on the one that calls `checkProgress`. It must return quickly and
    ///     must not call `checkProgress`; it may call everything else.
    package init(
        _ configuration: PlayerConfiguration,
        clock: any HostClock = LinuxClock(),
        read: @escaping RecordingReader = { path, onProgress throws(AudioError) in
            Recording(try SoundFile(path: path, onProgress: onProgress))
        },
        open: @escaping DeviceOpener = { name, format, clock throws(AudioError) in
            guard case .file(let path) = DeviceKind(name) else {
                return try ALSAOutput(name: name, format: format, clock: clock)
            }
            return try FileOutput(path: path, format: format, clock: clock)
        },
        startThread: @escaping ThreadStarter = SystemThread.starter("player"),
        onEvent: @escaping @Sendable (PlayerEvent) -> Void
    ) {
        supervisor = PlayerSupervisor(
            configuration: configuration,
            clock: clock,
            read: read,
            open: open,
            startThread: startThread,
            onEvent: onEvent
        )
        // Now, since the machine may have no thread left later. If it has none now, each `arm` tries again.
        _ = supervisor.replaceThread()
    }

    deinit {
        supervisor.post(.quit)
    }

    package func arm(_ request: PlaybackRequest) {
        if !supervisor.send(.arm(request)) { supervisor.refuse(request) }
    }

    package func release(_ id: PlaybackRequest.ID) {
        supervisor.post(.release(id))
    }

    package func stop(_ id: PlaybackRequest.ID, by who: String) {
        supervisor.stop(id, by: who)
    }

    /// Gives up a thread whose call into the sound library, or whose read, has not returned within the deadline. Call
    /// it about once a second; it costs a lock.
    package func checkProgress() {
        supervisor.checkProgress()
    }

    /// Whether so many threads hang in the sound library that no more is started.
    package var isStuck: Bool { supervisor.state.withLock { $0.hangs.count >= PlayerSupervisor.stuckLimit } }
}
