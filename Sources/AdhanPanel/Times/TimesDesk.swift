import AdhanCore
import AdhanSupport
import AdhanTimetables
import Synchronization

/// The uploads, and the reading of tables. A table of somebody else is read in a child process alone, whatever its
/// format: this process holds the sessions.
final class TimesDesk: Sendable {
    /// The unit has 256 MB, and a password takes 64 of them. A table made to need much takes some 40.
    private static let childMemory = 96 << 20

    private struct Known {
        let path: String
        let stamp: FileStamp
        let written: WrittenTimetable
        let facts: TableFacts
    }

    let uploads: UploadFolder
    let reader: any TableReader
    /// One timetable is confirmed at a time: files that no state names are removed behind it.
    let saving = Mutex(())
    private let locations: Locations
    private let isReading = Mutex(false)
    private let known = Mutex<Known?>(nil)
    /// The table that was read last: who confirms it need not wait for it again.
    private let latest = Mutex<(digest: String, facts: TableFacts, table: ExaminedTable)?>(nil)

    /// - Parameters:
    ///   - folder: the panel's own.
    ///   - locations: for the files that the config names.
    ///   - reader: nil for a child process.
    init(_ folder: PanelFolder, _ locations: Locations, reader: (any TableReader)? = nil) {
        self.locations = locations
        uploads = UploadFolder(folder.path + "/uploads")
        var limits = ChildTableReader.Limits()
        limits.memory = Self.childMemory
        self.reader = reader ?? ChildTableReader(limits: limits)
    }

    /// Reads a table in the child. One is read at a time: each takes a processor and memory from the box.
    ///
    /// - Throws: `TimetableRefusal`, `PanelRefusal.reading`.
    func examine(_ bytes: [UInt8], _ facts: TableFacts) throws -> ExaminedTable {
        let digest = Secrets.digest(bytes)
        let found = latest.withLock { latest in
            latest.flatMap { $0.digest == digest && $0.facts == facts ? $0.table : nil }
        }
        if let found { return found }
        let table = try inTurn { try reader.examine(bytes, facts) }
        latest.withLock { $0 = (digest, facts, table) }
        return table
    }

    private func inTurn<Value>(_ read: () throws -> Value) throws -> Value {
        let isFree = isReading.withLock { isReading in
            defer { isReading = true }
            return !isReading
        }
        guard isFree else { throw PanelRefusal.reading }
        defer { isReading.withLock { $0 = false } }
        return try read()
    }

    /// The times that the box uses: those of its file, or else those that the daemon says; may block.
    func inUse(_ rules: TimesRules, _ control: ControlClient) -> TimesInUse {
        let (configuration, today) = (rules.configuration, rules.today)
        do {
            guard let path = configuration.timetable.file else {
                let end = today.adding(days: TimesReport.mostDays)
                let request = ControlRequest(.times, from: "\(today)", to: "\(end)")
                return TimesInUse(try control.ask(request, for: TimesReport.self))
            }
            let file = configuration.lookup(locations).answering(path)
            return TimesInUse(file, try self.file(file, rules), rules.zone, today: today)
        } catch {
            return TimesInUse(unknown: "\(error)")
        }
    }

    /// The timetable of `[timetable] file`; may block. It is read again only when it has changed.
    ///
    /// - Throws: `FileFault`, `TimetableRefusal`, `PanelRefusal.reading`.
    private func file(_ path: String, _ rules: TimesRules) throws -> CheckedTimetable {
        let facts = TableFacts(rules.validator.calculator, rules.validator.clock, .none)
        let stamp = FileStamp(path)
        let found = known.withLock { known in
            known.flatMap { $0.path == path && $0.stamp == stamp && $0.facts == facts ? $0.written : nil }
        }
        if let found { return CheckedTimetable(found, rules.validator) }
        let bytes = try BoundedFile.read(path, limit: TimetableFile.sizeLimit)
        let table = try inTurn { try rules.validator.read(bytes, TableHints(name: path, today: rules.today)) }
        if let stamp {
            known.withLock { $0 = Known(path: path, stamp: stamp, written: table.written, facts: facts) }
        }
        return table
    }
}

extension PanelRefusal {
    static let reading = PanelRefusal(503, "reading", "another table is being read; try again in a few seconds")
}
