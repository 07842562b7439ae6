import AdhanCore
import Testing

@testable import AdhanImport

/// iCalendar files as timetables: events that are named after prayers.
@Suite struct CalendarFileTests {
    private let london: TableSample

    init() throws { london = try TableSample() }

    private func calendar(_ lines: [String]) -> [UInt8] {
        let all = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//mosque//EN"] + lines + ["END:VCALENDAR"]
        return Array(all.map { $0 + "\r\n" }.joined().utf8)
    }

    private func event(_ summary: String, _ start: String, _ more: [String] = []) -> [String] {
        ["BEGIN:VEVENT", "UID:\(summary)\(start)", "DTSTART\(start)", "SUMMARY:\(summary)"] + more + ["END:VEVENT"]
    }

    private func events(_ days: [PrayerDay], _ start: (Instant) -> String) -> [String] {
        days.flatMap { day in
            Prayer.allCases.flatMap {
                event(TableSample.names[Prayer.allCases.firstIndex(of: $0) ?? 0], start(day[$0]))
            }
        }
    }

    /// `20260301T051000` on that zone's clock.
    private func stamp(_ moment: Instant, _ zone: ZoneRules) -> String {
        let wall = zone.wall(at: moment)
        return wall.date.description.replacing("-", with: "") + "T"
            + [wall.hour, wall.minute, wall.second].map { $0.padded(to: 2) }.joined()
    }

    @Test func `events in UTC, in a named zone and on the mosque's own clock are read`() throws {
        let (zone, days) = (london.calculator.zone, london.days)
        let dhaka = try TableSample(23.8, 90.4, "Asia/Dhaka").calculator.zone
        let starts: [(Instant) -> String] = [
            { ":\(stamp($0, .utc))Z" }, { ";TZID=Europe/London:\(stamp($0, zone))" }, { ":\(stamp($0, zone))" },
            { ";VALUE=DATE-TIME;TZID=\"/citadel.org/20260101_1/Asia/Dhaka\":\(stamp($0, dhaka))" },
        ]
        for start in starts { #expect(london.differences(try london.read(calendar(events(days, start)))) == []) }
    }

    @Test func `folded lines, escapes, alarms, other events and words around the name are no obstacle`() throws {
        let days = london.month(3)
        let names = [
            "🕌 Fajr (Leeds)", "Sunrise\\, shuruq", "صلاة الظهر", "Asr\r\n  prayer", "Magh\r\n\trib", "Isha – Adhan",
        ]
        let lines = days.flatMap { day in
            zip(Prayer.allCases, names).flatMap { prayer, name in
                event(
                    name,
                    ":\(stamp(day[prayer], .utc))Z",
                    ["BEGIN:VALARM", "TRIGGER:-PT10M", "SUMMARY:Isha", "DTSTART:20260101T000000Z", "END:VALARM"]
                )
            } + event("Children's class", ":\(stamp(day[.dhuhr], .utc))Z")
        }
        #expect(london.differences(try london.read(calendar(lines)), days) == [])
    }

    @Test func `congregations and khutbahs are read, and an Isha after midnight is that of the day before`() throws {
        let oslo = try TableSample(59.9, 10.75, "Europe/Oslo")
        let days = oslo.month(6)
        let lines =
            events(days) { ":\(stamp($0, .utc))Z" }
            + days.flatMap { day in
                event("Iqama of Dhuhr", ":\(stamp(day[.dhuhr] + .minutes(15), .utc))Z")
                    + (day.date.weekday == 5
                        ? event("Khutbah of Jumu'ah 1", ":\(stamp(day[.dhuhr] + .minutes(30), .utc))Z")
                            + event("Khutbah of Jumu'ah 2", ":\(stamp(day[.dhuhr] + .minutes(75), .utc))Z") : [])
            }
        let document = try oslo.read(calendar(lines))
        #expect(oslo.differences(document, days) == [])
        let found = oslo.found(document)
        #expect(found.allSatisfy { $0.iqama[.dhuhr] == $0[.dhuhr] + .minutes(15) })
        #expect(found.filter { $0.date.weekday == 5 }.allSatisfy { $0.jumuah.count == 2 })
    }

    @Test func `what a calendar lacks or contradicts is told with its line`() throws {
        let days = london.month(3)
        func refusal(_ lines: [String]) -> String { london.refusal(calendar(lines)) }
        let own = events(days) { ":\(stamp($0, .utc))Z" }
        #expect(refusal(event("Meeting", ":20260301T100000Z")).contains("no event that is named after a prayer"))
        #expect(refusal(own + event("Fajr", ":20260301T9")).contains("line \(own.count + 6): DTSTART"))
        #expect(refusal(own + event("Fajr", ";TZID=Mars/Base:20260301T050000")).contains("\"Mars/Base\""))
        #expect(refusal(own + event("Fajr", ":20260301T030000Z")).contains("line 6: 2026-03-01 has two times for Fajr"))
        #expect(refusal(own + event("Asr", ":20260401T140000Z", ["RRULE:FREQ=DAILY"])).contains("RRULE"))
        #expect(refusal(own.dropLast()).contains("ends in the middle of an event"))
    }
}
