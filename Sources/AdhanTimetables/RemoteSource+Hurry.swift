import AdhanCore
import AdhanSupport

extension [RemoteSource] {
    /// Asks each source for those dates, one after another, while a person waits. Blocks.
    ///
    /// - Parameters:
    ///   - total: the time limit, of which each source gets an equal part.
    ///   - monotonic: the present moment.
    package func hurriedRound(
        _ dates: ClosedRange<CivilDate>,
        now: Instant,
        within total: Duration,
        monotonic: () -> MonotonicInstant
    ) -> [SourceReport] {
        map { source in
            let end = monotonic() + total / count
            return source.round(dates, now: now) {
                let left = end - monotonic()
                return left > .milliseconds(100) ? FetchPatience(tries: 1, total: left) : nil
            }
        }
    }
}
