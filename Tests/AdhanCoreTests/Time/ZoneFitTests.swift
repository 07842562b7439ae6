import AdhanCore
import Testing

@Suite struct `Coordinates and a zone` {
    private static func rows() throws -> [ZoneTable.Row] {
        try ["zone.tab", "zone1970.tab"].flatMap { ZoneTable(try ZoneRules.installedBytes($0)).rows }
    }

    /// As `SystemZones.countryPoints(of:)` has them.
    private static func country(_ zone: String, _ rows: [ZoneTable.Row]) -> [Coordinates] {
        let countries = Set(rows.filter { $0.zone == zone }.flatMap(\.countries))
        return rows.filter { !countries.isDisjoint(with: $0.countries) }.map(\.point)
    }

    private func misfit(_ here: Coordinates, _ zone: String, point: Coordinates?, _ rows: [ZoneTable.Row]) throws
        -> String?
    {
        let country = Self.country(zone, rows)
        return ZoneFit.objection(to: here, in: try .installed(zone), point: point, country: country, year: 2026)
    }

    private func misfit(_ latitude: Double, _ longitude: Double, _ zone: String) throws -> String? {
        let (rows, here) = (try Self.rows(), try Coordinates(latitude: latitude, longitude: longitude))
        return try misfit(here, zone, point: rows.first { $0.zone == zone }?.point, rows)
    }

    @Test func `of every row of tzdata's tables fit`() throws {
        let rows = try Self.rows()
        for row in rows { #expect(try misfit(row.point, row.zone, point: row.point, rows) == nil, "\(row.zone)") }
    }

    @Test func `of every city with published times fit`() throws {
        let cities = Set(
            try ReferenceRow.all().map { [$0.latitude.description, $0.longitude.description, $0.timezone] }
        )
        #expect(cities.count > 10)
        for city in cities {
            let (latitude, longitude) = (try #require(Double(city[0])), try #require(Double(city[1])))
            #expect(try misfit(latitude, longitude, city[2]) == nil)
        }
    }

    @Test(arguments: [
        (39.47, 75.99, "Asia/Shanghai"), (39.3, 73.6, "Asia/Shanghai"), (42.23, -8.72, "Europe/Madrid"),
        (64.5, -165.41, "America/Nome"), (66.9, -162.6, "America/Anchorage"), (51.87, -176.6, "America/Adak"),
        (1.87, -157.4, "Pacific/Kiritimati"), (-13.83, -171.77, "Pacific/Apia"), (-43.95, -176.55, "Pacific/Chatham"),
        (70.37, 31.1, "Europe/Oslo"), (22.24, 68.97, "Asia/Kolkata"), (64.15, -21.94, "Atlantic/Reykjavik"),
        (-53.79, -67.7, "America/Argentina/Ushuaia"), (53.61, -2.16, "Europe/London"), (0, 75, "Etc/GMT-5"),
        (53.48, 122.37, "Asia/Shanghai"), (78.22, 15.65, "Europe/Oslo"),
        (25.2, 55.3, "Asia/Muscat"), (-37.07, -12.31, "Atlantic/St_Helena"),
        (0, -180, "Etc/GMT+12"), (0, 180, "Etc/GMT-12"), (90, 0, "Etc/UTC"),
    ])
    func `of one place fit, far from solar time or not`(latitude: Double, longitude: Double, zone: String) throws {
        #expect(try misfit(latitude, longitude, zone) == nil)
    }

    @Test(arguments: [
        (-51.5, -0.13, "Europe/London", "latitude = 51.5"),
        (40.7282, 73.7949, "America/New_York", "longitude = -73.7949"),
        (-2.1561, 53.6097, "Europe/London", "latitude = 53.6097 and longitude = -2.1561"),
        (-73.7949, 40.7282, "America/New_York", "latitude = 40.7282 and longitude = -73.7949"),
        (33.87, 151.21, "Australia/Sydney", "latitude = -33.87"),
        (-6.2, -106.8, "Asia/Jakarta", "longitude = 106.8"),
        (3.139, -101.69, "Asia/Kuala_Lumpur", "longitude = 101.69"), (15.5, -0.13, "Europe/London", "latitude = 51.5"),
    ])
    func `with a typing error do not fit, and the correction is suggested`(
        latitude: Double,
        longitude: Double,
        zone: String,
        meant: String
    ) throws {
        let found = try #require(try misfit(latitude, longitude, zone))
        #expect(found.hasSuffix("; did you mean \(meant)?"))
    }

    @Test(arguments: [
        (53.6097, -2.1561, "America/New_York"), (40.7282, -73.7949, "Europe/London"), (41.0, 29.0, "Europe/London"),
        (25.2, 55.3, "Europe/London"), (51.5, -0.13, "Asia/Kolkata"), (53.6, -2.2, "Etc/GMT+5"),
        (53.6, -2.2, "Asia/Shanghai"), (90, 0, "Europe/London"), (90, 10.7, "Europe/Oslo"),
        (21.5, -0.13, "Europe/London"),
    ])
    func `of two places do not fit, without a suggestion`(latitude: Double, longitude: Double, zone: String) throws {
        let found = try #require(try misfit(latitude, longitude, zone))
        #expect(!found.contains("did you mean"))
    }

    @Test(arguments: [
        (
            53.6097, -2.1561, "America/New_York",
            "timezone America/New_York does not fit the coordinates 53.6097, -2.1561: they are 5371 km from the zone's point"
                + " in tzdata (40.7142, -74.0064)"
        ),
        (90, 0, "Europe/London", "they are 3986 km from its country, whose nearest point in tzdata is 54.15, -4.4667"),
        (41, 29, "Europe/London", "its clock is 1.9 hours behind the sun there"),
    ])
    func `that do not fit are reported with both and the reason`(
        _ north: Double,
        _ east: Double,
        zone: String,
        words: String
    ) throws { #expect(try misfit(north, east, zone)?.hasSuffix(words) == true) }
}
