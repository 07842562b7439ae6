import AdhanCore
import AdhanSupport
import Synchronization

extension TimetableFile {
    enum Content {
        /// It has not been read; with the days that another instance read.
        case unread(CheckedTimetable?)
        /// Nothing in it can be used, and why, as a sentence; with the days of an earlier version, which stay in use.
        case refused(String, CheckedTimetable?)
        case read(CheckedTimetable)

        var table: CheckedTimetable? {
            switch self {
            case .unread(let table), .refused(_, let table): table
            case .read(let table): table
            }
        }

        /// The table whose faults and remarks are reported: those of an earlier version are of lines that are gone.
        var reported: CheckedTimetable? { if case .refused = self { nil } else { table } }

        var hasDays: Bool { table?.dates.isEmpty == false }

        /// A table without a usable day is refused, with other days in use.
        func replaced(by table: CheckedTimetable?, _ path: String) -> Content {
            guard case .read(let unusable) = self else { return using(table) }
            let fault = unusable.faults.first.map { " (\($0.place): \($0.sentence))" } ?? ""
            let all = "all its faults: adhand timetable check \(shellWord(path))"
            return .refused("\(path): no day of it can be used\(fault); \(all)", table)
        }

        /// Replaces the days in use.
        func using(_ table: CheckedTimetable?) -> Content {
            switch (self, table) {
            case (.unread, _): .unread(table)
            case (.refused(let words, _), _): .refused(words, table)
            case (.read, let table?): .read(table)
            case (.read, nil): self
            }
        }
    }

    /// The faults of the file and its days, each a sentence with its line; empty if all of it is used.
    package var problems: [String] { state.withLock(\.self).problems }

    /// A sentence that names the days in use while the file itself gives none; nil if there are none.
    package var standIn: String? { state.withLock(\.self).standIn }

    /// The advice if the file does not exist; nil if it does.
    package var remedyIfMissing: String? {
        guard state.withLock(\.isMissing) else { return nil }
        if let hidden = HiddenFolder.holding(place) {
            return "the service sees nothing in \(hidden); put the timetable into /etc/adhand, and correct file in "
                + "[timetable]"
        }
        return "put the timetable there, or correct file in [timetable] of the config; a path that does not begin "
            + "with / is looked for in the config's folder"
    }

    /// The faults of the file as a whole, or else of its days from that one on, the soonest first, as sentences.
    /// `reach`: the faults of the days that are refused within it are left out.
    package func problems(from date: CivilDate, beside reach: TimetableReach?) -> [String] {
        let state = state.withLock(\.self)
        guard let faults = state.content.reported?.faults.ahead(of: date) else { return state.problems }
        let others = Set(reach?.refused?.faults ?? [])
        return faults.filter { !others.contains($0) }.map { "\(state.place): \($0)" }
    }

    /// The problems in a few lines, since a wrong place or zone has each day of the year refused.
    package func brief(beside reach: TimetableReach?) -> [String] {
        let state = state.withLock(\.self)
        guard let faults = state.content.reported?.faults else { return state.problems }
        let other = reach?.refused?.faults.first
        let all = ", all of them by: adhand timetable check \(shellWord(state.place))"
        return TimetableFault.brief(faults.filter { $0 != other }, of: state.place, all)
    }

    /// The unusual values that are used all the same, each a sentence with its line.
    package var remarks: [String] {
        let state = state.withLock(\.self)
        return (state.content.reported?.remarks ?? []).map { "\(state.place): \($0)" }
    }

    /// The remarks on days from that one on, the soonest first.
    package func remarks(from date: CivilDate) -> [String] {
        let state = state.withLock(\.self)
        return (state.content.reported?.remarks.ahead(of: date) ?? []).map { "\(state.place): \($0)" }
    }

    package var notes: [String] { problems + remarks }

    /// How far its days reach, seen from that date; nil if it has none. Of an earlier version nothing else is reported.
    package func reach(from date: CivilDate) -> TimetableReach? {
        let content = state.withLock(\.content)
        guard var reach = content.table?.reach(from: date) else { return nil }
        if content.reported == nil { (reach.missing, reach.refused) = (nil, nil) }
        return reach
    }
}

extension TimetableFile.State {
    var problems: [String] {
        if case .refused(let words, _) = content { return [words + (standIn.map { "; \($0)" } ?? "")] }
        return (content.table?.faults ?? []).map { "\(place): \($0)" }
    }

    var standIn: String? {
        if content.table == nil { return keptFault.map { "nor can its last usable version be used: \($0)" } }
        guard let since = keptSince else { return "the days read before are still used" }
        let wall = zone.wall(at: since)
        return "its last usable version is used, which is kept since \(wall.date.inWords), \(wall.clockText)"
    }
}
