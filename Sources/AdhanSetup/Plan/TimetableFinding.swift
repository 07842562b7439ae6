import AdhanCore
import AdhanImport
import AdhanSupport
import AdhanTimetables

/// A mosque's timetable as it was read, for a person to look at.
package struct TimetableFinding: Sendable {
    /// The path.
    package let file: String
    /// In order; those that the check does not take have other times in place of theirs.
    package let days: [PrayerDay]
    /// The meaning of its columns, and its faults; a sentence each, the most important first.
    package let remarks: [String]

    /// Reads the file; may block.
    ///
    /// - Throws: `SetupRefusal` where no day of it can be used.
    package init(_ file: String, _ configuration: Configuration) throws(SetupRefusal) {
        do {
            let reader = try TimetableReader(configuration)
            let hints = TableHints(name: file, today: reader.today)
            let document = try reader.document(file, reader.calculator, hints)
            let checked = reader.checked(document.written)
            let dates = Set(checked.days.map(\.day.date))
            guard let last = dates.max() else { throw SetupRefusal("\(file): no day in it can be used") }
            guard last >= reader.today else {
                throw SetupRefusal("\(file): its days are over; the last one is \(last). Is there a newer timetable?")
            }
            self.file = file
            days = checked.verdict.accepted
            remarks =
                document.remarks
                + TimetableFault.brief(checked.faults.map(\.description), ", all of them by: adhand timetable check")
        } catch let refusal as SetupRefusal {
            throw refusal
        } catch {
            throw SetupRefusal("\(error)")
        }
    }

    /// The calculation that comes nearest to it; nil for fewer than five days. It takes some seconds on a small box.
    func fit(_ configuration: Configuration) -> TimetableFit? {
        let calculator = (try? TimetableReader(configuration))?.calculator  // reason: without its zone nothing fits
        return calculator.flatMap { TimetableFit(days, at: $0) }
    }

    /// Whether it has times of congregations.
    var hasIqamas: Bool { days.contains { !$0.iqama.isEmpty } }

    /// `365 days, 2026-01-01 to 2026-12-31`.
    package var summary: String {
        guard let first = days.first?.date, let last = days.last?.date else { return "no day" }
        return "\(days.count) days, \(first) to \(last)" + (hasIqamas ? ", with iqamas" : "")
    }
}
