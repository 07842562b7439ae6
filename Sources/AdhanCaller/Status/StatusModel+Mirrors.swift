import AdhanSupport
import AdhanCore

extension StatusModel {
    /// The mirrors of the config, as they were last found; nil where there are none.
    func mirrors(_ loop: LoopSnapshot, _ parts: DaemonParts) -> [StatusReport.Mirror]? {
        let configured = parts.configuration.mirror.mirrors
        guard !configured.isEmpty else { return nil }
        return configured.map { .init($0.name, mirrors[$0.name], at: loop.now, loop.settings.zone) }
    }

    /// What a person should do about the mirrors.
    func mirrorProblems(_ loop: LoopSnapshot, _ parts: DaemonParts) -> [StatusReport.Problem] {
        parts.configuration.mirror.mirrors.flatMap { mirror in
            let (status, zone) = (mirrors[mirror.name], loop.settings.zone)
            return MirrorStatus.problems(mirror, status, at: loop.now, running: loop.now - since, in: zone)
        }
    }
}
