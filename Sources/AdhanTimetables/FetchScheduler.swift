import AdhanCore

/// The answers of the sources asked in one round.
package struct FetchRound: Sendable {
    /// Identifies the scheduler of a round: a late round may belong to a scheduler that no longer exists.
    package final class Asker: Sendable {}

    package let asker: Asker
    package let reports: [SourceReport]
}

/// Decides when the network sources are asked, has a worker ask them, and repeats the round while one of them has not
/// answered. The loop's thread never waits for the network.
package final class FetchScheduler {
    /// The delay before sources that have not answered are asked again.
    package static let retryInterval: Duration = .minutes(15)
    /// The longest duration of a round in which no server answers: two sources with two periods each, 90 seconds each.
    package static let longestRound: Duration = .minutes(15)
    /// The minimum interval between two rounds, however often somebody requests one.
    package static let leastInterval: Duration = .seconds(5)
    /// The same for a server that asked to wait.
    package static let busyInterval: Duration = .minutes(1)

    /// In order of priority.
    package let sources: [RemoteSource]
    package private(set) var reports: [SourceName: SourceReport] = [:]
    private let delay: Duration
    private let perform: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let post: @Sendable (FetchRound) -> Void
    private let asker = FetchRound.Asker()
    private struct NextRound {
        var at: Instant
        var who: Set<SourceName>
        /// When that was decided.
        var since: Instant
        /// Whether a person wants it at once, even from a server that asked to wait.
        var isUrgent = false
    }

    private var next: NextRound?
    private var outSince: Instant?

    /// - Parameters:
    ///   - delay: this box's own delay, to spread a fleet's requests; zero for a single box.
    ///   - perform: runs its argument on a thread that may block. It gets the next one only when the previous has
    ///     ended.
    ///   - post: receives the reports of a round, which must be passed to `answered`.
    package init(
        _ sources: [RemoteSource],
        delay: Duration,
        perform: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        post: @escaping @Sendable (FetchRound) -> Void
    ) {
        (self.sources, self.delay, self.perform, self.post) = (sources, delay, perform, post)
    }

    /// Schedules a round with every source.
    ///
    /// - Parameters:
    ///   - isStart: of the process or of a config; a source without data for today is then asked at once.
    ///   - isUrgent: at once instead of after this box's delay.
    @discardableResult
    package func ask(_ now: Instant, today: CivilDate, isStart: Bool = false, isUrgent: Bool = false) -> Instant? {
        guard !sources.isEmpty else { return nil }
        let isNeeded = isStart && sources.contains { !$0.dates.contains(today) }
        let wished = isUrgent || isNeeded ? now : now + delay
        let at = max(wished, sources.map { $0.earliestRound(now) }.max() ?? now)
        // A round that was already planned for an earlier time then asks all sources.
        let round = NextRound(
            at: min(next?.at ?? at, at),
            who: Set(sources.map(\.name)),
            since: now,
            isUrgent: isUrgent || next?.isUrgent == true
        )
        next = round
        return round.at
    }

    /// Starts the round if it is due. Returns when the next one is due; nil if none is planned.
    package func tick(_ now: Instant, today: CivilDate) -> Instant? {
        guard outSince == nil, var round = next else { return nil }
        // If the clock was set back, the round does not wait for the old time.
        if now < round.since { (round.at, round.since) = (min(round.at, now + Self.retryInterval), now) }
        next = round
        guard round.at <= now else { return round.at }
        (next, outSince) = (nil, now)
        let asked = sources.filter { round.who.contains($0.name) }
        let dates = today...today.adding(days: RemoteSource.ahead)
        let isUrgent = round.isUrgent
        for source in asked { source.note(roundAt: now) }
        perform { [post, asker] in
            post(FetchRound(asker: asker, reports: asked.map { $0.round(dates, now: now, isUrgent: isUrgent) }))
        }
        return nil
    }

    /// Since when a round is in progress that should have ended; nil if there is none.
    package func overdue(_ now: Instant) -> Instant? { outSince.flatMap { now - $0 > Self.longestRound ? $0 : nil } }

    /// Returns what is new in the answers of a round.
    package func answered(_ round: FetchRound, _ now: Instant) -> [SourceNews] {
        guard round.asker === asker else { return [] }
        outSince = nil
        var news: [SourceNews] = []
        for report in round.reports {
            news += SourceNews.of(report, since: reports[report.source])
            reports[report.source] = report
        }
        defer { schedule(after: round.reports, now) }
        return news
    }

    private func schedule(after round: [SourceReport], _ now: Instant) {
        let stale = round.filter(\.isStale).map(\.source)
        guard !stale.isEmpty, next == nil else { return }
        next = NextRound(at: now + Self.retryInterval, who: Set(stale), since: now)
    }
}
