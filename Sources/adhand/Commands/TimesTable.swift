import AdhanCore
import Foundation

/// Days of prayer times as text.
struct TimesTable {
    let place: Place
    let zone: ZoneRules
    let days: [PrayerDay]

    func text(_ format: OutputFormat) throws -> String {
        switch format {
        case .table: table
        case .csv: csv
        case .json: try json
        }
    }

    private var table: String {
        let head = "\(place.name), \(place.coordinates.latitude), \(place.coordinates.longitude), \(zone.name)\n"
        let names = Prayer.allCases.map { $0.rawValue.padding(toLength: 9, withPad: " ", startingAt: 0) }
        let rows = days.map { day in
            "\(day.date)  "
                + Prayer.allCases.map { prayer in
                    (zone.clockText(day[prayer]) + (day.estimated.contains(prayer) ? "*" : ""))
                        .padding(toLength: 9, withPad: " ", startingAt: 0)
                }.joined() + day.source.rawValue
        }
        let isEstimated = days.contains { !$0.estimated.isEmpty }
        let note = isEstimated ? "* estimated: on that day the sun does not give this time there\n" : ""
        return head + "date        " + names.joined() + "source\n" + rows.map { $0 + "\n" }.joined() + note
    }

    private var csv: String {
        let head = "date," + Prayer.allCases.map(\.rawValue).joined(separator: ",")
        let rows = days.map { day in
            ([day.date.description] + Prayer.allCases.map { zone.clockText(day[$0]) }).joined(separator: ",")
        }
        return ([head] + rows).map { $0 + "\n" }.joined()
    }

    private var json: String {
        get throws {
            let document = Document(
                place: .init(
                    name: place.name,
                    latitude: place.coordinates.latitude,
                    longitude: place.coordinates.longitude,
                    timezone: zone.name
                ),
                days: days.map { Day(day: $0, zone: zone) }
            )
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(document), as: UTF8.self) + "\n"
        }
    }

    private struct Document: Encodable {
        struct Location: Encodable {
            let name: String
            let latitude: Double
            let longitude: Double
            let timezone: String
        }
        let place: Location
        let days: [Day]
    }

    private struct Day: Encodable {
        let day: PrayerDay
        let zone: ZoneRules

        func encode(to encoder: any Encoder) throws {
            var row = encoder.container(keyedBy: Key.self)
            try row.encode(day.date.description, forKey: Key("date"))
            try row.encode(day.source.rawValue, forKey: Key("source"))
            for prayer in Prayer.allCases { try row.encode(zone.formatted(day[prayer]), forKey: Key(prayer.rawValue)) }
            guard !day.estimated.isEmpty else { return }
            let estimated = Prayer.allCases.filter(day.estimated.contains).map(\.rawValue)
            try row.encode(estimated, forKey: Key("estimated"))
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
