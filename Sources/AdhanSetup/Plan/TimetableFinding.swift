import AdhanCore
import AdhanSupport
import AdhanTimetables

/// A mosque's timetable as it was read, for a person to look at.
package struct TimetableFinding: Sendable {
    package let file: String
    /// In order; those that the check does not take have other times in place of theirs.
    package let days: [PrayerDay]
    /// The meaning of its columns, and its faults; a sentence each, the most important first.
    package let remarks: [String]

    /// Reads the file; may block.
    ///
    /// - Throws: `SetupRefusal` where no day of it can be used.
    package init(_ file: String, _ configuration: Configuration, _ reader: any TableReader) throws(SetupRefusal) {
        do {
            let calculator = try Self.calculator(configuration)
            let bytes = try BoundedFile.read(file, limit: TimetableFile.sizeLimit)
            let today = calculator.zone.wall(at: LinuxClock().wall()).date
            let facts = TableFacts(calculator, configuration.timetable.clock, TableHints(name: file, today: today))
            let table: ExaminedTable
            do {
                table = try reader.examine(bytes, facts)
            } catch {
                throw SetupRefusal("\(file): \(error)")
            }
            let checked = CheckedTimetable(table.written, configuration.timetable.validator(calculator, reader))
            let dates = table.written.forCheck(in: calculator.zone).days.map(\.day.date)
            guard let last = dates.max() else { throw SetupRefusal("\(file): no day in it can be used") }
            guard last >= today else {
                throw SetupRefusal("\(file): its days are over; the last one is \(last). Is there a newer timetable?")
            }
            self.file = file
            days = checked.days(checked.dates.sorted(), in: calculator.zone)
            remarks =
                table.remarks
                + TimetableFault.brief(checked.faults.map(\.description), ", all of them by: adhand timetable check")
        } catch let refusal as SetupRefusal {
            throw refusal
        } catch {
            throw SetupRefusal("\(error)")
        }
    }

    /// The calculation that comes nearest to it; nil for fewer than five days. It takes some seconds on a small box.
    func fit(_ configuration: Configuration) -> TimetableFit? {
        // reason: without its zone nothing fits
        (try? Self.calculator(configuration)).flatMap { TimetableFit(days, at: $0) }
    }

    private static func calculator(_ configuration: Configuration) throws -> PrayerCalculator {
        let place = configuration.place
        let zone = try place.zone.get().rules
        return configuration.calculation.calculator(place.place, zone, configuration.hijri.calendar)
    }

    /// Whether it has times of congregations.
    var hasIqamas: Bool { days.contains { !$0.iqama.isEmpty } }

    /// `365 days, 2026-01-01 to 2026-12-31`.
    package var summary: String {
        guard let first = days.first?.date, let last = days.last?.date else { return "no day" }
        return "\(days.count) days, \(first) to \(last)" + (hasIqamas ? ", with iqamas" : "")
    }
}
