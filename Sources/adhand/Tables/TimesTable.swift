import AdhanSupport
import AdhanCore

/// Days of prayer times as text.
struct TimesTable {
    let place: Place
    let zone: ZoneRules
    let hijri: HijriCalendar
    let spans: ExtraTimes.Spans
    let days: [PrayerDay]
    /// The day after the last, whose Fajr ends its night; nil if there is none.
    let next: PrayerDay?
    /// The mosque's, which were applied to the days.
    var rules = MosqueRules()
    /// Whether CSV has the columns of congregations and of adhans that are called otherwise, on whatever days.
    var hasCongregations = false
    /// Whether the times beside the six are in a table or CSV, and those in which prayer is not offered in any format.
    var showsAll = false

    /// - Parameter now: when the text is made, which only an iCalendar file tells.
    func text(_ format: TimesFormat, now: Instant) throws -> String {
        switch format {
        case .table: table
        case .csv: csv
        case .json: try json
        case .ics: try TimesCalendar(report).text(now: now)
        }
    }

    private var table: String {
        let head =
            "\(OneLine.of(place.name)), \(place.coordinates.latitude), \(place.coordinates.longitude), \(zone.name)\n"
        let names = Prayer.allCases.map { $0.rawValue.padded(to: 9) }
        let rows = days.map { day in
            "\(day.date)  "
                + Prayer.allCases.map { prayer in
                    (zone.clockText(day[prayer]) + (day.estimated.contains(prayer) ? "*" : "")).padded(to: 9)
                }.joined() + source(of: day)
        }
        let reasons = EstimateReason.allCases.filter { reason in
            days.contains { day in Prayer.allCases.contains { day.estimates[$0] == reason } }
        }
        let list = reasons.map(\.rawValue).joined(separator: ", ")
        let note = reasons.isEmpty ? "" : "* estimated (\(list)): on that day the sun does not give this time there\n"
        return head + "date        " + names.joined() + "source\n" + rows.map { $0 + "\n" }.joined() + note
            + CongregationsText(days, before: next, zone, rules).table + (showsAll ? extraTimes.table : "")
    }

    private var csv: String {
        let (congregations, extraTimes) = (CongregationsText(days, before: next, zone, rules), extraTimes)
        let names =
            ["date"] + Prayer.allCases.map(\.rawValue) + ["source"]
            + (hasCongregations ? congregations.allNames : [])
        let rows = zip(days, extraTimes.days).map { day, extra in
            let times = Prayer.allCases.map { zone.clockText(day[$0]) }
            let all = showsAll ? extraTimes.fields(of: extra.beside) : []
            let own = hasCongregations ? congregations.allFields(of: day) : []
            return ([day.date.description] + times + [source(of: day)] + own + all).joined(separator: ",")
        }
        let all = showsAll ? ExtraTimesText.names : []
        return ([(names + all).joined(separator: ",")] + rows).map { $0 + "\n" }.joined()
    }

    private var extraTimes: ExtraTimesText {
        let beside = DayBeside.of(days, before: next, spans, hijri)
        return ExtraTimesText(days: zip(days.map(\.date), beside).map { ($0, $1) }, zone: zone)
    }

    /// `file`, or `file (fajr: calculation)` where a time has another source.
    private func source(of day: PrayerDay) -> String {
        let others = Prayer.allCases.compactMap { prayer in
            let other = day.replaced[prayer].flatMap { $0 == day.source ? nil : $0 }
            return other.map { "\(prayer.rawValue): \($0.rawValue)" }
        }
        return day.source.rawValue + (others.isEmpty ? "" : " (\(others.joined(separator: "; ")))")
    }

    private var json: String {
        get throws { try JSONText.encode(report) + "\n" }
    }

    private var report: TimesReport {
        TimesReport(place, zone, days, before: next, rules, spans, hijri, showsAll: showsAll)
    }
}
