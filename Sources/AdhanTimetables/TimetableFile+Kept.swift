import AdhanCore
import AdhanSupport
import Synchronization

/// Reading the file, and its last usable version, which outlives the file and the process.
extension TimetableFile {
    struct Found {
        let content: Content
        var isMissing = false
        var version: KeptTimetable?
        var hasReaderFailed = false
    }

    private var owner: KeptTimetable.Owner { KeptTimetable.Owner(path, validator.calculator) }

    func read(_ file: String, in zone: ZoneRules) -> Found {
        do {
            let now = LinuxClock().wall()
            let bytes = try BoundedFile.read(file, limit: Self.sizeLimit)
            let today = zone.wall(at: now).date
            let validator = validator.inZone(zone)
            let known = try validator.known(bytes)
            let isCertain = known?.isCertain == true
            if !isCertain, let table = recognisedBefore(bytes, validator, today) { return Found(content: .read(table)) }
            let table = try validator.read(bytes, TableHints(name: path, today: today))
            guard store != nil, !table.dates.isEmpty else { return Found(content: .read(table)) }
            let isRecognised = !isCertain && table.written != known
            let days = isRecognised ? KeptTimetable.Days(table.written, validator) : nil
            let version = KeptTimetable(owner: owner, bytes: bytes, readAt: now, days: days)
            return Found(content: .read(table), version: version)
        } catch let refusal as TimetableRefusal {
            return Found(content: .refused("\(file): \(refusal)", nil), hasReaderFailed: refusal.isOfReader)
        } catch {
            return Found(content: .refused("\(error)", nil), isMissing: (error as? FileFault)?.isMissing == true)
        }
    }

    /// The kept version, checked anew; may block. `promptly`: whether the days of a table that was recognised are used
    /// without reading it again.
    func loadKept(
        in zone: ZoneRules,
        promptly: Bool = false
    ) -> (table: CheckedTimetable?, since: Instant?, fault: String?) {
        do {
            guard let kept = try store?.load(of: owner) else { return (nil, nil, nil) }
            // A table without a year has that of its time.
            let hints = TableHints(name: path, today: zone.wall(at: kept.readAt).date)
            let table = try table(of: kept, validator.inZone(zone), hints, promptly)
            return table.dates.isEmpty ? (nil, nil, nil) : (table, kept.readAt, nil)
        } catch {
            return (nil, nil, "\(error)")
        }
    }

    /// Reads the kept bytes again. Where the reader fails, the kept days are used: a restart must not lose what a run
    /// has.
    private func table(
        of kept: KeptTimetable,
        _ validator: TimetableValidator,
        _ hints: TableHints,
        _ promptly: Bool
    ) throws(TimetableRefusal) -> CheckedTimetable {
        let days = kept.days.flatMap { $0.fit(validator) ? CheckedTimetable($0.written, validator) : nil }
        if promptly, let days { return days }
        do throws(TimetableRefusal) {
            return try validator.read(kept.bytes, hints)
        } catch {
            guard error.isOfReader, let days else { throw error }
            return days
        }
    }

    /// The kept days of these very bytes, if they reach that date: recognising them again would take time, which a
    /// start before a prayer may not have.
    private func recognisedBefore(
        _ bytes: [UInt8],
        _ validator: TimetableValidator,
        _ today: CivilDate
    ) -> CheckedTimetable? {
        // reason: without a kept version the bytes are read
        guard let kept = try? store?.load(of: owner), kept.bytes == bytes, let days = kept.days, days.fit(validator)
        else { return nil }
        let table = CheckedTimetable(days.written, validator)
        return table.dates.contains(today) ? table : nil
    }

    /// Uses the kept version while there are no other days, as where the file's disk does not answer; may block.
    package func load() {
        guard !state.withLock(\.content.hasDays) else { return }
        let kept = loadKept(in: state.withLock(\.zone), promptly: true)
        guard let table = kept.table else { return }
        state.withLock { state in
            // What was read meanwhile is newer.
            guard !state.content.hasDays else { return }
            (state.content, state.keptSince) = (state.content.replaced(by: table, path), kept.since)
            state.version += 1
        }
    }

    /// Keeps the version in use for a restart that finds the file lost or broken; may block. Throws `AtomicFile.Fault`
    /// if it cannot be written.
    package func keep() throws(AtomicFile.Fault) {
        guard let store, let version = state.withLock(\.unkept) else { return }
        try store.keep(version)
        state.withLock { if $0.unkept == version { $0.unkept = nil } }
    }
}
