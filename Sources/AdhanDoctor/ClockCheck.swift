import AdhanClock
import AdhanCore
import Glibc

/// Whether the daemon believes the clock.
package enum ClockCheck {
    /// What those programs have while they run that ask a time server: timesyncd, chrony, ntpsec.
    private static let traces = ["/run/systemd/timesync", "/run/chrony", "/run/ntpd.pid"]
    private static let install = "sudo apt install systemd-timesyncd && sudo systemctl enable --now systemd-timesyncd"

    /// - Parameters:
    ///   - hasTimeClient: whether any program here asks a time server.
    ///   - isRoot: whether whoever looks may read what vouches for the clock.
    package static func judge(
        _ report: ClockReport,
        _ zone: ZoneRules,
        hasTimeClient: Bool = traces.contains { access($0, F_OK) == 0 },
        isRoot: Bool = geteuid() == 0
    ) -> Finding {
        let notes = report.problems.map { "; \($0)" }.joined()
        let words = "\(report.trust.state): \(report.trust.reason(zone, now: report.now))\(notes)"
        guard !report.trust.isTrusted else { return .good(words) }
        guard isRoot || report.problems.isEmpty else { return .bad(words, do: "look as root: sudo adhand doctor") }
        return .bad(
            "\(words). While that is so the daemon calls no prayer",
            do: """
                \(hasTimeClient ? "connect the box to the network" : install); or, if \(zone.formatted(report.now)) is right: \
                sudo adhand clock confirm
                """
        )
    }
}
