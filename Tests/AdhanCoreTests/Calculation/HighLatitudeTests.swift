import AdhanCore
import Testing

@Suite struct `Far from the equator` {
    private func ruled(_ rule: HighLatitudeRule) -> (inout PrayerCalculator) -> Void { { $0.highLatitude = rule } }

    @Test func `the middle of the night is used if the sun does not reach the angle`() throws {
        let oslo = try PrayerCalculator.at(59.91, 10.75, "Europe/Oslo")
        let (day, next) = (oslo.day(try CivilDate("2026-06-21")), oslo.day(try CivilDate("2026-06-22")))
        #expect(day.estimated == [.fajr, .isha])
        let half = day[.maghrib].duration(to: next[.sunrise]) / 2
        #expect(abs((day[.maghrib].duration(to: day[.isha]) - half).inSeconds) <= 90)
        #expect(next[.fajr] == day[.isha].advanced(by: .minutes(1)))
        #expect(oslo.day(try CivilDate("2026-12-21")).estimated.isEmpty)
    }

    @Test(arguments: [
        (55.95, -3.19, "Europe/London", "2026-06-21"), (-54.8, -68.3, "America/Argentina/Ushuaia", "2026-12-21"),
    ])
    func `a seventh of the night is used`(_ north: Double, _ east: Double, _ zone: String, day: String) throws {
        let place = try PrayerCalculator.at(north, east, zone, .isna, ruled(.seventhOfNight))
        let (day, next) = (place.day(try CivilDate(day)), place.day(try CivilDate(day).adding(days: 1)))
        let seventh = day[.maghrib].duration(to: next[.sunrise]) / 7
        #expect(abs((day[.maghrib].duration(to: day[.isha]) - seventh).inSeconds) <= 90)
        #expect(abs((next[.fajr].duration(to: next[.sunrise]) - seventh).inSeconds) <= 90)
        #expect(day.estimated == [.fajr, .isha])
    }

    @Test func `Isha in minutes keeps its minutes`() throws {
        let day = try PrayerCalculator.at(55.95, -3.19, "Europe/London", .ummAlQura, ruled(.seventhOfNight))
            .day(CivilDate("2026-06-21"))
        #expect(day[.maghrib].duration(to: day[.isha]) == .minutes(90) && day.estimated == [.fajr])
    }

    @Test func `Tromso has six times in the polar night and in the midnight sun, marked as estimates`() throws {
        let tromso = try PrayerCalculator.at(69.65, 18.96, "Europe/Oslo")
        for date in try [CivilDate("2026-12-21"), CivilDate("2026-06-21")] {
            let times = tromso.day(date)
            #expect(times.isInOrder && times.estimated == [.fajr, .sunrise, .asr, .maghrib, .isha])
            // The transit is at the place itself: 18.96° E is 15.84 minutes ahead of the zone's winter time.
            let noon = tromso.zone.instant(date, secondOfDay: 43_200)
            #expect(tromso.zone.wall(at: times[.dhuhr]).date == date)
            #expect(abs(noon.duration(to: times[.dhuhr]).inSeconds) < 3600)
        }
        #expect(try tromso.day(CivilDate("2026-03-21")).estimated.isEmpty)
    }

    /// The limit is the minutes by which a time may move from one day to the next; the true sun moves that fast there.
    @Test(arguments: [
        (66.0, 15), (69.65, 20), (78.2, 25), (85, 50), (90, 100), (-67, 15), (-78, 25), (-85, 50), (-90, 100),
    ])
    func `no time jumps from day to day`(latitude: Double, limit: Double) throws {
        let days = try PrayerCalculator.at(latitude, 15).days(span("2026-01-01", "2027-12-31"))
        for (day, next) in zip(days, days.dropFirst()) {
            for prayer in [Prayer.sunrise, .dhuhr, .asr, .maghrib] {
                let moved = day[prayer].duration(to: next[prayer]) - .days(1)
                #expect(abs(moved.inSeconds) <= limit * 60, "\(day.date) \(prayer) \(moved)")
            }
        }
    }

    @Test func `Fajr in Oskemen falls before midnight and belongs to the day after`() throws {
        let oskemen = try PrayerCalculator.oskemen()
        let day = oskemen.day(try CivilDate("2026-06-10"))
        let dates = [day[.fajr], day[.dhuhr]].map { oskemen.zone.wall(at: $0).date.description }
        #expect(dates == ["2026-06-09", "2026-06-10"] && day.isInOrder)
    }
}

@Suite struct `The chosen high-latitude rule` {
    private func calculator(
        _ latitude: Double,
        _ rule: HighLatitudeRule,
        _ method: CalculationMethod = .mwl,
        limit: Double? = nil
    ) throws -> PrayerCalculator {
        try .at(latitude, 4.89, nil, method) { calculator in
            (calculator.highLatitude, calculator.highLatitudeLimit) = (rule, limit)
            calculator.zone = .fixed(name: "+02", offset: 7200)
        }
    }

