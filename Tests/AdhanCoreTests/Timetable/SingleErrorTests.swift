import AdhanTestSupport
import Testing

@testable import AdhanCore

/// One error in a file has no other consequences.
@Suite struct `One error in a timetable` {
    private let london: PrayerCalculator

    init() throws { london = try .london() }

    @Test func `in Dhuhr moves no Isha that is after midnight`() throws {
        let rows = try (1...30).map { day in
            let date = try CivilDate(year: 2026, month: 6, day: day)
            return "\(date),01:25,04:43,\(day == 17 ? "01:05" : "13:05"),17:25,21:24,01:02"
        }
        let text = (["date,fajr,sunrise,dhuhr,asr,maghrib,isha"] + rows).joined(separator: "\n")
        let verdict = TimetableCheck(london).verdict(on: try MosqueFile.year(text).forCheck(in: london.zone).days)
        #expect(verdict.faults.count == 1 && verdict.faults[0].sentence.hasPrefix("Dhuhr"), "\(verdict.faults)")
        let isha = try #require(verdict.accepted.first { $0.date.description == "2026-06-17" })[.isha]
        #expect(london.zone.formatted(isha) == "2026-06-18T01:02:00+01:00")
    }

    @Test func `in an adhan makes no fault of the congregation that follows the right one`() throws {
        func faults(_ broken: String, _ with: String) throws -> [String] {
            let written = try MosqueFile.year(MosqueFile.good.replacing(broken, with: with))
            let verdict = TimetableCheck(london).verdict(on: written.forCheck(in: london.zone).days)
            return (written.faults(beside: verdict) + verdict.faults).map(\.sentence)
        }
        let revived = try faults("\"05:41\", \"jamaah\": \"06:30\"", "\"06:41\", \"jamaah\": \"06:30\"")
        #expect(revived.count == 1 && revived[0].hasPrefix("Fajr 06:41"), "\(revived)")
        // One that precedes the right adhan, too, stays a fault.
        let both = try faults("\"14:28\", \"jamaah\": \"15:15\"", "\"11:28\", \"jamaah\": \"08:15\"")
        #expect(both.count == 2 && both.contains { $0.hasPrefix("the iqama of asr") }, "\(both)")
    }

    @Test func `in Fajr loses no imsak, in the check or in the file that is written anew`() throws {
        let days = MosqueFile.days(london, 2026).prefix(60).map(\.day)
        func file(_ fajr: String?, _ imsak: String? = nil) throws -> WrittenTimetable {
            let rows = days.enumerated().map { row, day in
                let times = Prayer.allCases.map { london.zone.clockText(day[$0]) }
                let own = [row == 30 ? fajr ?? times[0] : times[0]] + times.dropFirst()
                let early = london.zone.clockText(day[.fajr] - .minutes(10))
                return ([day.date.description] + own + [row == 30 ? imsak ?? early : early]).joined(separator: ",")
            }
            return try MosqueFile.year(
                (["date,fajr,sunrise,dhuhr,asr,maghrib,isha,imsak"] + rows).joined(separator: "\n")
            )
        }
        let early = london.zone.clockText(days[30][.fajr] - .minutes(10))
        let hour = london.zone.clockText(days[30][.fajr] - .minutes(60))
        for fajr in [hour, "x"] {
            let written = try file(fajr)
            let judged = written.forCheck(in: london.zone).days
            let verdict = TimetableCheck(london).verdict(on: judged)
            #expect(verdict.accepted[30].imsak.map { london.zone.clockText($0) } == early, "\(fajr)")
            let faults = (written.faults(beside: verdict) + verdict.faults).map(\.sentence)
            #expect(faults.count == 1 && faults[0].lowercased().hasPrefix("fajr"), "\(faults)")
            #expect(TimetableText(judged, in: london.zone).imsak(of: judged[30]) == early)
        }
        // One that is after the right Fajr, too, stays a fault, and is none.
        let late = try file(nil, "09:30")
        let verdict = TimetableCheck(london).verdict(on: late.forCheck(in: london.zone).days)
        #expect(verdict.accepted[30].imsak == nil && late.faults(beside: verdict).count == 1)
    }

    @Test func `is not said to be used on days that are not used`() throws {
        // The dates of days 1 to 12 have day and month exchanged.
        let days = try MosqueFile.days(london, 2026).map { filed in
            let (year, month, day) = filed.day.date.components
            guard day <= 12 else { return filed }
            let date = try CivilDate(year: year, month: day, day: month)
            let moved = PrayerDay(date: date) { prayer in
                let wall = london.zone.wall(at: filed.day[prayer])
                let ahead = filed.day.date.distance(to: wall.date)
                return london.zone.instant(date.adding(days: ahead), secondOfDay: wall.secondOfDay)
            }
            return FileDay(line: filed.line, day: moved)
        }.sorted { $0.day.date < $1.day.date }
        let verdict = TimetableCheck(london).verdict(on: days)
        let used = Set(verdict.accepted.map(\.date))
        #expect(verdict.faults.first?.sentence.contains("day and month") == true, "\(verdict.faults.first as Any)")
        #expect(used.count < 300)
        let said = verdict.remarks.filter { $0.through != nil && $0.sentence.contains("it is used. Correct it") }
        #expect(said.allSatisfy { $0.date.map { used.contains($0) } == true }, "\(said.prefix(2))")
    }
}
