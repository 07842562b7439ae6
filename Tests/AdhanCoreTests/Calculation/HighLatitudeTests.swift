import AdhanCore
import Testing

@Suite struct `Far from the equator` {
    private func calculator(
        _ latitude: Double,
        _ longitude: Double,
        _ zone: String,
        _ method: CalculationMethod = .mwl,
        _ rule: HighLatitudeRule = .middleOfNight
    ) throws -> PrayerCalculator {
        PrayerCalculator(
            coordinates: try Coordinates(latitude: latitude, longitude: longitude),
            zone: try ZoneRules.installed(zone),
            method: method,
            highLatitude: rule
        )
    }

    @Test func `the middle of the night is used if the sun does not reach the angle`() throws {
        let oslo = try calculator(59.91, 10.75, "Europe/Oslo")
        let (day, next) = (oslo.day(try CivilDate("2026-06-21")), oslo.day(try CivilDate("2026-06-22")))
        #expect(day.estimated == [.fajr, .isha])
        let night = day[.maghrib].duration(to: next[.sunrise])
        let isha = day[.maghrib].duration(to: day[.isha])
        #expect(abs((isha - night / 2).inSeconds) <= 90)
        #expect(next[.fajr] == day[.isha].advanced(by: .minutes(1)))
        #expect(oslo.day(try CivilDate("2026-12-21")).estimated.isEmpty)
    }

    @Test(arguments: [
        (55.95, -3.19, "Europe/London", "2026-06-21"), (-54.8, -68.3, "America/Argentina/Ushuaia", "2026-12-21"),
    ])
    func `a seventh of the night is used, north and south`(
        latitude: Double,
        longitude: Double,
        zone: String,
        solstice: String
    ) throws {
        let place = try calculator(latitude, longitude, zone, .isna, .seventhOfNight)
        let (day, next) = (place.day(try CivilDate(solstice)), place.day(try CivilDate(solstice).adding(days: 1)))
        let night = day[.maghrib].duration(to: next[.sunrise])
        #expect(abs((day[.maghrib].duration(to: day[.isha]) - night / 7).inSeconds) <= 90)
        #expect(abs((next[.fajr].duration(to: next[.sunrise]) - night / 7).inSeconds) <= 90)
        #expect(day.estimated == [.fajr, .isha])
    }

    @Test func `Isha in minutes keeps its minutes`() throws {
        let day = try calculator(55.95, -3.19, "Europe/London", .ummAlQura, .seventhOfNight).day(
            CivilDate("2026-06-21")
        )
        #expect(day[.maghrib].duration(to: day[.isha]) == .minutes(90))
        #expect(day.estimated == [.fajr])
    }

    @Test func `Tromso has six times in the polar night and in the midnight sun, marked as estimates`() throws {
        let zone = try ZoneRules.installed("Europe/Oslo")
        for day in ["2026-12-21", "2026-06-21"] {
            let times = try calculator(69.65, 18.96, "Europe/Oslo").day(CivilDate(day))
            #expect(isInOrder(times))
            #expect(times.estimated == [.fajr, .sunrise, .asr, .maghrib, .isha])
            // The transit is at the place itself: 18.96° E is 15.84 minutes ahead of the zone's winter time.
            let noon = zone.instant(try CivilDate(day), secondOfDay: 43_200)
            #expect(zone.wall(at: times[.dhuhr]).date == (try CivilDate(day)))
            #expect(abs(noon.duration(to: times[.dhuhr]).inSeconds) < 3600)
        }
        #expect(try calculator(69.65, 18.96, "Europe/Oslo").day(CivilDate("2026-03-21")).estimated.isEmpty)
    }

    /// The limit is the minutes by which a time may move from one day to the next; the true sun moves that fast there.
    @Test(arguments: [
        (66.0, 15), (69.65, 20), (78.2, 25), (85, 50), (90, 100), (-67, 15), (-78, 25), (-85, 50), (-90, 100),
    ])
    func `no time jumps from day to day`(latitude: Double, limit: Double) throws {
        let calculator = PrayerCalculator(
            coordinates: try Coordinates(latitude: latitude, longitude: 15),
            zone: .fixed(name: "+01", offset: 3600),
            method: .mwl
        )
        let days = calculator.days(try CivilDate("2026-01-01")...CivilDate("2027-12-31"))
        for (day, next) in zip(days, days.dropFirst()) {
            for prayer in [Prayer.sunrise, .dhuhr, .asr, .maghrib] {
                let moved = day[prayer].duration(to: next[prayer]) - .days(1)
                #expect(abs(moved.inSeconds) <= limit * 60, "\(day.date) \(prayer) \(moved)")
            }
        }
    }

    @Test func `Fajr in Oskemen falls before midnight and belongs to the day after`() throws {
        let zone = try ZoneRules.installed("Asia/Almaty")
        let day = try calculator(49.95, 82.61, "Asia/Almaty").day(CivilDate("2026-06-10"))
        #expect(zone.wall(at: day[.fajr]).date == (try CivilDate("2026-06-09")))
        #expect(zone.wall(at: day[.dhuhr]).date == (try CivilDate("2026-06-10")))
        #expect(isInOrder(day))
    }
}
