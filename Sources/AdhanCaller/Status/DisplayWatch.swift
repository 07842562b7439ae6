import AdhanSupport
import AdhanCore

/// What the display says of itself, and whether it still says anything. It says it about every twenty seconds.
struct DisplayWatch {
    private var last: (problems: [String], words: String?, at: BootInstant)?
    /// After so long without a word it is missed.
    private static let patience: Duration = .minutes(2)

    init() {}

    /// - Parameters:
    ///   - problems: nil where the display ends, since it was told to.
    ///   - words: how many pages follow it, and when the box's screen last drew;
    ///     nil from a display of an earlier version.
    package mutating func report(_ problems: [String]?, words: String? = nil, _ now: BootInstant) -> Bool {
        let before = last
        last = problems.map { ($0, words.map { OneLine.of($0, limit: 200) }, now) }
        return before?.problems != last?.problems || before?.words != last?.words
    }

    /// How long ago it was last heard of, where that is too long.
    private func silence(_ now: BootInstant) -> Duration? {
        last.flatMap { now - $0.at >= Self.patience ? now - $0.at : nil }
    }

    /// Nil where no display has said anything, or the last has ended.
    ///
    /// - Parameters:
    ///   - now: by the boot clock, which no correction moves.
    ///   - wall: the same moment by the wall clock.
    package func state(_ now: BootInstant, _ wall: Instant, _ zone: ZoneRules) -> StatusReport.State? {
        guard let last else { return nil }
        let heard = zone.formatted((wall - (now - last.at)).flooredToSecond)
        if silence(now) != nil { return .init(state: "away", words: "it was last heard of at \(heard)") }
        let (count, more) = (last.problems.count, last.words.map { "; \($0)" } ?? "")
        return count == 0
            ? .init(state: "ok", words: "its pages and files are in order\(more)")
            : .init(
                state: "faulty",
                words: (count == 1 ? "it has found a problem" : "it has found \(count) problems") + more
            )
    }

    package func problems(_ now: BootInstant, _ wall: Instant, _ zone: ZoneRules) -> [StatusReport.Problem] {
        guard let last else { return [] }
        if let silence = silence(now) {
            return [
                .init(
                    .display,
                    what: "the display has not been heard of since \(zone.formatted((wall - silence).flooredToSecond))",
                    advice: "see why: systemctl status adhand-display"
                )
            ]
        }
        return last.problems.enumerated().map { index, problem in
            let advice = "all that the display says: sudo journalctl -u adhand-display"
            return .init(.display, "\(index + 1)", what: "display: \(problem)", advice: advice)
        }
    }
}
