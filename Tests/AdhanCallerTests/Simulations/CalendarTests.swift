import AdhanTestSupport
import AdhanCore
import Synchronization
import Testing

@testable import AdhanCaller
@testable import AdhanSupport

/// Ends of the year and of February, at which other programs' data ended or was last year's.
@Suite struct CalendarTests {
    @Test(arguments: [("2027-12-30", "2028-01-02"), ("2028-02-27", "2028-03-02"), ("2027-02-27", "2027-03-02")])
    func `over a year's end and the end of february five are called each day`(_ from: String, _ to: String) throws {
        let box = VirtualBox(at: try .utc(from, 0))
        box.start()
        box.run(until: try .utc(to, 0))
        let days = try CivilDate(from).dayNumber..<CivilDate(to).dayNumber
        #expect(box.called.count == 5 * days.count)
        #expect(Set(box.called.map(\.key.date.dayNumber)) == Set(days))
    }

    @Test func `past the last day of the timetable nothing is called, and later days are when they come`() throws {
        let source = Ending(last: try CivilDate("2026-12-31"))
        let box = VirtualBox(at: try .utc("2026-12-31", 0), source: source)
        box.start()
        box.run(until: try .utc("2027-01-02", 12, 30))
        #expect(box.called.count == 5)
        #expect(box.called.allSatisfy { $0.key.date == source.ends })
        source.last.withLock { $0 = .last }
        box.run(until: try .utc("2027-01-04", 0))
        #expect(box.called.suffix(5).allSatisfy { $0.key.date.description == "2027-01-03" })
        // The days between had no times, so nothing was missed; from the day the times came each has its row.
        #expect(try box.row("2027-01-02", .isha)?.state == .missed)
    }

    private final class Ending: TimetableSource {
        let ends: CivilDate
        let last: Mutex<CivilDate>

        init(last: CivilDate) {
            ends = last
            self.last = Mutex(last)
        }

        func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
            let last = last.withLock { $0 }
            return dates.filter { $0 <= last }.map { .plain($0) }
        }
    }

    @Test func `a date that the zone left out is not called`() throws {
        let apia = try SystemZones.find("Pacific/Apia")
        let source = PrayerCalculator(
            coordinates: try Coordinates(latitude: -13.83, longitude: -171.76),
            zone: apia,
            method: .mwl
        )
        let box = VirtualBox(
            at: apia.instant(try CivilDate("2011-12-29"), secondOfDay: 0),
            source: source,
            zone: apia
        )
        box.start()
        box.run(until: apia.instant(try CivilDate("2012-01-01"), secondOfDay: 0))
        #expect(box.called.count == 10)
        #expect(Set(box.called.map(\.at)).count == 10)
        #expect(!box.called.contains { $0.key.date.description == "2011-12-30" })
    }

    @Test func `ten days that had no times are no absence when the times come`() throws {
        let source = Ending(last: try CivilDate("2026-12-31"))
        let box = VirtualBox(at: try .utc("2026-12-31", 0), source: source)
        box.start()
        box.run(until: try .utc("2027-01-10", 12, 30))
        source.last.withLock { $0 = .last }
        box.life?.post(.timetableChanged)
        box.run(until: try .utc("2027-01-10", 16))
        #expect(try !box.ledger.entries(.first..<(.last)).contains { $0.key.occasion == .absence })
        #expect(box.called.last?.at == (try .utc("2027-01-10", 15)))
    }
}
