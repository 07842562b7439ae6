import AdhanCore
import AdhanSupport

/// Days of prayer times as text.
struct TimesTable {
    let place: Place
    let zone: ZoneRules
    let hijri: HijriCalendar
    let spans: ExtraTimes.Spans
    var days: [PrayerDay] = []
    /// The day after the last, whose Fajr ends its night; nil if there is none.
    var next: PrayerDay?
    /// The mosque's, which were applied to the days.
    var rules = MosqueRules()
    /// Whether CSV has the columns of congregations and of adhans that are called otherwise, on whatever days.
    var hasCongregations = false
    /// Whether the extra times are in a table or CSV, and those in which prayer is not offered in any format.
    var showsAll = false

    /// - Parameter now: when the text is made, which only an iCalendar file tells.
    func text(_ format: TimesFormat, now: Instant) throws -> String {
        switch format {
        case .table: table
        case .csv: csv
        case .json: try JSONText.encode(report) + "\n"
        case .ics: TimesCalendar(report).text(now: now)
        }
    }

    private var report: TimesReport {
        TimesReport(place, zone, days, before: next, rules, spans, hijri, showsAll: showsAll)
    }

    private var occasions: DayOccasions { DayOccasions(days, before: next, zone, rules) }

    private var rows: [(day: PrayerDay, extra: DayExtras)] {
        zip(days, DayExtras.of(days, before: next, spans, hijri)).map { ($0, $1) }
    }

    private func text(_ moment: Instant?) -> String { moment.map { zone.clockText($0) } ?? "" }

    /// `file`, or `file (fajr: calculation)` where a time has another source.
    private func source(of day: PrayerDay) -> String {
        let others = Prayer.allCases.compactMap { prayer in
            let other = day.replaced[prayer].flatMap { $0 == day.source ? nil : $0 }
            return other.map { "\(prayer.rawValue): \($0.rawValue)" }
        }
        return day.source.rawValue + (others.isEmpty ? "" : " (\(others.joined(separator: "; ")))")
    }

    // MARK: CSV

    private typealias Column = (name: String, text: (PrayerDay, DayExtras) -> String)

    private var csv: String {
        var columns: [Column] = [("date", { day, _ in day.date.description })]
        columns += Prayer.allCases.map { prayer in (prayer.rawValue, { day, _ in text(day[prayer]) }) }
        columns.append(("source", { day, _ in source(of: day) }))
        if hasCongregations { columns += congregations }
        if showsAll { columns += extraTimes + [taraweeh] }
        let rows = rows.map { row in columns.map { $0.text(row.day, row.extra) } }
        return ([columns.map(\.name)] + rows).map { $0.joined(separator: ",") + "\n" }.joined()
    }

    /// `fajr_iqama` … and `jumuah` … as in a timetable, and those that no timetable has: `fajr_called` …, and where the
    /// rules have such times `jumuah_iqama` …, `jumuah_adhan` … and `eid` …. A field is empty where there is no such
    /// time, and where a prayer is not called.
    private var congregations: [Column] {
        let occasions = occasions
        /// `jumuah`, `jumuah_2` …; with an ending `jumuah_iqama`, `jumuah_2_iqama` ….
        func numbered(_ word: String, ending: String = "", _ times: @escaping (PrayerDay) -> [Instant?]) -> [Column] {
            (1...Occasion.most).map { number in
                let name = (number == 1 ? word : "\(word)_\(number)") + ending
                return (name, { day, _ in text(times(day).dropFirst(number - 1).first ?? nil) })
            }
        }
        var columns: [Column] = Prayer.called.map { prayer in
            ("\(prayer.rawValue)_iqama", { day, _ in text(day.iqama[prayer]) })
        }
        columns += numbered("jumuah") { $0.fridays }
        columns += Prayer.called.map { prayer in
            (
                "\(prayer.rawValue)_called",
                { day, _ in occasions.calls(prayer, on: day) ? text(day.adhan(of: prayer)) : "" }
            )
        }
        if rules.jumuah.iqama != nil {
            columns += numbered("jumuah", ending: "_iqama") { occasions.prayers(of: $0) }
        }
        if rules.jumuah.firstAdhan != nil {
            columns += numbered("jumuah", ending: "_adhan") { occasions.firstAdhans(of: $0) }
        }
        if rules.eid.hasPrayers { columns += numbered("eid") { occasions.eids(of: $0) } }
        return columns
    }

