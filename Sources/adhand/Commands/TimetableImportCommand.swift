import AdhanSupport
import AdhanCore
import AdhanImport
import AdhanTimetables
import ArgumentParser
import Glibc

extension TimetableCommand {
    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Turn any mosque's table into the mosque's year (JSON).",
            discussion: """
                Reads CSV, TSV, .xlsx, .ods, .ics and JSON with headings in any language or none. The sun tells which \
                column is which, so a place is needed: the config's, or --latitude, --longitude and --timezone. What \
                was taken for what goes to stderr, with the first and the last day beside the calculation: look at it. \
                A time that cannot be read is left out of its day; a day that lacks two is left out. Exit code: 0 if \
                all that the table has is in the result and in order; 65 if a sheet, days, times or congregations are \
                left out or 'check' has something against them, which is named; 65 without a result if it is no \
                timetable or something is undecided; 64 if --output is the table itself or in no folder; 66 if there \
                is no such file.
                """
        )

        @Argument(help: "The table, as in: adhand timetable import times.xlsx.", completion: .file()) var file: String
        @Option(help: "The year, for a table that does not say it; of several years, the one to write.") var year: Int?
        @Option(
            help: ArgumentHelp(
                "Names a column by its number or heading: fajr=3, isha_iqama=Jamaat. May be repeated.",
                valueName: "prayer=column"
            )
        )
        var map: [String] = []
        @Option(help: "The file to write (default: stdout).", completion: .file()) var output: String?
        @Option(help: "The mosque's name.") var name: String?
        // Unconditional: otherwise a southern or western value would be taken for an option.
        @Option(parsing: .unconditional, help: "Degrees, north positive.") var latitude: Double?
        @Option(parsing: .unconditional, help: "Degrees, east positive.") var longitude: Double?
        @Option(help: "IANA name, for example Europe/London.", completion: .zones) var timezone: String?
        @OptionGroup var options: CommonOptions

        func validate() throws {
            if let year, !(1900...2200).contains(year) {
                throw ValidationError("--year \(year) is not between 1900 and 2200")
            }
            try GivenPlace.requireAllOrNone(latitude, longitude, timezone)
            for text in map where text.split(separator: "=", maxSplits: 1).count != 2 {
                throw ValidationError("--map \(text) is written PRAYER=COLUMN, for example --map fajr=3")
            }
        }

        func run() throws {
            try checkOutput()
            let reader = try options.timetableReader(at: GivenPlace.place(latitude, longitude, timezone))
            let columns = map.map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
            let hints = TableHints(
                year: year,
                columns: Dictionary(columns.map { ($0[0], $0[1]) }) { _, last in last },
                name: file,
                today: reader.today
            )
            for remark in reader.configuration.place.remarks {
                writeError("adhand: \(remark.words): \(remark.advice)")
            }
            let document = try reader.document(file, reader.calculator, hints)
            for remark in document.remarks { writeError("adhand: \(remark)") }
            let checked = reader.checked(document.written)
            for line in TimetableFault.brief(checked.unread.map(\.description), " of that kind") {
                writeError("adhand: \(file): \(line)")
            }
            let days = try wanted(checked.days)
            report(days, document, checked.verdict, today: reader.today)
            let dates = Set(days.map(\.day.date))
            let others = year == nil ? checked.days.filter { !dates.contains($0.day.date) } : []
            let lost = LeftOut(days, document.written, others: others).sentences
            for sentence in lost { writeError("adhand: \(file): \(sentence)") }
            if let calculator = reader.calculator {
                compare(days, calculator)
            } else {
                writeError(
                    "adhand: no place is known, so no time is compared with the sun's: give --latitude, "
                        + "--longitude and --timezone"
                )
            }
            try write(days, at: document.written.location ?? reader.calculator?.coordinates, reader.zone)
            let year = dates.first?.year
            let isWhole = !checked.faults.contains { fault in year.map { fault.concerns($0) } ?? true }
            guard lost.isEmpty, isWhole else { throw Ending(EX_DATAERR) }
        }

        /// Refuses to write over the table itself, which may be the mosque's only one, and into a folder that a typing
        /// error has made up.
        private func checkOutput() throws {
            guard let output else { return }
            if let target = Inode(output), target == Inode(file) {
                throw ValidationError("--output \(output) is the table itself; name another file")
            }
            let folder = output.lastIndex(of: "/").map { output[...$0] } ?? "."
            guard access(String(folder), F_OK) == 0 else {
                throw ValidationError("--output \(output): there is no folder \(folder)")
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
            return found
        }

        /// Prints what is wrong with the days as a whole: those that are missing between them, what the check has
        /// against them, and that they are over.
        private func report(
            _ days: [FileDay],
            _ document: TimetableDocument,
            _ verdict: TimetableCheck.Verdict,
            today: CivilDate
        ) {
            guard let first = days.first?.day.date, let last = days.last?.day.date else { return }
            let written = document.written
            let gaps = written.gaps.filter { gap in gap.date.map { first < $0 && $0 < last } ?? false }
            let faults = (gaps + verdict.faults).filter { $0.concerns(first.year) }.map(\.description)
            let all = ", all of them by: adhand timetable check"
            // What was said of the columns is not said again.
            let others = written.remarks.filter { remark in
                !document.remarks.contains { $0.hasSuffix(remark.sentence) }
            }
            let remarks = (others + verdict.remarks).filter { $0.concerns(first.year) }.map(\.description)
            for line in TimetableFault.brief(faults, all) + TimetableFault.brief(remarks, all, kind: "remarks") {
                writeError("adhand: \(file): \(line)")
            }
            if last < today {
                writeError("adhand: \(file): its days are over; the last one is \(last). Is there a newer timetable?")
            }
        }

        /// Prints the first and the last day beside the calculation.
        private func compare(_ days: [FileDay], _ calculator: PrayerCalculator) {
            guard let first = days.first, let last = days.last else { return }
            writeError(
                "adhand: \(days.count) days, \(first.day.date) to \(last.day.date); beside each time the calculated one"
            )
            for filed in days.count > 1 ? [first, last] : [first] {
                let calculated = calculator.day(filed.day.date)
                let times = Prayer.allCases.map { prayer in
                    let written = filed.missing.contains(prayer) ? "none" : calculator.zone.clockText(filed.day[prayer])
                    return "\(prayer.rawValue) \(written) (\(calculator.zone.clockText(calculated[prayer])))"
                }
                writeError("adhand: \(filed.day.date): \(times.joined(separator: ", "))")
            }
        }

        private func write(_ days: [FileDay], at location: Coordinates?, _ zone: ZoneRules) throws {
            let text = TimetableText(days, in: zone)
            guard let year = days.first?.day.date.year else { return }
            let json = try MosqueYearText.json(year: year, mosque: name, at: location, days, text) + "\n"
            guard let output else { return print(json, terminator: "") }
            do {
                try AtomicFile.replace(output, with: Array(json.utf8), leavesReserve: true)
            } catch {
                throw Ending(EX_CANTCREAT, "\(error)")
            }
        }
    }
}
