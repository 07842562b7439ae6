import AdhanCore
import AdhanImport
import AdhanSupport
import AdhanTimetables

/// Checks whether the mosque's own timetable file, if there is one, can be used.
enum TimetableFileCheck {
    /// Reads the mosque's own file. It may block.
    static func read(
        _ configuration: Configuration,
        _ zone: ZoneRules,
        _ store: TimetableStore,
        _ lookup: ResourceLookup = .none
    ) -> TimetableFile? {
        guard let path = configuration.timetable.file else { return nil }
        let place = configuration.place.place
        let calculator = configuration.calculation.calculator(place, zone, configuration.hijri.calendar)
        let validator = configuration.timetable.validator(calculator, DocumentReader())
        let file = TimetableFile(path, validator, store: store, lookup: lookup)
        file.readIfChanged()
        return file
    }

    /// - Parameters:
    ///   - today: the date on the mosque's wall clock.
    static func finding(_ file: TimetableFile?, today: CivilDate) -> Finding {
        guard let file else { return .good("[timetable] names no file of the mosque's own") }
        let reach = file.reach(from: today)
        let problems = file.problems(from: today, beside: reach)
        if let remedy = file.remedyIfMissing, let first = problems.first { return .bad(first, do: remedy) }
        return finding(file.place, problems, reach, today: today)
    }

    static func finding(_ path: String, _ problems: [String], _ reach: TimetableReach?, today: CivilDate) -> Finding {
        let gap = reach.flatMap { reach in
            reach.fault(on: today).map { fault in
                Finding.bad("\(path) \(fault)\(reach.instead(on: today) { _ in nil })", do: reach.remedy(on: today))
            }
        }
        if let gap, reach?.last == nil || reach?.refused != nil { return gap }
        guard let first = problems.first else {
            return gap ?? .good("\(path) has times" + (reach?.last.map { " until \($0)" } ?? ""))
        }
        let word = shellWord(path)
        let all = "listed by: adhand timetable check \(word)"
        let more = problems.count > 1 ? " (and \(problems.count - 1) more, \(all))" : ""
        // A workbook that an editor of texts has saved is lost.
        let how =
            path.lowercased().hasSuffix(".xlsx")
            ? "correct it in the spreadsheet program and copy it to \(word) again" : "correct it: sudo nano \(word)"
        return .bad("\(first)\(more)", do: "\(how); the daemon reads it anew by itself")
    }
}
