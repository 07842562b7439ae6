import AdhanCore
import AdhanSystem
import Synchronization

/// Plays sound files through ALSA on one thread of its own.
///
/// A thread that hangs in the sound library is given up (`checkProgress`) and another takes over, on the next device of the list;
/// what hangs is passed over until it answers. The thread that was given up frees what it holds
/// should it ever return.
package final class Player: AdhanPlayer {
    private let supervisor: PlayerSupervisor

    /// - Parameters:
    ///   - configuration: what `[audio]` says.
    ///   - clock: the machine's own but in tests.
    ///   - read: where a file's bytes come from.
    ///   - open: how a device is opened; every name but `silent` goes through it.
    ///   - startThread: how a thread is started; the first at once.
    ///   - onEvent: called on the player's thread, or on the one that calls `checkProgress`. It must return quickly and
    ///     must not call `checkProgress`; everything else may be called from it.
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
        startThread: @escaping ThreadStarter = { body throws(SystemFault) in try SystemThread(body).detach() },
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
        // Now: by the first sound the machine may have no thread left. Where it has none already, each sound tries again.
        _ = supervisor.hire()
    }

    deinit {
        supervisor.post(.quit)
    }

    package func arm(_ request: PlaybackRequest) {
        if !supervisor.hand(.arm(request)) { supervisor.refuse(request) }
    }

    package func release(_ id: PlaybackRequest.ID) {
        supervisor.post(.release(id))
    }

    package func stop(_ id: PlaybackRequest.ID, by who: String) {
        supervisor.post(.stop(id, by: who, asked: supervisor.clock.monotonic()))
    }

    /// Gives up a call into the sound device that has not come back within the deadline. To be called about once a
    /// second; costs a lock.
    package func checkProgress() {
        supervisor.checkProgress()
    }

    /// So many calls into the sound device have not come back that no further thread is risked.
    package var isStuck: Bool { supervisor.state.withLock { $0.hangs.count >= PlayerSupervisor.stuckLimit } }
}
