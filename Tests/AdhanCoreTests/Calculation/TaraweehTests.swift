import AdhanCore
import AdhanTestSupport
import Testing

@Suite struct `Taraweeh` {
    /// The first and last mosque date whose evening has it.
    private func evenings(_ calendar: HijriCalendar) throws -> [String] {
        let first = try CivilDate("2027-01-20")
        let days = (0..<70).map { PrayerDay.plain(first.adding(days: $0)) }
        let found = zip(days, days.dropFirst()).filter { calendar.hasTaraweeh(onTheEveningOf: $0, before: $1) }
            .map(\.0.date)
        let begin = try #require(found.first)
        #expect(found == found.indices.map { begin.adding(days: $0) })
        return [begin, try #require(found.last)].map(\.description)
    }

    @Test(arguments: [("2027-03-09", 29), ("2027-03-10", 30)])
    func `is from the eve of 1 Ramadan to the eve of the last day, with 29 days and with 30`(shawwal: String, _: Int)
        throws
    {
        let calendar = try HijriCalendar(declared: [
            HijriMonth("1448-09"): CivilDate("2027-02-08"), HijriMonth("1448-10"): CivilDate(shawwal),
        ])
        let last = try CivilDate(shawwal).adding(days: -2)
        #expect(try evenings(calendar) == ["2027-02-07", last.description])
    }

    @Test func `is a day earlier where the mosque saw the moon a day earlier`() throws {
        let calendar = try HijriCalendar(declared: [HijriMonth("1448-09"): CivilDate("2027-02-07")])
        #expect(try evenings(calendar).first == "2027-02-06")
    }

    @Test func `of the last day of a timetable goes by the calendar`() throws {
        let eve = PrayerDay.plain(try CivilDate("2027-02-07"))
        #expect(HijriCalendar.ummAlQura.hasTaraweeh(onTheEveningOf: eve, before: nil))
        #expect(!HijriCalendar.ummAlQura.hasTaraweeh(onTheEveningOf: .plain(eve.date.adding(days: -1)), before: nil))
    }
}
