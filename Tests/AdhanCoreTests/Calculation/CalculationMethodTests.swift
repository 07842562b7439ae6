import AdhanCore
import Testing

@Suite struct `A calculation method` {
    @Test func `is found by its name`() throws {
        let names =
            "mwl isna egypt karachi umm-al-qura dubai gulf kuwait qatar singapore jakim kemenag turkey tehran jafari france russia "
            + "algeria tunisia morocco jordan portugal moonsighting custom"
        #expect(CalculationMethod.all.map(\.name).joined(separator: " ") == names)
        for method in CalculationMethod.all { #expect(try .named(method.name) == method) }
    }

    @Test(
        arguments: zip(
            [0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 99],
            [
                "jafari", "karachi", "isna", "mwl", "umm-al-qura", "egypt", "tehran", "gulf", "kuwait", "qatar",
                "singapore",
                "france", "turkey", "russia", "moonsighting", "dubai", "jakim", "tunisia", "algeria", "kemenag",
                "morocco",
                "portugal", "jordan", "custom",
            ]
        )
    )
    func `is found by AlAdhan's number`(number: Int, name: String) throws {
        #expect(try CalculationMethod.named(String(number)).name == name)
    }

    @Test func `names its authority and its source`() {
        for method in CalculationMethod.all {
            #expect(!method.authority.isEmpty && method.source.count > 20, "\(method.name)")
        }
    }

    @Test func `that does not exist is rejected with a list of those that do`() {
        let error = #expect(throws: InvalidValue.self) { try CalculationMethod.named("isma") }
        #expect(
            error?.description
                == "there is no calculation method 'isma'; the methods are "
                + CalculationMethod.all.map(\.name).joined(separator: ", ")
        )
    }

    @Test func `in minutes sets Isha after the authority's Maghrib, whatever the mosque's offset for Maghrib`() throws {
        func day(_ offsets: [Prayer: Int]) throws -> PrayerDay {
            PrayerCalculator(
                coordinates: try Coordinates(latitude: 21.427, longitude: 39.8287),
                zone: .utc,
                method: .ummAlQura,
                offsets: try #require(PrayerOffsets(offsets))
            ).day(try CivilDate("2026-11-21"))
        }
        let plain = try day([:])
        #expect(plain[.maghrib].duration(to: plain[.isha]) == .minutes(90))
        #expect(try day([.maghrib: 3])[.isha] == plain[.isha])
        #expect(try day([.isha: 5])[.isha] == plain[.isha].advanced(by: .minutes(5)))
    }
}

@Suite struct `The mosque's offsets` {
    @Test func `move each time by its own minutes`() throws {
        let coordinates = Place.fallback.coordinates
        let offsets = try #require(PrayerOffsets([.fajr: -1, .sunrise: -2, .dhuhr: 3, .asr: 4, .maghrib: 5, .isha: 6]))
        let plain = PrayerCalculator(coordinates: coordinates, zone: .utc, method: .turkey).day(
            try CivilDate("2026-11-21")
        )
        let moved = PrayerCalculator(coordinates: coordinates, zone: .utc, method: .turkey, offsets: offsets)
            .day(try CivilDate("2026-11-21"))
        for prayer in Prayer.allCases {
            #expect(plain[prayer].duration(to: moved[prayer]) == .minutes(offsets[prayer]))
        }
        #expect(moved.estimated.isEmpty)
    }

    @Test func `that would reorder the day keep it in order, and moved times are marked`() throws {
        let offsets = try #require(PrayerOffsets([.fajr: 180, .asr: 180, .maghrib: -180]))
        let day = PrayerCalculator(
            coordinates: Place.fallback.coordinates,
            zone: .utc,
            method: .isna,
            offsets: offsets
        ).day(try CivilDate("2026-11-21"))
        #expect(isInOrder(day))
        #expect(day.estimated == [.fajr, .maghrib])
    }

    @Test func `of more than three hours are refused`() {
        #expect(PrayerOffsets([.asr: 181]) == nil)
    }
}
