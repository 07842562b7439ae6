import AdhanTestSupport
import Testing

@testable import AdhanCore

@Suite struct `The fit of a timetable` {
    private let london: PrayerCalculator

    init() throws { london = try .london() }

    private func days(_ calculator: PrayerCalculator) -> [PrayerDay] { MosqueFile.days(calculator).map(\.day) }

    private func queens() throws -> PrayerCalculator {
        PrayerCalculator(
            coordinates: Place.fallback.coordinates,
            zone: try .installed("America/New_York"),
            method: .mwl,
            ishaLaterInRamadan: false
        )
    }

    @Test(arguments: [
        "mwl", "isna", "egypt", "umm-al-qura", "turkey", "moonsighting", "france", "kemenag", "singapore", "jakim",
    ])
    func `finds the method, madhab and offsets that made it`(name: String) throws {
        let queens = try queens()
        var own = queens
        (own.method, own.madhab) = (try .named(name), .hanafi)
        own.offsets = try #require(PrayerOffsets([.dhuhr: 4]))
        let fit = try #require(TimetableFit(days(own), at: queens))
        #expect(fit.calculator.method.name == name && fit.calculator.madhab == .hanafi)
        #expect(fit.calculator.offsets == own.offsets)
        #expect(fit.distances.values.allSatisfy { $0.isExact }, "\(fit.distances)")
    }

    @Test(arguments: Rounding.allCases)
    func `is compared with the rounding that the mosque has chosen`(rounding: Rounding) throws {
        var queens = try queens()
        queens.rounding = rounding
        let fit = try #require(TimetableFit(days(queens), at: queens))
        #expect(fit.calculator.method.name == "mwl" && fit.calculator.offsets == .none)
        #expect(fit.distances.values.allSatisfy { $0.isExact }, "\(fit.distances)")
    }

    @Test(arguments: [HighLatitudeRule.seventhOfNight, .angle, .nearestLatitude])
    func `finds the rule for high latitudes, or one that gives the same times`(rule: HighLatitudeRule) throws {
        var own = london
        own.highLatitude = rule
        let fit = try #require(TimetableFit(days(own), at: london))
        #expect(fit.distances.values.allSatisfy { $0.spread <= 1 }, "\(fit.calculator.method.name) \(fit.distances)")
    }

    @Test func `finds angles of the mosque's own`() throws {
        let queens = try queens()
        var custom = CustomMethod()
        (custom.fajrAngle, custom.ishaAngle) = (13.5, 10.5)
        var own = queens
        own.method = try custom.method()
        let fit = try #require(TimetableFit(days(own), at: queens))
        let method = fit.calculator.method
        #expect(method.name == "custom" && abs(method.fajrAngle.degrees - 13.5) < 0.05, "\(method)")
        guard case .angle(let isha) = method.isha else {
            Issue.record("\(method)")
            return
        }
        #expect(abs(isha.degrees - 10.5) < 0.05, "\(method)")
    }

    @Test func `tells a fixed time with its season, and fits the other days`() throws {
        let (zone, last) = (london.zone, try CivilDate("2026-03-15"))
        let fixed = days(london).map { day in
            day.mapping { prayer in
                let second: Int? = prayer == .dhuhr ? 48_600 : prayer == .fajr && day.date <= last ? 21_600 : nil
                return second.map { zone.instant(day.date, secondOfDay: $0) } ?? day[prayer]
            }
        }
        let fit = try #require(TimetableFit(fixed, at: london))
        let dhuhr = try #require(fit.distances[.dhuhr])
        #expect(dhuhr.isAlwaysFixed && dhuhr.fixed.map(\.secondOfDay) == [48_600] && dhuhr.spread == 0)
        #expect(fit.calculator.offsets == london.offsets, "\(fit.calculator.offsets)")
        let fajr = try #require(fit.distances[.fajr])
        let season = try FixedSeason(secondOfDay: 21_600, first: CivilDate("2026-01-01"), last: last)
        #expect(fajr.fixed == [season] && !fajr.isAlwaysFixed && fajr.spread <= 1, "\(fajr)")
        #expect(fit.calculator.method.name == "mwl")
        // The sun's own noon hardly moves in May.
        #expect(TimetableFit(days(london), at: london)?.distances.values.allSatisfy(\.fixed.isEmpty) == true)
    }

    @Test(arguments: [true, false])
    func `knows the later Isha of Ramadan, whatever the config's method is`(isLater: Bool) throws {
        var queens = try queens()
        queens.ramadan = RamadanDates([try span("2026-02-18", "2026-03-19")])
        var own = queens
        (own.method, own.ishaLaterInRamadan) = (try .named("umm-al-qura"), isLater)
        let fit = try #require(TimetableFit(days(own), at: queens))
        #expect(fit.calculator.method.name == "umm-al-qura" && fit.distances[.isha]?.spread == 0, "\(fit.distances)")
        #expect(fit.calculator.ishaLaterInRamadan == isLater)
    }

    @Test func `fills a hole without a jump`() throws {
        var own = london
        (own.method, own.highLatitude) = (.moonsighting, .seventhOfNight)
        own.offsets = try #require(PrayerOffsets([.fajr: -7, .isha: 9]))
        let whole = days(own)
        let gap = try span("2026-05-10", "2026-06-12")
        let holes = TimetableHoles(between: whole.filter { !gap.contains($0.date) }, at: london)
        #expect(holes.days.count == 34)
        for day in whole where gap.contains(day.date) {
            let filled = try #require(holes.days[day.date])
            #expect(filled.source == .calculation)
            for prayer in Prayer.allCases {
                #expect(abs((filled[prayer] - day[prayer]).inSeconds) <= 120, "\(day.date) \(prayer)")
            }
        }
        #expect(TimetableHoles(between: whole, at: london).days.isEmpty)
    }

    @Test func `needs five days`() { #expect(TimetableFit(Array(days(london).prefix(4)), at: london) == nil) }
}
