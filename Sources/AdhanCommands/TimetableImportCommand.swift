import AdhanConfig
import AdhanCore
import AdhanSystem
import AdhanTimetables
import ArgumentParser
import Glibc

extension TimetableCommand {
    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Turn any mosque's table into the mosque's year (JSON).",
            discussion: """
                Reads CSV, TSV, .xlsx and JSON with headings in any language or none. The sun tells which column is \
                which, so a place is needed: the config's, or --latitude, --longitude and --timezone. What was taken for \
                what goes to stderr, with the first and the last day beside the calculation: look at it. Exit code: 0, 64 \
                if --output is the table itself or in no folder, 65 if it is no timetable or something is undecided, 66 if \
                there is no such file.
                """
        )

        @Argument(help: "The table.") var file: String
        @Option(help: "The year, for a table that does not say it; of several years, the one to write.") var year: Int?
        @Option(
            help: ArgumentHelp(
                "Names a column by its number or heading: fajr=3, isha_iqama=Jamaat. May be repeated.",
                valueName: "prayer=column"
            )
        )
        var map: [String] = []
        @Option(help: "The file to write (default: stdout).") var output: String?
        @Option(help: "The mosque's name.") var name: String?
        // Unconditional: otherwise a southern or western value would be taken for an option.
        @Option(parsing: .unconditional, help: "Degrees, north positive.") var latitude: Double?
        @Option(parsing: .unconditional, help: "Degrees, east positive.") var longitude: Double?
        @Option(help: "IANA name, for example Europe/London.") var timezone: String?
        @OptionGroup var options: CommonOptions

        func validate() throws {
            if let year, !(1900...2200).contains(year) {
                throw ValidationError("--year \(year) is not between 1900 and 2200")
            }
            guard [latitude != nil, longitude != nil, timezone != nil].allEqual else {
                throw ValidationError("a place needs --latitude, --longitude and --timezone")
            }
            for text in map where text.split(separator: "=", maxSplits: 1).count != 2 {
                throw ValidationError("--map \(text) is written PRAYER=COLUMN, for example --map fajr=3")
            }
        }

        func run() throws {
            try lookAtOutput()
            let reader = try TimetableReader(options)
            let calculator = try calculator(reader)
            let zone = calculator?.zone ?? reader.zone
            let columns = map.map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
            let hints = TableHints(
                year: year,
                columns: Dictionary(columns.map { ($0[0], $0[1]) }) { _, last in last },
                name: file,
                today: zone.wall(at: LinuxClock().wall()).date
            )
            let document = try reader.document(file, calculator, hints)
            for remark in document.remarks { writeError("adhand: \(remark)") }
            for line in TimetableFault.brief(document.written.faults.map(\.description), " of that kind") {
                writeError("adhand: \(file): \(line)")
            }
            let days = try wanted(document.written.days(in: zone))
            report(days, document.written, calculator, reader.configuration, today: hints.today)
            if let calculator { compare(days, calculator) }
            try write(days, at: document.written.location ?? calculator?.coordinates, zone)
        }

        /// Refuses to write over the table itself, which may be the mosque's only one, and into a folder that a typing error has made up.
        private func lookAtOutput() throws {
            guard let output else { return }
            if let target = Inode(output), target == Inode(file) {
                throw ValidationError("--output \(output) is the table itself; name another file")
            }
            let folder = output.lastIndex(of: "/").map { output[...$0] } ?? "."
            guard access(String(folder), F_OK) == 0 else {
                throw ValidationError("--output \(output): there is no folder \(folder)")
            }
        }

        /// For the place of the options, else for the config's; nil if neither has one.
        private func calculator(_ reader: TimetableReader) throws -> PrayerCalculator? {
            guard let latitude, let longitude, let timezone else { return reader.calculator }
            do {
                let place = Place(
                    name: timezone,
                    coordinates: try Coordinates(latitude: latitude, longitude: longitude),
                    timezone: timezone
                )
                let configuration = reader.configuration
                return configuration.calculation.calculator(
                    place,
                    try SystemZones.find(timezone),
                    configuration.hijri.calendar
                )
            } catch let error as CoordinatesError {
                throw ValidationError("\(error)")
            }
        }

        /// The days of the year that is wanted, or of the one that has the most.
        private func wanted(_ days: [FileDay]) throws -> [FileDay] {
            let byYear = Dictionary(grouping: days) { $0.day.date.year }
            let most = byYear.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.key
            guard let year = year ?? most, let found = byYear[year] else {
                let years = byYear.keys.sorted().map { "\($0)" }.joined(separator: ", ")
                let reason = years.isEmpty ? "there is no day in it that can be used" : "it has days of \(years) only"
                throw UnusableTimetable(path: file, reason: reason)
            }
            if found.count < days.count {
                let others = byYear.keys.filter { $0 != year }.sorted().map { "\($0)" }.joined(separator: ", ")
                writeError(
                    "adhand: \(days.count - found.count) days of \(others) are left out: a mosque's year has one year; import "
                        + "them with --year"
                )
            }
            return found
        }

        /// Prints what is wrong with the days as a whole: those that are missing between them, what the check has against them, and
        /// that they are over.
        private func report(
            _ days: [FileDay],
            _ written: WrittenTimetable,
            _ calculator: PrayerCalculator?,
            _ configuration: Configuration,
            today: CivilDate?
        ) {
            guard let first = days.first?.day.date, let last = days.last?.day.date else { return }
            let gaps = written.gaps.filter { gap in gap.date.map { first < $0 && $0 < last } ?? false }
            let verdict = calculator.map { configuration.timetable.check($0).judge(days) }
            let faults = (gaps + (verdict?.faults ?? [])).map(\.description)
            let all = ", all of them by: adhand timetable check"
            let remarks = (written.remarks + (verdict?.remarks ?? [])).map(\.description)
            for line in TimetableFault.brief(faults, all) + TimetableFault.brief(remarks, all, kind: "remarks") {
                writeError("adhand: \(file): \(line)")
            }
            if let lost = Self.leftOut(written.faults, days) { writeError("adhand: \(file): \(lost)") }
            if let today, last < today {
                writeError("adhand: \(file): its days are over; the last one is \(last). Is there a newer timetable?")
            }
        }

        /// Names the dates whose faults leave them out of the result; nil if there are none.
        private static func leftOut(_ faults: [TimetableFault], _ days: [FileDay]) -> String? {
            let found = Set(days.map(\.day.date))
            let years = Set(found.map(\.year))
            let lost = Set(faults.compactMap(\.date)).subtracting(found).filter { years.contains($0.year) }.sorted()
            guard !lost.isEmpty else { return nil }
            let shown = lost.prefix(mostDates).map(\.description).joined(separator: ", ")
            let rest = lost.count > mostDates ? " and \(lost.count - mostDates) more" : ""
            let verb = lost.count == 1 ? "is" : "are"
            return
                "\(shown)\(rest) \(verb) left out of the result, with all times; correct the table and import it again"
        }

        /// How many dates are named.
        private static let mostDates = 12

        /// Prints the first and the last day beside the calculation.
        private func compare(_ days: [FileDay], _ calculator: PrayerCalculator) {
            guard let first = days.first, let last = days.last else { return }
            writeError(
                "adhand: \(days.count) days, \(first.day.date) to \(last.day.date); beside each time the calculated one"
            )
            for filed in days.count > 1 ? [first, last] : [first] {
                let own = calculator.day(filed.day.date)
                let times = Prayer.allCases.map { prayer in
                    "\(prayer.rawValue) \(calculator.zone.clockText(filed.day[prayer])) (\(calculator.zone.clockText(own[prayer])))"
                }
                writeError("adhand: \(filed.day.date): \(times.joined(separator: ", "))")
            }
        }

        private func write(_ days: [FileDay], at location: Coordinates?, _ zone: ZoneRules) throws {
            let text = TimetableText(days, in: zone)
            guard let year = days.first?.day.date.year else { return }
            let json = try MosqueYearText(year: year, mosque: name, at: location, days, text).json + "\n"
            guard let output else { return print(json, terminator: "") }
            do {
                try AtomicFile.replace(output, with: Array(json.utf8))
            } catch {
                writeError("adhand: \(error)")
                throw ExitCode(EX_CANTCREAT)
            }
        }
    }
}

extension [Bool] {
    fileprivate var allEqual: Bool { Set(self).count < 2 }
}
