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
            return SetupProposal(words: file, changes: [])
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

    /// The timetable that was read, or the source of the times.
    var timetableWords: [String] {
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
