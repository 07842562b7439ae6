import AdhanCore
import AdhanTimetables
import Logging
import Synchronization

/// Logs when a file of the config stops answering, and when it answers again. It reads no disk itself.
final class StalledFileWatch: Sendable {
    /// A look costs nothing, and a caretaker who follows the journal should see the effect of what was mended.
    package static let interval: Duration = .seconds(20)

    private let timetable: TimetableFile?
    private let recordings: KeptRecordings
    /// The files that were reported as stalled.
    private let reported: Mutex<Set<String>>

    /// Files that are stalled already are reported by the start or the reload itself.
    init(timetable: TimetableFile?, recordings: KeptRecordings) {
        (self.timetable, self.recordings) = (timetable, recordings)
        reported = Mutex(Set(Self.stalled(timetable, recordings).keys))
    }

    /// Takes over the reported files of the earlier config, so that they are not reported again.
    func adopt(_ other: StalledFileWatch) {
        guard other !== self else { return }
        let files = recordings.paths + [timetable?.path].compactMap(\.self)
        let theirs = other.reported.withLock { $0.intersection(files) }
        reported.withLock { $0.formUnion(theirs) }
    }

    package func logStalledFiles(_ log: Logger) {
        let stalled = Self.stalled(timetable, recordings)
        let before = reported.withLock { reported in
            defer { reported = Set(stalled.keys) }
            return reported
        }
        for (path, words) in stalled.sorted(by: { $0.key < $1.key }) where !before.contains(path) {
            log.warning(
                """
                \(path) \(words). It is read once its disk or server answers; if you replace that: \
                sudo systemctl restart adhand
                """
            )
        }
        for path in before.subtracting(stalled.keys).sorted() { log.notice("\(path) answers again") }
    }

    /// The stalled files, each with a predicate that says what is used meanwhile.
    private static func stalled(_ timetable: TimetableFile?, _ recordings: KeptRecordings) -> [String: String] {
        var stalled: [String: String] = [:]
        if let timetable, timetable.isStalled {
            let patience = DurationText.format(TimetableFile.patience)
            stalled[timetable.path] = "has not answered for \(patience)" + (timetable.standIn.map { "; \($0)" } ?? "")
        }
        if let path = recordings.stalled {
            stalled[path] = "has not answered for a minute; what was read of it before still sounds"
        }
        return stalled
    }
}
