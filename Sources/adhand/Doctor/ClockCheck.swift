import AdhanCaller
import AdhanCore
import Glibc

/// Checks whether the daemon trusts the clock.
enum ClockCheck {
    /// Files that exist while a time client runs: timesyncd, chrony, ntpsec.
    private static let traces = ["/run/systemd/timesync", "/run/chrony", "/run/ntpd.pid"]
    private static let install = "sudo apt install systemd-timesyncd && sudo systemctl enable --now systemd-timesyncd"

    /// - Parameters:
    ///   - hasTimeClient: whether a program on this box asks a time server.
    ///   - isRoot: whether this user may read the files that vouch for the clock.
    static func finding(
        _ report: ClockReport,
        _ zone: ZoneRules,
        hasTimeClient: Bool = traces.contains { access($0, F_OK) == 0 },
        isRoot: Bool = geteuid() == 0
    ) -> Finding {
        let problems = report.problems.joined(separator: "; ")
        let reason = report.trust.reason(zone, now: report.now)
        let words = "\(report.trust.state): \(reason)" + (problems.isEmpty ? "" : "; \(problems)")
        if report.trust.isTrusted { return .good(words) }
        guard isRoot || problems.isEmpty else {
            return .forRoot("it is not known whether the daemon trusts it: \(problems)")
        }
        let first = hasTimeClient ? "connect the box to the network" : install
        return .bad(
            "\(words). While that is so the daemon calls no prayer",
            do: "\(first); or, if \(zone.formatted(report.now)) is right: sudo adhand clock confirm"
        )
    }
}
