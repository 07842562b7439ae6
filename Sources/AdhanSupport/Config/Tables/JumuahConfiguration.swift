import AdhanCore

/// `[jumuah]`: the Friday prayers.
package struct JumuahConfiguration: Sendable {
    package var rules = JumuahRules()
    package private(set) var exceptions: [Located<DayCondition>] = []

    package init(_ table: ConfigTable) {
        table.noteDefault("times", .text(ConfigTable.timetable))
        if let times = table.khutbahs("times"), times != .timetable { rules.times.usual = times }
        rules.iqama = table.lead("iqama", in: .minutes(1)...(.hours(2)))
        rules.call = table.choice("adhan", default: rules.call)
        rules.firstAdhan = table.lead("first_adhan", in: .minutes(2)...(.hours(2)))
        table.noteDefault("khutbah", .text(DurationText.format(.seconds(rules.khutbah))))
        rules.khutbah = table.lead("khutbah", in: .zero...(.hours(2))) ?? rules.khutbah
        exceptions = table.exceptions { exception, condition in
            if let times = exception.khutbahs("times") { rules.times.add(times, when: condition) }
        }
    }
}
