import AdhanCore

/// A `started` row that is being written.
struct Commit {
    package let entry: LedgerEntry
    /// When it was given to the ledger writer.
    package let since: Instant
    /// Whether the ledger's disk has not answered within `DaemonLoop.commitPatience`.
    var isOverdue = false
    /// Whether the row is marked; nil until that is known.
    var isMarked: Bool?
}

/// Releases the armed adhan once its row is in the ledger or, where the disk refuses or takes too long, once it is
/// marked.
extension DaemonLoop {
    /// The ledger's disk has not answered within `commitPatience`.
    func overdue(_ commit: Commit) {
        var commit = commit
        commit.isOverdue = true
        current?.stage = .committing(commit)
        unsaved = commit.entry
        let mark = commit.isMarked == false ? ", and it could not be marked in the runtime directory" : ""
        tell(
            .unsaved(commit.entry, "the disk has not answered for a second\(mark); it is written when the disk answers")
        )
        if let isMarked = commit.isMarked {
            onRecord(isMarked)
        } else if !needsRecord(commit.entry) {
            release()
        }
    }

    func marked(_ entry: LedgerEntry, _ problem: String?) {
        // A failed mark is not reported where the ledger answers.
        if let problem, entry == unsaved {
            tell(.unsaved(entry, "it could not be marked in the runtime directory either: \(problem)"))
        }
        guard var commit = committing, entry == commit.entry else { return }
        commit.isMarked = problem == nil
        current?.stage = .committing(commit)
        // A power cut loses the mark, so the ledger is waited for as long as it may still answer.
        if commit.isOverdue { onRecord(problem == nil) }
    }

    /// Releases the adhan where its `started` row is in the ledger or marked, and gives it up where it must be and is
    /// not.
    func onRecord(_ isOnRecord: Bool) {
        guard let committing, isOnRecord || !needsRecord(committing.entry) else {
            return giveUp("its row cannot be written anywhere, and an earlier process may have called it")
        }
        release()
    }
}
