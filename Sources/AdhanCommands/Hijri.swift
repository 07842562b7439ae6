import AdhanConfig
import AdhanCore
import AdhanSystem
import ArgumentParser

struct Hijri: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Convert a date to or from the mosque's Hijri calendar.",
        discussion: """
            A year below 1700 is Hijri: 2026-02-18 becomes 1447-09-01, and 1447-09-01 becomes 2026-02-18. The calendar \
            is Umm al-Qura's, with the months declared in [hijri.starts]. A Hijri date names the daylight; its night \
            is the one before.
            """
    )

    enum Format: String, CaseIterable, ExpressibleByArgument { case table, json }

    /// The first Gregorian year. The Hijri calendar is known up to 1600, which is 2174.
    private static let firstGregorianYear = 1700

    @Argument(help: "YYYY-MM-DD in either calendar (default: today at the mosque).") var date: String?
    @Option(help: "table or json.") var format = Format.table
    @OptionGroup var options: CommonOptions

    func run() throws {
        let (configuration, _) = try options.load(daemon: false)
        let calendar = configuration.hijri.calendar
        let (date, hijri): (CivilDate, HijriDate)
        do {
            (date, hijri) = try convert(calendar) { try today(configuration.place.place) }
        } catch let error as HijriFault {
            throw ValidationError("\(error)")
        } catch let error as CivilDateError {
            throw ValidationError("\(error)")
        }
        let row = Row(
            date: date.description,
            weekday: date.weekdayName,
            hijri: hijri.description,
            words: "\(hijri.day) \(hijri.month.name) \(hijri.month.year)"
        )
        switch format {
        case .table: say("\(row.date)  \(row.weekday)  \(row.hijri)  \(row.words)")
        case .json: print(try JSONText.encode(row))
        }
    }

    private func convert(_ calendar: HijriCalendar, _ today: () throws -> CivilDate) throws -> (CivilDate, HijriDate) {
        if let text = date, let year = text.split(separator: "-").first.flatMap({ Int($0) }),
            year < Self.firstGregorianYear
        {
            let hijri = try HijriDate(text)
            return (try calendar.day(of: hijri), hijri)
        }
        let date = try date.map { try CivilDate($0) } ?? today()
        guard let hijri = calendar.date(date) else { throw HijriFault.unknown(date) }
        return (date, hijri)
    }

    private func today(_ place: Place) throws -> CivilDate {
        try SystemZones.find(place.timezone).wall(at: LinuxClock().wall()).date
    }

    private struct Row: Encodable {
        let date: String
        let weekday: String
        let hijri: String
        let words: String
    }
}

extension CivilDate {
    fileprivate var weekdayName: String {
        ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"][weekday]
    }
}
