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
}
