import AdhanImport
import AdhanTimetables
import AdhanSupport
import AdhanCore
import ArgumentParser
import Glibc

extension Methods {
    struct Fit: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "fit",
            abstract: "Find the method, angles and offsets that come nearest to a timetable.",
            discussion: """
                Prints how far the timetable is from them, by how many days, and the lines for the config. Exit code: \
                65 if the timetable has fewer than five days that can be used, 66 if it does not exist.
                """
        )

        @Argument(help: "The timetable file.") var file: String
        @OptionGroup var options: CommonOptions

        func run() throws {
            let reader = try options.timetableReader()
            guard let calculator = reader.calculator else {
                throw ValidationError(
                    "no place is set in the config: put latitude, longitude and timezone into [place]"
                )
            }
            do {
                let days = reader.verdict(on: try reader.read(file).days(in: reader.zone)).accepted
                guard let fit = TimetableFit(days, at: calculator) else {
                    throw UnusableTimetable(path: file, reason: "fewer than five of its days can be used")
                }
                print(FitTable(fit).text, terminator: "")
            } catch let error as UnusableTimetable {
                writeError("adhand: \(error)")
                throw ExitCode(EX_DATAERR)
            } catch let error as FileFault {
                writeError("adhand: \(error)")
                throw ExitCode(EX_NOINPUT)
            }
        }
    }
}
