import AdhanConfig
import AdhanCore
import AdhanSystem
import Synchronization

/// The mosque's own timetable file as a source. It is read and checked off the loop's thread, kept in memory, and read
/// again when the file changes. Faulty days are left to the sources behind it.
package final class TimetableFile: TimetableSource {
    /// How often the file is checked for changes.
    package static let interval: Duration = .seconds(20)
    /// More bytes than two years need, with all iqamas and blanks, and with everything that AlAdhan adds to a day.
    package static let sizeLimit = 4 << 20

    /// In seconds: a file that was written this lately may still be copied.
    private static let settledAfter = 10
    /// A working disk has answered by then.
    package static let patience: Duration = .seconds(10)

    private struct State {
        /// The zone's rules of now, by which the days are judged.
        var zone: ZoneRules
        /// That of the version that was read.
        var stamp: FileStamp?
        /// That of the last look.
        var seen: FileStamp?
        var table: CheckedTimetable?
        var problems: [String] = []
        /// Whether nothing in it could be used when it was last read.
        var isRefused = false
        var version = 0
        /// Whether any check has completed.
        var hasAnswered = false
        /// When the first unanswered check began; nil if none is in progress.
        var askedAt: BootInstant?
    }

    package let path: String
    private let judge: TimetableJudge
    private let state: Mutex<State>

    /// Nothing is known about the file before the first check.
    package init(_ path: String, _ judge: TimetableJudge) {
        (self.path, self.judge) = (path, judge)
        state = Mutex(State(zone: judge.calculator.zone))
    }

    /// A number that changes each time a check found other days or other faults.
    package var version: Int { state.withLock(\.version) }

    /// What is wrong with the file and its days, each a sentence with its line; empty if all of it is used.
    package var problems: [String] {
        state.withLock { state in
            guard state.isRefused, state.table != nil else { return state.problems }
            return state.problems.map { $0 + "; the days read before are still used" }
        }
    }

    /// The same without the problem that the message about its reach already covers.
    package func problems(beside reach: TimetableReach?) -> [String] {
        guard let fault = reach?.refused?.faults.first else { return problems }
        return problems.filter { $0 != "\(path): \(fault)" }
    }

    /// What is wrong with the file as a whole, or else with its days from that one on, the soonest first, as sentences.
    ///
    /// - Parameter reach: the message about the days that are refused within it tells their faults.
    package func problems(from date: CivilDate, beside reach: TimetableReach?) -> [String] {
        guard let faults = state.withLock({ $0.isRefused ? nil : $0.table?.faults.ahead(of: date) }) else {
            return problems
        }
        let told = Set(reach?.refused?.faults ?? [])
        return faults.filter { !told.contains($0) }.map { "\(path): \($0)" }
    }

    /// The same in a few lines, since a wrong place or zone has each day of the year refused.
    package func brief(beside reach: TimetableReach?) -> [String] {
        let faults = state.withLock { $0.isRefused ? [] : $0.table?.faults ?? [] }
        return TimetableFault.brief(
            problems(beside: reach),
            faults.tally + ", all of them by: adhand timetable check \(shellWord(path))"
        )
    }

    /// Whether its disk or server does not answer.
    package var isStalled: Bool {
        state.withLock { state in
            !state.hasAnswered || state.askedAt.map { BootClock.now() - $0 > Self.patience } == true
        }
    }

    /// How far its days reach, seen from that date; nil if it has none.
    package func reach(from date: CivilDate) -> TimetableReach? { state.withLock { $0.table?.reach(from: date) } }

    /// Reads the file if it has changed; may block.
    ///
    /// - Parameter patiently: where an earlier version is in use, a file that was written just now is left for the next look: a table
    ///   that is still being copied can be read, and lacks the days to come.
    /// - Returns: whether it had changed.
    @discardableResult
    package func look(patiently: Bool = false) -> Bool {
        state.withLock { $0.askedAt = $0.askedAt ?? BootClock.now() }
        let stamp = FileStamp(path)
        let now = LinuxClock().wall().seconds
        let isKnown = state.withLock { state in
            guard let stamp else { return false }
            let isUnfinished =
                patiently && state.table != nil && stamp != state.seen
                && stamp.isWritten(within: Self.settledAfter, of: now)
            state.seen = stamp
            guard state.stamp == stamp || isUnfinished else { return false }
            state.askedAt = nil
            return true
        }
        if isKnown { return false }
        let zone = state.withLock(\.zone)
        var next = State(zone: zone, stamp: stamp, hasAnswered: true)
        do {
            let judge = judge.inZone(zone)
            let today = zone.wall(at: LinuxClock().wall()).date
            let bytes = try BoundedFile.read(path, limit: Self.sizeLimit)
            let table = try judge.read(bytes, TableHints(name: path, today: today))
            (next.table, next.problems) = (table, faults(of: table))
        } catch let refusal as TimetableRefusal {
            (next.isRefused, next.problems) = (true, ["\(path): \(refusal)"])
        } catch {
            (next.isRefused, next.problems) = (true, ["\(error)"])
        }
        return state.withLock { state in
            let isNew = state.problems != next.problems || state.table?.written != next.table?.written
            // An unreadable file may be half written: the days read before stay in use.
            next.table = next.table ?? state.table
            // Where they are others by now, the next look at the zone has the days judged by them.
            (next.zone, next.version, next.seen) = (state.zone, state.version + (isNew ? 1 : 0), state.seen)
            state = next
            return isNew
        }
    }

    /// Judges the days by these rules of the zone, if they are judged by others; not for the loop's thread.
    package func follow(_ zone: ZoneRules) {
        let (table, stamp) = state.withLock { state in
            state.zone = zone
            return (state.table, state.stamp)
        }
        guard let moved = table?.judged(in: zone) else { return }
        state.withLock { state in
            // What was read meanwhile is newer.
            guard state.zone == zone, state.stamp == stamp else { return }
            state.table = moved
            if !state.isRefused { state.problems = faults(of: moved) }
            state.version += 1
        }
    }

    /// Takes over what another instance, made for an earlier config, read from the same file, unless this one has read
    /// it already. The days are checked again, as place, method and limits may have changed.
    package func adopt(_ other: TimetableFile?) {
        guard let other, other !== self, ConfigStore.fromRoot(other.path) == ConfigStore.fromRoot(path),
            state.withLock({ $0.table == nil }),
            let table = other.state.withLock(\.table)?.judged(by: judge.inZone(state.withLock(\.zone)))
        else { return }
        state.withLock { state in
            guard state.table == nil else { return }
            state.table = table
            if !state.hasAnswered { state.problems = faults(of: table) }
        }
    }

    /// The days that the file lacks between its own, calculated as its own days suggest.
    package var holes: any TimetableSource { Holes(file: self) }

    private struct Holes: TimetableSource {
        let file: TimetableFile

        func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
            file.state.withLock(\.table)?.holes(dates, in: zone) ?? []
        }
    }

    /// What is used of it, but unusual.
    package var remarks: [String] {
        state.withLock { $0.table?.remarks ?? [] }.map { "\(path): \($0)" }
    }

    private func faults(of table: CheckedTimetable) -> [String] { table.faults.map { "\(path): \($0)" } }

    package func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
        state.withLock(\.table)?.days(dates, in: zone) ?? []
    }
}
