/// The port to the audio output. It plays one sound at a time.
///
/// Every call returns at once. Results arrive as `PlayerEvent`s at the handler given to the player's initializer, on a
/// thread of the player. The order is `arm` → `armed` → `start` → `began` → `ended`. `failed` may come instead of
/// `armed`, and `ended` without `began` if nothing was heard. Every `arm` leads to exactly one `failed` or `ended`.
package protocol AdhanPlayer: Sendable {
    /// Opens the device and decodes the first second of the file. Nothing is audible yet.
    ///
    /// If another sound is armed or playing, the answer is `failed`.
    func arm(_ request: PlaybackRequest)

    /// Has the armed sound begin at its second, or at once if that has passed.
    func start(_ id: PlaybackRequest.ID)

    /// Fades out the sound within a second, or cancels an armed one. `ended` follows with `stopped`.
    ///
    /// - Parameter who: the name for the ledger, for example `SIGTERM`.
    func stop(_ id: PlaybackRequest.ID, by who: String)

    /// Called at each tick. Abandons a device that has not answered for too long: the sound continues on another
    /// device, or ends if there is none.
    func checkProgress()

    /// Whether it can play nothing more until the process is restarted.
    var isStuck: Bool { get }
}

/// One playback: which file, when, and how loud.
package struct PlaybackRequest: Sendable, Hashable, Identifiable {
    /// Unique within the process.
    package let id: Int
    /// When the first sample is to be heard.
    package let at: Instant
    /// Until when a device is searched for if none is available; nothing begins later.
    package let latest: Instant
    package let choice: SoundChoice

    package init(id: Int, at: Instant, latest: Instant, _ choice: SoundChoice) {
        (self.id, self.at, self.latest, self.choice) = (id, at, latest, choice)
    }

    /// The recording at full volume, without a fade-in.
    package init(id: Int, at: Instant, latest: Instant, file: String) {
        self.init(id: id, at: at, latest: latest, SoundChoice(file: file))
    }

    package var file: String { choice.file }
}

package enum PlayerEvent: Sendable, Hashable {
    /// Ready. `device` will play it; if that is not a sound card, `problem` says why.
    case armed(PlaybackRequest.ID, device: String, problem: Fault?)
    /// Preparation failed and nothing was heard.
    case failed(PlaybackRequest.ID, Fault)
    /// The first sample was written to an audible device and will be heard at `at`.
    case began(PlaybackRequest.ID, at: Instant, device: String)
    /// A message for the journal while it plays, such as a gap.
    case noted(PlaybackRequest.ID, String)
    /// The device is gone and another is searched for.
    case lost(PlaybackRequest.ID, Fault)
    /// The sound now plays on that device. The text is a sentence.
    case found(PlaybackRequest.ID, device: String, String)
    case ended(PlaybackRequest.ID, SoundReport)

    package var id: PlaybackRequest.ID {
        switch self {
        case .armed(let id, _, _), .failed(let id, _), .began(let id, _, _), .noted(let id, _), .lost(let id, _),
            .found(let id, _, _), .ended(let id, _):
            id
        }
    }
}

package struct SoundReport: Sendable, Hashable {
    package enum End: Sendable, Hashable {
        /// The device has played the last sample.
        case completed
        /// It was heard in part; the text says why not to the end.
        case interrupted(String)
        /// Ended by a person or the system.
        case stopped(by: String)
        /// Nothing was heard; the text says why.
        case unheard(String)
    }

    package var end: End
    /// When the first sample was heard, according to the device; nil if nothing was heard.
    package var began: Instant?
    package var ended: Instant
    /// `began` minus the second it was due, based on the delay that the device reports.
    package var lateness: Duration?
    /// How much of the file an audible device has played.
    package var heard: Duration
    /// The total silence within the sound that is not in the file.
    package var gap: Duration
    /// How often the device ran out of samples while it sounded.
    package var xruns: Int
    package var device: String
    /// SHA-256 of the file's bytes, in lower-case hex.
    package var sha256: String
    /// The file that was read; nil where it is that of the request.
    package var file: String?
    /// A remark on the file for the ledger; nil if there is none.
    package var remark: String?

    package init(
        end: End,
        began: Instant?,
        ended: Instant,
        lateness: Duration?,
        heard: Duration,
        gap: Duration,
        xruns: Int = 0,
        device: String,
        sha256: String,
        file: String? = nil,
        remark: String? = nil
    ) {
        (self.end, self.began, self.ended, self.lateness) = (end, began, ended, lateness)
        (self.heard, self.gap, self.xruns, self.device) = (heard, gap, xruns, device)
        (self.sha256, self.file, self.remark) = (sha256, file, remark)
    }
}
