/// What the mosque has decided about calling.
package struct SchedulePolicy: Sendable, Hashable {
    /// How late a prayer may still begin; past it, it is missed.
    package var grace: Duration = .minutes(5)
    /// Why no adhan is to sound at all, for now; nil where they are.
    package var withheld: String?
    /// What a person has muted; nil where nothing is.
    package var mute: Mute?
    package var refresh = RefreshPlan()

    package init() {}

    /// Why what is due at that second is not to sound, and by whose word; nil where it is to.
    package func withholding(_ due: Instant) -> Withholding? {
        if let withheld { return Withholding(reason: withheld, who: nil) }
        if let mute, mute.from <= due, due < mute.until { return Withholding(reason: "muted", who: mute.who) }
        return nil
    }
}

/// A person's word that nothing is to sound for a while.
package struct Mute: Sendable, Hashable {
    package let from: Instant
    /// The first moment at which an adhan sounds again.
    package let until: Instant
    package let who: String

    package init(from: Instant, until: Instant, who: String) {
        (self.from, self.until, self.who) = (from, until, who)
    }
}

/// Why an occasion is skipped.
package struct Withholding: Sendable, Hashable {
    package let reason: String
    /// The person whose word it was; nil where it is the config's.
    package let who: String?

    package init(reason: String, who: String?) {
        (self.reason, self.who) = (reason, who)
    }
}
