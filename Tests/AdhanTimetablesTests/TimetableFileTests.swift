import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanSupport
@testable import AdhanTimetables

/// The mosque's own file on a disk, edited by people.
@Suite struct TimetableFileTests {
    private let directory: TestDirectory
    private let calculator: PrayerCalculator
    private let date: CivilDate

    init() throws {
        directory = try TestDirectory()
        date = try CivilDate("2026-02-03")
        calculator = try .london
    }

    private static let early = "2026-02-03T05:41:00+00:00"
    private static let corrected = "2026-02-03T05:39:00+00:00"

    private var validator: TimetableValidator { TimetableValidator(calculator: calculator) }

    private func write(_ text: String) throws { try directory.write(Array(text.utf8), to: "2026.json") }

    private func year(fajr: String = "05:41", maghrib: String = "16:54") -> String {
        """
        {"year": 2026, "prayerTimes": [
        {"date": "2026-02-03", "fajr": "\(fajr)", "sunrise": "07:36", "dhuhr": "12:20", "asr": "14:28",
        "maghrib": "\(maghrib)", "isha": "18:42"}]}
        """
    }

    private func file() -> TimetableFile { looked(TimetableFile(directory.file("2026.json"), validator)) }

    private func csvFile(_ text: String) throws -> TimetableFile {
        looked(TimetableFile(try directory.write(Array(text.utf8), to: "2026.csv"), validator))
    }

    private func looked(_ file: TimetableFile) -> TimetableFile {
        file.readIfChanged()
        return file
    }

    private func fajr(_ file: TimetableFile) -> String? {
        file.days(date...date, in: calculator.zone).first.map { calculator.zone.formatted($0[.fajr]) }
    }

    @Test func `a corrected file is loaded at the next check, and one that is still being written waits for it`() throws
    {
        try write(year())
        let file = TimetableFile(directory.file("2026.json"), validator)
        // At the start there is nothing to keep.
        #expect(file.readIfChanged(patiently: true) && file.problems.isEmpty && fajr(file) == Self.early)
        #expect(!file.readIfChanged())
        try write(year(fajr: "05:39"))
        #expect(!file.readIfChanged(patiently: true) && fajr(file) == Self.early)
        try write(year(fajr: "05:38"))
        #expect(!file.readIfChanged(patiently: true))
        #expect(file.readIfChanged(patiently: true) && fajr(file) == "2026-02-03T05:38:00+00:00")
        // A person who asks for it says that it is complete.
        try write(year(fajr: "05:39"))
        #expect(fajr(file) == "2026-02-03T05:38:00+00:00")
        #expect(file.readIfChanged() && fajr(file) == Self.corrected && !file.readIfChanged())
    }

    @Test func `the reach of a file is known from any day, even after its end`() throws {
        func reach(_ dates: [String], from today: String) throws -> TimetableReach.Days? {
            try Set(dates.map { try CivilDate($0) }).reach(from: CivilDate(today))?.days
        }
        let days = ["2026-02-03", "2026-02-04", "2026-02-06"]
        #expect(try reach(days, from: "2026-02-03") == .through(CivilDate("2026-02-06")))
        #expect(try reach(days, from: "2026-02-05") == .missing(until: CivilDate("2026-02-06")))
        #expect(try reach(days, from: "2026-02-07") == .ended(CivilDate("2026-02-06")))
        #expect(try reach(days, from: "2026-02-02") == .begins(CivilDate("2026-02-03")))
        #expect(try reach([], from: "2026-02-02") == nil)
        let year = TimetableReach(days: .through(try CivilDate("2026-12-31")))
        #expect(year.fault(on: try CivilDate("2026-11-30")) == nil)
        #expect(year.fault(on: try CivilDate("2026-12-01")) == "has times until 2026-12-31 only")
    }

