import AdhanSupport
import AdhanCore

/// When prayers are called, and the congregations' times of days.
struct CongregationsText {
    private let days: [PrayerDay]
    private let zone: ZoneRules
    private let rules: MosqueRules
    private let own: DayOccasions

    /// - Parameters:
    ///   - next: the day after the last; nil if there is none.
    ///   - rules: the mosque's, which were applied to the days.
    init(_ days: [PrayerDay], before next: PrayerDay?, _ zone: ZoneRules, _ rules: MosqueRules) {
        (self.days, self.zone, self.rules) = (days, zone, rules)
        own = DayOccasions(days, before: next, zone, rules)
    }

    /// The columns of a CSV: `fajr_iqama` … and `jumuah` … as in a timetable, and those that no timetable has:
    /// `fajr_called` …, and where the rules have such times `jumuah_iqama` …, `jumuah_adhan` … and `eid` ….
    var allNames: [String] {
        Self.names("iqama") + Self.numbered("jumuah") + Self.names("called")
            + (rules.jumuah.iqama == nil ? [] : Self.numbered("jumuah", "_iqama"))
            + (rules.jumuah.firstAdhan == nil ? [] : Self.numbered("jumuah", "_adhan"))
            + (rules.eid.hasPrayers ? Self.numbered("eid") : [])
    }

    /// Their fields; empty where there is no such time, and where a prayer is not called.
    func allFields(of day: PrayerDay) -> [String] {
        let iqamas = Prayer.called.map { text(day.iqama[$0]) }
        let called = Prayer.called.map { own.calls($0, on: day) ? zone.clockText(day.adhan(of: $0)) : "" }
        return iqamas + filled(day.fridays) + called
            + (rules.jumuah.iqama == nil ? [] : filled(own.prayers(of: day)))
            + (rules.jumuah.firstAdhan == nil ? [] : filled(own.firstAdhans(of: day)))
            + (rules.eid.hasPrayers ? filled(own.eids(of: day)) : [])
    }

    /// Tables that fit on a terminal's 80 columns, each with what at least one of the days has; empty if there is none.
    var table: String {
        let called = Prayer.called.filter { prayer in
            days.contains { $0.called[prayer] != nil || !own.calls(prayer, on: $0) }
        }
        let iqamas = Prayer.called.filter { prayer in days.contains { $0.iqama[prayer] != nil } }
        return byPrayer("called", called) { own.calls($0, on: $1) ? zone.clockText($1.adhan(of: $0)) : "not" }
            + byPrayer("iqama", iqamas) { text($1.iqama[$0]) } + fridays + eids
    }

    private func byPrayer(_ name: String, _ prayers: [Prayer], _ field: (Prayer, PrayerDay) -> String) -> String {
        let rows = days.map { day in [day.date.description] + prayers.map { field($0, day) } }
        return prayers.isEmpty ? "" : lines([[name] + prayers.map(\.rawValue)] + rows)
    }

    /// A line a khutbah.
    private var fridays: String {
        let (hasFirst, hasPrayer) = (rules.jumuah.firstAdhan != nil, rules.jumuah.iqama != nil)
        let head = ["jumuah"] + (hasFirst ? ["first adhan"] : []) + ["khutbah"] + (hasPrayer ? ["prayer"] : [])
        let rows = days.flatMap { day in
            zip(day.fridays, own.firstAdhans(of: day)).map { khutbah, first in
                [day.date.description] + (hasFirst ? [first.map { zone.clockText($0) } ?? "not"] : [])
                    + [zone.clockText(khutbah)] + (hasPrayer ? [text(rules.jumuah.prayer(after: khutbah))] : [])
            }
        }
        return rows.isEmpty ? "" : lines([head] + rows)
    }

    /// A line an Eid prayer.
    private var eids: String {
        let rows = days.flatMap { day in own.eids(of: day).map { [day.date.description, zone.clockText($0)] } }
        return rows.isEmpty ? "" : lines([["eid", "prayer"]] + rows)
    }

    private func lines(_ rows: [[String]]) -> String { "\n" + columns(rows).map { $0 + "\n" }.joined() }

    private static func names(_ word: String) -> [String] { Prayer.called.map { "\($0.rawValue)_\(word)" } }

    /// `jumuah`, `jumuah_2` …; with an ending `jumuah_iqama`, `jumuah_2_iqama` ….
    private static func numbered(_ word: String, _ ending: String = "") -> [String] {
        (1...Occasion.most).map { ($0 == 1 ? word : "\(word)_\($0)") + ending }
    }

    private func text(_ moment: Instant?) -> String { moment.map { zone.clockText($0) } ?? "" }

    /// A field for each that a day may have.
    private func filled(_ moments: [Instant?]) -> [String] {
        (0..<Occasion.most).map { text(moments.dropFirst($0).first ?? nil) }
    }
}
