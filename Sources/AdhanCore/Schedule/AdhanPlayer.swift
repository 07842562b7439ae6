/// The port to whatever makes the sound. One sound at a time.
///
/// Every call returns at once; what came of it arrives as a `PlayerEvent` at the handler the player was made with, from a
/// thread of the player's own. A sound goes `arm` → `armed` → `release` → `began` → `ended`; `failed` may come in place of
/// `armed`, and `ended` without `began` where nothing was heard. After `arm` exactly one of `failed` and `ended` comes.
package protocol AdhanPlayer: Sendable {
    /// Gets the device and the first second of the file ready. Nothing is audible yet.
    ///
    /// Arming while another sound is armed or sounding is answered with `failed`.
    func arm(_ request: PlaybackRequest)

    /// Permits the armed sound to begin at its second, or at once where that has passed.
    func release(_ id: PlaybackRequest.ID)

    /// Fades what sounds within a second, or gives up what is armed; `ended` follows with `stopped`.
    ///
    /// - Parameter who: what the ledger will name, for example `SIGTERM`.
    func stop(_ id: PlaybackRequest.ID, by who: String)

    /// Called at each tick: a device that has not answered for too long is given up. The sound goes on
    /// on another one, or is ended where there is none.
    func checkProgress()

    /// Whether it can play nothing more until the process is started anew.
    var isStuck: Bool { get }
}

/// One sound: which file, when, and how loud.
package struct PlaybackRequest: Sendable, Hashable, Identifiable {
    /// Tells this sound from every other one of the process.
    package let id: Int
    /// The moment at which its first sample is to be heard.
    package let at: Instant
    /// While no device can be had, one is looked for until then; nothing begins later.
    package let latest: Instant
    package let choice: SoundChoice

    package init(id: Int, at: Instant, latest: Instant, _ choice: SoundChoice) {
        (self.id, self.at, self.latest, self.choice) = (id, at, latest, choice)
    }

    /// A recording as it is.
    package init(id: Int, at: Instant, latest: Instant, file: String) {
        self.init(id: id, at: at, latest: latest, SoundChoice(file: file))
    }

    /// The path of the sound file.
    package var file: String { choice.file }
}

package enum PlayerEvent: Sendable, Hashable {
    /// Ready; `device` is what will sound, and `problem` says why it is not a sound card where it is not.
    case armed(PlaybackRequest.ID, device: String, problem: String?)
    /// Could not be made ready, and nothing sounded: the reason, as a sentence.
    case failed(PlaybackRequest.ID, reason: String)
    /// The first sample has been handed to an audible device, to be heard at `at`.
    case began(PlaybackRequest.ID, at: Instant, device: String)
    /// Something worth a line in the journal while it goes on, such as a gap.
    case noted(PlaybackRequest.ID, String)
    /// The device is gone, and another is looked for; why, as a sentence.
    case lost(PlaybackRequest.ID, String)
    /// Its sound is on that device from now on; as a sentence, too.
    case found(PlaybackRequest.ID, device: String, String)
    /// It is over.
    case ended(PlaybackRequest.ID, SoundReport)

    /// The sound it is about.
    package var id: PlaybackRequest.ID {
        switch self {
        case .armed(let id, _, _), .failed(let id, _), .began(let id, _, _), .noted(let id, _), .lost(let id, _),
            .found(let id, _, _), .ended(let id, _):
            id
        }
    }
}

/// What became of a sound.
package struct SoundReport: Sendable, Hashable {
    package enum End: Sendable, Hashable {
        /// The device has drained after the last sample.
        case completed
        /// It was heard in part; why not to its end.
        case interrupted(String)
        /// A person or the system ended it.
        case stopped(by: String)
        /// Nothing of it was heard; why.
        case unheard(String)
    }

    package var end: End
    /// When the first sample was heard, by the device's own account; nil where nothing was.
    package var began: Instant?
    package var ended: Instant
    /// `began` minus the second it was due, from the device's own account of its delay.
    package var lateness: Duration?
    /// How much of the file an audible device has played.
    package var heard: Duration
    /// Silence within the sound that is not in the file, in all.
    package var gap: Duration
    package var device: String
    /// SHA-256 of the file's bytes, in lower-case hex.
    package var sha256: String
    /// What the ledger is to know of the file beside; nil where there is nothing.
    package var remark: String?

    package init(
        end: End,
        began: Instant?,
        ended: Instant,
        lateness: Duration?,
        heard: Duration,
        gap: Duration,
        device: String,
        sha256: String,
        remark: String? = nil
    ) {
        (self.end, self.began, self.ended, self.lateness) = (end, began, ended, lateness)
        (self.heard, self.gap, self.device, self.sha256, self.remark) = (heard, gap, device, sha256, remark)
    }
}
