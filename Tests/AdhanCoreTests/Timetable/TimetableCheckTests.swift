import AdhanCore
import Testing

@Suite struct `The check of a timetable` {
    private func judge(
        _ text: String,
        by calculator: PrayerCalculator,
        _ policy: TimetableCheck.Policy = .reject,
        _ limits: TimetableLimits = TimetableLimits()
    ) throws -> TimetableCheck.Verdict {
        let days = try MosqueFile.year(text).days(in: calculator.zone)
        return TimetableCheck(calculator, policy: policy, limits: limits).judge(days)
    }

    @Test func `reports once that the times were written without summer time`() throws {
        let london = try PrayerCalculator.london()
        let dates = try CivilDate("2026-01-01")...CivilDate("2026-12-31")
        let text = MosqueFile.text(london, dates) {
            .seconds(-london.zone.offset(at: london.zone.instant($0, secondOfDay: 43_200)))
        }
        let verdict = try judge(text, by: london)
        let says =
            "line 89, 2026-03-29: every day from 2026-03-29 to 2026-10-24 is an hour early:"
            + " were the times written without summer time?"
        #expect(verdict.faults.map(\.description) == [says])
        #expect(verdict.accepted.count == 155)
        #expect(try judge(text, by: london, .warn).accepted.count == 365)
    }

    @Test func `reports that a year is an hour late, and ends the run at a correct day`() throws {
        let london = try PrayerCalculator.london()
        let right = try CivilDate("2026-02-03")
        let text = MosqueFile.text(london, try CivilDate("2026-02-01")...CivilDate("2026-02-04")) {
            $0 == right ? .zero : .hours(1)
        }
        #expect(
            try judge(text, by: london).faults.map(\.description) == [
                "line 2, 2026-02-01: every day from 2026-02-01 to 2026-02-02 is an hour late:"
                    + " were the times written in summer time?",
                "line 5, 2026-02-04: this day is an hour late: were the times written in summer time?",
            ]
        )
    }

    @Test func `accepts the Asr of either madhab`() throws {
        let london = try PrayerCalculator.london()
        let text = MosqueFile.good.replacing("14:28", with: "15:05")
        #expect(try judge(text, by: london).faults.isEmpty)
    }

    @Test func `is stricter with twilight below 48 degrees`() throws {
        let queens = PrayerCalculator(
            coordinates: Place.fallback.coordinates,
            zone: try .installed("America/New_York"),
            method: .isna
        )
        let date = try CivilDate("2026-02-03")
        for (minutes, isFine) in [(30, true), (31, false), (-30, true), (-31, false)] {
            let own = queens.day(date)
            let times = Prayer.allCases.map {
                queens.zone.clockText(own[$0] + .minutes($0 == .isha ? minutes : 0))
            }
            let days = try MosqueFile.day("2026-02-03", times).days(in: queens.zone)
            #expect(TimetableCheck(queens).judge(days).faults.isEmpty == isFine, "\(minutes)")
        }
    }

    @Test func `has limits that can be set`() throws {
        let london = try PrayerCalculator.london()
        var limits = TimetableLimits()
        limits.maghrib = .minutes(-10)...(.minutes(10))
        let text = MosqueFile.good.replacing("16:54", with: "16:45")
        #expect(try judge(text, by: london, .reject, limits).faults.isEmpty)
        #expect(try judge(text, by: london).accepted.count == 2)
        // However wide the limits: a day within them is not an hour off.
        (limits.sunrise, limits.dhuhr) = (.hours(-2)...(.hours(2)), .hours(-2)...(.hours(2)))
        limits.maghrib = limits.dhuhr
        #expect(try judge(MosqueFile.good, by: london, .reject, limits).faults.isEmpty)
    }

    @Test func `keeps a day with a warning, and checks only the order if it is off`() throws {
        let london = try PrayerCalculator.london()
        let text = MosqueFile.good.replacing("16:54", with: "16:45")
        let warned = try judge(text, by: london, .warn)
        #expect(warned.accepted.count == 3 && warned.faults.count == 1)
        let unchecked = try judge(text, by: london, .off)
        #expect(unchecked.accepted.count == 3 && unchecked.faults.isEmpty)
        for policy in TimetableCheck.Policy.allCases {
            let crowded = MosqueFile.good.replacing("16:54", with: "18:41:30")
            let verdict = try judge(crowded, by: london, policy)
            #expect(verdict.accepted.count == 2 && verdict.faults.count == 1)
        }
    }
}
