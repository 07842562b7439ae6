import AdhanSupport
import AdhanCore
import AdhanCaller
import ArgumentParser

struct Hijri: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Convert a date to or from the mosque's Hijri calendar, or say which day of the month is today.",
        discussion: """
            A year below 1700 is Hijri: 2026-02-18 becomes 1447-09-01, and 1447-09-01 becomes 2026-02-18. The calendar \
            is Umm al-Qura's, with the months declared in [hijri.starts]. A Hijri date names the daylight; its night \
            is the one before. Without a date it is that of this moment, by [hijri] turns and the timetable.

            \"adhand hijri today is 15\" makes the running daemon use that date for this month, where the mosque is a \
            day or two from it. It is the same as adhand set hijri.adjust, and ends with the month.
            """
    )

    /// The first Gregorian year. The Hijri calendar is known up to 1600, which is 2174.
    private static let firstGregorianYear = 1700

    // The parser takes -1 for an option otherwise.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "YYYY-MM-DD in either calendar (default: today at the mosque), or: today is DAY.",
            valueName: "date"
        )
    )
    var words: [String] = []
    @Option(help: "table or json.") var format = TableFormat.table
    @OptionGroup var options: CommonOptions

    func validate() throws {
        if let option = words.first(where: { $0.hasPrefix("-") && $0.dropFirst().first?.isNumber != true }) {
            throw ValidationError("unknown option '\(option)'")
        }
        if words.count > 1, claim == nil {
            throw ValidationError(
                "'\(words.joined(separator: " ").prefix(40))' is no date; write YYYY-MM-DD, or a day from 1 to 30: "
                    + "adhand hijri today is 15"
            )
        }
    }

    /// What a person says of today; nil where a date is asked for.
    private var claim: String? {
        let text = words.drop { $0 == "adjust" }.joined(separator: " ")
        return words.first == "adjust" || HijriClaim(text) != nil ? text : nil
    }

    func run() throws {
        if let claim {
            let key = Preferences.Key.hijriAdjust.name
            return try options.order(ControlRequest(.set, key: key, value: claim))
        }
        let (date, hijri): (CivilDate, HijriDate)
        var isEvening = false
        do {
            if let text = words.first, text != "today" {
                let (configuration, _) = try options.box.load()
                let preferences = try options.box.preferences()
                (date, hijri) = try convert(text, preferences.applied(to: configuration.hijri.calendar))
            } else {
                (date, hijri, isEvening) = try now(try options.parts())
            }
        } catch let error as HijriFault {
            throw ValidationError("\(error)")
        } catch let error as CivilDateError {
            throw ValidationError("\(error)")
        }
        switch format {
        case .table:
            say("\(date)  \(date.weekdayName)  \(hijri)  \(hijri.words)" + (isEvening ? ", since Maghrib" : ""))
        case .json:
            let row: JSONObject = [
                "date": date.description, "weekday": date.weekdayName, "hijri": hijri.description,
                "words": hijri.words, "since": isEvening ? Prayer.maghrib.rawValue : nil,
            ]
            print(try JSONText.encode(row))
        }
    }

    private func convert(_ text: String, _ calendar: HijriCalendar) throws -> (CivilDate, HijriDate) {
        if let year = text.split(separator: "-").first.flatMap({ Int($0) }), year < Self.firstGregorianYear {
            let hijri = try HijriDate(text)
            return (try calendar.day(of: hijri), hijri)
        }
        let date = try CivilDate(text)
        guard let hijri = calendar.date(date) else { throw HijriFault.unknown(date) }
        return (date, hijri)
    }

    /// The mosque's date and the Hijri date of this moment, and whether that began this evening, with Maghrib.
    private func now(_ parts: DaemonParts) throws -> (CivilDate, HijriDate, Bool) {
        let (now, zone, today) = (LinuxClock().wall(), parts.zone, parts.today)
        let dates = today...today.adding(days: 1)
        parts.recall(dates)
        let (days, calendar) = (
            parts.timetableSource().days(dates, in: zone).followed,
            try options.box.preferences().applied(to: parts.configuration.hijri.calendar)
        )
        guard let (day, next) = days.first, day.date == today, let hijri = calendar.date(at: now, of: day, before: next)
        else { throw HijriFault.unknown(today) }
        return (today, hijri, calendar.turn == .maghrib && now >= day[.maghrib])
    }
}