    /// The summer solstice of either hemisphere.
    @Test(arguments: HighLatitudeRule.allCases)
    func `is named at every time that it sets, north and south`(rule: HighLatitudeRule) throws {
        for (latitude, date) in [(52.37, "2021-06-21"), (-52.37, "2021-12-21")] {
            let day = try calculator(latitude, rule).day(CivilDate(date))
            // Without a rule, the sun's lowest point is used.
            let name = rule == .none ? "middle-of-night" : rule.rawValue
            #expect([Prayer.fajr, .isha].map { day.estimates[$0]?.rawValue } == [name, name])
            #expect(day.estimated == [.fajr, .isha] && day.isInOrder)
        }
    }

    /// The sun is deepest in the middle of the night, so an angle that it reaches is never after that.
    @Test(arguments: [45.0, 50, 60, -60])
    func `none has the times of the middle of the night, where Isha is a minute before Fajr`(latitude: Double) throws {
        let none = try calculator(latitude, .none).days(CivilDate.year(2026))
        let middle = try calculator(latitude, .middleOfNight).days(CivilDate.year(2026))
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
        #expect(try day.estimates == .none && day == calculator(40, .none).day(CivilDate("2026-03-21")))
    }

    /// The Diyanet's page for Amsterdam on 13 June 2021, as quoted by a user of another program: Fajr 03:47, Maghrib
    /// 22:10 and Isha 23:24.
    @Test func `of the Diyanet gives its published times for Amsterdam, within two minutes`() throws {
        let amsterdam = try PrayerCalculator.at(52.3708, 4.8899, "Europe/Amsterdam", .turkey) {
            $0.highLatitude = .diyanet
        }
        let day = amsterdam.day(try CivilDate("2021-06-13"))
        for (prayer, minute, limit) in [
            (Prayer.fajr, 3 * 60 + 47, 2), (.maghrib, 22 * 60 + 10, 1), (.isha, 23 * 60 + 24, 2),
        ] {
            let published = amsterdam.zone.instant(day.date, secondOfDay: minute * 60)
            #expect(abs(published.duration(to: day[prayer]).inSeconds) <= Double(limit) * 60, "\(prayer)")
        }
    }

    @Test func `of the Diyanet sets Isha at most 80 minutes after Maghrib, and Fajr ten more before sunrise`() throws {
        for latitude in [46.0, 52, 60, 65, -60] {
            for day in try calculator(latitude, .diyanet, .turkey).days(CivilDate.year(2026)) {
                #expect(day[.maghrib].duration(to: day[.isha]) <= .minutes(81), "\(latitude) \(day.date)")
            }
        }
        let summer = try calculator(48, .diyanet, .turkey).day(CivilDate("2026-05-01"))
        #expect(summer[.maghrib].duration(to: summer[.isha]) == .minutes(80))
        #expect(summer[.fajr].duration(to: summer[.sunrise]) == .minutes(90))
    }

    @Test func `of the Diyanet changes nothing at 44 degrees, unless the mosque sets a lower limit`() throws {
        let rows: [(Double, Double?, String, EstimateReason?)] = [
            (44, nil, "2026-06-21", nil), (44, 40, "2026-06-21", .diyanet), (-44, 40, "2026-12-21", .diyanet),
            (52, 55, "2026-06-21", .middleOfNight),
        ]
        for (latitude, limit, date, reason) in rows {
            let day = try calculator(latitude, .diyanet, limit: limit).day(CivilDate(date))
            #expect(day.estimates[.isha] == reason && (reason != nil || day.estimates == .none), "\(latitude)")
        }
    }

    @Test func `by reference gives twilight its share of the night at the reference latitude`() throws {
        let date = try CivilDate("2026-06-21")
        func share(_ calculator: PrayerCalculator) -> Double {
            let (day, next) = (calculator.day(date), calculator.day(date.adding(days: 1)))
            return day[.maghrib].duration(to: day[.isha]) / day[.maghrib].duration(to: next[.sunrise])
        }
        for (rule, reference) in [(HighLatitudeRule.reference45, 45.0), (.reference48, 48.49)] {
            let (here, there) = (share(try calculator(58, rule)), share(try calculator(reference, .none)))
            #expect(abs(here - there) < 0.006, "\(rule)")
        }
    }

    @Test func `keeps the six in order in polar night and midnight sun, and marks each with its reason`() throws {
        for (latitude, date) in [(78.0, "2026-12-21"), (78.0, "2026-06-21"), (-90, "2026-06-21"), (90, "2026-06-21")] {
            for rule in HighLatitudeRule.allCases {
                let day = try calculator(latitude, rule).day(CivilDate(date))
                #expect(day.isInOrder && day.estimates[.fajr] != nil && day.estimates[.isha] != nil)
                #expect(day.estimates[.sunrise] == .nearestLatitude && day.estimates[.maghrib] == .nearestLatitude)
            }
        }
    }
}
