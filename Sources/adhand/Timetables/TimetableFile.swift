import AdhanCore
import Synchronization

/// The mosque's own timetable file as a source: read and checked off the loop's thread, kept in memory, and read anew when the
/// file changes. What of it is faulty is left to the sources behind.
final class TimetableFile: TimetableSource {
    /// How often the file is looked at.
    static let interval: Duration = .seconds(20)
    /// More bytes than a year needs, with every iqama and space, and with all that AlAdhan says of a day.
    static let sizeLimit = 2 << 20

    private struct State {
        var stamp: FileStamp?
        var table: CheckedTimetable?
        var problems: [String] = []
        var version = 0
    }

    let path: String
    private let judge: TimetableJudge
    private let state = Mutex(State())

    /// Nothing of the file is known before the first look.
    init(_ path: String, _ judge: TimetableJudge) { (self.path, self.judge) = (path, judge) }

    /// Another number each time a look has found other days or other faults.
    var version: Int { state.withLock(\.version) }

    /// What is wrong with the file and its days, each a sentence with its line; nothing where all of it is used.
    var problems: [String] { state.withLock(\.problems) }

    /// How far its days reach, seen from that date; nil where it has none.
    func reach(from date: CivilDate) -> TimetableReach? { state.withLock { $0.table?.dates.reach(from: date) } }

    /// Reads the file where it is another than before; it may block.
    ///
    /// - Returns: whether it was.
    @discardableResult
    func look() -> Bool {
        let stamp = FileStamp(path)
        guard state.withLock({ $0.stamp != stamp || $0.stamp == nil }) else { return false }
        var next = State(stamp: stamp)
        do {
            let table = try judge.read(try BoundedFile.read(path, limit: Self.sizeLimit))
            (next.table, next.problems) = (table, table.faults.map { "\(path): \($0)" })
        } catch let refusal as TimetableRefusal {
            next.problems = ["\(path): \(refusal)"]
        } catch {
            next.problems = ["\(error)"]
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

    func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
        state.withLock { $0.table?.days(dates, in: zone) ?? [] }
    }
}
