import AdhanConfig
import AdhanControl
import AdhanCore
import AdhanEngine

extension StatusModel {
    /// After so many intervals without a whole pass a mirror is a problem.
    private static let patience = 4
    /// No sooner than this: a line may be away for a night.
    private static let leastPatience: Duration = .hours(6)

    /// The mirrors of the config, as they were last found; nil where there are none.
    func mirrors(_ loop: LoopSnapshot, _ assembly: Assembly) -> [StatusReport.Mirror]? {
        let configured = assembly.configuration.mirror.mirrors
        guard !configured.isEmpty else { return nil }
        return configured.map { mirror in
            guard let status = mirrors[mirror.name] else {
                return .init(name: mirror.name, state: "untried", words: "no pass has been made yet")
            }
            let since = status.lastSuccess.map { Instant(seconds: $0) }
            let refused = status.refusedCount > 0 ? ", \(status.refusedCount) refused" : ""
            let withheld =
                status.withheldCount > 0
                ? ", \(status.withheldCount) of them gone from the bucket and kept for now" : ""
            return .init(
                name: mirror.name,
                state: status.error == nil ? "ok" : "failing",
                words: status.error ?? "\(status.files) files\(withheld)\(refused)",
                lastSuccess: since.map(loop.settings.zone.formatted),
                age: since.map { max(0, (loop.now - $0).components.seconds) },
                lastFailure: status.lastFailure.map { failure in
                    let at = loop.settings.zone.formatted(Instant(seconds: failure.at))
                    return .init(at: at, kind: failure.kind, reason: failure.reason)
                },
                files: status.files,
                size: status.size,
                refused: status.refusedCount
            )
        }
    }

    /// What a person should do about the mirrors.
    func mirrorProblems(_ loop: LoopSnapshot, _ assembly: Assembly) -> [StatusReport.Problem] {
        assembly.configuration.mirror.mirrors.flatMap { mirror -> [StatusReport.Problem] in
            guard let status = mirrors[mirror.name] else { return [] }
            var problems = status.refused.prefix(1).map { first in
                let more = status.refusedCount > 1 ? " (and \(status.refusedCount - 1) more)" : ""
                return StatusReport.Problem(
                    what: "the mirror \(mirror.name) does not take \(first.key): \(first.reason)\(more)",
                    advice: "put the object right in the bucket; all of them: adhand mirror sync"
                )
            }
            let patience = max(Self.leastPatience, mirror.interval * Self.patience)
            let last = Instant(seconds: status.lastSuccess ?? 0)
            if loop.now - last > patience {
                let reason = status.error ?? "no pass has ended since \(loop.settings.zone.formatted(last))"
                problems.append(
                    .init(
                        what: "the mirror \(mirror.name) is old: \(reason)",
                        advice: "see why: systemctl status adhand-mirror; try it: sudo adhand mirror sync"
                    )
                )
            }
            return problems
        }
    }
}