    private var extraTimes: [Column] {
        ExtraTimes.names.enumerated().map { index, name in
            (name, { _, extra in text(extra.extra?.moments.dropFirst(index).first) })
        } + notOffered
    }

    /// For example `07:00-07:15`.
    private var notOffered: [Column] {
        NotOffered.Sun.allCases.map { sun in
            let name = "not_offered_" + sun.rawValue
            return (
                name,
                { _, extra in
                    let time = extra.notOffered.first { $0.why == sun }
                    return time.map { zone.clockText($0.from) + "-" + zone.clockText($0.to) } ?? ""
                }
            )
        }
    }

    private var taraweeh: Column { ("taraweeh", { _, extra in extra.hasTaraweeh ? "yes" : "" }) }

    // MARK: Tables that fit on a terminal's 80 columns

    private var table: String {
        let head =
            "\(OneLine.of(place.name)), \(place.coordinates.latitude), \(place.coordinates.longitude), \(zone.name)\n"
        let names = Prayer.allCases.map { $0.rawValue.padded(to: 9) }
        let rows = days.map { day in
            let times = Prayer.allCases.map { prayer in
                (zone.clockText(day[prayer]) + (day.estimated.contains(prayer) ? "*" : "")).padded(to: 9)
            }
            return "\(day.date)  \(times.joined())\(source(of: day))\n"
        }
        let reasons = EstimateReason.allCases.filter { reason in
            days.contains { day in Prayer.allCases.contains { day.estimates[$0] == reason } }
        }
        let list = reasons.map(\.rawValue).joined(separator: ", ")
        let note = reasons.isEmpty ? "" : "* estimated (\(list)): on that day the sun does not give this time there\n"
        return head + "date        " + names.joined() + "source\n" + rows.joined() + note + congregationTables
            + (showsAll ? extraTables : "")
    }

    /// Each with what at least one of the days has; empty if there is none.
    private var congregationTables: String {
        let occasions = occasions
        func part(_ head: [String], _ rows: [[String]]) -> String {
            rows.isEmpty || head.count < 2 ? "" : "\n" + tableText([head] + rows)
        }
        func byPrayer(_ name: String, _ prayers: [Prayer], _ field: (Prayer, PrayerDay) -> String) -> String {
            let rows = days.map { day in [day.date.description] + prayers.map { field($0, day) } }
            return part([name] + prayers.map(\.rawValue), rows)
        }
        let called = Prayer.called.filter { prayer in
            days.contains { $0.called[prayer] != nil || !occasions.calls(prayer, on: $0) }
        }
        let iqamas = Prayer.called.filter { prayer in days.contains { $0.iqama[prayer] != nil } }
        let (hasFirst, hasPrayer) = (rules.jumuah.firstAdhan != nil, rules.jumuah.iqama != nil)
        let fridays = days.flatMap { day in
            zip(day.fridays, occasions.firstAdhans(of: day)).map { khutbah, first in
                [day.date.description] + (hasFirst ? [first.map { zone.clockText($0) } ?? "not"] : [])
                    + [zone.clockText(khutbah)] + (hasPrayer ? [text(rules.jumuah.prayer(after: khutbah))] : [])
            }
        }
        let eids = days.flatMap { day in occasions.eids(of: day).map { [day.date.description, zone.clockText($0)] } }
        let jumuah = ["jumuah"] + (hasFirst ? ["first adhan"] : []) + ["khutbah"] + (hasPrayer ? ["prayer"] : [])
        return byPrayer("called", called) { occasions.calls($0, on: $1) ? zone.clockText($1.adhan(of: $0)) : "not" }
            + byPrayer("iqama", iqamas) { text($1.iqama[$0]) } + part(jumuah, fridays) + part(["eid", "prayer"], eids)
    }

    private var extraTables: String {
        let rows = rows
        let moments = Array(extraTimes.prefix(ExtraTimes.names.count))
        let first = moments + (rows.contains { $0.extra.hasTaraweeh } ? [taraweeh] : [])
        func lines(_ names: [String], _ columns: [Column]) -> String {
            tableText(
                [names] + rows.map { row in [row.day.date.description] + columns.map { $0.text(row.day, row.extra) } }
            )
        }
        return "\n" + lines(["date"] + first.map(\.name), first) + "\nprayer is not offered\n"
            + lines(["date", "after sunrise", "at zenith", "before sunset"], notOffered)
    }
}
