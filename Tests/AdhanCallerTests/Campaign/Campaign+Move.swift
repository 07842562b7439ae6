import AdhanCore
import AdhanTestSupport

@testable import AdhanCaller

/// The promises of a box that has another box's ledger.
extension Campaign {
    /// A move to another box. Times are on the wall clock.
    struct Move {
        /// When the new box was started first.
        let start: Instant
        /// The rows that came with it.
        let rows: Set<OccasionKey>
        /// The prayers that the old box called and of which the new one has no row.
        var calledElsewhere: Set<OccasionKey>
        /// How many calls there had been.
        let calls: Int
        /// Whether the clock has shown a time before the start since: what falls due then is this box's.
        private(set) var hasGoneBack = false

        /// - Parameter called: the prayers that were ever called.
        init(to box: VirtualBox, called: Set<OccasionKey>) throws {
            let entries = try box.ledger.rowsOnDisk()
            (start, calls) = (box.now, box.called.count)
            rows = Set(entries.map(\.key))
            calledElsewhere = called.subtracting(entries.filter(\.state.settles).map(\.key))
        }

        mutating func clockShowed(_ moment: Instant) { if moment < start { hasGoneBack = true } }
    }

    /// Prayers due before the new box's first start are the old box's: the new one does not call them.
    func checkCallsAfterMove() throws {
        guard let move, !move.hasGoneBack else { return }
        for (key, at) in box.called.dropFirst(move.calls) {
            guard let due = box.dues[key], due < move.start else { continue }
            throw Broken(
                description:
                    "\(key) was called at \(box.settings.zone.formatted(at)) and was the old box's: \(box.account(key))"
            )
        }
    }

    /// Nor does the new box write a row of them.
    func checkRowsAfterMove(_ rows: [LedgerEntry]) throws {
        guard let move, !move.hasGoneBack else { return }
        guard let other = rows.first(where: { $0.due < move.start && !move.rows.contains($0.key) }) else { return }
        throw Broken(description: "\(other.key) has a row and was the old box's: \(box.account(other.key))")
    }

    /// Whether the old box called it, and the new one could not know.
    func isFromElsewhere(_ key: OccasionKey) -> Bool { move?.calledElsewhere.contains(key) == true }
}
