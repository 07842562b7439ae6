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

/// People's orders of silence: everything for a while, and single prayers.
package struct Mute: Sendable, Hashable {
    package struct Order: Sendable, Hashable, Codable {
        let from: Instant
        let who: String
        /// By then the next of any prayer is over.
        fileprivate var end: Instant { from + .days(2) }

        package init(from: Instant, who: String) { (self.from, self.who) = (from, who) }
    }

    package let from: Instant
    /// The first moment at which an adhan sounds again; `from` where only prayers are muted.
    package private(set) var until: Instant
    /// The occasion that ends it; nil where only the moment counts.
    package let ending: OccasionKey?
    package let who: String
    /// The muted prayers, by the key of their adhan: a restart, a step of the clock or a corrected timetable mutes no
    /// other one.
    package private(set) var prayers: [OccasionKey: Order]

    package init(
        from: Instant,
        until: Instant,
        ending: OccasionKey? = nil,
        prayers: [OccasionKey: Order] = [:],
        who: String
    ) {
        (self.from, self.until, self.ending, self.prayers, self.who) = (from, until, ending, prayers, who)
    }

    /// Both orders: the later span of time replaces the earlier one with its prayers, and those that were named stay.
    package func adding(_ order: Mute) -> Mute {
        let isSpan = order.until > order.from
        var both = isSpan ? order : self
        let kept = prayers.filter { order.from < $1.end && !(isSpan && until > from && $1.from == from) }
        both.prayers = kept.merging(order.prayers) { named, _ in named }
        return both
    }

    /// The mute with its end where the timetable has it now.
    ///
    /// - Parameter now: one that is over stays so, unless the occasion that ends it is still ahead and has no row.
    package func following(_ timetable: Timetable, _ memory: LedgerCache, at now: Instant) -> Mute {
        guard let ending, let due = timetable.occasions.first(where: { $0.key == ending }),
            until > now || due.at > now && memory[ending] == nil
        else { return self }
        var mute = self
        mute.until = due.at
        return mute
    }

    package func covers(_ moment: Instant) -> Bool { from <= moment && moment < until }

    /// The person who has muted the occasion; nil if it is not muted.
    ///
    /// - Parameter now: a late occasion that has not begun is also muted by an order given since.
    package func who(mutes due: ScheduledOccasion, at now: Instant) -> String? {
        if covers(due.at) || due.at < now && covers(now) { return who }
        return due.key.mutedWith.flatMap { prayers[$0] }.flatMap { $0.from <= max(due.at, now) ? $0.who : nil }
    }

    /// Whether it may still keep something silent.
    package func isOpen(at now: Instant) -> Bool { until > now || prayers.values.contains { now < $0.end } }
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
