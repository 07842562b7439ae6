import AdhanImport
import AdhanTimetables
import ArgumentParser

extension TimetableCommand {
    /// The child of `ChildTableReader`.
    struct Days: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "days",
            abstract: "Recognise a table for the daemon, which asks on stdin.",
            shouldDisplay: false
        )

        func run() throws {
            let code = TableChild.run(DocumentReader())
            guard code == 0 else { throw ExitCode(code) }
        }
    }
}
