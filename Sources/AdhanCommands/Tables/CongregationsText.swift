import AdhanCore
import Foundation

/// The congregations' times of days, and the adhans that are not called when the prayer begins, in the columns that at least one of
/// the days has.
struct CongregationsText {
    private let days: [PrayerDay]
    private let zone: ZoneRules
    private let called: [Prayer]
    private let prayers: [Prayer]
    private let jumuahs: Int

    init(_ days: [PrayerDay], _ zone: ZoneRules) {
        (self.days, self.zone) = (days, zone)
        called = Prayer.called.filter { prayer in days.contains { $0.called[prayer] != nil } }
        prayers = Prayer.called.filter { prayer in days.contains { $0.iqama[prayer] != nil } }
        jumuahs = days.map(\.jumuah.count).max() ?? 0
    }

    /// As in a timetable's CSV: `fajr_iqama`, `jumuah`, `jumuah_2`; and `fajr_adhan`.
    var names: [String] {
        called.map { $0.rawValue + "_adhan" } + prayers.map { $0.rawValue + "_iqama" }
            + (0..<jumuahs).map { $0 == 0 ? "jumuah" : "jumuah_\($0 + 1)" }
    }

    /// Of one of the days; empty where it has no such time.
    func fields(of day: PrayerDay) -> [String] {
        let iqamas = prayers.map { day.iqama[$0].map { zone.clockText($0) } ?? "" }
        let fridays = (0..<jumuahs).map { index in day.jumuah.dropFirst(index).first.map { zone.clockText($0) } ?? "" }
        return called.map { zone.clockText(day.adhan(of: $0)) } + iqamas + fridays
    }

    /// A table of its own; empty if no day has such a time.
    var table: String {
        guard !names.isEmpty else { return "" }
        func line(_ first: String, _ fields: [String]) -> String {
            let padded = fields.map { $0.padding(toLength: 15, withPad: " ", startingAt: 0) }.joined()
            return (first + "  " + padded).trimmingCharacters(in: .whitespaces) + "\n"
        }
        let rows = days.map { line($0.date.description, fields(of: $0)) }
        return "\n" + line("date      ", names) + rows.joined()
    }
}
