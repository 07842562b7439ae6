import AdhanConfig
import AdhanCore
import AdhanSystem
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
    /// A working disk has answered by then.
    package static let patience: Duration = .seconds(10)

    private struct State {
        /// The zone's rules of now, by which the days are judged.
        var zone: ZoneRules
        /// That of the version that was read.
        var stamp: FileStamp?
        /// That of the last look.
        var seen: FileStamp?
        var content = Content.unread(nil)
        /// Where the last look found it.
        var place: String
        /// Whether the last look found no such file.
        var isMissing = false
        var version = 0
        /// When the first unanswered check began; nil if none is in progress.
        var askedAt: BootInstant?
    }

    /// What is known of the file.
    private enum Content {
        /// No look at it has ended; with the days that another instance read.
        case unread(CheckedTimetable?)
        /// Nothing in it can be used, and why, as a sentence; with the days of an earlier version, which stay in use.
        case refused(String, CheckedTimetable?)
        case read(CheckedTimetable)

        /// The days in use.
        var table: CheckedTimetable? {
            switch self {
            case .unread(let table), .refused(_, let table): table
            case .read(let table): table
            }
        }

        /// The table of which faults and remarks are told: those of an earlier version are of lines that are gone.
        var told: CheckedTimetable? { if case .refused = self { nil } else { table } }

        var isUnread: Bool { if case .unread = self { true } else { false } }

        /// The same with other days in use.
        func using(_ table: CheckedTimetable) -> Content {
            switch self {
            case .unread: .unread(table)
            case .refused(let words, _): .refused(words, table)
            case .read: .read(table)
            }
        }
    }

    package let path: String
    private let lookup: ResourceLookup
    private let judge: TimetableJudge
    private let state: Mutex<State>

    /// Nothing is known about the file before the first check.
    ///
    /// - Parameter lookup: finds it in the mirrors at each look.
    package init(_ path: String, _ judge: TimetableJudge, lookup: ResourceLookup = .none) {
        (self.path, self.judge, self.lookup) = (path, judge, lookup)
        state = Mutex(State(zone: judge.calculator.zone, place: path))
    }

    /// Where it is: a mirror's file of that name, or its own path.
    package var place: String { state.withLock(\.place) }

    /// A number that changes each time a check found other days or other faults.
    package var version: Int { state.withLock(\.version) }

    /// What is wrong with the file and its days, each a sentence with its line; empty if all of it is used.
    package var problems: [String] {
        let (content, place) = state.withLock { ($0.content, $0.place) }
        return Self.problems(of: content, at: place)
    }

    private static func problems(of content: Content, at place: String) -> [String] {
        switch content {
        case .unread(let table): (table?.faults ?? []).map { "\(place): \($0)" }
        case .refused(let words, nil): [words]
        case .refused(let words, _): [words + "; the days read before are still used"]
        case .read(let table): table.faults.map { "\(place): \($0)" }
        }
    }

    /// What to do where there is no such file; nil where there is.
    package var remedyIfMissing: String? {
        guard state.withLock(\.isMissing) else { return nil }
        return
            "put the timetable there, or correct file in [timetable] of the config; a path that does not begin with / is looked "
            + "for in the config's folder"
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
        guard let faults = state.withLock(\.content).told?.faults.ahead(of: date) else { return problems }
        let (told, place) = (Set(reach?.refused?.faults ?? []), place)
        return faults.filter { !told.contains($0) }.map { "\(place): \($0)" }
    }

    /// The same in a few lines, since a wrong place or zone has each day of the year refused.
    package func brief(beside reach: TimetableReach?) -> [String] {
        let (content, place) = state.withLock { ($0.content, $0.place) }
        guard let faults = content.told?.faults else { return Self.problems(of: content, at: place) }
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
    /// - Parameter patiently: where an earlier version is in use, a file that was written just now is left for the next look: a table
    ///   that is still being copied can be read, and lacks the days to come.
    /// - Returns: whether it had changed.
    @discardableResult
    package func look(patiently: Bool = false) -> Bool {
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
            guard state.stamp == stamp || isUnfinished else { return false }
            state.askedAt = nil
            return true
        }
        if isKnown { return false }
        let zone = state.withLock(\.zone)
        let found: Content
        var isMissing = false
        do {
            let judge = judge.inZone(zone)
            let today = zone.wall(at: LinuxClock().wall()).date
            let bytes = try BoundedFile.read(file, limit: Self.sizeLimit)
            found = .read(try judge.read(bytes, TableHints(name: path, today: today)))
        } catch let refusal as TimetableRefusal {
            found = .refused("\(file): \(refusal)", nil)
        } catch {
            found = .refused("\(error)", nil)
            isMissing = (error as? FileFault)?.isMissing == true
        }
        return state.withLock { [isMissing] state in
            state.isMissing = isMissing
            // An unreadable file may be half written: the days read before stay in use.
            let next = found.table == nil ? state.content.table.map { found.using($0) } ?? found : found
            let isNew =
                Self.problems(of: state.content, at: state.place)
                != Self.problems(of: next, at: file)
                || state.content.table?.written != next.table?.written
            (state.content, state.stamp, state.place, state.askedAt) = (next, stamp, file, nil)
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

    /// Takes over what another instance, made for an earlier config, read from the same file, unless this one has read
    /// it already. The days are checked again, as place, method and limits may have changed.
    package func adopt(_ other: TimetableFile?) {
        guard let other, other !== self, ConfigStore.fromRoot(other.path) == ConfigStore.fromRoot(path),
            state.withLock({ $0.content.table == nil }),
            let table = other.state.withLock(\.content).table?.judged(by: judge.inZone(state.withLock(\.zone)))
        else { return }
        state.withLock { state in
            if state.content.table == nil { state.content = state.content.using(table) }
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
