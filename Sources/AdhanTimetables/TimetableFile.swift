import AdhanConfig
import AdhanCore
import AdhanSystem
import Synchronization

/// The mosque's own timetable file as a source: read and checked off the loop's thread, kept in memory, and read anew when the
/// file changes. What of it is faulty is left to the sources behind.
package final class TimetableFile: TimetableSource {
    /// How often the file is looked at.
    package static let interval: Duration = .seconds(20)
    /// More bytes than two years need, with every iqama and space, and with all that AlAdhan says of a day.
    package static let sizeLimit = 4 << 20

    /// A disk that answers at all has done so after that.
    package static let patience: Duration = .seconds(10)

    private struct State {
        var stamp: FileStamp?
        var table: CheckedTimetable?
        var problems: [String] = []
        /// Whether nothing of it could be used when it was last read.
        var isRefused = false
        var version = 0
        /// Whether a look has ever come back.
        var hasAnswered = false
        /// When the first of the looks began that are under way; nil once one has come back.
        var askedAt: BootInstant?
    }

    package let path: String
    private let judge: TimetableJudge
    private let state = Mutex(State())

    /// Nothing of the file is known before the first look.
    package init(_ path: String, _ judge: TimetableJudge) { (self.path, self.judge) = (path, judge) }

    /// Another number each time a look has found other days or other faults.
    package var version: Int { state.withLock(\.version) }

    /// What is wrong with the file and its days, each a sentence with its line; nothing where all of it is used.
    package var problems: [String] {
        state.withLock { state in
            guard state.isRefused, state.table != nil else { return state.problems }
            return state.problems.map { $0 + "; the days read before stand" }
        }
    }

    /// The same, but for the one that a sentence on its reach tells already.
    package func problems(beside reach: TimetableReach?) -> [String] {
        guard let fault = reach?.refused?.fault else { return problems }
        return problems.filter { $0 != "\(path): \(fault)" }
    }

    /// Whether its disk or server does not answer.
    package var isSilent: Bool {
        state.withLock { state in
            !state.hasAnswered || state.askedAt.map { BootClock.now() - $0 > Self.patience } == true
        }
    }

    /// How far its days reach, seen from that date; nil where it has none.
    package func reach(from date: CivilDate) -> TimetableReach? { state.withLock { $0.table?.reach(from: date) } }

    /// Reads the file where it is another than before; it may block.
    ///
    /// - Returns: whether it was.
    @discardableResult
    package func look() -> Bool {
        state.withLock { $0.askedAt = $0.askedAt ?? BootClock.now() }
        let stamp = FileStamp(path)
        let isKnown = state.withLock { state in
            guard let stamp, state.stamp == stamp else { return false }
            state.askedAt = nil
            return true
        }
        if isKnown { return false }
        var next = State(stamp: stamp, hasAnswered: true)
        do {
            let table = try judge.read(try BoundedFile.read(path, limit: Self.sizeLimit))
            (next.table, next.problems) = (table, faults(of: table))
        } catch let refusal as TimetableRefusal {
            (next.isRefused, next.problems) = (true, ["\(path): \(refusal)"])
        } catch {
            (next.isRefused, next.problems) = (true, ["\(error)"])
        }
        return state.withLock { state in
            let isNew = state.problems != next.problems || state.table?.written != next.table?.written
            // A file that cannot be read now may be half written: the days read before stand.
            next.table = next.table ?? state.table
            next.version = state.version + (isNew ? 1 : 0)
            state = next
            return isNew
        }
    }

    /// Goes on, for another config, with what was read of the same file before, for as long as it has read no days itself. They are
    /// judged anew: place, method and limits may be others.
    package func adopt(_ other: TimetableFile?) {
        guard let other, other !== self, ConfigStore.fromRoot(other.path) == ConfigStore.fromRoot(path),
            state.withLock({ $0.table == nil }),
            let table = other.state.withLock(\.table)?.judged(by: judge)
        else { return }
        state.withLock { state in
            guard state.table == nil else { return }
            state.table = table
            if !state.hasAnswered { state.problems = faults(of: table) }
        }
    }

    private func faults(of table: CheckedTimetable) -> [String] { table.faults.map { "\(path): \($0)" } }

    package func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
        state.withLock { $0.table?.days(dates, in: zone) ?? [] }
    }
}
