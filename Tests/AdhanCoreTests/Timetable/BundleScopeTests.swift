import AdhanCore
import Testing

@Suite struct `A bundled timetable` {
    private let scope: BundleScope
    private let rochdale: Coordinates
    private let date: CivilDate

    init() throws {
        scope = BundleScope(try Self.year(#""location": {"latitude": 53.6097, "longitude": -2.1561},"#))
        rochdale = try Coordinates(latitude: 53.6097, longitude: -2.1561)
        date = try CivilDate("2026-11-21")
    }

    private static func year(_ location: String) throws -> WrittenTimetable {
        try MosqueFile.year(
            """
            {"year": 2026, \(location) "prayerTimes": [{"date": "2026-02-03", "fajr": "05:41", "sunrise": "07:36",
            "dhuhr": "12:20", "asr": "14:28", "maghrib": "16:54", "isha": "18:42"}]}
            """
        )
    }

    @Test func `is valid at its place and near it`() throws {
        #expect(scope.objection(at: rochdale, on: date) == nil)
        // 4.99 and 5.01 km to the north.
        let inside = try Coordinates(latitude: 53.6097 + 4.99 / 111.195, longitude: -2.1561)
        #expect(scope.objection(at: inside, on: date) == nil)
        let outside = try Coordinates(latitude: 53.6097 + 5.01 / 111.195, longitude: -2.1561)
        #expect(
            scope.objection(at: outside, on: date)
                == "the bundled timetable is of 53.6097, -2.1561, 5.1 km away; it is valid within 5 km"
        )
    }

    @Test func `is not valid at another place, and says how far away that is`() throws {
        let london = try Coordinates(latitude: 51.5074, longitude: -0.1278)
        #expect(
            scope.objection(at: london, on: date)
                == "the bundled timetable is of 53.6097, -2.1561, 271 km away; it is valid within 5 km"
        )
        #expect(scope.objection(at: Place.fallback.coordinates, on: date) != nil)
    }

    @Test func `is not valid in another year`() throws {
        for day in ["2026-01-01", "2026-12-31"] {
            #expect(scope.objection(at: rochdale, on: try CivilDate(day)) == nil)
        }
        for day in ["2025-12-31", "2027-01-01"] {
            #expect(
                scope.objection(at: rochdale, on: try CivilDate(day))
                    == "the bundled timetable is of 2026, and is not valid in another year"
            )
        }
    }

    @Test func `is not valid while no place is set`() {
        #expect(scope.objection(at: nil, on: date)?.hasSuffix("no place is set in the config") == true)
    }

    @Test func `without a place is not valid anywhere`() throws {
        for location in ["", #""location": null,"#, #""location": {"latitude": 53.6, "longitude": 200},"#] {
            #expect(
                BundleScope(try Self.year(location)).objection(at: rochdale, on: date)?.contains(
                    "does not say for which place"
                ) == true
            )
        }
        let table = try MosqueFile.year(
            "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n2026-02-03,05:41,07:36,12:20,14:28,16:54,18:42\n"
        )
        #expect(BundleScope(table).objection(at: rochdale, on: date)?.contains("does not say for which place") == true)
    }
}
