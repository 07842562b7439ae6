import AdhanCore
import AdhanSupport
import AdhanTimetables

/// The mosque's place and rules, by which its timetables are read and checked.
struct TimesRules {
    let configuration: Configuration
    let validator: TimetableValidator
    /// On the mosque's wall clock.
    let today: CivilDate

    var zone: ZoneRules { validator.calculator.zone }

    /// - Throws: `PanelRefusal` where the place is not set: the sun there tells which column is which.
    init(_ configuration: Configuration, _ reader: any TableReader, now: Instant) throws(PanelRefusal) {
        let place = configuration.place
        // Without the rules of its zone nothing is calculated.
        guard place.isSet, case .success(let zone) = place.zone else { throw .noPlace }
        let calculator = configuration.calculation.calculator(place.place, zone.rules, configuration.hijri.calendar)
        self.configuration = configuration
        validator = configuration.timetable.validator(calculator, reader)
        today = zone.rules.wall(at: now).date
    }

    func facts(_ upload: UploadFolder.Upload) -> TableFacts {
        let hints = TableHints(year: upload.year, columns: upload.columns, name: upload.name, today: today)
        return TableFacts(validator.calculator, validator.clock, hints)
    }

    /// The file that is used: adhand's own CSV, by the clock of the config.
    ///
    /// - Parameter days: ascending, each date once.
    /// - Returns: nil where the file would be read in another way than it was written.
    func csv(_ days: [FileDay]) -> String? {
        guard let first = days.first else { return nil }
        let clock = validator.clock.zone(at: zone, in: first.day.date.year)
        let text = TimetableText(days, in: clock).csv
        // reason: nil says it
        let read = try? WrittenTimetable(Array(text.utf8), clock: validator.clock, madhab: validator.calculator.madhab)
        guard let again = read?.forCheck(in: zone).days, again.count == days.count else { return nil }
        let isSame = zip(days, again).allSatisfy { one, other in
            one.day.date == other.day.date && one.missing == other.missing
                && Prayer.allCases.allSatisfy { prayer in
                    one.missing.contains(prayer) || one.day[prayer] - other.day[prayer] < .seconds(60)
                }
        }
        return isSame ? text : nil
    }
}

extension PanelRefusal {
    static let noPlace = PanelRefusal(
        409,
        "no-place",
        "the mosque's place is not set, and its sun tells which column is which; set it first: sudo adhand setup"
    )
}