    @Test func `a gap is distinguished from the end, and the advice works`() throws {
        let (today, end) = (try CivilDate("2026-11-22"), try CivilDate("2026-12-31"))
        let gap = today.adding(days: 1)
        let days = Set(today...end)
        let holed = try #require(days.subtracting([gap]).reach(from: today))
        #expect(holed.days == .through(end) && holed.last == today && !holed.serves(today))
        #expect(holed.fault(on: today) == "lacks 2026-11-23" && holed.remedy(on: today) == "put that day into it")
        #expect(holed.instead(on: today) { _ in .calculation } == "; that day comes from the calculation")
        let twice = try #require(days.subtracting([gap, gap.adding(days: 4)]).reach(from: today))
        #expect(twice.fault(on: today) == "lacks 2026-11-23 and 1 more of the next 31 days")
        #expect(twice.remedy(on: today) == "put those days into it")
        let far = try #require(
            Set(CivilDate("2026-01-01")...end).subtracting([gap]).reach(from: CivilDate("2026-03-01"))
        )
        #expect(far.fault(on: try CivilDate("2026-03-01")) == nil && far.last == today)
    }

    @Test func `a file that states its year gets no advice to add another year's days`() throws {
        let (today, end) = (try CivilDate("2026-12-05"), try CivilDate("2026-12-31"))
        let any = try #require(Set(today...end).reach(from: today))
        #expect(any.remedy(on: today) == "put the days after it into it")
        let named = try #require(Set(today...end).reach(from: today, year: 2026))
        #expect(named.fault(on: today) == any.fault(on: today))
        #expect(
            named.remedy(on: today).hasPrefix(
                "put the timetable of 2027 in its place once 2026 is over, or, at once, a CSV"
            )
        )
        let short = try #require(Set(today...end.adding(days: -1)).reach(from: today, year: 2026))
        #expect(short.remedy(on: today) == "put the days after it into it")
        let next = try #require(Set([end.adding(days: 1)]).reach(from: today, year: 2027))
        #expect(next.remedy(on: today).hasPrefix("put the timetable of 2026 in its place until then, or"))
        try write(year())
        #expect(file().reach(from: date)?.year == 2026)
    }

    @Test func `refused days are distinguished from missing days`() throws {
        let day = { (date: String, asr: String) in "\(date),05:41,07:36,12:20,\(asr),16:54,18:42\n" }
        let header = "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n"
        let text = header + day("2026-02-03", "14:28") + day("2026-02-04", "11:28") + day("2026-02-06", "14:30")
        let path = try directory.write(Array(text.utf8), to: "2026.csv")
        let file = looked(
            TimetableFile(
                path,
                TimetableValidator(calculator: calculator, check: TimetableCheck(calculator, policy: .off))
            )
        )
        let reason = "that are refused (line 3: Asr 11:28 is before Dhuhr 12:20; the day is not used)"
        let reach = try #require(file.reach(from: date))
        #expect(
            reach.fault(on: date)
                == "has times for 2026-02-04 \(reason), and lacks 2026-02-05, and has times until 2026-02-06 only"
        )
        #expect(
            reach.remedy(on: date)
                == "correct that day in it, and put the missing day into it, and put the days after it into it"
        )
        #expect(reach.last == date && reach.days == .through(date.adding(days: 3)))
        #expect(file.problems(from: date, beside: reach).isEmpty && file.problems.count == 1)
        let next = try #require(file.reach(from: date.adding(days: 1)))
        #expect(next.last == nil)
        #expect(next.fault(on: date.adding(days: 1))?.hasPrefix("has times for today \(reason)") == true)
        let gap = date.adding(days: 2)
        #expect(file.reach(from: gap)?.fault(on: gap) == "has no times for today, the next are for 2026-02-06")
        // Days in a row that are an hour off are reported once, and each is refused.
        let early =
            header + day("2026-02-03", "14:28") + "2026-02-04,04:40,06:34,11:20,13:29,15:56,17:43\n"
            + "2026-02-05,04:38,06:33,11:20,13:31,15:58,17:45\n"
        let winter = looked(TimetableFile(try directory.write(Array(early.utf8), to: "winter.csv"), validator))
        #expect(winter.reach(from: gap)?.refused?.first == gap, "\(winter.problems)")
        #expect(winter.reach(from: gap)?.fault(on: gap)?.contains("is an hour early") == true)
    }

    @Test func `a file that breaks is reported, its earlier days stay in use, and it may be fixed again`() throws {
        try write(year())
        let file = file()
        try write("{\"year\": 2026, \"prayerTimes\": [")
        #expect(file.readIfChanged() && file.problems.count == 1 && fajr(file) == Self.early)
        #expect(file.problems.first?.hasPrefix(directory.file("2026.json") + ": ") == true)
        try write(year(fajr: "05:39"))
        #expect(file.readIfChanged() && file.problems.isEmpty && fajr(file) == Self.corrected)
    }

    @Test func `one time that cannot be read costs no other of its day`() throws {
        try write(year(maghrib: "16;54"))
        let file = file()
        #expect(fajr(file) == Self.early && file.problems.count == 1)
        #expect(file.problems.first?.hasSuffix("but a time is written HH:MM; 16:54 will be called") == true)
        let day = try #require(file.days(date...date, in: calculator.zone).first)
        #expect(day.replaced == [.maghrib: .calculation] && file.reach(from: date)?.refused == nil)
    }

    @Test func `what is used all the same is a remark, the soonest first`() throws {
        let file = try csvFile(try csv(late: ["2026-01-01", "2026-12-31"]))
        #expect(file.problems.isEmpty && file.remarks.count == 2, "\(file.problems) \(file.remarks)")
        let ahead = file.remarks(from: date)
        #expect(ahead.count == 1 && ahead.first?.contains("line 366, 2026-12-31: Fajr") == true, "\(ahead)")
    }

    @Test func `a time that cannot be meant is reported with file, line and day, and replaced alone`() throws {
        try write(year(maghrib: "15:54"))
        let file = file()
        let problem = try #require(file.problems.first)
        #expect(
            problem == directory.file("2026.json") + ": line 2, 3 February: Maghrib 15:54 is 60 min before sunset "
                + "(16:54); 16:54 will be called. To keep it: accept = [\"2026-02-03\"]"
        )
        #expect(fajr(file) == Self.early)
        let day = try #require(TimetableChain([file, calculator]).days(date...date, in: calculator.zone).first)
        #expect(day.source == .file && day.source(of: .fajr) == .file && day.source(of: .maghrib) == .calculation)
        #expect(calculator.zone.clockText(day[.maghrib]) == "16:54")
    }

    /// A calculated year as CSV, from the second line on, with Fajr an hour late on those dates.
    private func csv(late dates: [String]) throws -> String {
        let days = calculator.days(try CivilDate("2026-01-01")...CivilDate("2026-12-31")).map { day in
            let times = Prayer.allCases.map { prayer in
                let isLate = prayer == .fajr && dates.contains(day.date.description)
                return calculator.zone.clockText(day[prayer] + (isLate ? .hours(1) : .zero))
            }
            return "\(day.date),\(times.joined(separator: ","))\n"
        }
        return "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n" + days.joined()
    }

    /// The same with times on that day that no one can read.
    private func unreadable(_ date: String, in csv: String) -> String {
        csv.split(separator: "\n").map { String($0.hasPrefix(date) ? $0.replacing(",", with: ",x") : $0) }
            .joined(separator: "\n")
    }

    @Test func `what is wrong with the days ahead is told weeks before, the soonest first`() throws {
        let file = try csvFile(try csv(late: ["2026-01-10", "2026-05-20", "2026-03-12"]))
        #expect(file.problems.count == 3)
        let ahead = file.problems(from: date, beside: file.reach(from: date))
        #expect(ahead.count == 2)
        #expect(
            ahead.first == "\(file.path): line 72, 12 March: Fajr 05:30 looks like a typing error for 04:30; "
                + "04:30 will be called. To keep it: accept = [\"2026-03-12\"]"
        )
        let last = try CivilDate("2026-05-20")
        #expect(file.problems(from: last, beside: nil).count == 1)
        #expect(file.problems(from: last.adding(days: 1), beside: nil).isEmpty)
    }

    @Test func `a refused day ahead is told by the reach alone, and nothing of it once the file cannot be read`() throws
    {
        let file = try csvFile(unreadable("2026-02-20", in: try csv(late: ["2026-03-12"])))
        let before = try #require(file.reach(from: date))
        #expect(before.refused?.first.description == "2026-02-20" && file.problems.count == 2)
        let beside = file.problems(from: date, beside: before)
        #expect(beside.count == 1 && beside.first?.contains("12 March: Fajr") == true, "\(beside)")

        try directory.write(Array("<html>".utf8), to: "2026.csv")
        #expect(file.readIfChanged())
        let reach = file.reach(from: date)
        let told = file.problems(from: date, beside: reach)
        #expect(told.count == 1 && told.first?.contains("web page") == true && file.remarks.isEmpty, "\(told)")
        #expect(reach?.refused == nil && reach?.fault(on: date) == nil && fajr(file) != nil)
        // The same again is nothing new.
        try directory.write(Array("<html>\n".utf8), to: "2026.csv")
        #expect(!file.readIfChanged())
    }

    @Test func `an accepted day is used as it stands`() throws {
        try write(year(maghrib: "16:46"))
        #expect(file().problems.count == 1)
        let check = TimetableCheck(calculator, accept: .dates([date]))
        let accepted = looked(
            TimetableFile(directory.file("2026.json"), TimetableValidator(calculator: calculator, check: check))
        )
        #expect(accepted.problems.isEmpty)
        let day = try #require(accepted.days(date...date, in: calculator.zone).first)
        #expect(calculator.zone.clockText(day[.maghrib]) == "16:46" && day.replaced.isEmpty)
    }

    @Test func `a missing file, a folder and a device are reported in a sentence`() throws {
        for path in [directory.file("none.json"), directory.path, "/dev/zero"] {
            let file = looked(TimetableFile(path, validator))
            #expect(file.problems.count == 1, "\(path)")
            #expect(file.problems.first?.contains(path) == true && file.days(date...date, in: calculator.zone).isEmpty)
        }
    }

    @Test func `new rules of the zone move its times with the wall clock`() throws {
        try write(year())
        let moved = ZoneRules.fixed(name: "Europe/London", offset: 120)
        let found = file().days(date...date, in: moved).first
        #expect(found.map { moved.formatted($0[.fajr]) } == "2026-02-03T05:41:00+00:02")
    }

    @Test func `the days are judged by new rules of the zone where those are found, not where the days are asked for`()
        throws
    {
        let text = try csv(late: [])
        let file = try csvFile(text)
        let (zone, version) = (calculator.zone, file.version)
        let moved = ZoneRules.fixed(name: "Europe/London", offset: 3600)
        #expect(file.days(date...date, in: moved).first.map { moved.clockText($0[.fajr]) } == "05:41")
        #expect(file.problems.isEmpty && file.version == version)
        file.follow(moved)
        #expect(
            file.problems.count == 2 && file.problems.first?.contains("is an hour early") == true,
            "\(file.problems)"
        )
        #expect(file.days(date...date, in: moved).isEmpty && file.version > version)
        // What is read later is judged by them, too.
        try directory.write(Array((text + "\n").utf8), to: "2026.csv")
        #expect(!file.readIfChanged() && file.problems.count == 2)
        file.follow(zone)
        #expect(file.problems.isEmpty && file.days(date...date, in: zone).count == 1)
    }

    @Test func `a hole follows the zone's new rules, as the days beside it do`() throws {
        let gap = date.adding(days: 5)
        let lines = try csv(late: []).split(separator: "\n").filter { !$0.hasPrefix("\(gap)") }
        let file = try csvFile(lines.joined(separator: "\n"))
        let moved = ZoneRules.fixed(name: "Europe/London", offset: 120)
        func clock(_ zone: ZoneRules) -> String? {
            file.holes.days(gap...gap, in: zone).first.map { zone.clockText($0[.fajr]) }
        }
        let before = try #require(clock(calculator.zone))
        #expect(clock(moved) == before)
        file.follow(moved)
        #expect(clock(moved) == before && clock(calculator.zone) == before)
    }

    @Test func `after a reload the old days are used, checked again, until the file has been read`() throws {
        try write(year(maghrib: "16:46"))
        let wide = TimetableValidator(calculator: calculator, check: TimetableCheck(calculator, accept: .all))
        let before = looked(TimetableFile(directory.file("2026.json"), wide))
        let folder = directory.path.split(separator: "/").last ?? ""
        let after = TimetableFile(directory.file("../\(folder)/2026.json"), wide)
        #expect(after.isStalled && !before.isStalled)
        after.adopt(before)
        #expect(fajr(after) == Self.early && after.isStalled)
        // The same from one config to the next.
        let third = TimetableFile(directory.file("2026.json"), wide)
        third.adopt(after)
        #expect(fajr(third) == Self.early)

        let strict = TimetableFile(directory.file("2026.json"), validator)
        strict.adopt(before)
        #expect(strict.problems.count == 1 && before.problems.isEmpty)
        let elsewhere = TimetableFile(directory.file("other.json"), wide)
        elsewhere.adopt(before)
        #expect(fajr(elsewhere) == nil)
        // With another clock the times mean something else: the file itself must be read again.
        let other = TimetableFile(directory.file("2026.json"), TimetableValidator(calculator: calculator, clock: .utc))
        other.adopt(before)
        #expect(fajr(other) == nil)
    }

    @Test func `the file's current days are not overwritten by older ones`() throws {
        try write(year())
        let before = file()
        try write(year(fajr: "05:39"))
        let after = file()
        after.adopt(before)
        #expect(fajr(after) == Self.corrected)
        let late = TimetableFile(directory.file("2026.json"), validator)
        late.adopt(before)
        #expect(fajr(late) == Self.early)
        #expect(late.readIfChanged() && !late.isStalled)
        #expect(fajr(late) == Self.corrected)
    }

    @Test func `a file that a new config cannot use is reported, and the old days stay in use`() throws {
        try write(year())
        let before = file()
        try write("{")
        let after = file()
        let problem = try #require(after.problems.first)
        after.adopt(before)
        #expect(after.problems == [problem + "; the days read before are still used"] && !after.isStalled)
        #expect(fajr(after) == Self.early)
    }
}
