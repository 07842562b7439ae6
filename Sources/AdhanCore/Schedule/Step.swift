/// What there is to do now.
package enum Step: Sendable, Hashable {
    /// Get the device and the file ready for it.
    case arm(Due)
    /// Commit `started`, then let it sound at its second, or at once where that has passed.
    case begin(Due)
    /// What is armed or waiting is not wanted any more; why.
    case giveUp(String)
    case miss(Due, MissReason)
    case skip(Due, Withholding)
    case refresh(RefreshReason)
    /// Nothing before that moment, if neither the clock nor anything else changes.
    case wait(until: Instant)
}

/// Why a prayer was not called.
package enum MissReason: Sendable, Hashable, CustomStringConvertible {
    case notRunning
    case anotherAdhan
    case clockStepped
    case heldUp
    case clockUntrusted
    /// The player's or the device's own words.
    case obstacle(String)

    package var description: String {
        switch self {
        case .notRunning: "not running"
        case .anotherAdhan: "another adhan"
        case .clockStepped: "the clock stepped over it"
        case .heldUp: "the process was held up over it"
        case .clockUntrusted: "the clock was not trusted"
        case .obstacle(let words): words
        }
    }
}

package enum RefreshReason: String, Sendable, Hashable {
    /// Nothing is loaded yet.
    case start
    case afterIsha = "after isha"
    case rollover
    /// The clock stands before the moment of the last refresh.
    case clockStepped = "clock stepped"
    /// The system's tzdata says something else of the mosque's zone than it did.
    case zoneChanged = "zone changed"
    /// The mosque's own file has other times than it had.
    case fileChanged = "file changed"
    /// A source on the network has answered otherwise than before.
    case sourceChanged = "source changed"
    /// A person asked for it.
    case asked
}

/// What the one sound is at.
package enum Activity: Sendable, Hashable {
    case idle
    /// Asked of the player; `ready` once it has answered.
    case armed(Due, ready: Bool)
    /// `started` is committed or being committed; `audible` once its first sample has gone out.
    case begun(Due, audible: Bool)
    /// Told to end; the player has not yet answered.
    case ending(Due)

    package var due: Due? {
        switch self {
        case .idle: nil
        case .armed(let due, _), .begun(let due, _), .ending(let due): due
        }
    }
}
