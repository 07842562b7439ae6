import AdhanCore
import Logging

/// What happens to a mirror, told at once.
package enum MirrorEvent: Sendable, Equatable {
    case added(MirrorPath, size: Int)
    case updated(MirrorPath, size: Int)
    case removed(MirrorPath)
    /// An object is not taken. A file that stands under its name stays.
    case refused(key: String, reason: String)
    /// Files that are gone from the bucket stay for now.
    case withheld(count: Int, isEmpty: Bool)
    case finished(MirrorSummary)
    case failed(reason: String)

    /// The event's name on the control socket, behind `mirror-`.
    package var name: String {
        switch self {
        case .added: "added"
        case .updated: "updated"
        case .removed: "removed"
        case .refused: "refused"
        case .withheld: "withheld"
        case .finished: "finished"
        case .failed: "failed"
        }
    }

    package var words: String {
        switch self {
        case .added(let path, let size): "added \(OneLine.of(path.text)) (\(size) bytes)"
        case .updated(let path, let size): "updated \(OneLine.of(path.text)) (\(size) bytes)"
        case .removed(let path): "removed \(OneLine.of(path.text))"
        case .refused(let key, let reason): "refused \(OneLine.of(key)): \(OneLine.of(reason))"
        case .withheld(let count, true):
            "the bucket's listing is empty, and the mirror has \(count) files: they stay; check bucket and prefix, "
                + "or empty the mirror's directory by hand"
        case .withheld(let count, false):
            "\(count) files, more than half, are gone from the bucket: they stay for one more pass; "
                + "if they are still missing then, they are removed"
        case .finished(let summary): summary.words
        case .failed(let reason): "failed: \(reason)"
        }
    }

    package var level: Logger.Level {
        switch self {
        case .refused, .withheld: .warning
        case .failed: .error
        case .finished(let summary): summary.hasChanges ? .notice : .debug
        default: .notice
        }
    }
}

/// How many files a pass has dealt with.
package struct MirrorSummary: Sendable, Equatable {
    package var added = 0
    package var updated = 0
    package var removed = 0
    package var refused = 0
    /// All files that the mirror has.
    package var files = 0
    /// Of all files, in bytes.
    package var size = 0

    package init() {}

    /// Takes in a further round of the same pass.
    mutating func add(_ round: MirrorSummary) {
        (added, updated, removed) = (added + round.added, updated + round.updated, removed + round.removed)
        (refused, files, size) = (round.refused, round.files, round.size)
    }

    package var hasChanges: Bool { added + updated + removed > 0 }

    package var words: String {
        "finished: \(added) added, \(updated) updated, \(removed) removed, \(refused) refused; \(files) files, "
            + "\(size) bytes"
    }
}
