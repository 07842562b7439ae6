import AdhanCore

/// Whether the mosque's own timetable file, where it has one, can be used.
enum TimetableFileCheck {
    /// A file with none of so many days from today on is last year's.
    private static let ahead = 7

    /// - Parameters:
    ///   - zone: the mosque's; nil where it cannot be had.
    ///   - today: the date on the mosque's wall.
    static func finding(_ configuration: Configuration, _ zone: ZoneRules?, today: CivilDate) -> Finding {
        guard let path = configuration.timetable.file else {
            return .good("[timetable] names no file of the mosque's own")
        }
        guard let zone else { return .needs(.zone) }
        let calculator = configuration.calculation.calculator(
            configuration.place.place,
            zone,
            configuration.hijri.calendar
        )
        let file = TimetableFile(path, configuration.timetable.judge(calculator))
        file.look()
        let days = file.days(today...today.adding(days: ahead - 1), in: zone)
        return judge(path, file.problems, days: days.count)
    }

    /// - Parameter days: how many of the days from today on it has.
    static func judge(_ path: String, _ problems: [String], days: Int) -> Finding {
        if let first = problems.first {
            let more = problems.count > 1 ? " (and \(problems.count - 1) more, which adhand check-config lists)" : ""
            return .bad(
                "\(first)\(more)",
                do: "correct it: sudo nano \(shellWord(path)); the daemon reads it anew by itself"
            )
        }
        guard days > 0 else {
            return .bad(
                "\(path) has no times for the next \(ahead) days, so they come from what stands behind it",
                do: "put the timetable of this year in its place"
            )
        }
        return .good("\(path) has times for \(days) of the next \(ahead) days")
    }
}
