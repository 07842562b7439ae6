import AdhanCore
import Foundation

/// When prayers are called, and the congregations' times of days.
struct CongregationsText {
    private let days: [PrayerDay]
    private let zone: ZoneRules
    private let rules: MosqueRules

    /// - Parameter rules: the mosque's, which were applied to the days.
    init(_ days: [PrayerDay], _ zone: ZoneRules, _ rules: MosqueRules) {
        (self.days, self.zone, self.rules) = (days, zone, rules)
    }

    /// The columns of a CSV: `fajr_iqama` … and `jumuah` … as in a timetable, and `fajr_called` …, which no timetable has.
    static let allNames =
        names(Prayer.called, "iqama") + jumuahs(Occasion.most) + names(Prayer.called, "called")

    /// Their fields; empty where there is no such time, and where a prayer is not called.
    func allFields(of day: PrayerDay) -> [String] {
        let called = Prayer.called.map { calls($0, day) ? zone.clockText(day.adhan(of: $0)) : "" }
        return Prayer.called.map { iqama($0, day) } + khutbahs(Occasion.most, day) + called
    }

    /// A table of its own, with the columns that at least one of the days needs; empty if there is none.
    var table: String {
        let called = Prayer.called.filter { prayer in days.contains { $0.called[prayer] != nil || !calls(prayer, $0) } }
        let iqamas = Prayer.called.filter { prayer in days.contains { $0.iqama[prayer] != nil } }
        let most = days.map(\.fridays.count).max() ?? 0
        let names = Self.names(called, "called") + Self.names(iqamas, "iqama") + Self.jumuahs(most)
        guard !names.isEmpty else { return "" }
        func line(_ first: String, _ fields: [String]) -> String {
            let padded = fields.map { $0.padding(toLength: 15, withPad: " ", startingAt: 0) }.joined()
            return (first + "  " + padded).trimmingCharacters(in: .whitespaces) + "\n"
        }
        let rows = days.map { day in
            let adhans = called.map { calls($0, day) ? zone.clockText(day.adhan(of: $0)) : "not" }
            return line(day.date.description, adhans + iqamas.map { iqama($0, day) } + khutbahs(most, day))
        }
        return "\n" + line("date      ", names) + rows.joined()
    }

    private static func names(_ prayers: [Prayer], _ word: String) -> [String] {
        prayers.map { "\($0.rawValue)_\(word)" }
    }

    private static func jumuahs(_ count: Int) -> [String] {
        (0..<count).map { $0 == 0 ? "jumuah" : "jumuah_\($0 + 1)" }
    }

    private func calls(_ prayer: Prayer, _ day: PrayerDay) -> Bool { rules.calls(prayer, on: day, in: zone) }

    private func iqama(_ prayer: Prayer, _ day: PrayerDay) -> String {
        day.iqama[prayer].map { zone.clockText($0) } ?? ""
    }

    private func khutbahs(_ count: Int, _ day: PrayerDay) -> [String] {
        (0..<count).map { index in day.fridays.dropFirst(index).first.map { zone.clockText($0) } ?? "" }
    }
}
