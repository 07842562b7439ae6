import AdhanCore
import Glibc
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
        var written: WrittenTimetable?
        var problems: [String] = []
        /// The days in the zone they were last asked for.
        var checked: (zone: ZoneRules, days: [CivilDate: PrayerDay])?
    }

    let path: String
    private let calculator: PrayerCalculator
    private let policy: TimetableCheck.Policy
    private let clock: FileClock
    private let state = Mutex(State())

    /// Reads the file; it may block.
    ///
    /// - Parameter clock: by which the file's times are written, where it does not say itself.
    init(
        _ path: String,
        _ calculator: PrayerCalculator,
        _ policy: TimetableCheck.Policy,
        clock: FileClock = .local
    ) {
        (self.path, self.calculator, self.policy, self.clock) = (path, calculator, policy, clock)
        look()
    }

    /// What is wrong with the file and its days, each a sentence with its line; nothing where all of it is used.
    var problems: [String] { state.withLock(\.problems) }

    /// Reads the file where it is another than before; it may block.
    ///
    /// - Returns: whether it was.
    @discardableResult
    func look() -> Bool {
        let stamp = FileStamp(path)
        guard state.withLock({ $0.stamp != stamp || $0.stamp == nil }) else { return false }
        var next = State(stamp: stamp)
        do {
            let bytes = try BoundedFile.read(path, limit: Self.sizeLimit)
            let written = try WrittenTimetable(bytes, clock: clock, madhab: calculator.madhab)
            let verdict = verdict(written, calculator.zone)
            next.written = written
            next.problems = (written.faults + verdict.faults).map { "\(path): \($0)" }
            next.checked = (calculator.zone, Self.byDate(verdict.accepted))
        } catch let refusal as TimetableRefusal {
            next.problems = ["\(path): \(refusal)"]
        } catch {
            next.problems = ["\(error)"]
        }
        return state.withLock { state in
            let isNew = state.problems != next.problems || state.written != next.written
            // A file that cannot be read now may be half written: the days read before stand.
            if next.written == nil, let written = state.written {
                (next.written, next.checked) = (written, state.checked)
            }
            state = next
            return isNew
        }
    }

    func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
        state.withLock { state in
            if let written = state.written, state.checked?.zone != zone {
                state.checked = (zone, Self.byDate(verdict(written, zone).accepted))
            }
            return dates.compactMap { state.checked?.days[$0] }
        }
    }

    private func verdict(_ written: WrittenTimetable, _ zone: ZoneRules) -> TimetableCheck.Verdict {
        TimetableCheck(calculator.inZone(zone), policy: policy).judge(written.days(in: zone))
    }

    private static func byDate(_ days: [PrayerDay]) -> [CivilDate: PrayerDay] {
        Dictionary(days.map { ($0.date, $0) }) { first, _ in first }
    }
}

/// What tells one state of a file from another.
struct FileStamp: Equatable, Sendable {
    private let inode: UInt
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    /// Nil where there is no such file.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (inode, size) = (UInt(status.st_ino), Int(status.st_size))
        (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
}
