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
        /// The present rules of the zone.
        var zone: ZoneRules
        var tables: [Int: CheckedTimetable] = [:]
        /// By year, of the years that were last asked for and those after them.
        var readings: [Int: Reading] = [:]
        var version = 0
    }

    private struct Reading {
        let at = BootClock.now()
        /// Then it is not read again.
        var isUsed = false
        /// Where it was found, and how it lay there.
        var file: String?
        var stamp: FileStamp?
        var problems: [String] = []
        var remarks: [String] = []
        var elsewhere: String?
    }

    package let path: String
    /// The mosque's coordinates; nil if they are not known well enough.
    private let place: Coordinates?
    private let validator: TimetableValidator
    private let lookup: ResourceLookup
    private let state: Mutex<State>

    /// - Parameter lookup: finds its files in the mirrors at each reading.
    package init(
        _ path: String,
        at place: Coordinates?,
        _ validator: TimetableValidator,
        lookup: ResourceLookup = .none
    ) {
        (self.path, self.place, self.validator, self.lookup) = (path, place, validator, lookup)
        state = Mutex(State(zone: validator.calculator.zone))
    }

    package var problems: [String] {
        state.withLock { $0.readings.sorted { $0.key < $1.key }.flatMap(\.value.problems) }
    }

    package var remarks: [String] { state.withLock { $0.readings.sorted { $0.key < $1.key }.flatMap(\.value.remarks) } }

    /// A message if it has no days for today or soon ends. Nil otherwise, and if nothing of it can be used, which
    /// `problems` reports.
    package func fault(on today: CivilDate) -> String? {
        state.withLock { state in
            let dates = state.tables.values.reduce(into: Set<CivilDate>()) { $0.formUnion($1.dates) }
            let refused = state.tables.values.reduce(into: [:]) { $0.merge($1.refused) { first, _ in first } }
            guard let reach = dates.reach(from: today, refused: refused) else {
                return state.readings.values.allSatisfy(\.problems.isEmpty)
                    ? "\(path) has no file for \(today.year)" : nil
            }
            return reach.fault(on: today).map { "\(path) \($0)" }
        }
    }

    /// Why it is not valid here; nil if it is.
    package var isElsewhere: String? { state.withLock { $0.readings.values.lazy.compactMap(\.elsewhere).first } }

    /// A number that changes each time a usable file was read.
    package var version: Int { state.withLock(\.version) }

    /// Checks the days by these rules of the zone, if they were checked by others; not for the loop's thread.
    package func follow(_ zone: ZoneRules) {
        state.withLock { $0.zone = zone }
        checkAgain()
    }

    private func checkAgain() {
        let (zone, tables, stamps) = state.withLock { ($0.zone, $0.tables, $0.readings.mapValues(\.stamp)) }
        for (year, table) in tables {
            // A year whose days are used is not read again.
            guard let moved = table.checked(in: zone) else { continue }
            state.withLock { state in
                // What was read meanwhile is newer.
                guard state.zone == zone, state.readings[year]?.stamp == stamps[year] else { return }
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
                let table = table.checked(by: validator.inZone(state.withLock(\.zone)))
            else { continue }
            state.withLock { $0.tables[year] = $0.tables[year] ?? table }
        }
    }

    package var interval: Duration { lookup.mirrors.isEmpty ? Self.retry : TimetableFile.interval }

    /// Reads the files for those dates, each until its days are used, and again when a mirror has another; may block.
    /// `patiently`: whether a file that could not be used, and is the same, is left alone for an hour.
    package func load(_ dates: ClosedRange<CivilDate>, patiently: Bool = false) {
        // What was wrong with a year that has passed is no longer of interest.
        state.withLock { state in state.readings = state.readings.filter { $0.key >= dates.lowerBound.year } }
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
        guard let reading = state.withLock({ $0.readings[period.dates.lowerBound.year] }) else { return true }
        if !reading.isUsed, !patiently || BootClock.now() - reading.at >= Self.retry { return true }
        // Without mirrors a file that was taken is never read again.
        guard !lookup.mirrors.isEmpty else { return false }
        let file = file(period)
        return reading.file != file || reading.stamp != FileStamp(file)
    }

    private func read(_ period: TimetablePeriod, isCurrent: Bool) {
        let (file, year) = (file(period), period.dates.lowerBound.year)
        var reading = Reading()
        (reading.file, reading.stamp) = (file, FileStamp(file))
        let zone = state.withLock(\.zone)
        do {
            let bytes = try BoundedFile.read(file, limit: TimetableFile.sizeLimit)
            let table = try validator.inZone(zone).read(bytes)
            if let objection = BundleScope(table.written).objection(at: place, on: period.dates.lowerBound) {
                // A file that is not for the next year is no fault this year.
                if isCurrent {
                    reading.elsewhere = "\(file): \(objection)"
                    reading.problems = ["\(file): \(objection)"]
                }
            } else {
                state.withLock { ($0.tables[year], $0.version) = (table, $0.version + 1) }
                reading.isUsed = true
                reading.problems = table.faults.map { "\(file): \($0)" }
                reading.remarks = table.remarks.map { "\(file): \($0)" }
            }
        } catch let fault as FileFault where fault.isMissing && path.contains(TimetablePeriod.yearMark) {
            // A mosque may have provided this year's file and not yet the next.
        } catch let fault as FileFault {
            reading.problems = ["\(fault)"]
        } catch {
            reading.problems = ["\(file): \(error)"]
        }
        let present = state.withLock { [reading] state in
            state.readings[year] = reading
            return state.zone
        }
        // The zone's rules have changed while it was read.
        if present != zone { checkAgain() }
    }

    package func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
        state.withLock { state in
            dates.compactMap { state.tables[$0.year]?.days([$0], in: zone).first?.of(.bundle) }
        }
    }
}
