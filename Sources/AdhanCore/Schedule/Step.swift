/// The next thing to do.
package enum Step: Sendable, Hashable {
    /// Open the device and prepare the file.
    case arm(ScheduledOccasion)
    /// Commit `started`, then let the sound begin at its second, or at once if that has passed.
    case begin(ScheduledOccasion)
    /// The armed or waiting sound is no longer wanted; the text says why.
    case giveUp(String)
    /// Fade out a lesser sound, because something more important is due, which is named.
    case fade(ScheduledOccasion, by: String)
    /// Report the second of an occasion that has no recording.
    case announce(ScheduledOccasion)
    /// Report that an occasion that has no recording is not announced.
    case skipAnnouncement(ScheduledOccasion, SkipReason)
    case miss(ScheduledOccasion, MissReason)
    case skip(ScheduledOccasion, SkipReason)
    case refresh(RefreshReason)
    /// Nothing to do before that moment unless the clock or something else changes.
    case wait(until: Instant)
}

/// Why a prayer was not called.
package enum MissReason: Sendable, Hashable, CustomStringConvertible {
    case notRunning
    case anotherSound(Occasion)
    case clockStepped
    case heldUp
    case clockUntrusted
    /// The message of the player or the device.
    case obstacle(String)
    /// Its time was moved so that it could not be called any more; the text says from where.
    case moved(String)
    /// What was to sound in its place, or to call it later, was not heard; the text says why.
    case replacement(String)
    /// It was begun, and taken back before its first sample; the text says why.
    case givenUp(String)
    /// A person or a signal stopped it before its first sample.
    case stopped(by: String)

    /// The reason in one word, for metrics.
    package enum Kind: String, CaseIterable, Sendable {
        case notRunning = "not_running"
        case anotherSound = "another_sound"
        case clockStepped = "clock_stepped"
        case heldUp = "held_up"
        case clockUntrusted = "clock_untrusted"
        case sound, moved, replacement
        case givenUp = "given_up"
        case stopped
    }

    package var kind: Kind {
        switch self {
        case .notRunning: .notRunning
        case .anotherSound: .anotherSound
        case .clockStepped: .clockStepped
        case .heldUp: .heldUp
        case .clockUntrusted: .clockUntrusted
        case .obstacle: .sound
        case .moved: .moved
        case .replacement: .replacement
        case .givenUp: .givenUp
        case .stopped: .stopped
        }
    }

    package var description: String {
        switch self {
        case .notRunning: "not running"
        case .anotherSound(let other): other.isAdhan ? "another adhan" : other.name
        case .clockStepped: "the clock skipped its time"
        case .heldUp: "the process did not run at its time"
        case .clockUntrusted: "the clock was not trusted"
        case .obstacle(let words), .moved(let words), .replacement(let words), .givenUp(let words): words
        case .stopped(let who): "stopped by \(who) before it was heard"
        }
    }
}

package enum RefreshReason: String, Sendable, Hashable {
    /// Nothing is loaded yet.
    case start
    case afterIsha = "after isha"
    case rollover
    /// The clock is before the last refresh.
    case clockStepped = "clock stepped"
    /// The system's tzdata has new rules for the mosque's zone.
    case zoneChanged = "zone changed"
    /// The times in the mosque's own file have changed.
    case fileChanged = "file changed"
    /// A network source gave a different answer than before.
    case sourceChanged = "source changed"
    case settingChanged = "setting changed"
    /// A person requested it.
    case asked

    /// For the journal.
    package var words: String {
        switch self {
        case .afterIsha: "as each day after Isha"
        case .rollover: "as at each midnight"
        default: rawValue
        }
    }
}

/// The state of the current sound.
package enum Activity: Sendable, Hashable {
    case idle
    /// The player was asked to arm it; `ready` once it has answered.
    case armed(ScheduledOccasion, ready: Bool)
    /// `started` is committed or being committed; `audible` once the first sample was played.
    case begun(ScheduledOccasion, audible: Bool)
    /// The player was told to stop it and has not answered yet.
    case ending(ScheduledOccasion)

    package var due: ScheduledOccasion? {
        switch self {
        case .idle: nil
        case .armed(let due, _), .begun(let due, _), .ending(let due): due
        }
    }
}
