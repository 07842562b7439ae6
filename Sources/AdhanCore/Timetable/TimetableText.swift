/// The times of a file's day as a clock on the wall shows them, to be written down again.
package struct TimetableText: Sendable {
    private let days: [FileDay]
    private let zone: ZoneRules

    /// - Parameter zone: whose wall clock the times are written by.
    package init(_ days: [FileDay], in zone: ZoneRules) {
        (self.days, self.zone) = (days, zone)
    }

    /// A table whose first line names the columns; those of the congregation only where a day has one.
    package var csv: String {
        let iqamas = Prayer.called.filter { prayer in days.contains { $0.iqama[prayer] != nil } }
        let hasJumuah = days.contains { $0.jumuah != nil }
        var head = ["date"]
        head += Prayer.allCases.map(\.rawValue)
        head += iqamas.map { $0.rawValue + "_iqama" }
        if hasJumuah { head.append("jumuah") }
        var lines = [head]
        for day in days {
            var fields = [day.day.date.description]
            fields += Prayer.allCases.map { adhan($0, of: day) }
            fields += iqamas.map { iqama($0, of: day) ?? "" }
            if hasJumuah { fields.append(jumuah(of: day) ?? "") }
            lines.append(fields)
        }
        return lines.map { $0.joined(separator: ",") + "\n" }.joined()
    }

    package func adhan(_ prayer: Prayer, of day: FileDay) -> String { text(day.day[prayer]) }

    package func iqama(_ prayer: Prayer, of day: FileDay) -> String? {
        day.iqama[prayer].map { text(day.day[prayer] + $0) }
    }

    package func jumuah(of day: FileDay) -> String? { day.jumuah.map { text(day.day[.dhuhr] + $0) } }

    private func text(_ moment: Instant) -> String { ClockText.format(zone.wall(at: moment).secondOfDay) }
}
