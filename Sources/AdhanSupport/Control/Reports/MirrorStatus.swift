import AdhanCore
import Glibc

/// How a mirror is, in `status.json`: written by the mirror at the end of each pass,
/// and read by the daemon for its own status.
package struct MirrorStatus: Codable, Equatable, Sendable {
    package struct Refusal: Codable, Hashable, Sendable {
        package let key: String
        package let reason: String

        package init(key: String, reason: String) { (self.key, self.reason) = (key, reason) }
    }

    package struct Failure: Codable, Equatable, Sendable {
        /// In seconds since 1970.
        package let at: Int64
        /// One of a few words, for machines: `denied`, `unreachable`, `disk` …
        package let kind: String
        package let reason: String

        package init(at: Int64, kind: String, reason: String) { (self.at, self.kind, self.reason) = (at, kind, reason) }
    }

    /// When the last pass ended, and the last one that could do all of it; in seconds since 1970.
    package var lastPass: Int64 = 0
    package var lastSuccess: Int64?
    /// Why the last pass failed; nil if it did not.
    package var error: String?
    /// The last pass that failed, however many have succeeded since.
    package var lastFailure: Failure?
    package var files = 0
    /// In bytes.
    package var size = 0
    /// Refused objects, at most `mostRefused` of them.
    package var refused: [Refusal] = []
    /// The number of all refused objects.
    package var refusedCount = 0
    /// How many files are gone from the bucket, and stay until the next listing lacks them, too.
    package var withheldCount = 0

    package init() {}

    /// The same mirror, which no pass can keep now, and why.
    package func failing(_ reason: String) -> MirrorStatus {
        var status = self
        (status.error, status.lastFailure) = (reason, nil)
        return status
    }

    /// Whether this user may read it; true where there is none.
    package static func isReadable(_ folder: String) -> Bool { access(path(folder), R_OK) == 0 || errno != EACCES }

    /// How many refusals are named. The daemon reads them again and again.
    package static let mostRefused = 50
    private static let sizeLimit = 1 << 20

    private static func path(_ folder: String) -> String { "\(folder)/\(MirrorPath.ownFolder)/status.json" }

    /// Nil before the first pass, and where it cannot be read. It may block for five seconds.
    package static func load(_ folder: String) -> MirrorStatus? {
        let bytes = TimeLimit.run(.seconds(5), on: folder) {
            Result { try BoundedFile.read(path(folder), limit: sizeLimit, followsLink: false) }
        }
        do {
            return try bytes.map { try JSONText.decode(from: $0.get()) }
        } catch {
            return nil
        }
    }

    package func save(_ folder: String) throws {
        try AtomicFile.replace(
            Self.path(folder),
            with: try JSONText.bytes(of: self),
            mode: 0o640,
            makesFolder: false
        )
    }
}

/// The problems of a mirror with the advice for each, for `adhand status` and `adhand doctor`.
extension MirrorStatus {
    /// After so many intervals without a whole pass a mirror is a problem.
    private static let patience = 4
    /// No sooner than this: a line may be away for a night.
    private static let leastPatience: Duration = .hours(6)
    /// How long after the daemon's start a first pass may last until it is seen.
    private static let firstPass: Duration = .minutes(10)
    /// Failures that pass by themselves.
    private static let passing = ["unreachable", "busy", "server", "changing"]

    /// - Parameters:
    ///   - status: how the mirror was last found; nil before its first pass.
    ///   - running: how long the daemon has run; nil to expect a first pass at once.
    package static func problems(
        _ mirror: MirrorConfiguration.Mirror,
        _ status: MirrorStatus?,
        at now: Instant,
        running: Duration?,
        in zone: ZoneRules
    ) -> [StatusReport.Problem] {
        var problems: [StatusReport.Problem] = []
        func add(_ part: String, _ what: String, _ advice: String) {
            problems.append(.init(.mirror, "\(mirror.name).\(part)", what: what, advice: advice))
        }
        let name = "the mirror \(mirror.name)"
        guard let status else {
            if let running, running < firstPass { return [] }
            let enable = "sudo systemctl enable --now adhand-mirror"
            add("pass", "\(name) has never been made", "\(enable); if it runs: sudo journalctl -u adhand-mirror")
            return problems
        }
        if let first = status.refused.first {
            let more = status.refusedCount > 1 ? " (and \(status.refusedCount - 1) more)" : ""
            let advice = "put the object right in the bucket; all of them: sudo adhand mirror sync"
            add("refused", "\(name) does not take \(first.key): \(first.reason)\(more)", advice)
        }
        if status.withheldCount > 0 {
            let lacks = "lacks \(status.withheldCount) of its \(status.files) files, which are kept"
            let advice = "look whether the bucket, and the prefix in [mirror], are still the right ones"
            add("withheld", "the bucket of \(name) \(lacks)", advice)
        }
        let last = Instant(seconds: status.lastSuccess ?? 0)
        if let error = status.error, !passing.contains(status.lastFailure?.kind ?? "") {
            add("pass", "\(name) fails: \(error)", "mend that, then try it: sudo adhand mirror sync")
        } else if now - last > max(leastPatience, mirror.interval * patience) {
            let since = status.lastSuccess == nil ? "" : " since \(zone.formatted(last))"
            let advice = "see why: systemctl status adhand-mirror; try it: sudo adhand mirror sync"
            add("pass", "\(name) is old: \(status.error ?? "no pass has ended\(since)")", advice)
        }
        return problems
    }
}
