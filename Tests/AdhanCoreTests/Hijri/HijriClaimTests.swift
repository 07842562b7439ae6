import AdhanTestSupport
import Testing

@testable import AdhanCore

/// A person says which Hijri date is today. In Umm al-Qura's calendar Sha'ban of 1448 begins on 2027-01-09 and Ramadan on 2027-02-08.
@Suite struct HijriClaimTests {
    private func claimed(_ text: String, _ date: CivilDate, _ own: HijriCalendar = .ummAlQura) throws -> HijriCalendar {
        let shown = try #require(own.date(date))
        let claim = try #require(HijriClaim(text), "\(text)")
        return try own.declaring(try own.start(by: claim, on: date, shown: shown))
    }

    @Test func `on any day the date moves by the days said, and every month has 29 or 30 days`() throws {
        let own = HijriCalendar.ummAlQura
        for date in try CivilDate("2026-11-11")...CivilDate("2027-07-10") {
            let shown = try #require(own.date(date))
            for (text, days) in [("-2", -2), ("-1 day", -1), ("+1", 1), ("+2 days", 2)] {
                let calendar = try claimed(text, date)
                let found = try #require(calendar.date(date))
                let moved = shown.day + days
                #expect(
                    found.day == moved || moved > 29 && found.day == moved % 29 || moved > 30 && found.day == moved - 30
                        || moved < 1 && (28...30).contains(found.day),
                    "\(date) \(text): \(shown) became \(found)"
                )
                // Who names that day of the month means the same calendar.
                #expect(try claimed("today is \(found.day)", date).date(date) == found, "\(date) \(text)")
                for month in [-2, -1, 0, 1, 2].map({ shown.month.advanced(by: $0) }) {
                    let length = calendar.start(of: month).distance(to: calendar.start(of: month.advanced(by: 1)))
                    #expect((29...30).contains(length), "\(date) \(text): \(month) has \(length) days")
                }
                let end = calendar.agrees(with: own, after: shown.month)
                for later in end...end.adding(days: 60) { #expect(calendar.date(later) == own.date(later)) }
            }
        }
    }

    @Test(arguments: [
        ("today is 30", "2027-02-08", "1448-08-30"), ("today is 1", "2027-02-07", "1448-09-01"),
        ("today is 15", "2027-01-24", "1448-08-15"), ("-1", "2027-02-08", "1448-08-30"),
        ("+1", "2027-02-07", "1448-09-01"),
    ])
    func `around the month's end the other month is meant`(_ text: String, _ date: String, _ found: String) throws {
        let date = try CivilDate(date)
        #expect(try claimed(text, date).date(date)?.description == found)
    }

    @Test(arguments: [
        (
            "today is 25", "2027-01-24",
            "today cannot be day 25 of the month: in Umm al-Qura's calendar it is 16 Sha'ban 1448, and no sighting is more than 2 days from it"
        ),
        // Ramadan is declared, so that Sha'ban would have 28 days.
        ("-1", "2027-01-24", "1448-08 would have 28 days, and a month has 29 or 30; correct one of the two days"),
    ])
    func `a day with which a month would be too short or too long is refused`(
        _ text: String,
        _ date: String,
        _ words: String
    ) throws {
        let seen = try HijriCalendar.with(["1448-09": "2027-02-07"])
        #expect(refusal { try claimed(text, try CivilDate(date), seen) } == words)
    }

    @Test(arguments: [
        "", "1", "15", "+3", "-0x1", "+", "today is", "today is 0", "today is 31", "today was 15", "+1 week",
    ])
    func `anything else is no claim`(text: String) { #expect(HijriClaim(text) == nil) }
}
