import AdhanTestSupport
import AdhanCore
import Testing

@testable import AdhanCaller
@testable import AdhanSupport

/// In other programs summer time came a day late, or an hour was added at midnight and at each reboot.
@Suite struct SummerTimeTests {
    /// A mosque that calls at the same local times all year.
    private struct WallDays: TimetableSource {
        static let hours = [5, 7, 13, 15, 18, 20]

        func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
            dates.map { date in
                let times = Self.hours.map { zone.instant(date, secondOfDay: $0 * 3600) }
                return PrayerDay(
                    date: date,
                    fajr: times[0],
                    sunrise: times[1],
                    dhuhr: times[2],
                    asr: times[3],
                    maghrib: times[4],
                    isha: times[5],
                    source: .calculation
                )
            }
        }
    }

    @Test(arguments: ["2026-03-29", "2026-10-25"])
    func `on the day the clocks change the local times hold, from fajr on`(_ change: String) throws {
        let london = try SystemZones.find("Europe/London")
        let date = try CivilDate(change)
        let box = VirtualBox(
            at: london.instant(date.adding(days: -1), secondOfDay: 0),
            source: WallDays(),
            zone: london
        )
        box.start()
        box.run(until: london.instant(date.adding(days: 2), secondOfDay: 0))
        let walls = box.called.map { london.wall(at: $0.at) }
        #expect(walls.map(\.hour) == [5, 13, 15, 18, 20, 5, 13, 15, 18, 20, 5, 13, 15, 18, 20])
        #expect(walls.allSatisfy { $0.secondOfDay % 3600 == 0 })
    }

    @Test func `restarted every hour across the change, no hour is added and none taken`() throws {
        let london = try SystemZones.find("Europe/London")
        let date = try CivilDate("2026-10-25")
        let box = VirtualBox(at: london.instant(date, secondOfDay: -1800), source: WallDays(), zone: london)
        for _ in 0..<48 {
            box.start()
            box.run(until: box.now + .hours(1))
            box.kill()
        }
        #expect(box.called.map { london.wall(at: $0.at).hour } == [5, 13, 15, 18, 20, 5, 13, 15, 18, 20])
    }
}
