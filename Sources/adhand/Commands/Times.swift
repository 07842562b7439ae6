import AdhanSupport
import AdhanCore
import AdhanCaller
import AdhanTimetables
import ArgumentParser

struct Times: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show prayer times, for the config's place or for a given one.",
        discussion: """
            With --latitude, --longitude and --timezone, the times are calculated from the options alone. Without any \
            of these, they are the times that the daemon calls: from the mosque's file, otherwise from the cached \
            network sources, the bundled timetable or the calculation. --refresh asks the network sources first, which \
            takes at most half a minute. --method, --madhab and --high-latitude calculate for the config's place. Exit \
            code: 77 if you may not read a part of the config or the settings.
            """
    )

    @Argument(
        help: ArgumentHelp("today, tomorrow, yesterday or YYYY-MM-DD; the same as --date.", valueName: "day"),
        completion: .days
    )
    var day: String?
    @OptionGroup var options: CommonOptions
    // Unconditional: otherwise a southern or western value would be taken for an option.
    @Option(parsing: .unconditional, help: "Degrees, north positive.", transform: DegreesText.parse)
    var latitude: Double?
    @Option(parsing: .unconditional, help: "Degrees, east positive.", transform: DegreesText.parse)
    var longitude: Double?
    @Option(help: "IANA name, for example Europe/London.", completion: .zones) var timezone: String?
    @Option(help: "Whose angles and offsets.", completion: .list(CalculationMethod.all.map(\.name)))
    var method: MethodArgument?
    @Option(
        help: "shafi (also for maliki, hanbali and jafari) or hanafi.",
        completion: .list(Madhab.allCases.map(\.rawValue)),
        transform: MadhabText.parse
    )
    var madhab: Madhab?
    @Option(help: "The rule for Fajr and Isha where twilight does not end.")
    var highLatitude: HighLatitudeRule?
    @Option(help: "The first mosque date, YYYY-MM-DD (default: today).", transform: { try CivilDate($0) })
    var date: CivilDate?
    @Option(help: "The number of days, 1 to 3660.") var days = 1
    @Option(help: "A whole year instead of --date and --days.") var year: Int?
    @Flag(help: "Ask the network sources first; failures are reported.") var refresh = false
    @Flag(help: "The times beside the six, when prayer is not offered, and taraweeh, too.") var all = false
    @Option(help: "table, csv, json or ics, an iCalendar file.") var format = TimesFormat.table

    /// Other years are typing errors, such as `26` for 2026.
    private static let years = 1900...2200

    func validate() throws {
        guard (1...3660).contains(days) else { throw ValidationError("--days \(days) is not between 1 and 3660") }
        if let year, !Self.years.contains(year) {
            let meant = (0...99).contains(year) ? "; did you mean \(2000 + year)?" : ""
            throw ValidationError("--year \(year) is not between 1900 and 2200\(meant)")
        }
        if let date, !Self.years.contains(date.year) {
            throw ValidationError("--date \(date) is not of the years 1900 to 2200")
        }
        if day != nil {
            if date != nil || year != nil { throw ValidationError("the date is given twice; give it once") }
            _ = try first(today: .first)
        }
        let given = [
            ("--latitude", latitude != nil), ("--longitude", longitude != nil), ("--timezone", timezone != nil),
        ]
        if given.contains(where: \.1), let missing = given.first(where: { !$0.1 })?.0 {
            throw ValidationError("a place needs \(given.map(\.0).joined(separator: ", ")); \(missing) is missing")
        }
        if refresh, latitude != nil || method != nil || madhab != nil || highLatitude != nil {
            throw ValidationError(
                "--refresh asks the sources of the config; with a place or a method of its own nothing is asked"
            )
        }
        if all, format == .ics { throw ValidationError("--all is for table, csv and json") }
        if year != nil, date != nil || days != 1 {
            throw ValidationError("--year cannot be used with --date or --days")
        }
    }

    func run() throws {
        guard latitude == nil, method == nil, madhab == nil, highLatitude == nil else { return try printCalculated() }
        let parts = try options.parts(whole: true)
        let (configuration, zone) = (parts.configuration, parts.zone)
        for problem in parts.timetableFile?.brief(beside: nil) ?? [] { writeError("adhand: \(problem)") }
        noteFallback(configuration.place)
        try loadDays(parts)
        let preferences = try options.box.preferences(whole: true)
        let rules = preferences.applied(to: configuration.rules)
        let (source, pinned) = (MosqueTimetable(parts.timetableSource(), rules), pinnedDays(parts, preferences))
        var table = TimesTable(
            place: configuration.place.place,
            zone: zone,
            hijri: rules.calendar,
            spans: configuration.calculation.spans,
            rules: rules
        )
        table.hasCongregations =
            try format == .csv && (rules.changesDays || rules.eid.hasPrayers || hasCongregations(parts))
        if try rules.changesDays && dates(parts.today).lowerBound < parts.today {
            writeError("adhand: past days are by the rules of now; what was called on them: adhand history")
        }
        try printDays(table, parts.today) { pinned(source.days($0, in: zone)) }
    }

    /// Puts the iqamas and khutbahs into the days of an earlier timetable, of which an adhan was called.
    private func pinnedDays(_ parts: DaemonParts, _ preferences: Preferences) -> ([PrayerDay]) -> [PrayerDay] {
        do {
            guard options.config == nil, let pinned = try parts.pinned() else { return { $0 } }
            let (settings, now) = (parts.settings(), LinuxClock().wall())
            return { days in pinned.applied(to: days, by: settings, preferences, now) ?? days }
        } catch {
            writeError("adhand: \(error); the daemon may hold another iqama of a prayer that was called already")
            return { $0 }
        }
    }

    /// Whether the timetable has iqamas or khutbahs: in the year behind or ahead, so that it does not depend on the
    /// days asked for, or on these, which may be of an old timetable.
    private func hasCongregations(_ parts: DaemonParts) throws -> Bool {
        let year = parts.today.adding(days: -366)...parts.today.adding(days: 366)
        parts.recall(year)
        let source = parts.timetableSource()
        return try [dates(parts.today), year].contains { dates in
            source.days(dates, in: parts.zone).contains { !$0.iqama.isEmpty || !$0.jumuah.isEmpty }
        }
    }

    /// The time limit for all sources: less than the half minute that the help promises.
    private static let refreshLimit: Duration = .seconds(25)

    /// Loads the cached days of the dates into memory; with --refresh, asks the sources for them first.
    private func loadDays(_ parts: DaemonParts) throws {
        let dates = try dates(parts.today)
        // An iqama that changes once a week needs the days of its week.
        let wide = dates.lowerBound.adding(days: -7)...dates.upperBound.adding(days: 7)
        parts.recall(wide)
        guard refresh else { return }
        if parts.remotes.isEmpty { writeError("adhand: the config has no source on the network to ask") }
        let clock = LinuxClock()
        let reports = parts.remotes.hurriedRound(
            dates.lowerBound...dates.upperBound.adding(days: 1),
            now: clock.wall(),
            within: Self.refreshLimit,
            monotonic: clock.monotonic
        )
        for report in reports {
            let warnings = Array(report.warnings.prefix(SourceNews.mostWarnings))
            for words in report.faults + report.absent + warnings {
                writeError("adhand: \(words)")
            }
        }
    }

    /// Prints the times calculated from the flags alone.
    private func printCalculated() throws {
        let (place, zone, calculation, hijri) = try choices()
        let calculator = calculation.calculator(place, zone, hijri)
        let table = TimesTable(place: place, zone: zone, hijri: hijri, spans: calculation.spans)
        try printDays(table, zone.wall(at: LinuxClock().wall()).date) { calculator.days($0) }
    }

    private func printDays(
        _ table: TimesTable,
        _ today: CivilDate,
        _ days: (ClosedRange<CivilDate>) -> [PrayerDay]
    ) throws {
        let dates = try dates(today)
        // One more day than is shown, for the end of the last night.
        let found = days(dates.lowerBound...dates.upperBound.adding(days: 1))
        var table = table
        (table.days, table.showsAll) = (found.filter { dates.contains($0.date) }, all)
        table.next = found.last { $0.date > dates.upperBound }
        print(try table.text(format, now: LinuxClock().wall()), terminator: "")
    }

    private func noteFallback(_ place: PlaceConfiguration) {
        for remark in place.remarks { writeError("adhand: \(remark.words): \(remark.advice)") }
        guard !place.isSet else { return }
        writeError("adhand: no place is set in the config: these are the times of \(place.place.name)")
    }

    private func choices() throws -> (Place, ZoneRules, CalculationConfiguration, HijriCalendar) {
        let place: Place
        let zone: ZoneRules
        var calculation: CalculationConfiguration
        var hijri = HijriCalendar.ummAlQura
        if let given = try GivenPlace.place(latitude, longitude, timezone) {
            (place, calculation) = (given, CalculationConfiguration())
            zone = try options.box.zone(given.timezone).rules
        } else {
            let (configuration, _) = try options.box.load(whole: true)
            (place, calculation) = (configuration.place.place, configuration.calculation)
            zone = try configuration.place.zone.get().rules
            hijri = try options.box.preferences(whole: true).applied(to: configuration.hijri.calendar)
            noteFallback(configuration.place)
        }
        calculation.method = method?.method ?? calculation.method
        calculation.madhab = madhab ?? calculation.madhab
        calculation.highLatitude = highLatitude ?? calculation.highLatitude
        return (place, zone, calculation, hijri)
    }

    private func first(today: CivilDate) throws -> CivilDate {
        try day.map { try DayText.parse($0, today: today) } ?? date ?? today
    }

    private func dates(_ today: CivilDate) throws -> ClosedRange<CivilDate> {
        if let year { return try CivilDate(year: year, month: 1, day: 1)...CivilDate(year: year, month: 12, day: 31) }
        let first = try first(today: today)
        return first...first.adding(days: days - 1)
    }
}

