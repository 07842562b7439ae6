import Testing

@testable import AdhanCore

@Suite struct `A place on earth` {
    @Test func `reach from pole to pole and all around the earth`() throws {
        for (latitude, longitude) in [(-90.0, 180.0), (90, -180)] {
            let place = try Coordinates(latitude: latitude, longitude: longitude)
            #expect(place.latitude == latitude && place.longitude == longitude)
        }
        let fallback = Place.fallback
        #expect(try fallback.coordinates == Coordinates(latitude: 40.7282, longitude: -73.7949), "Queens")
        #expect(fallback.timezone == "America/New_York")
    }

    @Test(arguments: [90.001, -91, 180.5, -181, .nan, .infinity, -.infinity])
    func `refuse a point beside the earth, quoting it`(degrees: Double) {
        if abs(degrees) <= 180 || !degrees.isFinite {
            let words = refusal { try Coordinates(latitude: degrees, longitude: 0) }
            #expect(words.hasPrefix("\(degrees) is not a latitude"))
        }
        guard abs(degrees) > 180 || !degrees.isFinite else { return }
        #expect(refusal { try Coordinates(latitude: 0, longitude: degrees) }.hasPrefix("\(degrees) is not a longitude"))
    }
}

@Suite struct `The distance of two places` {
    /// In kilometres. A degree of a meridian or of the equator is 111.195, a quarter of a great circle 10007.56. London
    /// to Makkah and New York to Sydney as published for the ellipsoid, within half a percent.
    @Test(arguments: [
        ([53.6097, -2.1561, 53.6097, -2.1561], 0, 0), ([0.0, 0.0, 1.0, 0.0], 111.195, 0.001),
        ([0, 179.5, 0, -179.5], 111.195, 0.001), ([0, 0, 90, 77], 10_007.557, 0.01),
        ([0, 0, 0, 180], 20_015.115, 0.01),
        ([-33.3, -70.5, 33.3, 109.5], 20_015.115, 0.01), ([51.5074, -0.1278, 21.4225, 39.8262], 4795, 24),
        ([40.7128, -74.0060, -33.8688, 151.2093], 15_990, 80), ([53.6097, -2.1561, 53.6107, -2.1561], 0.111195, 1e-6),
    ])
    func `is that of the great circle`(points: [Double], kilometres: Double, within: Double) throws {
        let a = try Coordinates(latitude: points[0], longitude: points[1])
        let b = try Coordinates(latitude: points[2], longitude: points[3])
        #expect(abs(a.distance(to: b) - kilometres) <= within, "\(a.distance(to: b))")
        #expect(a.distance(to: b) == b.distance(to: a))
    }
}

@Suite struct `The qibla` {
    /// To a tenth of a degree: as published for these cities, and from places due north and south of the Kaaba.
    @Test(arguments: [
        (38.9072, -77.0369, 56.56), (40.7128, -74.0059, 58.48), (51.5074, -0.1278, 118.98),
        (-33.8688, 151.2093, 277.49), (-6.182, 106.829, 295.14), (1.352, 103.8198, 293.02), (0, 39.8262, 0),
        (60, 39.8262, 180),
    ])
    func `is the direction of the great circle`(latitude: Double, longitude: Double, degrees: Double) throws {
        let qibla = try Coordinates(latitude: latitude, longitude: longitude).qibla.degrees
        #expect(abs(qibla - degrees) < 0.1, "\(qibla)")
    }

