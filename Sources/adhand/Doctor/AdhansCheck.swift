import AdhanCore
import AdhanSupport

/// Whether each adhan of the next 24 hours will sound: the daemon's own answer, or without a daemon the config's.
enum AdhansCheck {
    /// - Parameters:
    ///   - now: in ISO 8601 with the offset of the mosque's zone.
    ///   - isRunning: whether the daemon gave that answer.
    static func findings(_ adhans: [StatusReport.Adhan], now: String, isRunning: Bool) -> [Finding] {
        guard !adhans.isEmpty else {
            return [.bad("no adhan of the next 24 hours is known", do: "see the times: adhand times --days 2")]
        }
        let faults = StatusReport.Adhan.silences(adhans, now: now, where: \.isFault)
        let chosen = StatusReport.Adhan.silences(adhans, now: now) { !$0.isFault }
        let found =
            faults.map { problem, first, words in
                // Its check has the reason.
                row(of: first).map { Finding.bad(words, do: "see '\($0)' above") }
                    ?? .bad(problem.what, do: problem.remedy)
            } + chosen.map { Finding.good("\($0.problem.what). To undo: \($0.problem.remedy)") }
        guard found.isEmpty else { return found }
        let isTested = isRunning && adhans.allSatisfy { $0.willSound != nil || $0.isReplaced }
        return [
            .good(
                isTested
                    ? "every adhan of the next 24 hours will sound" + StatusReport.Adhan.placeholderWords(adhans)
                    : "no setting, recording or device is known to keep an adhan of the next 24 hours silent"
            )
        ]
    }

    /// The check of the cause; nil where it has none.
    private static func row(of adhan: StatusReport.Adhan) -> String? {
        switch adhan.cause.flatMap(AdhanSilence.Cause.init) {
        case .clock: "clock"
        case .device: "card"
        default: nil
        }
    }
}
