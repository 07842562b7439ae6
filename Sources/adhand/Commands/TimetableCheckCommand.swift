import AdhanImport
import AdhanSupport
import AdhanTimetables
import AdhanCore
import ArgumentParser
import Glibc

extension TimetableCommand {
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Report every fault in timetables, with its line and day.",
            discussion: """
                Compares the times with the sun at the config's place and with the days beside them, and the days with \
                the calendar. Exit code: 0 if there is no fault, 65 if there is one, 66 if a file does not exist. What \
                is used all the same is reported on stderr, and no fault; so is the calculation that comes nearest to \
                it, as lines for [calculation]. A timetable whose last day has passed is a \
                fault; one that has not begun, such as next year's, is not.
                """
        )

        @Argument(help: "The files, as in: adhand timetable check times.csv.", completion: .file()) var files: [String]
        @OptionGroup var options: CommonOptions

        func run() throws {
            let reader = try options.timetableReader()
            if reader.calculator == nil {
                writeError("adhand: no place is set in the config, so no time is compared with the sun's")
            }
            for remark in reader.configuration.place.remarks {
                writeError("adhand: \(remark.words): \(remark.advice)")
            }
            var code = EX_OK
            for file in files {
                do {
                    let faults = try faults(in: file, reader)
                    for fault in faults { say("\(file): \(fault)") }
                    if !faults.isEmpty { code = max(code, EX_DATAERR) }
                } catch let error as UnusableTimetable {
                    say("\(error)")
                    noteKeptVersion(of: file, reader)
                    code = max(code, EX_DATAERR)
                } catch let error as FileFault {
                    writeError("adhand: \(error)")
                    noteKeptVersion(of: file, reader)
                    code = EX_NOINPUT
                }
            }
            if code != EX_OK { throw Ending(code) }
        }

        /// Says that the daemon may use another version of the mosque's own file.
        private func noteKeptVersion(of file: String, _ reader: TimetableReader) {
            guard reader.configuration.timetable.file.map(PathName.absolute) == PathName.absolute(file) else {
                return
            }
            writeError(
                "adhand: this is about the file alone; the daemon uses its last usable version, if it has kept one: "
                    + "adhand status"
            )
        }

        /// The faults, sorted by line. If there are none, prints what is in order.
        private func faults(in file: String, _ reader: TimetableReader) throws -> [String] {
            let written = try reader.read(file)
            let checked = reader.checked(written)
            let (days, verdict) = (checked.days, checked.verdict)
            let faults = (checked.faults + written.gaps).inOrder.map(\.description)
            for remark in (written.remarks + verdict.remarks).inOrder { writeError("adhand: \(file): \(remark)") }
            if let calculator = reader.calculator, let fit = TimetableFit(verdict.accepted, at: calculator) {
                writeError("adhand: \(file): \(FitTable(fit: fit).summary)")
                for line in FitTable(fit: fit).text.split(separator: "\n") { writeError(String(line)) }
            }
            let over = overdue(file, Set(days.map(\.day.date)), written.unreadable, today: reader.today)
            if verdict.accepted.isEmpty { noteKeptVersion(of: file, reader) }
            if faults.isEmpty, over == nil {
                say("\(file) is in order: \(written.shape.rawValue), \(days.count) days")
            }
            return faults + [over].compactMap(\.self)
        }

        /// Prints to stderr when the timetable is valid, if that is not now. Returns a message if it has ended.
        private func overdue(
            _ file: String,
            _ dates: Set<CivilDate>,
            _ unreadable: [CivilDate: TimetableFault],
            today: CivilDate
        ) -> String? {
            let there = dates.union(unreadable.keys)
            guard let reach = there.reach(from: today), let fault = reach.fault(on: today), let last = there.max()
            else {
                return nil
            }
            if case .ended = reach.days { return "it \(fault): \(reach.remedy(on: today))" }
            let end = if case .begins = reach.days { " and goes until \(last)" } else { "" }
            writeError("adhand: \(file) \(fault)\(end)")
            return nil
        }
    }
}
