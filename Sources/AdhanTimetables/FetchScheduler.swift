import AdhanCore

/// What the sources asked in one round have answered.
package struct FetchRound: Sendable {
    /// Tells whose round it is: one that comes back late may be of a desk that is no more.
    package final class Asker: Sendable {}

    package let asker: Asker
    package let reports: [SourceReport]
}

/// Keeps the network away from the tick: says when its sources are asked, has them asked by a worker, and asks again
/// while one of them has not answered.
package final class FetchScheduler {
    /// How soon those that have not answered are asked again.
    package static let retryInterval: Duration = .minutes(15)
    /// The longest that a round takes whose servers answer nothing at all: two sources of two periods have 90 seconds for each.
    package static let longestRound: Duration = .minutes(15)
    /// Between two rounds at least, however often somebody asks for one.
    package static let leastInterval: Duration = .seconds(5)
    /// The same while the server wants to be left alone.
    package static let busyInterval: Duration = .minutes(1)

    /// In the order in which their days are taken.
    package let sources: [RemoteSource]
    /// What each has last answered.
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
        /// Whether a person wants it at once, also of a server that wants to be left alone.
        var isUrgent = false
    }

    private var next: NextRound?
    /// When the round began that has not come back.
    private var outSince: Instant?

    /// - Parameters:
    ///   - delay: this box's own, so that a fleet does not ask at once; nothing for a box that is alone.
    ///   - perform: runs its argument on a thread that may block. The next is given to it when the one before has ended.
    ///   - post: where the reports of a round go; `answered` is to get them.
    package init(
        _ sources: [RemoteSource],
        delay: Duration,
        perform: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        post: @escaping @Sendable (FetchRound) -> Void
    ) {
        (self.sources, self.delay, self.perform, self.post) = (sources, delay, perform, post)
    }

    /// Every source is to be asked.
    ///
    /// - Parameters:
    ///   - isStart: of the process or of a config; a source that has nothing yet for today is then asked at once.
    ///   - isUrgent: not in this box's own time but at once.
    /// - Returns: when; nil where there is none.
    @discardableResult
    package func ask(_ now: Instant, today: CivilDate, isStart: Bool = false, isUrgent: Bool = false) -> Instant? {
        guard !sources.isEmpty else { return nil }
        let isNeeded = isStart && sources.contains { !$0.dates.contains(today) }
        let wished = isUrgent || isNeeded ? now : now + delay
        let at = max(wished, sources.map { $0.earliestRound(now) }.max() ?? now)
        // A round that was to come sooner takes the others with it.
        let round = NextRound(
            at: min(next?.at ?? at, at),
            who: Set(sources.map(\.name)),
            since: now,
            isUrgent: isUrgent || next?.isUrgent == true
        )
        next = round
        return round.at
    }

    /// Has the round begun that is due.
    ///
    /// - Returns: when the next one is; nil where none is foreseen.
    package func tick(_ now: Instant, today: CivilDate) -> Instant? {
        guard outSince == nil, var round = next else { return nil }
        // A clock that was set back is not waited for.
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

    /// Since when a round is out that should have come back; nil where none is.
    package func overdue(_ now: Instant) -> Instant? { outSince.flatMap { now - $0 > Self.longestRound ? $0 : nil } }

    /// A round has come back.
    ///
    /// - Returns: what of it is new.
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
