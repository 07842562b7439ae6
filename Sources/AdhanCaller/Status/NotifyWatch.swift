import AdhanCore
import AdhanSupport

/// The daemon's view of `adhand notify`: the receivers that fail, and whether it still reports, as it does every
/// fifteen seconds.
struct NotifyWatch {
    private var failing: [FailingReceiver] = []
    private var heardAt: BootInstant
    /// After so long without a word it is missed.
    private static let patience: Duration = .minutes(2)

    init(_ now: BootInstant) { heardAt = now }

    mutating func report(_ failing: [FailingReceiver], _ now: BootInstant) -> Bool {
        let before = self.failing
        self.failing = FailingReceiver.short(failing)
        defer { heardAt = now }
        return self.failing != before || now - heardAt >= Self.patience
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
        let disk = "see whether its disk is full or hangs: df, mount, dmesg"
        return failing.map { one in
            .init(.receiver, one.name, what: one.words, advice: one.name == FailingReceiver.queue ? disk : advice)
        }
    }
}
