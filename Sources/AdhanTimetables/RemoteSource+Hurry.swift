import AdhanCore
import AdhanSystem

extension [RemoteSource] {
    /// Asks each of them for those dates, one after another, while a person waits; it blocks.
    ///
    /// - Parameters:
    ///   - total: after which it has ended; each source has an equal part of it.
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
