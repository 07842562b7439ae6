import AdhanCore

/// A `started` row on its way to the disk.
package struct Commit {
    package let entry: LedgerEntry
    /// When it was handed in.
    package let since: Instant
    /// Whether the ledger's disk has taken too long.
    package var isOverdue = false
    /// Whether the row is marked; nil until that is known.
    package var isMarked: Bool?
}

/// When the sound in hand is released: once its row is in the ledger; where the disk refuses or takes too long, on its mark.
extension DaemonLoop {
    /// The ledger's disk has taken too long.
    package func overdue(_ commit: Commit) {
        var commit = commit
        commit.isOverdue = true
        current?.stage = .committing(commit)
        unsaved = commit.entry
        let mark = commit.isMarked == false ? ", and it could not be marked in the runtime directory" : ""
        tell(
            .unsaved(
                commit.entry,
                "the disk has not answered for a second\(mark); it is written when the disk answers"
            )
        )
        if let isMarked = commit.isMarked {
            onRecord(isMarked)
        } else if !needsRecord(commit.entry) {
            release()
        }
    }

    package func marked(_ entry: LedgerEntry, _ problem: String?) {
        // A mark that fails beside a ledger that answers is nothing to be told of.
        if let problem, entry == unsaved {
            tell(.unsaved(entry, "it could not be marked in the runtime directory either: \(problem)"))
        }
        guard var commit = committing, entry == commit.entry else { return }
        commit.isMarked = problem == nil
        current?.stage = .committing(commit)
        // A power cut takes the mark with it: as long as the ledger may still answer, that is waited for.
        if commit.isOverdue { onRecord(problem == nil) }
    }

    /// The `started` row in hand stands in the ledger or is marked, or neither took it.
    package func onRecord(_ isOnRecord: Bool) {
        guard let committing, isOnRecord || !needsRecord(committing.entry) else {
            return giveUp("its row can be written nowhere, and a process before this one may have called it")
        }
        release()
    }
}
