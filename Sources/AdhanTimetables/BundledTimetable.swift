import AdhanConfig
import AdhanCore
import AdhanSystem
import Synchronization

/// The timetable that came with adhand, or that the mosque has put in its place, a file a year: read off the loop's thread. It
/// serves only where it was made for.
package final class BundledTimetable: TimetableSource {
    /// How often next year's is looked for, and one that could not be read is tried again.
    package static let interval: Duration = .hours(1)
    private static let mostYears = 10
    private struct State {
        var tables: [Int: CheckedTimetable] = [:]
        /// The years whose files were read.
        var looked: Set<Int> = []
        /// By year.
        var problems: [Int: [String]] = [:]
        var isElsewhere: String?
        var version = 0
    }

    package let path: String
    /// Whether the mosque has named it; of the one that came with adhand nobody expects that it is of this place and year.
    private let isNamed: Bool
    /// Where the mosque stands; nil where that is not known well enough.
    private let place: Coordinates?
    private let judge: TimetableJudge
    private let state = Mutex(State())

    package init(_ path: String, isNamed: Bool, at place: Coordinates?, _ judge: TimetableJudge) {
        (self.path, self.isNamed, self.place, self.judge) = (path, isNamed, place, judge)
    }

    /// What is wrong with it, where the mosque has named it.
    package var problems: [String] { state.withLock { $0.problems.sorted { $0.key < $1.key }.flatMap(\.value) } }

    /// That the one which the mosque has named has no days for today, or soon comes to its end; nil where it does neither, and
    /// where none of it can be used, which `problems` says.
    package func fault(on today: CivilDate) -> String? {
        guard isNamed else { return nil }
        return state.withLock { state in
            let dates = state.tables.values.reduce(into: Set<CivilDate>()) { $0.formUnion($1.dates) }
            let refused = state.tables.values.reduce(into: [:]) { $0.merge($1.refused) { first, _ in first } }
            guard let reach = dates.reach(from: today, refused: refused) else {
                return state.problems.values.allSatisfy(\.isEmpty) ? "\(path) has no file for \(today.year)" : nil
            }
            return reach.fault(on: today).map { "\(path) \($0)" }
        }
    }

    /// Why it does not serve here; nil where it does.
    package var isElsewhere: String? { state.withLock(\.isElsewhere) }

    /// Another number each time a file was read that is of use.
    package var version: Int { state.withLock(\.version) }

    /// Goes on, for another config, with what was read of the same files before, for the years of which it has read nothing itself.
    package func adopt(_ other: BundledTimetable) {
        guard other !== self, ConfigStore.fromRoot(other.path) == ConfigStore.fromRoot(path) else { return }
        for (year, table) in other.state.withLock(\.tables) where state.withLock({ $0.tables[year] == nil }) {
            guard let date = table.dates.first(where: { $0.year == year }),
                BundleScope(table.written).objection(at: place, on: date) == nil,
                let table = table.judged(by: judge)
            else { continue }
            state.withLock { $0.tables[year] = $0.tables[year] ?? table }
        }
    }

    /// Reads the files for those dates, each until it could be read; it may block.
    package func recall(_ dates: ClosedRange<CivilDate>) {
        // A range that a person asks for may be of any length, and files are of few years.
        for year in TimetablePeriod.years(holding: dates).prefix(Self.mostYears)
        where !state.withLock({ $0.looked.contains(year.dates.lowerBound.year) }) {
            read(year, isCurrent: year.dates.contains(dates.lowerBound))
        }
    }

    private func read(_ period: TimetablePeriod, isCurrent: Bool) {
        let (file, year) = (path.replacing(TimetablePeriod.yearMark, with: period.name), period.dates.lowerBound.year)
        var problems: [String] = []
        do {
            let bytes = try BoundedFile.read(file, limit: TimetableFile.sizeLimit)
            state.withLock { _ = $0.looked.insert(year) }
            let table = try judge.read(bytes)
            if let objection = BundleScope(table.written).objection(at: place, on: period.dates.lowerBound) {
                // That it is not of the next year is no fault in this one.
                if isCurrent {
                    problems = ["\(file): \(objection)"]
                    state.withLock { $0.isElsewhere = "\(file): \(objection)" }
                }
            } else {
                state.withLock { ($0.tables[year], $0.version) = (table, $0.version + 1) }
                problems = table.faults.map { "\(file): \($0)" }
            }
        } catch let fault as FileFault where fault.isMissing && (!isNamed || path.contains(TimetablePeriod.yearMark)) {
            // It ships with the years it has, and a mosque may have put up this year's and not yet the next.
        } catch let fault as FileFault {
            problems = ["\(fault)"]
        } catch {
            problems = ["\(file): \(error)"]
        }
        if isNamed { state.withLock { [problems] in $0.problems[year] = problems } }
    }

    package func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
        state.withLock { state in
            dates.compactMap { state.tables[$0.year]?.days([$0], in: zone).first?.of(.bundle) }
        }
    }
}