struct MethodArgument: ExpressibleByArgument {
    let method: CalculationMethod

    init?(argument: String) {
        guard let method = CalculationMethod.all.first(where: { $0.answers(to: argument) }) else { return nil }
        self.method = method
    }

    static var allValueStrings: [String] { CalculationMethod.all.map(\.name) }
}

enum MadhabText {
    struct Unknown: Error, CustomStringConvertible {
        let description: String
    }

    static func parse(_ text: String) throws -> Madhab {
        if let madhab = Madhab(rawValue: text) { return madhab }
        let (word, asrs) = (text.lowercased(), CalculationConfiguration.asrs)
        let meant = Spelling.nearest(to: word, among: Madhab.allCases.map(\.rawValue) + asrs.keys.sorted())
        let advice = asrs[word] ?? meant.flatMap { asrs[$0] }
        throw Unknown(description: advice ?? "it is \(Madhab.allCases.map(\.rawValue).joined(separator: " or "))")
    }
}

/// A coordinate, as it is typed.
enum DegreesText {
    struct NoNumber: Error, CustomStringConvertible {
        let description: String
    }

    static func parse(_ text: String) throws -> Double {
        if let degrees = Double(text) { return degrees }
        let plain = text.replacing(",", with: ".").replacing("°", with: "")
        let hint = Double(plain) == nil ? "it is degrees with a point, as in 53.6 or -2.15" : "write \(plain)"
        throw NoNumber(description: "'\(text)' is no number: \(hint)")
    }
}

extension HighLatitudeRule: ExpressibleByArgument {}

enum TimesFormat: String, CaseIterable, ExpressibleByArgument {
    case table, csv, json
    /// iCalendar, RFC 5545.
    case ics
}
