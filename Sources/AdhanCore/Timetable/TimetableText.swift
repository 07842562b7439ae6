/// The days of a file as times on the wall clock, for writing them to a file again.
package struct TimetableText: Sendable {
    private let days: [FileDay]
    private let zone: ZoneRules

    package init(_ days: [FileDay], in zone: ZoneRules) {
        (self.days, self.zone) = (days, zone)
    }

    /// A table with column names in its first line. It has a column for imsak or a congregation only if a day has that
    /// time. A time that cannot be read is an empty cell.
    package var csv: String {
        let iqamas = Prayer.called.filter { prayer in days.contains { iqama(prayer, of: $0) != nil } }
        let hasImsak = days.contains { imsak(of: $0) != nil }
        let fridays = [false, true].map { isPrayer in
            (isPrayer, days.map { jumuah(of: $0, isPrayer: isPrayer).count }.max() ?? 0)
        }
        var head = ["date"]
        head += Prayer.allCases.map(\.rawValue)
        if hasImsak { head.append("imsak") }
        head += iqamas.map { $0.rawValue + "_iqama" }
        for (isPrayer, count) in fridays {
            head += (0..<count).map { ($0 == 0 ? "jumuah" : "jumuah_\($0 + 1)") + (isPrayer ? "_iqama" : "") }
        }
        var lines = [head]
        for day in days {
            var fields = [day.day.date.description]
            fields += Prayer.allCases.map { adhan($0, of: day) ?? "" }
            if hasImsak { fields.append(imsak(of: day) ?? "") }
            fields += iqamas.map { iqama($0, of: day) ?? "" }
            for (isPrayer, count) in fridays {
                let times = jumuah(of: day, isPrayer: isPrayer)
                fields += times + Array(repeating: "", count: count - times.count)
            }
            lines.append(fields)
        }
        return lines.map { $0.joined(separator: ",") + "\n" }.joined()
    }

    package func adhan(_ prayer: Prayer, of day: FileDay) -> String? {
        day.unread[prayer] == nil ? text(day.day[prayer]) : nil
    }

    /// As written, also where it does not follow its adhan: the adhan may be the one that is wrong.
    package func iqama(_ prayer: Prayer, of day: FileDay) -> String? {
        (day.day.iqama[prayer] ?? day.misplacedIqama[prayer]).map { text($0) }
    }

    package func imsak(of day: FileDay) -> String? { (day.day.imsak ?? day.misplacedImsak).map { text($0) } }

    /// The khutbahs, or the Friday prayers of a file that has no khutbahs.
    package func jumuah(of day: FileDay, isPrayer: Bool = false) -> [String] {
        day.day.hasJumuahPrayers == isPrayer ? day.day.jumuah.map { text($0) } : []
    }

    private func text(_ moment: Instant) -> String { ClockText.format(zone.wall(at: moment).secondOfDay) }
}
