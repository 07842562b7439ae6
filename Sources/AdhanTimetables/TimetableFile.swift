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
        /// The zone's rules of now, by which the days are judged.
        var zone: ZoneRules
        /// That of the version that was read.
        var stamp: FileStamp?
        /// When that version is read again, where its reader failed.
        var retryAt: BootInstant?
        /// That of the last look.
        var seen: FileStamp?
        var content = Content.unread(nil)
        /// Where the last look found it.
        var place: String
        /// Whether the last look found no such file.
        var isMissing = false
        var version = 0
        /// What was last taken over from another instance.
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

    package let path: String
    let judge: TimetableJudge
    /// Where its last usable version is kept; nil if that is not used.
    let store: TimetableStore?
    private let lookup: ResourceLookup
    let state: Mutex<State>

    /// Nothing is known about the file before the first check.
    ///
    /// - Parameters:
    ///   - store: keeps its last usable version; nil if that is not used.
    ///   - lookup: finds it in the mirrors at each look.
    package init(
        _ path: String,
        _ judge: TimetableJudge,
        store: TimetableStore? = nil,
        lookup: ResourceLookup = .none
    ) {
        (self.path, self.judge, self.store, self.lookup) = (path, judge, store, lookup)
        state = Mutex(State(zone: judge.calculator.zone, place: path))
    }

    /// Where it is: a mirror's file of that name, or its own path.
    package var place: String { state.withLock(\.place) }

    var owner: KeptTimetable.Owner { KeptTimetable.Owner(path, judge.calculator) }

    /// A number that changes each time a check found other days or other faults.
    package var version: Int { state.withLock(\.version) }

    /// What is wrong with the file and its days, each a sentence with its line; empty if all of it is used.
    package var problems: [String] { problems(of: state.withLock(\.self)) }

    private func problems(of state: State) -> [String] {
        switch state.content {
        case .unread(let table): (table?.faults ?? []).map { "\(state.place): \($0)" }
        case .refused(let words, _): [words + (standIn(of: state).map { "; \($0)" } ?? "")]
        case .read(let table): table.faults.map { "\(state.place): \($0)" }
        }
    }

    /// Which days are used while the file itself gives none, as a sentence; nil if there are none.
    package var standIn: String? { standIn(of: state.withLock(\.self)) }

    private func standIn(of state: State) -> String? {
        if state.content.table == nil {
            return state.keptFault.map { "nor can its last usable version be used: \($0)" }
        }
        guard let since = state.keptSince else { return "the days read before are still used" }
        let wall = state.zone.wall(at: since)
        return "its last usable version is used, which is kept since \(wall.date.inWords), \(wall.clockText)"
    }

    /// What to do where there is no such file; nil where there is.
    package var remedyIfMissing: String? {
        guard state.withLock(\.isMissing) else { return nil }
        if let hidden = HiddenFolder.holding(place) {
            return
                "the service sees nothing in \(hidden); put the timetable into /etc/adhand, and correct file in "
                + "[timetable]"
        }
        return
            "put the timetable there, or correct file in [timetable] of the config; a path that does not begin with / "
            + "is looked for in the config's folder"
    }

    /// The same without the problem that the message about its reach already covers.
    package func problems(beside reach: TimetableReach?) -> [String] {
        guard let fault = reach?.refused?.faults.first else { return problems }
        let place = place
        return problems.filter { $0 != "\(place): \(fault)" }
    }

    /// What is wrong with the file as a whole, or else with its days from that one on, the soonest first, as sentences.
    ///
    /// - Parameter reach: the message about the days that are refused within it tells their faults.
    package func problems(from date: CivilDate, beside reach: TimetableReach?) -> [String] {
        let state = state.withLock(\.self)
        guard let faults = state.content.told?.faults.ahead(of: date) else { return problems(of: state) }
        let told = Set(reach?.refused?.faults ?? [])
        return faults.filter { !told.contains($0) }.map { "\(state.place): \($0)" }
    }

    /// The same in a few lines, since a wrong place or zone has each day of the year refused.
    package func brief(beside reach: TimetableReach?) -> [String] {
        let state = state.withLock(\.self)
        let place = state.place
        guard let faults = state.content.told?.faults else { return problems(of: state) }
        let told = reach?.refused?.faults.first
        let all = ", all of them by: adhand timetable check \(shellWord(place))"
        return TimetableFault.brief(faults.filter { $0 != told }, of: place, all)
    }

    /// Whether its disk or server does not answer.
    package var isStalled: Bool {
        state.withLock { state in
            state.content.isUnread || state.askedAt.map { BootClock.now() - $0 > Self.patience } == true
        }
    }

    /// How far its days reach, seen from that date; nil if it has none. Of an earlier version nothing is told but that.
    package func reach(from date: CivilDate) -> TimetableReach? {
        let content = state.withLock(\.content)
        guard var reach = content.table?.reach(from: date) else { return nil }
        if content.told == nil { (reach.missing, reach.refused) = (nil, nil) }
        return reach
    }

    /// Reads the file if it has changed; may block.
    ///
    /// - Parameters:
    ///   - patiently: where an earlier version is in use, a file that was written just now is left for the next look: a
    ///     table that is still being copied can be read, and lacks the days to come.
    ///   - isAsked: whether a person wants it, so that a reader that has failed is asked again.
    /// - Returns: whether it had changed.
    @discardableResult
    package func look(patiently: Bool = false, isAsked: Bool = false) -> Bool {
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
        let (found, isMissing, version, hasReaderFailed) = read(file, in: zone)
        let kept = found.hasDays || state.withLock(\.content.hasDays) ? nil : recalled(in: zone)
        return state.withLock { state in
            state.isMissing = isMissing
            let before = state
            if found.hasDays {
                (state.content, state.keptSince, state.keptFault, state.unkept) = (found, nil, nil, version)
            } else if state.content.hasDays {
                // An unusable file may be half written: the days read before stay in use.
                state.content = found.replaced(by: state.content.table, file)
            } else {
                (state.keptSince, state.keptFault) = (kept?.since, kept?.fault)
                state.content = kept?.table.map { found.replaced(by: $0, file) } ?? found
            }
            (state.stamp, state.place, state.askedAt) = (stamp, file, nil)
            state.retryAt = hasReaderFailed ? BootClock.now() + Self.readerRetry : nil
            let isNew =
                problems(of: before) != problems(of: state)
                || before.content.table?.written != state.content.table?.written
            // Where the zone's rules are others by now, the next look at the zone has the days judged by them.
            state.version += isNew ? 1 : 0
            return isNew
        }
    }

    /// Judges the days by these rules of the zone, if they are judged by others; not for the loop's thread.
    package func follow(_ zone: ZoneRules) {
        let (table, stamp) = state.withLock { state in
            state.zone = zone
            return (state.content.table, state.stamp)
        }
        guard let moved = table?.judged(in: zone) else { return }
        state.withLock { state in
            // What was read meanwhile is newer.
            guard state.zone == zone, state.stamp == stamp else { return }
            state.content = state.content.using(moved)
            state.version += 1
        }
    }

    /// A version of another instance.
    struct Adopted: Equatable {
        let instance: ObjectIdentifier
        let version: Int
    }

    /// Takes over what another instance, made for an earlier config, read from the same file, unless this one has read
    /// it already. The days are checked again, as place, method and limits may have changed; that takes long, and is
    /// not repeated for the same version.
    package func adopt(_ other: TimetableFile?) {
        guard let other, other !== self, PathName.absolute(other.path) == PathName.absolute(path),
            state.withLock({ !$0.content.hasDays || $0.keptSince != nil })
        else { return }
        let theirs = other.state.withLock(\.self)
        let adopted = Adopted(instance: ObjectIdentifier(other), version: theirs.version)
        guard state.withLock({ $0.adopted != adopted }) else { return }
        guard let table = theirs.content.table?.judged(by: judge.inZone(state.withLock(\.zone))) else { return }
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

    /// What is used of it all the same, but unusual, each a sentence with its line.
    package var remarks: [String] {
        let (content, place) = state.withLock { ($0.content, $0.place) }
        return (content.told?.remarks ?? []).map { "\(place): \($0)" }
    }

    /// The same of days from that one on, the soonest first.
    package func remarks(from date: CivilDate) -> [String] {
        let (content, place) = state.withLock { ($0.content, $0.place) }
        return (content.told?.remarks.ahead(of: date) ?? []).map { "\(place): \($0)" }
    }

    /// All that is to be said of it.
    package var notes: [String] { problems + remarks }

    package func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
        state.withLock(\.content).table?.days(dates, in: zone) ?? []
    }
}
