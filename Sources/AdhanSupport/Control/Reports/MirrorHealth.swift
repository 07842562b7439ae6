import AdhanCore

/// What a person should do about a mirror, for `adhand status` and `adhand doctor`.
package struct MirrorHealth {
    package let problems: [StatusReport.Problem]

    /// After so many intervals without a whole pass a mirror is a problem.
    private static let patience = 4
    /// No sooner than this: a line may be away for a night.
    private static let leastPatience: Duration = .hours(6)
    /// How long after the daemon's start a first pass may take to be seen.
    private static let firstPass: Duration = .minutes(10)
    /// Failures that pass by themselves.
    private static let passing = ["unreachable", "busy", "server", "changing"]

    /// - Parameters:
    ///   - name: the mirror's.
    ///   - status: how it was last found; nil before its first pass.
    ///   - interval: between its passes.
    ///   - running: how long the daemon has run; nil to expect a first pass at once.
    ///   - zone: the mosque's.
    package init(
        of name: String,
        _ status: MirrorStatus?,
        every interval: Duration,
        at now: Instant,
        running: Duration?,
        in zone: ZoneRules
    ) {
        guard let status else {
            let isEarly = running.map { $0 < Self.firstPass } ?? false
            let words = "the mirror \(name) has never been made"
            let advice = "sudo systemctl enable --now adhand-mirror; if it runs: journalctl -u adhand-mirror"
            problems = isEarly ? [] : [.init(what: words, advice: advice)]
            return
        }
        var problems = status.refused.prefix(1).map { first in
            let more = status.refusedCount > 1 ? " (and \(status.refusedCount - 1) more)" : ""
            return StatusReport.Problem(
                what: "the mirror \(name) does not take \(first.key): \(first.reason)\(more)",
                advice: "put the object right in the bucket; all of them: sudo adhand mirror sync"
            )
        }
        if status.withheldCount > 0 {
            problems.append(
                .init(
                    what:
                        "the bucket of the mirror \(name) lacks \(status.withheldCount) of its \(status.files) files, "
                        + "which are kept",
                    advice: "look whether the bucket, and the prefix in [mirror], are still the right ones"
                )
            )
        }
        let last = Instant(seconds: status.lastSuccess ?? 0)
        if let error = status.error, !Self.passing.contains(status.lastFailure?.kind ?? "") {
            problems.append(
                .init(
                    what: "the mirror \(name) fails: \(error)",
                    advice: "mend that, then try it: sudo adhand mirror sync"
                )
            )
        } else if now - last > max(Self.leastPatience, interval * Self.patience) {
            let since = status.lastSuccess == nil ? "" : " since \(zone.formatted(last))"
            problems.append(
                .init(
                    what: "the mirror \(name) is old: \(status.error ?? "no pass has ended\(since)")",
                    advice: "see why: systemctl status adhand-mirror; try it: sudo adhand mirror sync"
                )
            )
        }
        self.problems = problems
    }
}
