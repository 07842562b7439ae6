import AdhanCore
import AdhanSystem
import Synchronization

/// Plays sound files through ALSA on one thread of its own.
///
/// A thread that hangs in the sound library is given up (`checkProgress`) and another takes over, on the next device of the list;
/// what hangs is passed over until it answers. The thread that was given up frees what it holds
/// should it ever return.
package final class Player: AdhanPlayer {
    private let desk: PlayerDesk

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
            try ALSAOutput(name: name, format: format, clock: clock)
        },
        startThread: @escaping ThreadStarter = { PlayerThread.start($0) },
        onEvent: @escaping @Sendable (PlayerEvent) -> Void
    ) {
        desk = PlayerDesk(
            configuration: configuration,
            clock: clock,
            read: read,
            open: open,
            startThread: startThread,
            onEvent: onEvent
        )
        // Now: by the first sound the machine may have no thread left. Where it has none already, each sound tries again.
        _ = desk.hire()
    }

    deinit {
        desk.post(.quit)
    }

    package func arm(_ sounding: Sounding) {
        if !desk.hand(.arm(sounding)) { desk.refuse(sounding) }
    }

    package func release(_ id: Sounding.ID) {
        desk.post(.release(id))
    }

    package func stop(_ id: Sounding.ID, by who: String) {
        desk.post(.stop(id, by: who, asked: desk.clock.monotonic()))
    }

    /// Gives up a call into the sound device that has not come back within the deadline. To be called about once a
    /// second; costs a lock.
    package func checkProgress() {
        desk.checkProgress()
    }

    /// So many calls into the sound device have not come back that no further thread is risked.
    package var isStuck: Bool { desk.state.withLock { $0.hangs.count >= PlayerDesk.stuckLimit } }
}