    @Test func `is a number everywhere, even at the Kaaba and opposite it`() throws {
        for (latitude, longitude) in [
            (21.4225, 39.8262), (-21.4225, -140.1738), (90, 0), (-90, 0), (0, 180), (0, -180),
        ] { #expect((0..<360).contains(try Coordinates(latitude: latitude, longitude: longitude).qibla.degrees)) }
    }
}

struct CoordinateTextTests {
    @Test(arguments: [
        "53.6097, -2.1561", "53.6097,-2.1561", "53.6097 -2.1561", "53,6097; -2,1561", "53,6097 -2,1561",
        "53.6097N, 2.1561W", "53.6097 N 2.1561 W", "N53.6097 W2.1561", "N 53.6097, W 2.1561", "2.1561W 53.6097N",
        "53°36'34.92\"N 2°9'21.96\"W", "53° 36' 34.92\" N, 2° 9' 21.96\" W", "53°36.582'N 2°9.366'W",
        "N 53 36.582 W 2 9.366", "53.6097°, -2.1561°", "53.6097°n 2.1561°w", "(53.6097, -2.1561)",
        "lat 53.6097 long -2.1561", "latitude: 53.6097, longitude: -2.1561", "geo:53.6097,-2.1561?z=15",
        "https://www.google.com/maps/@53.6097,-2.1561,15z",
        "https://www.google.com/maps/place/X/@53.61,-2.15,17z/data=!3m1!4b1!4m6!8m2!3d53.6097!4d-2.1561",
        "https://maps.google.com/?q=53.6097,-2.1561", "https://maps.apple.com/?ll=53.6097%2C-2.1561&t=m",
        "https://www.openstreetmap.org/#map=15/53.6097/-2.1561",
        "https://www.openstreetmap.org/?mlat=53.6097&mlon=-2.1561#map=19/53.6/-2.1",
    ])
    func `a point is read as people and maps write it`(text: String) throws {
        let point = try #require(try CoordinateText.point(text))
        #expect(abs(point.latitude - 53.6097) < 0.00002 && abs(point.longitude + 2.1561) < 0.00002, "\(point)")
    }

    /// A point beside the earth is refused: docs/mistakes.md.
    @Test(arguments: [
        "", "53.6097", "Rochdale", "53.6097, Rochdale", "N 53.6, N 2.1", "53.6N 2.1N", "53.6E 2.1W", "1 2 3 4 5 6 7 8",
        "53.6.9, 2", "53°75'N 2°W", "53.5°30'N 2°W", "10:30, 12:30", "+44 1614 960000", "https://example.org/", "q=",
        "NSEW", "53,6097",
    ])
    func `a text that is no point is none`(text: String) throws { #expect(try CoordinateText.point(text) == nil) }

    @Test func `no text takes long, and none ends the process`() throws {
        for text in ["N", "5 ", "1,", "-", "°", "!3d", "1;"] {
            _ = try? CoordinateText.point(String(repeating: text, count: 3000))  // reason: only its end counts
            _ = try? CoordinateText.point(String(repeating: text, count: 38))  // reason: see above
        }
    }
}

@Suite struct `A prayer day` {
    @Test func `gives each prayer its own time`() throws {
        let times = (0..<6).map { Instant(seconds: Int64($0) * 3600) }
        var estimates = Estimates.none
        estimates[.isha] = .diyanet
        let day = PrayerDay(
            date: try CivilDate("1970-01-01"),
            fajr: times[0],
            sunrise: times[1],
            dhuhr: times[2],
            asr: times[3],
            maghrib: times[4],
            isha: times[5],
            source: .rehearsal,
            estimates: estimates
        )
        #expect(Prayer.allCases.map { day[$0] } == times)
        #expect(day.source == .rehearsal && day.estimated == [.isha] && day.estimates[.isha] == .diyanet)
    }

    @Test func `keeps every time of the wall clock under new rules of the zone`() throws {
        let written = try MosqueFile.year(
            "date,imsak,fajr,sunrise,dhuhr,asr,maghrib,isha,fajr_iqama,jumuah\n"
                + "2026-02-06,05:31,05:41,07:36,12:20,14:28,16:54,18:42,06:00,13:15\n"
        )
        let hour = ZoneRules.fixed(name: "an hour east", offset: 3600)
        let day = try #require(written.days(in: .utc).first?.day)
        #expect(day.imsak != nil && day.onTheWall(of: hour, as: .utc) == written.days(in: hour).first?.day)
    }
}
