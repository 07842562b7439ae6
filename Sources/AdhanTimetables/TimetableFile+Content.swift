import AdhanCore

extension TimetableFile {
    /// What is known of the file.
    enum Content {
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

        var hasDays: Bool { table?.dates.isEmpty == false }

        /// What is told of days that cannot be used, with others in use.
        func replaced(by table: CheckedTimetable?, _ path: String) -> Content {
            guard case .read(let own) = self else { return using(table) }
            let fault = own.faults.first.map { " (\($0.place): \($0.sentence))" } ?? ""
            let all = "all its faults: adhand timetable check \(shellWord(path))"
            return .refused("\(path): no day of it can be used\(fault); \(all)", table)
        }

        /// The same with other days in use.
        func using(_ table: CheckedTimetable?) -> Content {
            switch (self, table) {
            case (.unread, _): .unread(table)
            case (.refused(let words, _), _): .refused(words, table)
            case (.read, let table?): .read(table)
            case (.read, nil): self
            }
        }
    }
}
