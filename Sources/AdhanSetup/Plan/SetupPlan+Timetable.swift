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
                "A file as the mosque publishes it: .xlsx, .ods, .csv, .ics or .json. Without one, or with none, the "
                    + "times are calculated."
            ],
            choices: files,
            proposal: timetableProposal(files)
        )
    }

    private func timetableProposal(_ files: [String]) -> SetupProposal {
        if let file = configuration.timetable.file {
            return SetupProposal(words: file, changes: [])
        }
        let newest = files.first { (try? TimetableFinding($0, configuration)) != nil }  // reason: it is none, then
        guard let newest else { return SetupProposal(words: "none: the times are calculated", changes: []) }
        return SetupProposal(words: newest, changes: [ConfigChange(key: Self.key, to: .text(newest))])
    }

    mutating func answerTimetable(_ text: String) throws(SetupRefusal) {
        if Self.none.contains(text.lowercased()) { return try take(.timetable, [ConfigChange(key: Self.key, to: nil)]) }
        let files = box.timetables()
        let file = try self.file(text, of: files)
        try take(.timetable, [ConfigChange(key: Self.key, to: .text(file))])
    }
}
