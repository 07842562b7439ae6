import AdhanCore
import Foundation

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
        case .ics: TimesCalendar(place: place, zone: zone, days: days, rules: rules).text(now: now)
        }
    }

    private var table: String {
        let head =
            "\(OneLine.of(place.name)), \(place.coordinates.latitude), \(place.coordinates.longitude), \(zone.name)\n"
        let names = Prayer.allCases.map { $0.rawValue.padding(toLength: 9, withPad: " ", startingAt: 0) }
        let rows = days.map { day in
            "\(day.date)  "
                + Prayer.allCases.map { prayer in
                    (zone.clockText(day[prayer]) + (day.estimated.contains(prayer) ? "*" : ""))
                        .padding(toLength: 9, withPad: " ", startingAt: 0)
                }.joined() + source(of: day)
        }
        let reasons = EstimateReason.allCases.filter { reason in
            days.contains { day in Prayer.allCases.contains { day.estimates[$0] == reason } }
        }
        let list = reasons.map(\.rawValue).joined(separator: ", ")
        let note = reasons.isEmpty ? "" : "* estimated (\(list)): on that day the sun does not give this time there\n"
        return head + "date        " + names.joined() + "source\n" + rows.map { $0 + "\n" }.joined() + note
            + CongregationsText(days, zone, rules).table + (showsAll ? extraTimes.table : "")
    }

    private var csv: String {
        let (congregations, extraTimes) = (CongregationsText(days, zone, rules), extraTimes)
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
        let beside = zip(days, days.dropFirst().map(Optional.some) + [next]).map { day, next in
            DayBeside(
                extra: next.map { ExtraTimes(of: day, before: $0, spans) },
                notOffered: NotOffered.times(of: day, spans),
                hasTaraweeh: hijri.hasTaraweeh(onTheEveningOf: day, before: next)
            )
        }
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
        get throws {
            let own = FridaysAndEids(days, zone, rules)
            let document = Document(
                place: .init(
                    name: place.name,
                    latitude: place.coordinates.latitude,
                    longitude: place.coordinates.longitude,
                    timezone: zone.name,
                    qibla: (place.coordinates.qibla.degrees * 10).rounded() / 10
                ),
                days: zip(days, extraTimes.days).map { day, extra in
                    Day(
                        day: day,
                        beside: extra.beside,
                        showsAll: showsAll,
                        hijri: hijri.date(of: day),
                        zone: zone,
                        uncalled: Prayer.called.filter { !rules.calls($0, on: day, in: zone) },
                        lists: [
                            ("jumuah", day.jumuah), ("jumuah_iqama", own.prayers(of: day)),
                            ("jumuah_adhan", own.firstAdhans(of: day).compactMap(\.self)), ("eid", own.eids(of: day)),
                        ]
                    )
                }
            )
            return try JSONText.encode(document) + "\n"
        }
    }

    private struct Document: Encodable {
        struct Location: Encodable {
            let name: String
            let latitude: Double
            let longitude: Double
            let timezone: String
            /// Degrees clockwise from true north.
            let qibla: Double
        }
        let place: Location
        let days: [Day]
    }

    private struct Day: Encodable {
        let day: PrayerDay
        let beside: DayBeside
        let showsAll: Bool
        /// Nil outside the calendar's range.
        let hijri: HijriDate?
        let zone: ZoneRules
        /// The prayers that are not called.
        let uncalled: [Prayer]
        /// Times of Fridays and of the days of Eid, each list with its key.
        let lists: [(key: String, times: [Instant])]

        func encode(to encoder: any Encoder) throws {
            var row = encoder.container(keyedBy: Key.self)
            try row.encode(day.date.description, forKey: Key("date"))
            try row.encodeIfPresent(hijri?.description, forKey: Key("hijri"))
            try row.encode(day.source.rawValue, forKey: Key("source"))
            let replaced = Prayer.allCases.compactMap { prayer in day.replaced[prayer].map { (prayer.rawValue, $0) } }
            if !replaced.isEmpty {
                try row.encode(Dictionary(uniqueKeysWithValues: replaced), forKey: Key("sources"))
            }
            for prayer in Prayer.allCases { try row.encode(zone.formatted(day[prayer]), forKey: Key(prayer.rawValue)) }
            for (name, moment) in zip(ExtraTimes.names, beside.extra?.moments ?? []) {
                try row.encode(zone.formatted(moment), forKey: Key(name))
            }
            if showsAll {
                try row.encode(beside.notOffered.map { Span($0, zone) }, forKey: Key("not_offered"))
                try row.encode(beside.hasTaraweeh, forKey: Key("taraweeh"))
            }
            if !day.called.isEmpty {
                let called = day.called.map { ($0.key.rawValue, zone.formatted($0.value)) }
                try row.encode(Dictionary(uniqueKeysWithValues: called), forKey: Key("adhan"))
            }
            if !uncalled.isEmpty { try row.encode(uncalled.map(\.rawValue), forKey: Key("not_called")) }
            if !day.iqama.isEmpty {
                let iqama = day.iqama.map { ($0.key.rawValue, zone.formatted($0.value)) }
                try row.encode(Dictionary(uniqueKeysWithValues: iqama), forKey: Key("iqama"))
            }
            for (key, times) in lists where !times.isEmpty {
                try row.encode(times.map { zone.formatted($0) }, forKey: Key(key))
            }
            let reasons = Prayer.allCases.compactMap { prayer in day.estimates[prayer].map { (prayer.rawValue, $0) } }
            guard !reasons.isEmpty else { return }
            try row.encode(Dictionary(uniqueKeysWithValues: reasons), forKey: Key("estimated"))
        }
    }

    private struct Span: Encodable {
        let from, to, why: String

        init(_ time: NotOffered, _ zone: ZoneRules) {
            (from, to, why) = (zone.formatted(time.from), zone.formatted(time.to), time.why.rawValue)
        }
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
