import AdhanCaller
import AdhanCore
import Glibc

/// Checks whether the daemon trusts the clock.
package enum ClockCheck {
    /// Files that exist while a time client runs: timesyncd, chrony, ntpsec.
    private static let traces = ["/run/systemd/timesync", "/run/chrony", "/run/ntpd.pid"]
    private static let install = "sudo apt install systemd-timesyncd && sudo systemctl enable --now systemd-timesyncd"

    /// - Parameters:
    ///   - hasTimeClient: whether a program on this box asks a time server.
    ///   - isRoot: whether this user may read the files that vouch for the clock.
    package static func judge(
        _ report: ClockReport,
        _ zone: ZoneRules,
        hasTimeClient: Bool = traces.contains { access($0, F_OK) == 0 },
        isRoot: Bool = geteuid() == 0
    ) -> Finding {
        let notes = report.problems.map { "; \($0)" }.joined()
        let words = "\(report.trust.state): \(report.trust.reason(zone, now: report.now))\(notes)"
        guard !report.trust.isTrusted else { return .good(words) }
        guard isRoot || report.problems.isEmpty else {
            let obstacles = report.problems.joined(separator: "; ")
            return .bad(
                "it is not known whether the daemon trusts it: \(obstacles)",
                do: "look as root: sudo adhand doctor"
            )
        }
        return .bad(
            "\(words). While that is so the daemon calls no prayer",
            do: """
                \(hasTimeClient ? "connect the box to the network" : install); or, if \(zone.formatted(report.now)) is \
                right: sudo adhand clock confirm
                """
        )
    }
}
