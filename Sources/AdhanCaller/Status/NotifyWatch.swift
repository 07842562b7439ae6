import AdhanCore
import AdhanSupport

/// What `adhand notify` says of its receivers, and whether it still says anything. It says it every fifteen seconds.
struct NotifyWatch {
    private var problems: [String] = []
    private var heardAt: BootInstant
    /// After so long without a word it is missed.
    private static let patience: Duration = .minutes(2)

    /// - Parameter now: from when on it is waited for.
    init(_ now: BootInstant) { heardAt = now }

    /// - Parameter problems: which receivers are not told, and why.
    /// - Returns: whether any of it has changed.
    mutating func report(_ problems: [String], _ now: BootInstant) -> Bool {
        defer { (self.problems, heardAt) = (problems, now) }
        return problems != self.problems || now - heardAt >= Self.patience
    }

    /// - Parameters:
    ///   - now: by the boot clock, which no correction moves.
    ///   - wall: the same moment by the wall clock.
    func problems(_ now: BootInstant, _ wall: Instant, _ zone: ZoneRules) -> [StatusReport.Problem] {
        let silence = now - heardAt
        guard silence < Self.patience else {
            return [
                .init(
                    .receiver,
                    what: "nobody of [[notify]] is told: adhand-notify has not been heard of since "
                        + zone.formatted((wall - silence).flooredToSecond),
                    advice: "see why: systemctl status adhand-notify"
                )
            ]
        }
        let advice = "see what waits, and why: sudo adhand notify queue; try it: sudo adhand notify test"
        return problems.enumerated().map { .init(.receiver, "\($0 + 1)", what: $1, advice: advice) }
    }
}
