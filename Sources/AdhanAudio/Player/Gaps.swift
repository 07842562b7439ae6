import AdhanSupport

/// Silences within a playback that are not in its file.
struct Gaps {
    private(set) var total = Duration.zero
    /// The present gap, or one whose end was written but not heard yet.
    private(set) var open: Gap?

    init(total: Duration = .zero) {
        self.total = total
    }

    struct Gap {
        let since: MonotonicInstant
        let reason: String
    }

    mutating func begin(at since: MonotonicInstant, reason: String) {
        if open == nil { open = Gap(since: since, reason: reason) }
    }

    /// - Returns: the length and the reason of the gap that ended there, if one was open.
    mutating func end(at moment: MonotonicInstant) -> (length: Duration, reason: String)? {
        guard let gap = open else { return nil }
        let length = max(.zero, moment - gap.since)
        open = nil
        total += length
        return (length, gap.reason)
    }
}
