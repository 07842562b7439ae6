import AdhanCore
import AdhanTimetables
import Logging
import Synchronization

/// Says in the journal when a file of the config ceases to answer, and when it answers again. It looks at no disk itself.
package final class SilenceWatch: Sendable {
    package static let interval: Duration = .seconds(15)

    private let timetable: TimetableFile?
    private let recordings: KeptRecordings
    /// The files that do not answer.
    private let said: Mutex<Set<String>>

    /// What does not answer already is said as the config is taken up.
    package init(timetable: TimetableFile?, recordings: KeptRecordings) {
        (self.timetable, self.recordings) = (timetable, recordings)
        said = Mutex(Set(Self.silent(timetable, recordings).keys))
    }

    /// What was said of the same files before the config changed is not said again.
    package func adopt(_ other: SilenceWatch) {
        guard other !== self else { return }
        let files = recordings.paths + [timetable?.path].compactMap(\.self)
        let theirs = other.said.withLock { $0.intersection(files) }
        said.withLock { $0.formUnion(theirs) }
    }

    package func look(_ log: Logger) {
        let silent = Self.silent(timetable, recordings)
        let before = said.withLock { said in
            defer { said = Set(silent.keys) }
            return said
        }
        for (path, words) in silent.sorted(by: { $0.key < $1.key }) where !before.contains(path) {
            log.warning(
                "\(path) \(words). It is read once its disk or server answers; should that be replaced, then after: sudo systemctl restart adhand"
            )
        }
        for path in before.subtracting(silent.keys).sorted() { log.notice("\(path) answers again") }
    }

    /// Each with what is used meanwhile, as a predicate.
    private static func silent(_ timetable: TimetableFile?, _ recordings: KeptRecordings) -> [String: String] {
        var silent: [String: String] = [:]
        if let timetable, timetable.isSilent {
            let patience = DurationText.format(TimetableFile.patience)
            silent[timetable.path] = "has not answered for \(patience); the days read before are still used"
        }
        if let path = recordings.silent {
            silent[path] = "has not answered for a minute; what was read of it before still sounds"
        }
        return silent
    }
}
