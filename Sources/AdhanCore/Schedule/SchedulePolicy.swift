/// The mosque's settings for calling, all of them from the config.
package struct SchedulePolicy: Sendable, Hashable {
    /// How late a prayer may still begin. After that it is missed.
    package var grace: Duration = .minutes(5)
    /// The sources whose adhans are currently not called; nil if all are called.
    package var skippedSources: SkippedSources?
    package var refresh = RefreshPlan()

    package init() {}
}

/// The sources whose times are not reliable enough to be called.
package struct SkippedSources: Sendable, Hashable {
    package let sources: Set<SourceName>
    package let reason: String

    package init(_ sources: Set<SourceName>, because reason: String) {
        (self.sources, self.reason) = (sources, reason)
    }

    package static func all(because reason: String) -> SkippedSources {
        SkippedSources(Set(SourceName.allCases), because: reason)
    }

    /// Whether nothing sounds at all.
    package var areAll: Bool { sources.count == SourceName.allCases.count }
}

/// A person's order that nothing is to sound for a while.
package struct Mute: Sendable, Hashable {
    package let from: Instant
    /// The first moment at which an adhan sounds again.
    package let until: Instant
    /// The occasion that ends it; nil where only the moment counts.
    package let ending: OccasionKey?
    package let who: String

    package init(from: Instant, until: Instant, ending: OccasionKey? = nil, who: String) {
        (self.from, self.until, self.ending, self.who) = (from, until, ending, who)
    }

    /// The mute with its end where the timetable has it now.
    ///
    /// - Parameter now: one that is over stays so, unless the occasion that ends it is still ahead and has no row.
    package func following(_ timetable: Timetable, _ memory: LedgerCache, at now: Instant) -> Mute {
        guard let ending, let due = timetable.occasions.first(where: { $0.key == ending }),
            until > now || due.at > now && memory[ending] == nil
        else { return self }
        return Mute(from: from, until: due.at, ending: ending, who: who)
    }

    package func covers(_ moment: Instant) -> Bool { from <= moment && moment < until }
}

/// Why an occasion is skipped.
package struct SkipReason: Sendable, Hashable {
    package let cause: SkipCause
    /// The person who ordered it; nil if the config did.
    package let who: String?

    package init(_ cause: SkipCause, who: String? = nil) {
        (self.cause, self.who) = (cause, who)
    }

    package init(reason: String, who: String?) { self.init(.other(reason), who: who) }

    /// As the ledger has it.
    package var reason: String { cause.description }
}
