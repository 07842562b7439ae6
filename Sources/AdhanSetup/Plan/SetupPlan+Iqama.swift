import AdhanCore
import AdhanSupport

extension SetupPlan {
    var iqamaQuestion: SetupQuestion {
        SetupQuestion(
            topic: .iqama,
            title: "When is the iqama?",
            notes: [
                "Write five values, for fajr, dhuhr, asr, maghrib and isha. Each is a number of minutes after the "
                    + "adhan, or a time of day: 20 13:30 15 5 15. Write none if there is no iqama, and timetable to "
                    + "have the timetable's.",
                "For example, many mosques wait 15 to 20 minutes, and 5 to 10 after Maghrib.",
            ],
            proposal: iqamaProposal
        )
    }

    private var iqamaProposal: SetupProposal {
        if configuration.keys.contains("iqama") { return SetupProposal(words: "as the config has it", changes: []) }
        return SetupProposal(words: timetable?.hasIqamas == true ? "as the timetable has it" : "none yet", changes: [])
    }

    mutating func answerIqama(_ text: String) throws(SetupRefusal) {
        let words = text.split { " ,;".contains($0) }.map(String.init)
        let word = words.count == 1 ? words[0].lowercased() : ""
        if ["none", "no", "off", "-", ConfigTable.timetable].contains(word) {
            // Without the lines, those of a timetable or of the table would still count.
            let hasAny = hadIqamas || timetable?.hasIqamas == true
            let value = word == ConfigTable.timetable ? word : "off"
            return try take(.iqama, hasAny ? Self.lines(Prayer.called.map { _ in value }) : [])
        }
        guard words.count == Prayer.called.count else {
            let count = words.count == 1 ? "that is one value" : "these are \(words.count) values"
            throw SetupRefusal("\(count), and five are needed: 20 13:30 15 5 15")
        }
        let values = words.map { word in
            let minutes = word.hasPrefix("+") ? String(word.dropFirst()) : word
            return minutes.isDigits(1...3) ? "+\(minutes)m" : word
        }
        var trial = self
        try trial.take(.iqama, Self.lines(values))
        let mistakes = trial.iqamaRemarks.filter(\.isMistake).map(\.effect)
        guard mistakes.isEmpty else {
            throw SetupRefusal("\(mistakes.joined(separator: "\n")); write another time, or minutes after the adhan")
        }
        self = trial
    }

    /// The effects of the rules in the coming year that a person may not expect.
    var iqamaRemarks: [RulesCheck.Remark] {
        // reason: without its zone no day is known, and the service says so
        guard let zone = try? configuration.place.zone.get().rules else { return [] }
        let today = zone.wall(at: LinuxClock().wall()).date
        let (place, calendar) = (configuration.place.place, configuration.hijri.calendar)
        let calculator = configuration.calculation.calculator(place, zone, calendar)
        let own = Dictionary((timetable?.days ?? []).map { ($0.date, $0) }) { $1 }
        let days = calculator.days(today...today.adding(days: 365)).map { own[$0.date] ?? $0 }
        let check = RulesCheck(configuration.rules, on: days, in: zone, written: configuration.keys)
        return check.remarks.filter { $0.key == "iqama" || $0.key.hasPrefix("iqama.") }
    }

    private static func lines(_ values: [String]) -> [ConfigChange] {
        zip(Prayer.called, values).map { ConfigChange(key: "iqama.\($0.rawValue)", to: .text($1)) }
    }
}
