import AdhanCore
import AdhanSupport

/// Checks whether the mirrors of the mosque's buckets are kept.
enum MirrorCheck {
    /// - Parameters:
    ///   - isReadable: whether this user may read a mirror's state.
    ///   - load: returns how a mirror's last pass ended; nil before its first.
    static func findings(
        _ mirrors: [MirrorConfiguration.Mirror],
        now: Instant,
        in zone: ZoneRules,
        isReadable: (MirrorConfiguration.Mirror) -> Bool = { MirrorStatus.isReadable($0.directory) },
        load: (MirrorConfiguration.Mirror) -> MirrorStatus? = { MirrorStatus.load($0.directory) }
    ) -> [Finding] {
        guard !mirrors.isEmpty else { return [.good("[mirror] names no bucket")] }
        return mirrors.flatMap { mirror -> [Finding] in
            if let problem = mirror.folderProblem {
                return [.bad(problem, do: "mend that, then try it: sudo adhand mirror sync")]
            }
            guard isReadable(mirror) else {
                return [.forRoot("the state of the mirror \(mirror.name) may not be read by this user")]
            }
            let status = load(mirror)
            let problems = MirrorStatus.problems(mirror, status, at: now, running: nil, in: zone)
            guard problems.isEmpty, let last = status?.lastSuccess else {
                return problems.map { .bad($0.what, do: $0.advice) }
            }
            let when = zone.formatted(Instant(seconds: last))
            return [.good("the mirror \(mirror.name) equalled its bucket at \(when), with \(status?.files ?? 0) files")]
        }
    }
}
