import AdhanCore
import Testing

@Suite struct `A calculation method` {
    private static let names =
        "mwl isna egypt karachi umm-al-qura dubai gulf kuwait qatar singapore jakim kemenag turkey tehran jafari france russia "
        + "algeria tunisia morocco jordan portugal moonsighting custom"

    /// AlAdhan's.
    private static let numbers = [
        0: "jafari", 1: "karachi", 2: "isna", 3: "mwl", 4: "umm-al-qura", 5: "egypt", 7: "tehran", 8: "gulf",
        9: "kuwait",
        10: "qatar", 11: "singapore", 12: "france", 13: "turkey", 14: "russia", 15: "moonsighting", 16: "dubai",
        17: "jakim", 18: "tunisia", 19: "algeria", 20: "kemenag", 21: "morocco", 22: "portugal", 23: "jordan",
        99: "custom",
    ]

    @Test func `is found by its name and by AlAdhan's number, and names its authority and its source`() throws {
        #expect(CalculationMethod.all.map(\.name).joined(separator: " ") == Self.names)
        for method in CalculationMethod.all {
            #expect(try .named(method.name) == method)
            #expect(!method.authority.isEmpty && method.source.count > 20, "\(method.name)")
        }
        for (number, name) in Self.numbers { #expect(try CalculationMethod.named(String(number)).name == name) }
    }

    @Test func `that does not exist is rejected with a list of those that do`() {
        let list = Self.names.replacing(" ", with: ", ")
        let words = "there is no calculation method 'isma'; the methods are \(list)"
        #expect(refusal { try CalculationMethod.named("isma") } == words)
    }

    @Test func `in minutes sets Isha after the authority's Maghrib, whatever the mosque's offset for Maghrib`() throws {
        func day(_ offsets: [Prayer: Int]) throws -> PrayerDay {
            let offsets = try #require(PrayerOffsets(offsets))
            return try PrayerCalculator.at(21.427, 39.8287, "UTC", .ummAlQura) { $0.offsets = offsets }
                .day(CivilDate("2026-11-21"))
        }
        let plain = try day([:])
        #expect(plain[.maghrib].duration(to: plain[.isha]) == .minutes(90))
        #expect(try day([.maghrib: 3])[.isha] == plain[.isha])
        #expect(try day([.isha: 5])[.isha] == plain[.isha].advanced(by: .minutes(5)))
    }
}

@Suite struct `The mosque's offsets` {
    private func day(_ method: CalculationMethod, _ offsets: [Prayer: Int] = [:]) throws -> PrayerDay {
        PrayerCalculator(
            coordinates: Place.fallback.coordinates,
            zone: .utc,
            method: method,
            offsets: try #require(PrayerOffsets(offsets))
        ).day(try CivilDate("2026-11-21"))
    }

    @Test func `move each time by its own minutes`() throws {
        let offsets: [Prayer: Int] = [.fajr: -1, .sunrise: -2, .dhuhr: 3, .asr: 4, .maghrib: 5, .isha: 6]
        let (plain, moved) = (try day(.turkey), try day(.turkey, offsets))
        for (prayer, minutes) in offsets { #expect(plain[prayer].duration(to: moved[prayer]) == .minutes(minutes)) }
        #expect(moved.estimated.isEmpty)
    }

    @Test func `that would reorder the day keep it in order, and moved times are marked`() throws {
        let day = try day(.isna, [.fajr: 180, .asr: 180, .maghrib: -180])
        #expect(day.isInOrder && day.estimated == [.fajr, .maghrib])
        #expect(PrayerOffsets([.asr: 181]) == nil, "more than three hours")
    }
}

/// What a mosque may choose in addition to method, madhab and rule.
@Suite struct `A mosque's choice of` {
    private let date: CivilDate

    init() throws { date = try CivilDate("2026-11-21") }

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
        func day(_ rounding: Rounding) throws -> PrayerDay { try calculator(.mwl) { $0.rounding = rounding }.day(date) }
        let (exact, up, down, nearest) = (try day(.none), try day(.up), try day(.down), try day(.nearest))
        for prayer in Prayer.allCases {
            let moved = [up, down, nearest].map { exact[prayer].duration(to: $0[prayer]).inSeconds }
            #expect((0..<60).contains(moved[0]) && (0..<60).contains(-moved[1]) && abs(moved[2]) <= 30, "\(moved)")
        }
        #expect(exact.isInOrder && Prayer.allCases.contains { exact[$0].seconds % 60 != 0 })
    }

