import AdhanConfig
import AdhanControl
import AdhanCore

/// Whether each adhan of the next 24 hours will sound: the daemon's own answer, or without a daemon the config's.
package enum AdhansCheck {
    /// - Parameter now: in ISO 8601 with the offset of the mosque's zone.
    package static func findings(_ adhans: [StatusReport.Adhan], now: String) -> [Finding] {
        guard !adhans.isEmpty else {
            return [.bad("no adhan of the next 24 hours is known", do: "see the times: adhand times --days 2")]
        }
        let faults = StatusReport.Adhan.silences(adhans, now: now, where: \.isFault)
        let chosen = StatusReport.Adhan.silences(adhans, now: now) { !$0.isFault }
        let found =
            faults.map { Finding.bad($0.what, do: $0.advice) }
            + chosen.map { Finding.good("\($0.what). To undo: \($0.advice)") }
        guard found.isEmpty else { return found }
        let isTested = adhans.allSatisfy { $0.willSound != nil || $0.isReplaced }
        return [
            .good(
                isTested
                    ? "every adhan of the next 24 hours will sound"
                    : "no setting and no recording keeps an adhan of the next 24 hours silent"
            )
        ]
    }
}
