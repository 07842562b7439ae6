import AdhanCore

/// What `adhand status` tells, and in this shape as JSON. Moments are ISO 8601 with the offset of the mosque's zone.
struct StatusReport: Codable, Equatable {
    enum Health: String, Codable { case healthy, degraded }

    struct Place: Codable, Equatable {
        var name: String
        var latitude: Double
        var longitude: Double
        var timezone: String
        /// False: nothing sounds, or the fallback's times do.
        var isSet: Bool
    }

    struct Next: Codable, Equatable {
        var prayer: String
        var date: String
        var at: String
        /// Whole seconds from now.
        var inSeconds: Int64
        var source: String
        /// Why it will not sound; nil where it will.
        var withheld: String?
    }

    /// What the timetable and the ledger say of a prayer of today.
    struct Today: Codable, Equatable {
        var prayer: String
        var at: String
        /// The ledger's; nil where it has no row yet.
        var state: String?
    }

    struct State: Codable, Equatable {
        /// One word.
        var state: String
        var words: String
    }

    /// The sound, tried out unheard.
    struct SelfTest: Codable, Equatable {
        /// `untried`, also since what it found was put right, `ok` or `failing`.
        var state: String
        var words: String
        /// When it was last made.
        var at: String?
        /// When all was last in order, since this process began.
        var lastFine: String?
        /// The set hour; nil where it is off.
        var next: String?
    }

    /// One of those the times may come from.
    struct Source: Codable, Equatable {
        /// `file`, `s3`, `aladhan` or `bundle`.
        var name: String
        /// `ok`, `faulty`, `failing`, `unasked` or `elsewhere`.
        var state: String
        var words: String
        /// Of a source on the network: when it was last asked.
        var askedAt: String?
        /// The last of the days one after another, from today on, that it has or of which something is kept.
        var through: String?
    }

    /// How late after its second the loop has looked at the clock, over the process' life.
    struct Ticks: Codable, Equatable {
        var count: Int
        /// Milliseconds, as are the others.
        var mean: Double
        var worst: Double
        /// Of the last tick.
        var last: Double
    }

    /// Something to attend to.
    struct Problem: Codable, Equatable {
        var what: String
        /// The one thing to do next.
        var advice: String
    }

    var health: Health
    var version: String
    var now: String
    /// When this process began.
    var since: String
    var place: Place
    var next: Next?
    /// The mosque date of `today`.
    var date: String
    var today: [Today]
    /// What sounds now, in words.
    var sounding: String?
    var clock: State
    var audio: State
    var selfTest: SelfTest
    var timetable: State
    /// In the order in which a day is looked for in them; the calculation stands behind them all.
    var sources: [Source]
    var ledger: State
    var configuration: State
    /// Until when every adhan is muted, and by whom.
    var mutedUntil: String?
    var mutedBy: String?
    var ticks: Ticks
    var problems: [Problem]

    /// One line for `systemctl status`.
    var line: String {
        let first = problems.first.map { "ATTENTION: \($0.what). " } ?? ""
        let next =
            next.map { "next \($0.prayer) \($0.at.dropFirst(11).prefix(5))\($0.withheld.map { " (\($0))" } ?? "")" }
            ?? "no adhan ahead"
        return first
            + "\(sounding.map { "\($0), " } ?? "")\(next), source \(self.next?.source ?? timetable.state), clock \(clock.state), audio \(audio.state)"
    }
}
