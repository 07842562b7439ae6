import AdhanCore
import AdhanSupport
import Synchronization

/// The last usable version, which outlives the file and the process.
extension TimetableFile {
    /// What is kept of it, judged anew; may block.
    ///
    /// - Parameter promptly: whether the days of a table that was recognised are used without reading it again.
    func recalled(
        in zone: ZoneRules,
        promptly: Bool = false
    ) -> (table: CheckedTimetable?, since: Instant?, fault: String?) {
        do {
            guard let kept = try store?.load(of: owner) else { return (nil, nil, nil) }
            // A table without a year has that of its time.
            let hints = TableHints(name: path, today: zone.wall(at: kept.readAt).date)
            let table = try table(of: kept, judge.inZone(zone), hints, promptly)
            return table.dates.isEmpty ? (nil, nil, nil) : (table, kept.readAt, nil)
        } catch {
            return (nil, nil, "\(error)")
        }
    }

    /// Reads what is kept again. Its days of then stand in where its reader fails: what a run survives, a start does.
    private func table(
        of kept: KeptTimetable,
        _ judge: TimetableJudge,
        _ hints: TableHints,
        _ promptly: Bool
    ) throws(TimetableRefusal) -> CheckedTimetable {
        let days = kept.days.flatMap { $0.fit(judge) ? CheckedTimetable($0.written, judge) : nil }
        if promptly, let days { return days }
        do throws(TimetableRefusal) {
            return try judge.read(kept.bytes, hints)
        } catch {
            guard error.isOfReader, let days else { throw error }
            return days
        }
    }

    /// The kept days of these very bytes, if they reach that date: recognising them again would take time, which a
    /// start before a prayer may not have.
    func recognisedBefore(_ bytes: [UInt8], _ judge: TimetableJudge, _ today: CivilDate?) -> CheckedTimetable? {
        // reason: without a kept version the bytes are read
        guard let kept = try? store?.load(of: owner), kept.bytes == bytes, let days = kept.days, days.fit(judge)
        else { return nil }
        let table = CheckedTimetable(days.written, judge)
        return today.map(table.dates.contains) == true ? table : nil
    }

    /// Whether what reads it has failed, and not the file.
    package var hasReaderFailed: Bool { state.withLock { $0.retryAt != nil } }

    /// Takes the days of the kept version while there are no others, as where the file's disk does not answer; may
    /// block.
    package func recall() {
        guard !state.withLock(\.content.hasDays) else { return }
        let kept = recalled(in: state.withLock(\.zone), promptly: true)
        guard let table = kept.table else { return }
        state.withLock { state in
            // What was read meanwhile is newer.
            guard !state.content.hasDays else { return }
            (state.content, state.keptSince) = (state.content.replaced(by: table, path), kept.since)
            state.version += 1
        }
    }

    /// Whether it has days to be used.
    package var hasDays: Bool { state.withLock(\.content.hasDays) }

    /// Whether the version in use is still to be kept.
    package var isUnkept: Bool { state.withLock { $0.unkept != nil } }

    /// Keeps the version in use for a restart that finds the file lost or broken; may block.
    ///
    /// - Throws: `AtomicFile.Fault` if it cannot be written.
    package func keep() throws(AtomicFile.Fault) {
        guard let store, let version = state.withLock(\.unkept) else { return }
        try store.keep(version)
        state.withLock { if $0.unkept == version { $0.unkept = nil } }
    }
}
