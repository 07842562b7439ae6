import AdhanCore
import Testing

/// What a mosque may choose in addition to method, madhab and rule.
@Suite struct `A mosque's choice of` {
    private func calculator(
        _ method: CalculationMethod,
        _ latitude: Double = 21.427,
        elevation: Double = 0,
        _ change: (inout PrayerCalculator) -> Void = { _ in }
    ) throws -> PrayerCalculator {
        let place = try Coordinates(latitude: latitude, longitude: 39.8287, elevation: elevation)
        var calculator = PrayerCalculator(coordinates: place, zone: .fixed(name: "+03", offset: 10_800), method: method)
        change(&calculator)
        return calculator
    }

    @Test func `rounding moves no time by a minute, each in its direction`() throws {
        let date = try CivilDate("2026-11-21")
        func day(_ rounding: Rounding) throws -> PrayerDay { try calculator(.mwl) { $0.rounding = rounding }.day(date) }
        let exact = try day(.none)
        for prayer in Prayer.allCases {
            let up = exact[prayer].duration(to: try day(.up)[prayer])
            let down = exact[prayer].duration(to: try day(.down)[prayer])
            let nearest = exact[prayer].duration(to: try day(.nearest)[prayer])
            #expect(up >= .zero && up < .minutes(1) && down <= .zero && down > .minutes(-1))
            #expect(nearest >= .seconds(-30) && nearest <= .seconds(30))
        }
        #expect(Prayer.allCases.contains { exact[$0].seconds % 60 != 0 })
        #expect(isInOrder(exact))
    }

    @Test(arguments: CalculationMethod.all)
    func `a method rounds as its authority does, unless the mosque chooses another rounding`(
        method: CalculationMethod
    ) throws {
        let date = try CivilDate("2026-11-21")
        let roundsUp = ["umm-al-qura", "singapore", "jakim"].contains(method.name)
        func day(_ rounding: Rounding?) throws -> PrayerDay {
            try calculator(method) { $0.rounding = rounding }.day(date)
        }
        #expect(try day(nil) == day(roundsUp ? .up : .nearest))
        #expect(try day(nil) != day(roundsUp ? .nearest : .up))
    }

    @Test func `elevation makes the sun rise earlier and set later, and moves nothing else by much`() throws {
        let date = try CivilDate("2026-11-21")
        let (sea, peak) = (try calculator(.mwl).day(date), try calculator(.mwl, elevation: 828).day(date))
        // 2.12′ √828 is 1.02°, which at this latitude is about four and a half minutes.
        #expect(peak[.sunrise].duration(to: sea[.sunrise]) >= .minutes(4))
        #expect(sea[.maghrib].duration(to: peak[.maghrib]) >= .minutes(4))
        #expect(sea[.maghrib].duration(to: peak[.maghrib]) <= .minutes(5))
        for prayer in [Prayer.fajr, .dhuhr, .asr, .isha] { #expect(sea[prayer] == peak[prayer]) }
    }

    @Test func `elevation keeps every day in order up to the poles`() throws {
        for latitude in [-90.0, -67, 0, 62, 64, 66, 68, 80, 90] {
            let days = try calculator(.mwl, latitude, elevation: 9000).days(
                CivilDate("2026-01-01")...CivilDate("2026-12-31")
            )
            #expect(days.allSatisfy(isInOrder), "\(latitude)")
        }
        let error = #expect(throws: InvalidValue.self) {
            try Coordinates(latitude: 0, longitude: 0, elevation: 9001)
        }
        #expect(error?.description == "9001.0 is not an elevation; it is -500 to 9000 metres")
    }

    @Test func `Isha in Ramadan is Umm al-Qura's, half an hour later, and can be switched off`() throws {
        let ramadan = try CivilDate("2026-02-18")...CivilDate("2026-03-19")
        let dates = try CivilDate("2026-02-17")...CivilDate("2026-03-20")
        for isOn in [true, false] {
            let days = try calculator(.ummAlQura) {
                ($0.ramadan, $0.ishaLaterInRamadan) = (RamadanDates([ramadan]), isOn)
            }.days(dates)
            for day in days {
                let isLater = isOn && ramadan.contains(day.date)
                #expect(day[.maghrib].duration(to: day[.isha]) == .minutes(isLater ? 120 : 90), "\(day.date)")
            }
        }
        let known = RamadanDates(.ummAlQura)
        #expect(dates.filter { known.contains($0) } == Array(ramadan))
        let other = try calculator(.qatar) { $0.ramadan = RamadanDates([ramadan]) }.day(CivilDate("2026-03-01"))
        #expect(other[.maghrib].duration(to: other[.isha]) == .minutes(90))
    }

    @Test func `shafaq ends red before white, and between them by season`() throws {
        // Half a year after 21 December the function is at its summer end.
        let date = try CivilDate("2026-06-22")
        let isha = try [Shafaq.ahmar, .general, .abyad].map { shafaq in
            try calculator(.moonsighting, 51.5) { $0.shafaq = shafaq }.day(date)
        }
        #expect(isha[0][.isha] <= isha[1][.isha] && isha[1][.isha] < isha[2][.isha])
        // At 51.5° in midsummer: 62 + 19.44, 75 + 6.14 and 75 + 81.84 minutes after sunset, the second number of each
        // multiplied by 51.5/55. Maghrib is 3 minutes after sunset.
        for (day, minutes) in zip(isha, [80.2, 80.7, 151.6]) {
            #expect(abs(day[.maghrib].duration(to: day[.isha]).inSeconds / 60 + 3 - minutes) <= 1)
            #expect(day.estimates[.isha] == .seasonal)
        }
    }

    @Test func `Maghrib by an angle comes after sunset and before Isha`() throws {
        let date = try CivilDate("2026-11-21")
        let (sunset, tehran) = (try calculator(.mwl).day(date), try calculator(.tehran).day(date))
        let later = sunset[.maghrib].duration(to: tehran[.maghrib])
        #expect(later >= .minutes(15) && later <= .minutes(18))
        #expect(tehran.estimates == .none)
    }

    @Test func `its own method has its own numbers`() throws {
        var custom = CustomMethod()
        (custom.fajrAngle, custom.ishaMinutes, custom.maghribAngle) = (18, 90, 4)
        let method = try custom.method()
        #expect(method.name == "custom" && method.isha == .minutesAfterMaghrib(90))
        let date = try CivilDate("2026-11-21")
        let day = try calculator(method).day(date)
        #expect(day[.maghrib].duration(to: day[.isha]) == .minutes(90))
        #expect(day[.fajr] == (try calculator(.mwl).day(date)[.fajr]))
        func refusal() -> String? { #expect(throws: InvalidValue.self) { try custom.method() }?.description }
        custom.fajrAngle = 40
        #expect(refusal()?.hasPrefix("40.0 is not an angle for fajr; ") == true)
        (custom.fajrAngle, custom.ishaMinutes, custom.ishaAngle) = (18, nil, 3)
        #expect(refusal()?.hasPrefix("Maghrib at 4.0 degrees would not be before Isha at 3.0; ") == true)
        custom.ishaMinutes = 0
        #expect(refusal()?.hasPrefix("0 minutes from Maghrib to Isha are not possible") == true)
    }
}