    @Test(arguments: CalculationMethod.all)
    func `a method rounds as its authority does, unless the mosque chooses another rounding`(
        method: CalculationMethod
    ) throws {
        let roundsUp = ["umm-al-qura", "singapore", "jakim"].contains(method.name)
        func day(_ rounding: Rounding?) throws -> PrayerDay {
            try calculator(method) { $0.rounding = rounding }.day(date)
        }
        #expect(try day(nil) == day(roundsUp ? .up : .nearest) && day(nil) != day(roundsUp ? .nearest : .up))
    }

    @Test func `elevation makes the sun rise earlier and set later, and moves nothing else by much`() throws {
        let (sea, peak) = (try calculator(.mwl).day(date), try calculator(.mwl, elevation: 828).day(date))
        // 2.12′ √828 is 1.02°, which at this latitude is about four and a half minutes.
        #expect(peak[.sunrise].duration(to: sea[.sunrise]) >= .minutes(4))
        #expect((240...300).contains(sea[.maghrib].duration(to: peak[.maghrib]).inSeconds))
        for prayer in [Prayer.fajr, .dhuhr, .asr, .isha] { #expect(sea[prayer] == peak[prayer]) }
    }

    @Test func `elevation keeps every day in order up to the poles`() throws {
        for latitude in [-90.0, -67, 0, 62, 64, 66, 68, 80, 90] {
            let days = try calculator(.mwl, latitude, elevation: 9000).days(CivilDate.year(2026))
            #expect(days.allSatisfy { $0.isInOrder }, "\(latitude)")
        }
        let words = "9001.0 is not an elevation; it is -500 to 9000 metres"
        #expect(refusal { try Coordinates(latitude: 0, longitude: 0, elevation: 9001) } == words)
    }

    @Test func `Isha in Ramadan is Umm al-Qura's, half an hour later, and can be switched off`() throws {
        let (ramadan, dates) = (try span("2026-02-18", "2026-03-19"), try span("2026-02-17", "2026-03-20"))
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
        let days = try [Shafaq.ahmar, .general, .abyad].map { shafaq in
            try calculator(.moonsighting, 51.5) { $0.shafaq = shafaq }.day(date)
        }
        #expect(days[0][.isha] <= days[1][.isha] && days[1][.isha] < days[2][.isha])
        // At 51.5° in midsummer: 62 + 19.44, 75 + 6.14 and 75 + 81.84 minutes after sunset, the second number of each
        // multiplied by 51.5/55. Maghrib is 3 minutes after sunset.
        for (day, minutes) in zip(days, [80.2, 80.7, 151.6]) {
            #expect(abs(day[.maghrib].duration(to: day[.isha]).inSeconds / 60 + 3 - minutes) <= 1)
            #expect(day.estimates[.isha] == .seasonal)
        }
    }

    @Test func `Maghrib by an angle comes after sunset and before Isha`() throws {
        let (sunset, tehran) = (try calculator(.mwl).day(date), try calculator(.tehran).day(date))
        #expect((15 * 60...18 * 60).contains(sunset[.maghrib].duration(to: tehran[.maghrib]).inSeconds))
        #expect(tehran.estimates == .none)
    }

    @Test func `its own method has its own numbers`() throws {
        var custom = CustomMethod()
        (custom.fajrAngle, custom.ishaMinutes, custom.maghribAngle) = (18, 90, 4)
        let method = try custom.method()
        #expect(method.name == "custom" && method.isha == .minutesAfterMaghrib(90))
        let day = try calculator(method).day(date)
        #expect(day[.maghrib].duration(to: day[.isha]) == .minutes(90))
        #expect(try day[.fajr] == calculator(.mwl).day(date)[.fajr])
        for (fajr, minutes, isha, words) in [
            (40.0, 90, 17.0, "40.0 is not an angle for fajr; "),
            (18, nil, 3, "Maghrib at 4.0 degrees would not be before Isha at 3.0; "),
            (18, 0, 3, "0 minutes from Maghrib to Isha are not possible"),
        ] as [(Double, Int?, Double, String)] {
            (custom.fajrAngle, custom.ishaMinutes, custom.ishaAngle) = (fajr, minutes, isha)
            #expect(refusal { try custom.method() }.hasPrefix(words), "\(words)")
        }
    }
}
