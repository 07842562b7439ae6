import AdhanCore
import AdhanSupport
import AdhanTimetables
import Synchronization

/// The uploads, and the reading of tables. A table of somebody else is read in a child process alone, whatever its
/// format: this process holds the sessions.
final class TimesDesk: Sendable {
    /// A table made to need much takes some 40 MB.
    static let childMemory = 96 << 20

    let uploads: UploadFolder
    let reader: TableTurn
    /// One timetable is confirmed at a time: files that no state names are removed behind it.
    let saving = Mutex(())
    private let locations: Locations

    /// - Parameters:
    ///   - reader: nil for a child process.
    init(_ folder: PanelFolder, _ locations: Locations, reader: (any TableReader)? = nil) {
        self.locations = locations
        uploads = UploadFolder(folder.path + "/uploads")
        var limits = ChildTableReader.Limits()
        limits.memory = Self.childMemory
        self.reader = TableTurn(reader ?? ChildTableReader(limits: limits))
    }

    /// The times that the box uses: those of its file, or else those that the daemon says; may block.
    func inUse(_ rules: TimesRules, _ control: ControlClient) -> TimesInUse {
        let today = rules.today
        do {
            guard let file = try file(rules) else {
                let end = today.adding(days: TimesReport.mostDays)
                let request = ControlRequest(.times, from: "\(today)", to: "\(end)")
                return TimesInUse(try control.ask(request, for: TimesReport.self))
            }
            return TimesInUse(file.path, file.table, rules.zone, today: today)
        } catch {
            return TimesInUse(unknown: "\(error)")
        }
    }

    /// The timetable of `[timetable] file`; may block.
    ///
    /// - Throws: `FileFault`, `TimetableRefusal`.
    func file(_ rules: TimesRules) throws -> (path: String, table: CheckedTimetable)? {
        guard let named = rules.configuration.timetable.file else { return nil }
        let path = rules.configuration.lookup(locations).answering(named)
        let bytes = try BoundedFile.read(path, limit: TimetableFile.sizeLimit)
        return (path, try rules.validator.read(bytes, TableHints(name: path, today: rules.today)))
    }
}
