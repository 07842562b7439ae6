import AdhanCore
import AdhanSupport

extension SetupPlan {
    var iqamaQuestion: SetupQuestion {
        SetupQuestion(
            topic: .iqama,
            title: "When is the iqama?",
            notes: [
                "Five values, for fajr, dhuhr, asr, maghrib and isha: minutes after the adhan, or a time of day, as in "
                    + "20 13:30 15 5 15. Or none."
            ],
            proposal: iqamaProposal
        )
    }

    private var iqamaProposal: SetupProposal {
        if configuration.keys.contains("iqama") { return SetupProposal(words: "as the config has it", changes: []) }
        if wasSetUp, timetable?.hasIqamas != true { return SetupProposal(words: "none, as now", changes: []) }
        if timetable?.hasIqamas == true { return SetupProposal(words: "as the timetable has it", changes: []) }
        let minutes = Prayer.called.map { IqamaRule.usualMinutes[$0, default: 15] }
        let words = minutes.map { "\($0)" }.joined(separator: " ") + ", in minutes"
        return SetupProposal(words: words, changes: Self.lines(minutes.map { "+\($0)m" }))
    }

    mutating func answerIqama(_ text: String) throws(SetupRefusal) {
        let words = text.split { " ,;".contains($0) }.map(String.init)
        if words.count == 1, ["none", "no", "off", "-"].contains(words[0].lowercased()) {
            // Without the lines, those of a timetable or of the table would still count.
            let hasAny = hadIqamas || timetable?.hasIqamas == true
            return try take(.iqama, hasAny ? Self.lines(Prayer.called.map { _ in "off" }) : [])
        }
        guard words.count == Prayer.called.count else {
            let count = words.count == 1 ? "that is one value" : "these are \(words.count) values"
            throw SetupRefusal("\(count), and five are needed: 20 13:30 15 5 15")
        }
        let values = words.map { word in
            let minutes = word.hasPrefix("+") ? String(word.dropFirst()) : word
            return minutes.isDigits(1...3) ? "+\(minutes)m" : word
        }
        try take(.iqama, Self.lines(values))
    }

    private static func lines(_ values: [String]) -> [ConfigChange] {
        zip(Prayer.called, values).map { ConfigChange(key: "iqama.\($0.rawValue)", to: .text($1)) }
    }
}
