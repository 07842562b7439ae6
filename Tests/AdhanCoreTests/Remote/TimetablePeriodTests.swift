import AdhanCore
import Testing

@Suite struct TimetablePeriodTests {
    @Test(arguments: ["0001", "2026", "2028", "9999", "2026-01", "2028-02", "2026-12"])
    func `a period is found by its name`(name: String) throws {
        let period = try #require(TimetablePeriod.named(name))
        #expect(period.name == name)
        #expect(period.dates.lowerBound.description == (name + "-01-01").prefix(10))
        // The day after its last day belongs to another period.
        guard period.dates.upperBound < .last else { return }
        let next = period.dates.upperBound.adding(days: 1)
        #expect(!next.description.hasPrefix(name) && next.components.day == 1)
    }

    @Test(arguments: [
        "", "26", "2026-", "2026-13", "2026-00", "2026-1", "2026-11-21", "+2026", "0000", "../..", "２０２６",
    ])
    func `no other name is a period`(name: String) {
        #expect(TimetablePeriod.named(name) == nil)
    }

    @Test func `a name fits a pattern with one year in all its places`() {
        func fits(_ name: String, _ pattern: String) -> Bool { TimetablePeriod.name(name, fits: pattern) }
        #expect(fits("a.csv", "a.csv") && fits("2026/PrayerTimes2026.json", "{year}/PrayerTimes{year}.json"))
        #expect(fits("2026", "{year}") && !fits("20267", "{year}") && !fits("", "{year}"))
        #expect(!fits("2026/PrayerTimes2027.json", "{year}/PrayerTimes{year}.json"))
        #expect(
            !fits("PrayerTimes.json", "PrayerTimes{year}.json")
                && !fits("PrayerTimes٢٠٢٦.json", "PrayerTimes{year}.json")
        )
        #expect(!fits("b.csv", "a.csv") && !fits("times2026.csv", "Times{year}.csv"))
    }
}
