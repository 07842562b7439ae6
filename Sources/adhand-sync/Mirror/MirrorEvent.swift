import AdhanCore
import Logging

/// An event of a mirror, published at once.
enum MirrorEvent: Sendable, Equatable {
    case added(MirrorPath, size: Int)
    case updated(MirrorPath, size: Int)
    case removed(MirrorPath)
    /// An object is not mirrored. An earlier file of that name stays.
    case refused(key: String, reason: String)
    /// Files that are gone from the bucket stay for now.
    case deferred(count: Int, isEmpty: Bool)
    case finished(MirrorSummary)
    case failed(reason: String)

    /// The event's name on the control socket, behind `mirror-`.
    var name: String {
        switch self {
        case .added: "added"
        case .updated: "updated"
        case .removed: "removed"
        case .refused: "refused"
        case .deferred: "withheld"
        case .finished: "finished"
        case .failed: "failed"
        }
    }

    var words: String {
        switch self {
        case .added(let path, let size): "added \(OneLine.of(path.text)) (\(size) bytes)"
        case .updated(let path, let size): "updated \(OneLine.of(path.text)) (\(size) bytes)"
        case .removed(let path): "removed \(OneLine.of(path.text))"
        case .refused(let key, let reason): "refused \(OneLine.of(key)): \(OneLine.of(reason))"
        case .deferred(let count, true):
            "the bucket's listing is empty, and the mirror has \(count) files: they stay; check bucket and prefix, "
                + "or empty the mirror's directory by hand"
        case .deferred(let count, false):
            "\(count) files, more than half, are gone from the bucket: they stay for one more pass; "
                + "if they are still missing then, they are removed"
        case .finished(let summary): summary.words
        case .failed(let reason): "failed: \(reason)"
        }
    }

    var level: Logger.Level {
        switch self {
        case .refused, .deferred: .warning
        case .failed: .error
        case .finished(let summary): summary.hasChanges ? .notice : .debug
        default: .notice
        }
    }
}

/// The files that a pass has changed.
struct MirrorSummary: Sendable, Equatable {
    var added = 0
    var updated = 0
    var removed = 0
    var refused = 0
    /// All files that the mirror has.
    var files = 0
    /// Of all files, in bytes.
    var size = 0

    /// Adds a further round of the same pass.
    mutating func add(_ round: MirrorSummary) {
        (added, updated, removed) = (added + round.added, updated + round.updated, removed + round.removed)
        (refused, files, size) = (round.refused, round.files, round.size)
    }

    var hasChanges: Bool { added + updated + removed > 0 }

    var words: String {
        "finished: \(added) added, \(updated) updated, \(removed) removed, \(refused) refused; \(files) files, "
            + "\(size) bytes"
    }
}
