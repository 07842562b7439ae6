import AdhanTestSupport
import Testing

@testable import AdhanCore

/// Where twilight does not end, Isha and the next day's Fajr come close, and may meet.
@Suite struct `The night between two days of a timetable` {
    private let rochdale: PrayerCalculator
    /// The year 2026. In summer, Isha and the next Fajr are in the middle of the night, as some authorities print it.
    private let days: [FileDay]

    init() throws {
        let rochdale = PrayerCalculator(
            coordinates: try Coordinates(latitude: 53.6097, longitude: -2.1561),
            zone: try .installed("Europe/London"),
            method: .isna
        )
        self.rochdale = rochdale
        let summer = try CivilDate("2026-05-15")...CivilDate("2026-07-28")
        func middle(_ date: CivilDate) -> Instant {
            let (day, next) = (rochdale.day(date), rochdale.day(date.adding(days: 1)))
            let half = day[.maghrib].duration(to: next[.sunrise]) / 2
            return Instant(seconds: Int64(((day[.maghrib] + half).inSeconds / 60).rounded()) * 60)
        }
        days = MosqueFile.days(rochdale, 2026).map { filed in
            var day = filed.day
            let date = day.date
            if summer.contains(date) { day = day.moving(.isha, by: middle(date) - day[.isha]) }
            let eve = date.adding(days: -1)
            if summer.contains(eve) { day = day.moving(.fajr, by: middle(eve) - day[.fajr]) }
            return FileDay(line: filed.line, day: day)
        }
    }

    private func moved(_ prayer: Prayer, on date: String, by minutes: Int) -> [FileDay] {
        days.map { filed in
            guard filed.day.date.description == date else { return filed }
            return FileDay(line: filed.line, day: filed.day.moving(prayer, by: .minutes(minutes)))
        }
    }

    private func clock(_ prayer: Prayer, on date: String, of verdict: TimetableCheck.Verdict) -> String? {
        verdict.accepted.first { $0.date.description == date }.map { rochdale.zone.clockText($0[prayer]) }
    }

    @Test func `is in order where Isha and the next Fajr are the same minute, and each day is the file's`() throws {
        let verdict = TimetableCheck(rochdale).verdict(on: days)
        #expect(verdict.faults.isEmpty && verdict.accepted == days.map(\.day))
        struct File: TimetableSource {
            let days: [PrayerDay]
            func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
                days.filter { dates.contains($0.date) }
            }
        }
        let chain = TimetableChain([File(days: verdict.accepted), rochdale])
        let year = try CivilDate("2026-01-01")...CivilDate("2026-12-31")
        #expect(chain.days(year, in: rochdale.zone) == verdict.accepted)
    }

    @Test func `names the one time that is out of order by some minutes, and replaces only that`() throws {
        let early = TimetableCheck(rochdale).verdict(on: moved(.fajr, on: "2026-06-30", by: -10))
        #expect(
            early.faults.map(\.description) == [
                "line 182, 30 June: Fajr 01:03 is before the last day's Isha (01:13), and looks like a typing error for 01:13; "
                    + "01:13 will be called. "
                    + "To keep it: accept = [\"2026-06-30\"]"
            ]
        )
        #expect(clock(.fajr, on: "2026-06-30", of: early) == "01:13")
        #expect(early.accepted.count { !$0.replaced.isEmpty } == 1)
        let late = TimetableCheck(rochdale).verdict(on: moved(.isha, on: "2026-06-29", by: 9))
        #expect(late.faults.count == 1 && late.accepted.count { !$0.replaced.isEmpty } == 1)
        #expect(clock(.isha, on: "2026-06-29", of: late) == "01:12")
        #expect(late.faults.first?.sentence.contains("Isha 01:22 is after the next day's Fajr (01:13)") == true)
    }

    @Test func `is used as it stands if the mosque accepts the day, or the config only warns`() throws {
        let wrong = moved(.fajr, on: "2026-06-30", by: -10)
        let accepted = TimetableCheck(rochdale, accept: .dates([try CivilDate("2026-06-30")])).verdict(on: wrong)
        #expect(accepted.faults.isEmpty && accepted.accepted == wrong.map(\.day))
        let warned = TimetableCheck(rochdale, policy: .warn).verdict(on: wrong)
        #expect(warned.faults.isEmpty && warned.remarks.count == 1 && warned.accepted == wrong.map(\.day))
    }

    @Test func `is used and told once where nothing says which of the two is wrong`() throws {
        let summer = days.map { filed in
            let isJune = filed.day.date.components.month == 6
            return isJune ? FileDay(line: filed.line, day: filed.day.moving(.isha, by: .minutes(10))) : filed
        }
        let verdict = TimetableCheck(rochdale).verdict(on: summer)
        #expect(verdict.accepted == summer.map(\.day), "\(verdict.faults)")
        #expect(
            verdict.remarks.map(\.sentence).filter { $0.contains("next day's Fajr") } == [
                "Isha is after the next day's Fajr on 30 days from here on; they are called as they stand"
            ]
        )
    }
}
