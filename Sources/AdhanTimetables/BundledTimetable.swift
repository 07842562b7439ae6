import AdhanSupport
import AdhanCore
import Synchronization

/// The timetable of `[timetable] bundle`, one file per year, which stands behind all sources. It is read off the loop's
/// thread, and used only at the place for which it was made.
package final class BundledTimetable: TimetableSource {
    /// How often the next year's file is searched for, and reading an unreadable file is retried.
    private static let retry: Duration = .hours(1)
    private static let mostYears = 10
    private struct State {
        /// The zone's rules of now, by which the days are judged.
        var zone: ZoneRules
        var tables: [Int: CheckedTimetable] = [:]
        /// By year, of the years that were last asked for and those after them.
        var looks: [Int: Look] = [:]
        var version = 0
    }

    /// What a look at a year's file found.
    private struct Look {
        let at = BootClock.now()
        /// Whether its days were taken, so that it is not read again.
        var isTaken = false
        /// Where it was found, and how it lay there.
        var file: String?
        var stamp: FileStamp?
        var problems: [String] = []
        /// What is used all the same, but unusual.
        var remarks: [String] = []
        /// Why it is not valid here; nil if it is.
        var elsewhere: String?
    }

    package let path: String
    /// The mosque's coordinates; nil if they are not known well enough.
    private let place: Coordinates?
    private let judge: TimetableJudge
    private let lookup: ResourceLookup
    private let state: Mutex<State>

    /// - Parameter lookup: finds its files in the mirrors at each look.
    package init(
        _ path: String,
        at place: Coordinates?,
        _ judge: TimetableJudge,
        lookup: ResourceLookup = .none
    ) {
        (self.path, self.place, self.judge, self.lookup) = (path, place, judge, lookup)
        state = Mutex(State(zone: judge.calculator.zone))
    }

    /// What is wrong with it.
    package var problems: [String] { state.withLock { $0.looks.sorted { $0.key < $1.key }.flatMap(\.value.problems) } }

    /// What is used of it all the same, but unusual, each a sentence with its line.
    package var remarks: [String] { state.withLock { $0.looks.sorted { $0.key < $1.key }.flatMap(\.value.remarks) } }

    /// A message if it has no days for today or soon ends. Nil otherwise, and if nothing of it can be used, which
    /// `problems` reports.
    package func fault(on today: CivilDate) -> String? {
        state.withLock { state in
            let dates = state.tables.values.reduce(into: Set<CivilDate>()) { $0.formUnion($1.dates) }
            let refused = state.tables.values.reduce(into: [:]) { $0.merge($1.refused) { first, _ in first } }
            guard let reach = dates.reach(from: today, refused: refused) else {
                return state.looks.values.allSatisfy(\.problems.isEmpty) ? "\(path) has no file for \(today.year)" : nil
            }
            return reach.fault(on: today).map { "\(path) \($0)" }
        }
    }

    /// Why it is not valid here; nil if it is.
    package var isElsewhere: String? { state.withLock { $0.looks.values.lazy.compactMap(\.elsewhere).first } }

    /// A number that changes each time a usable file was read.
    package var version: Int { state.withLock(\.version) }

    /// Judges the days by these rules of the zone, if they are judged by others; not for the loop's thread.
    package func follow(_ zone: ZoneRules) {
        state.withLock { $0.zone = zone }
        judgeAgain()
    }

    private func judgeAgain() {
        let (zone, tables, stamps) = state.withLock { ($0.zone, $0.tables, $0.looks.mapValues(\.stamp)) }
        for (year, table) in tables {
            // A year whose days were taken is not read again.
            guard let moved = table.judged(in: zone) else { continue }
            state.withLock { state in
                // What was read meanwhile is newer.
                guard state.zone == zone, state.looks[year]?.stamp == stamps[year] else { return }
                (state.tables[year], state.version) = (moved, state.version + 1)
            }
        }
    }

    /// Takes over what another instance, made for an earlier config, read from the same files, for years not read yet.
    package func adopt(_ other: BundledTimetable) {
        guard other !== self, PathName.absolute(other.path) == PathName.absolute(path) else { return }
        for (year, table) in other.state.withLock(\.tables) where state.withLock({ $0.tables[year] == nil }) {
            guard let date = table.dates.first(where: { $0.year == year }),
                BundleScope(table.written).objection(at: place, on: date) == nil,
                let table = table.judged(by: judge.inZone(state.withLock(\.zone)))
            else { continue }
            state.withLock { $0.tables[year] = $0.tables[year] ?? table }
        }
    }

    /// How often it is to be looked at.
    package var interval: Duration { lookup.mirrors.isEmpty ? Self.retry : TimetableFile.interval }

    /// Reads the files for those dates, each until its days were taken, and again when a mirror has another; may block.
    ///
    /// - Parameter patiently: whether a file that could not be used, and is the same, is left alone for an hour.
    package func recall(_ dates: ClosedRange<CivilDate>, patiently: Bool = false) {
        // What was wrong with a year that has passed is no longer of interest.
        state.withLock { state in state.looks = state.looks.filter { $0.key >= dates.lowerBound.year } }
        // A person may ask for a range of any length, and there are files only for a few years.
        for year in TimetablePeriod.years(holding: dates).prefix(Self.mostYears)
        where isToRead(year, patiently) {
            read(year, isCurrent: year.dates.contains(dates.lowerBound))
        }
    }

    private func file(_ period: TimetablePeriod) -> String {
        lookup(path.replacing(TimetablePeriod.yearMark, with: period.name))
    }

    private func isToRead(_ period: TimetablePeriod, _ patiently: Bool) -> Bool {
        guard let look = state.withLock({ $0.looks[period.dates.lowerBound.year] }) else { return true }
        if !look.isTaken, !patiently || BootClock.now() - look.at >= Self.retry { return true }
        // Without mirrors a file that was taken is never read again.
        guard !lookup.mirrors.isEmpty else { return false }
        let file = file(period)
        return look.file != file || look.stamp != FileStamp(file)
    }

    private func read(_ period: TimetablePeriod, isCurrent: Bool) {
        let (file, year) = (file(period), period.dates.lowerBound.year)
        var look = Look()
        (look.file, look.stamp) = (file, FileStamp(file))
        let zone = state.withLock(\.zone)
        do {
            let bytes = try BoundedFile.read(file, limit: TimetableFile.sizeLimit)
            let table = try judge.inZone(zone).read(bytes)
            if let objection = BundleScope(table.written).objection(at: place, on: period.dates.lowerBound) {
                // A file that is not for the next year is no fault this year.
                if isCurrent {
                    look.elsewhere = "\(file): \(objection)"
                    look.problems = ["\(file): \(objection)"]
                }
            } else {
                state.withLock { ($0.tables[year], $0.version) = (table, $0.version + 1) }
                look.isTaken = true
                look.problems = table.faults.map { "\(file): \($0)" }
                look.remarks = table.remarks.map { "\(file): \($0)" }
            }
        } catch let fault as FileFault where fault.isMissing && path.contains(TimetablePeriod.yearMark) {
            // A mosque may have provided this year's file and not yet the next.
        } catch let fault as FileFault {
            look.problems = ["\(fault)"]
        } catch {
            look.problems = ["\(file): \(error)"]
        }
        let present = state.withLock { [look] state in
            state.looks[year] = look
            return state.zone
        }
        // The zone's rules have changed while it was read.
        if present != zone { judgeAgain() }
    }

    package func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
        state.withLock { state in
            dates.compactMap { state.tables[$0.year]?.days([$0], in: zone).first?.of(.bundle) }
        }
    }
}
