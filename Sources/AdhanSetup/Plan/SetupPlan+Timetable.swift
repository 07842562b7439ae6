import AdhanCore
import AdhanSupport

extension SetupPlan {
    private static let none = ["none", "no", "-"]
    private static let key = "timetable.file"

    var timetableQuestion: SetupQuestion {
        let files = box.timetables()
        return SetupQuestion(
            topic: .timetable,
            title: "Where is the mosque's timetable?",
            notes: [
                "Write the path of the file as the mosque publishes it: .xlsx, .ods, .csv, .ics or .json. Write none "
                    + "if there is no file."
            ],
            choices: files,
            proposal: timetableProposal(files)
        )
    }

    private func timetableProposal(_ files: [String]) -> SetupProposal {
        if let file = configuration.timetable.file {
            return SetupProposal(words: file + (fitsHere(file) ? "" : ", \(Self.noDay)"), changes: [])
        }
        if let others = otherSources { return SetupProposal(words: "none of its own; \(others) as now", changes: []) }
        // reason: it is none, then
        let newest = files.first { (try? TimetableFinding($0, configuration, box.reader)) != nil }
        guard let newest else { return SetupProposal(words: "none: the times are calculated", changes: []) }
        return SetupProposal(words: newest, changes: [ConfigChange(key: Self.key, to: .text(newest))])
    }

    /// The sources of the config besides a file, in words; nil where there is none.
    private var otherSources: String? {
        let timetable = configuration.timetable
        let names = timetable.sources.map(\.rawValue) + (timetable.bundle == nil ? [] : ["bundle"])
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    private static let noDay = "though no day of it can be used at this place; write none to leave it out"

    /// Whether the timetable of the former place has days that can be used at the place. Only another place is asked
    /// about: the file is read for it.
    private func fitsHere(_ file: String) -> Bool {
        guard let former, former.place != configuration.place.place else { return true }
        // reason: it cannot be read, and is refused with the reason
        return (try? TimetableFinding(file, configuration, box.reader))?.days.isEmpty != true
    }

    /// The timetable that was read, or the source of the times.
    var timetableWords: [String] {
        if let timetable, timetable.days.isEmpty {
            let words = "\(timetable.file): no day of it can be used at this place"
            return ["\(words). To leave it out: sudo adhand setup --timetable none"] + timetable.remarks
        }
        if let timetable { return ["\(timetable.file): \(timetable.summary)"] + timetable.remarks }
        return [otherSources.map { "from \($0), then calculated" } ?? "the times are calculated"]
    }

    mutating func answerTimetable(_ text: String) throws(SetupRefusal) {
        if Self.none.contains(text.lowercased()) { return try take(.timetable, [ConfigChange(key: Self.key, to: nil)]) }
        let files = box.timetables()
        let file = try self.file(text, of: files)
        try take(.timetable, [ConfigChange(key: Self.key, to: .text(file))])
    }
}
