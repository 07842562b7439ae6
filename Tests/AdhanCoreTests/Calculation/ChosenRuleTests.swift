import AdhanCore
import Testing

@Suite struct `The chosen high-latitude rule` {
    private func calculator(
        _ latitude: Double,
        _ rule: HighLatitudeRule,
        _ method: CalculationMethod = .mwl,
        limit: Double? = nil
    ) throws -> PrayerCalculator {
        PrayerCalculator(
            coordinates: try Coordinates(latitude: latitude, longitude: 4.89),
            zone: .fixed(name: "+02", offset: 7200),
            method: method,
            highLatitude: rule,
            highLatitudeLimit: limit
        )
    }

    /// The summer solstice of either hemisphere.
    private static let summers = [(52.37, "2021-06-21"), (-52.37, "2021-12-21")]

    @Test(arguments: HighLatitudeRule.allCases)
    func `is named at every time that it sets, north and south`(rule: HighLatitudeRule) throws {
        for (latitude, date) in Self.summers {
            let day = try calculator(latitude, rule).day(CivilDate(date))
            // Without a rule, the sun's lowest point is used.
            let name = rule == .none ? "middle-of-night" : rule.rawValue
            #expect(day.estimates[.fajr]?.rawValue == name)
            #expect(day.estimates[.isha]?.rawValue == name)
            #expect(day.estimated == [.fajr, .isha])
            #expect(isInOrder(day))
        }
    }

    /// The sun is deepest in the middle of the night, so an angle that it reaches is never after that.
    @Test(arguments: [45.0, 50, 60, -60])
    func `none has the times of the middle of the night, where Isha is a minute before Fajr`(latitude: Double) throws {
        let year = try CivilDate("2026-01-01")...CivilDate("2026-12-31")
        let none = try calculator(latitude, .none).days(year)
        let middle = try calculator(latitude, .middleOfNight).days(year)
        for (day, other) in zip(none, middle) {
            for prayer in Prayer.allCases {
                #expect(abs(other[prayer].duration(to: day[prayer]).inSeconds) <= 60, "\(day.date) \(prayer)")
            }
        }
        for (day, next) in zip(none, none.dropFirst()) where day.estimates[.isha] != nil {
            let (isha, fajr) = (day[.maghrib].duration(to: day[.isha]), day[.isha].duration(to: next[.fajr]))
            let night = day[.maghrib].duration(to: next[.sunrise])
            #expect(fajr == .minutes(1) && abs((isha - night / 2).inSeconds) <= 90, "\(day.date)")
        }
    }

    // A seventh of the night cuts any longer twilight.
    @Test(arguments: HighLatitudeRule.allCases.filter { $0 != .seventhOfNight })
    func `changes nothing at 40 degrees on the equinox`(rule: HighLatitudeRule) throws {
        let day = try calculator(40, rule).day(CivilDate("2026-03-21"))
        #expect(day.estimates == .none)
        #expect(day == (try calculator(40, .none).day(CivilDate("2026-03-21"))))
    }

    /// The Diyanet's page for Amsterdam on 13 June 2021, as quoted by a user of another program: Fajr 03:47, Maghrib
    /// 22:10 and Isha 23:24.
    @Test func `of the Diyanet gives its published times for Amsterdam, within two minutes`() throws {
        let place = try Coordinates(latitude: 52.3708, longitude: 4.8899)
        let amsterdam = try ZoneRules.installed("Europe/Amsterdam")
        let day = PrayerCalculator(coordinates: place, zone: amsterdam, method: .turkey, highLatitude: .diyanet)
            .day(try CivilDate("2021-06-13"))
        #expect(["22:10", "22:11"].contains(amsterdam.clockText(day[.maghrib])))
        #expect(["23:22", "23:23", "23:24", "23:25", "23:26"].contains(amsterdam.clockText(day[.isha])))
        #expect(["03:45", "03:46", "03:47", "03:48", "03:49"].contains(amsterdam.clockText(day[.fajr])))
    }

    @Test func `of the Diyanet sets Isha at most 80 minutes after Maghrib, and Fajr ten more before sunrise`() throws {
        for latitude in [46.0, 52, 60, 65, -60] {
            let year = try CivilDate("2026-01-01")...CivilDate("2026-12-31")
            for day in try calculator(latitude, .diyanet, .turkey).days(year) {
                #expect(day[.maghrib].duration(to: day[.isha]) <= .minutes(81), "\(latitude) \(day.date)")
            }
        }
        let summer = try calculator(48, .diyanet, .turkey).day(CivilDate("2026-05-01"))
        #expect(summer[.maghrib].duration(to: summer[.isha]) == .minutes(80))
        #expect(summer[.fajr].duration(to: summer[.sunrise]) == .minutes(90))
    }

    @Test func `of the Diyanet changes nothing at 44 degrees, unless the mosque sets a lower limit`() throws {
        let date = try CivilDate("2026-06-21")
        #expect(try calculator(44, .diyanet).day(date).estimates == .none)
        #expect(try calculator(44, .diyanet, limit: 40).day(date).estimates[.isha] == .diyanet)
        #expect(try calculator(-44, .diyanet, limit: 40).day(CivilDate("2026-12-21")).estimates[.isha] == .diyanet)
        #expect(try calculator(52, .diyanet, limit: 55).day(date).estimates[.isha] == .middleOfNight)
    }

    @Test func `by reference gives twilight its share of the night at the reference latitude`() throws {
        let date = try CivilDate("2026-06-21")
        func share(_ calculator: PrayerCalculator) throws -> Double {
            let (day, next) = (calculator.day(date), calculator.day(date.adding(days: 1)))
            return day[.maghrib].duration(to: day[.isha]) / day[.maghrib].duration(to: next[.sunrise])
        }
        for (rule, reference) in [(HighLatitudeRule.reference45, 45.0), (.reference48, 48.49)] {
            let here = try share(calculator(58, rule))
            #expect(abs(here - (try share(calculator(reference, .none)))) < 0.006, "\(rule)")
        }
    }

    @Test func `keeps the six in order in polar night and midnight sun, and marks each with its reason`() throws {
        for (latitude, date) in [(78.0, "2026-12-21"), (78.0, "2026-06-21"), (-90, "2026-06-21"), (90, "2026-06-21")] {
            for rule in HighLatitudeRule.allCases {
                let day = try calculator(latitude, rule).day(CivilDate(date))
                #expect(isInOrder(day))
                #expect(day.estimates[.sunrise] == .nearestLatitude && day.estimates[.maghrib] == .nearestLatitude)
                #expect(day.estimates[.fajr] != nil && day.estimates[.isha] != nil)
            }
        }
    }
}
