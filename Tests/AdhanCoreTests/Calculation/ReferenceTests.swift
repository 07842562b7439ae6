import AdhanCore
import Foundation
import Testing

@Suite struct `The published tables` {
    /// How far off each source may be, in minutes: what was measured, stricter than the table's own tolerance.
    @Test(arguments: [
        ("published:Ankara-Turkey", 4, 1), ("published:diyanet", 111, 1), ("published:Makkah-UmmAlQura", 4, 1),
        ("published:jakim", 74, 2),
    ])
    func `are met`(source: String, rows: Int, limit: Int) throws {
        let found = try ReferenceRow.all().filter { $0.source == source }
        #expect(found.count == rows)
        for row in found {
            let day = try row.calculator().day(row.date)
            for prayer in Prayer.allCases {
                let difference = try row.minutes(from: day, prayer)
                #expect(
                    abs(difference) <= min(limit, row.tolerance),
                    "\(row.city) \(row.date) \(prayer): \(difference)"
                )
            }
        }
    }
}

struct ReferenceRow {
    var source, city, timezone, method, highLatitude: String
    var latitude, longitude: Double
    var date: CivilDate
    var times: [Prayer: String]
    var tolerance: Int

    static func all() throws -> [ReferenceRow] {
        let url = try #require(Bundle.module.url(forResource: "Reference/prayer-times", withExtension: "csv"))
        return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
            try #require(cells.count == 16)
            return ReferenceRow(
                source: cells[0],
                city: cells[1],
                timezone: cells[4],
                method: cells[5],
                highLatitude: cells[7],
                latitude: try #require(Double(cells[2])),
                longitude: try #require(Double(cells[3])),
                date: try CivilDate(cells[8]),
                times: Dictionary(zip(Prayer.allCases, cells[9...14])) { $1 },
                tolerance: try #require(Int(cells[15]))
            )
        }
    }

    func calculator() throws -> PrayerCalculator {
        let names = ["Turkey": "turkey", "UmmAlQura": "umm-al-qura", "JAKIM": "jakim"]
        return PrayerCalculator(
            coordinates: try Coordinates(latitude: latitude, longitude: longitude),
            zone: try ZoneRules.installed(timezone),
            method: try .named(try #require(names[method]))
        )
    }

    /// Published minus computed.
    func minutes(from day: PrayerDay, _ prayer: Prayer) throws -> Int {
        let clock = try #require(times[prayer]).split(separator: ":").compactMap { Int($0) }
        try #require(clock.count == 2)
        let night = prayer == .isha && clock[0] < 3 ? 86_400 : 0
        let zone = try ZoneRules.installed(timezone)
        let published = zone.instant(date, secondOfDay: clock[0] * 3600 + clock[1] * 60 + night)
        return Int(day[prayer].duration(to: published).inSeconds / 60)
    }
}
