import AdhanSupport
import AdhanCore
import Synchronization

/// The mosque's own timetable file as a source. It is read and checked off the loop's thread, kept in memory, and read
/// again when the file changes. Faulty days are left to the sources behind it.
package final class TimetableFile: TimetableSource {
    /// How often the file is checked for changes.
    package static let interval: Duration = .seconds(20)
    /// More bytes than two years need, with all iqamas and blanks, and with everything that AlAdhan adds to a day.
    package static let sizeLimit = 4 << 20

    /// In seconds: a file that was written this lately may still be copied.
    private static let settledAfter = 10
    /// How long a file is left alone whose reader failed: it may need all the time and memory that a reader has.
    private static let readerRetry: Duration = .minutes(10)
    /// A working disk has answered by then.
    package static let patience: Duration = .seconds(10)

    struct State {
        var zone: ZoneRules
        /// That of the version that was read.
        var stamp: FileStamp?
        /// When that version is read again, where its reader failed.
        var retryAt: BootInstant?
        /// The file's stamp at the last check.
        var seen: FileStamp?
        var content = Content.unread(nil)
        /// Where the last check found it.
        var place: String
        var isMissing = false
        var version = 0
        /// The version that was last adopted from another instance.
        var adopted: Adopted?
        /// When the first unanswered check began; nil if none is in progress.
        var askedAt: BootInstant?
        /// When the version in use was first read, if that is the kept one.
        var keptSince: Instant?
        /// Why the kept version cannot be read, where it is needed.
        var keptFault: String?
        /// The version in use, until it has been kept.
        var unkept: KeptTimetable?
    }

    struct Adopted: Equatable {
        let instance: ObjectIdentifier
        let version: Int
    }

    package let path: String
    let validator: TimetableValidator
    /// Where its last usable version is kept; nil if that is not used.
    let store: TimetableStore?
    private let lookup: ResourceLookup
    let state: Mutex<State>

    /// Nothing is known about the file before the first check. `store`: keeps its last usable version; nil if that is
    /// not used. `lookup`: finds it in the mirrors at each check.
    package init(
        _ path: String,
        _ validator: TimetableValidator,
        store: TimetableStore? = nil,
        lookup: ResourceLookup = .none
    ) {
        (self.path, self.validator, self.store, self.lookup) = (path, validator, store, lookup)
        state = Mutex(State(zone: validator.calculator.zone, place: path))
    }

    /// Where it is: a mirror's file of that name, or its own path.
    package var place: String { state.withLock(\.place) }

    /// A number that changes each time a check found other days or other faults.
    package var version: Int { state.withLock(\.version) }

    /// Whether its disk or server does not answer.
    package var isStalled: Bool {
        state.withLock { state in
            if case .unread = state.content { return true }
            return state.askedAt.map { BootClock.now() - $0 > Self.patience } == true
        }
    }

    package var hasReaderFailed: Bool { state.withLock { $0.retryAt != nil } }

    package var isUnkept: Bool { state.withLock { $0.unkept != nil } }

    /// Reads the file if it has changed; may block.
    ///
    /// - Parameters:
    ///   - patiently: where an earlier version is in use, a file that was written just now is left for the next check:
    ///     a table that is still being copied can be read, and lacks the days to come.
    ///   - isAsked: whether a person wants it, so that a reader that has failed is asked again.
    @discardableResult
    package func readIfChanged(patiently: Bool = false, isAsked: Bool = false) -> Bool {
        state.withLock { $0.askedAt = $0.askedAt ?? BootClock.now() }
        let file = lookup(path)
        let stamp = FileStamp(file)
        let now = LinuxClock().wall().seconds
        let isKnown = state.withLock { state in
            guard let stamp else { return false }
            let isUnfinished =
                patiently && state.content.table != nil && stamp != state.seen
                && stamp.isWritten(within: Self.settledAfter, of: now)
            state.seen = stamp
            let isRead = state.stamp == stamp && (state.retryAt.map { !isAsked && BootClock.now() < $0 } ?? true)
            guard isRead || isUnfinished else { return false }
            state.askedAt = nil
            return true
        }
        if isKnown { return false }
        let zone = state.withLock(\.zone)
        let found = read(file, in: zone)
        let kept = found.content.hasDays || state.withLock(\.content.hasDays) ? nil : loadKept(in: zone)
        return state.withLock { state in
            state.isMissing = found.isMissing
            let before = state
            if found.content.hasDays {
                (state.content, state.keptSince, state.keptFault, state.unkept) = (
                    found.content, nil, nil, found.version
                )
            } else if state.content.hasDays {
                // An unusable file may be half written: the days read before stay in use.
                state.content = found.content.replaced(by: state.content.table, file)
            } else {
                (state.keptSince, state.keptFault) = (kept?.since, kept?.fault)
                state.content = kept?.table.map { found.content.replaced(by: $0, file) } ?? found.content
            }
            (state.stamp, state.place, state.askedAt) = (stamp, file, nil)
            state.retryAt = found.hasReaderFailed ? BootClock.now() + Self.readerRetry : nil
            let isNew =
                before.problems != state.problems || before.content.table?.written != state.content.table?.written
            // If the zone's rules have changed meanwhile, the next check of the zone has the days checked by them.
            state.version += isNew ? 1 : 0
            return isNew
        }
    }

    /// Checks the days by these rules of the zone, if they were checked by others; not for the loop's thread.
    package func follow(_ zone: ZoneRules) {
        let (table, stamp) = state.withLock { state in
            state.zone = zone
            return (state.content.table, state.stamp)
        }
        guard let moved = table?.checked(in: zone) else { return }
        state.withLock { state in
            // What was read meanwhile is newer.
            guard state.zone == zone, state.stamp == stamp else { return }
            state.content = state.content.using(moved)
            state.version += 1
        }
    }

    /// Adopts what another instance, made for an earlier config, read from the same file, unless this one has read it
    /// already. The days are checked again, as place, method and limits may have changed; that takes long, and is not
    /// repeated for the same version.
    package func adopt(_ other: TimetableFile?) {
        guard let other, other !== self, PathName.absolute(other.path) == PathName.absolute(path),
            state.withLock({ !$0.content.hasDays || $0.keptSince != nil })
        else { return }
        let theirs = other.state.withLock(\.self)
        let adopted = Adopted(instance: ObjectIdentifier(other), version: theirs.version)
        guard state.withLock({ $0.adopted != adopted }),
            let table = theirs.content.table?.checked(by: validator.inZone(state.withLock(\.zone)))
        else { return }
        state.withLock { state in
            // What is kept is at most as new as what the other has in use.
            guard !state.content.hasDays || state.keptSince != nil else { return }
            state.adopted = adopted
            (state.content, state.keptSince) = (state.content.using(table), theirs.keptSince)
        }
    }

    /// The days that the file lacks between its own, calculated as its own days suggest.
    package var holes: any TimetableSource { Holes(file: self) }

    private struct Holes: TimetableSource {
        let file: TimetableFile

        func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
            file.state.withLock(\.content).table?.holes(dates, in: zone) ?? []
        }
    }

    package func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
        state.withLock(\.content).table?.days(dates, in: zone) ?? []
    }
}
