import AdhanSupport
import AdhanCore

extension StatusModel {
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
        assembly.configuration.mirror.mirrors.flatMap { mirror in
            MirrorHealth(
                of: mirror.name,
                mirrors[mirror.name],
                every: mirror.interval,
                at: loop.now,
                running: loop.now - since,
                in: loop.settings.zone
            ).problems
        }
    }
}
