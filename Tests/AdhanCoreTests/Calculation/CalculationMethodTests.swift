import AdhanCore
import Testing

@Suite struct `A calculation method` {
    @Test func `is found by its name`() throws {
        #expect(CalculationMethod.all.map(\.name) == ["isna", "mwl", "umm-al-qura", "turkey", "jakim"])
        for method in CalculationMethod.all { #expect(try .named(method.name) == method) }
    }

    @Test func `that does not exist is answered with those that do`() {
        let error = #expect(throws: UnknownMethod.self) { try CalculationMethod.named("isma") }
        #expect(
            error?.description
                == "there is no calculation method 'isma'; the methods are isna, mwl, umm-al-qura, turkey, jakim"
        )
    }

    @Test func `by minutes sets Isha after the authority's Maghrib, whatever the mosque adds to its own`() throws {
        func day(_ offsets: [Prayer: Int]) throws -> PrayerDay {
            PrayerCalculator(
                coordinates: try Coordinates(latitude: 21.427, longitude: 39.8287),
                zone: .utc,
                method: .ummAlQura,
                offsets: try PrayerOffsets(offsets)
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
        let offsets = try PrayerOffsets([.fajr: -1, .sunrise: -2, .dhuhr: 3, .asr: 4, .maghrib: 5, .isha: 6])
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

    @Test func `that would turn the day round are held in order and marked`() throws {
        let offsets = try PrayerOffsets([.fajr: 180, .asr: 180, .maghrib: -180])
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
        let error = #expect(throws: PrayerOffsetsError.self) { try PrayerOffsets([.asr: 181]) }
        #expect(error?.description == "an offset of 181 minutes for asr is too large; it is -180 to 180")
    }
}
