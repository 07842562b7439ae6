import AdhanCore
import Synchronization

/// The timetable that came with adhand, or that the mosque has put in its place, a file a year: read off the loop's thread. It
/// serves only where it was made for.
final class BundledTimetable: TimetableSource {
    /// How often next year's is looked for.
    static let interval: Duration = .hours(1)
    /// Stands for the year in the file's name.
    static let year = "{year}"

    private struct State {
        var tables: [Int: CheckedTimetable] = [:]
        var looked: Set<Int> = []
        var problems: [String] = []
        var isElsewhere: String?
    }

    private let path: String
    /// Whether the mosque has named it; of the one that came with adhand nobody expects that it is of this place and year.
    private let isNamed: Bool
    private let judge: TimetableJudge
    private let state = Mutex(State())

    init(_ path: String, isNamed: Bool, _ judge: TimetableJudge) {
        (self.path, self.isNamed, self.judge) = (path, isNamed, judge)
    }

    /// What is wrong with it, where the mosque has named it.
    var problems: [String] { state.withLock(\.problems) }

    /// Why it does not serve here; nil where it does.
    var isElsewhere: String? { state.withLock(\.isElsewhere) }

    /// Reads the files for those dates, each once; it may block.
    ///
    /// - Returns: whether one was of use.
    @discardableResult
    func recall(_ dates: ClosedRange<CivilDate>) -> Bool {
        let before = state.withLock(\.tables.count)
        let first = dates.lowerBound.year
        // A range that a person asks for may be of any length, and files are of few years.
        for year in first...min(dates.upperBound.year, first + 10) {
            guard state.withLock({ $0.looked.insert(year).inserted }) else { continue }
            read(year)
        }
        return state.withLock(\.tables.count) > before
    }

    private func read(_ year: Int) {
        let file = path.replacing(Self.year, with: year.padded(to: 4))
        do {
            let table = try judge.read(try BoundedFile.read(file, limit: TimetableFile.sizeLimit))
            if let reason = BundleScope.obstacle(
                to: table.written.location,
                at: judge.calculator.coordinates
            ) {
                return note("\(file): \(reason)", isElsewhere: true)
            }
            let isOfTheYear = table.dates.contains { $0.year == year }
            state.withLock { state in
                if isOfTheYear { state.tables[year] = table }
                if isNamed { state.problems += table.faults.map { "\(file): \($0)" } }
            }
        } catch let fault as FileFault where fault.isMissing && !isNamed {
            // It ships with the years it has.
        } catch let fault as FileFault where fault.isMissing && path.contains(Self.year) {
            // A mosque may have put up this year's and not yet the next.
        } catch let fault as FileFault {
            note("\(fault)")
        } catch {
            note("\(file): \(error)")
        }
    }

    private func note(_ problem: String, isElsewhere: Bool = false) {
        state.withLock { state in
            if isNamed { state.problems.append(problem) }
            if isElsewhere { state.isElsewhere = problem }
        }
    }

    func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
        state.withLock { state in
            dates.compactMap { state.tables[$0.year]?.days([$0], in: zone).first?.of(.bundle) }
        }
    }
}
