import AdhanCore
import AdhanSupport
import AdhanTestSupport
import AdhanTimetables
import Testing

@testable import AdhanPanel

/// An uploaded timetable as a person is shown it, and the days that are then used.
@Suite struct TimesProposalTests {
    private let sample: TimesSample
    private let february: [PrayerDay]

    init() throws {
        sample = try TimesSample()
        february = try sample.days("2027-01-20", "2027-02-28")
    }

    @Test func `a typing error has its row, both times, and a day that can be kept`() throws {
        let date = try CivilDate("2027-02-03")
        let right = try #require(february.first { $0.date == date })
        let isha = sample.calculator.zone.clockText(right[.isha])
        let wrong = "21" + isha.dropFirst(2)
        let proposal = try sample.proposal(sample.csv(february, ["2027-02-03": ["isha": wrong]]))
        let found = try #require(proposal.corrections.first)
        #expect(proposal.corrections.count == 1 && proposal.leftOut.isEmpty)
        #expect(found.date == date && found.place == "line 16" && found.isKeepable)
        let time = try #require(found.times.first)
        #expect(found.times.count == 1 && time.prayer == .isha)
        #expect(time.written.map { sample.calculator.zone.clockText($0) } == wrong)
        #expect(sample.calculator.zone.clockText(time.proposed) == isha)
        func used(_ kept: Set<CivilDate>) -> String? {
            let day = proposal.days(keeping: kept).first { $0.day.date == date }
            return day.map { sample.calculator.zone.clockText($0.day[.isha]) }
        }
        #expect(used([]) == isha && used([date]) == wrong)
        #expect(proposal.keepable([date, try CivilDate("2027-02-04")]) == [date])
    }

    @Test func `a time that cannot be read is proposed, and cannot be kept`() throws {
        let date = try CivilDate("2027-02-03")
        let proposal = try sample.proposal(sample.csv(february, ["2027-02-03": ["dhuhr": "noon"]]))
        let found = try #require(proposal.corrections.first)
        #expect(found.times.map(\.written) == [nil] && !found.isKeepable)
        #expect(proposal.keepable([date]).isEmpty)
        let used = try #require(proposal.days(keeping: [date]).first { $0.day.date == date })
        #expect(used.missing.isEmpty)
    }

    @Test func `a day that cannot be used is left out, with its reason`() throws {
        let changes = ["2027-02-03": ["dhuhr": "noon", "asr": "later"]]
        let proposal = try sample.proposal(sample.csv(february, changes))
        let date = try CivilDate("2027-02-03")
        #expect(proposal.leftOut.map(\.date) == [date] && proposal.leftOut.first?.isKeepable == false)
        #expect(proposal.leftOut.first?.fault?.place == "line 16")
        let days = proposal.days(keeping: [date]).map(\.day.date)
        #expect(!days.contains(date) && days.count == february.count - 1)
        #expect(DateRun.gaps(days) == [DateRun(first: date, last: date)])
    }

    @Test(arguments: FileClock.allCases) func `what is written is read back, by each clock`(clock: FileClock) throws {
        let days = try sample.days("2027-01-01", "2028-12-31")
        let proposal = try sample.proposal(sample.csv(days, ["2027-06-21": ["dhuhr": ""]]))
        let text = "[timetable]\nclock = \"\(clock.rawValue)\"\n"
        let rules = try TimesRules(try Self.configuration(text), NoReader(), now: try .utc("2027-01-15", 12))
        let csv = try #require(rules.csv(proposal.days(keeping: [])))
        let again = try WrittenTimetable(Array(csv.utf8), clock: clock).days(in: sample.calculator.zone)
        #expect(again.count == 731)
        #expect(zip(again, days).allSatisfy { sample.times($0.day) == sample.times($1) || $1.date.year == 2027 })
        let summer = try #require(again.first { $0.day.date.components == (2028, 7, 1) })
        #expect(sample.times(summer.day) == sample.times(try sample.days("2028-07-01", "2028-07-01")[0]))
    }

    @Test func `the difference has the days ahead on which a time changes, with its minutes`() throws {
        let old = try sample.proposal(sample.csv(february)).checked
        let today = try CivilDate("2027-02-01")
        let inUse = TimesInUse("times.csv", old, sample.calculator.zone, today: today)
        let moved = february.map { day in
            let isLater = day.date >= (try? CivilDate("2027-02-27")) ?? day.date  // reason: it is a date
            return isLater ? day.replacing(.isha, with: day[.isha] + .seconds(300), from: .file) : day
        }
        let changes = DayChange.all(from: inUse, to: moved, since: today)
        #expect(changes.map { "\($0.date)" } == ["2027-02-27", "2027-02-28"])
        #expect(changes.flatMap(\.times).map(\.name) == ["isha", "isha"])
        #expect(changes.flatMap(\.times).map(\.minutes) == [5, 5])
        let later = DayChange.all(from: inUse, to: moved, since: try CivilDate("2027-02-28"))
        #expect(later.count == 1)
        #expect(DayChange.all(from: TimesInUse(unknown: "?"), to: moved, since: today).isEmpty)
    }

    @Test func `the days that a new timetable lacks are those of the present year and later`() throws {
        let old = try sample.proposal(sample.csv(try sample.days("2026-12-01", "2027-12-31"))).checked
        let today = try CivilDate("2027-12-10")
        let inUse = TimesInUse("times.csv", old, sample.calculator.zone, today: today)
        let new = Set(try sample.days("2027-12-01", "2028-12-31").map(\.date))
        let others = inUse.others(besides: new, from: today).map(\.day.date)
        #expect([others.first, others.last].map { $0?.description } == ["2027-01-01", "2027-11-30"])
    }

    @Test func `without a place nothing is read`() throws {
        let empty = try Self.configuration("", place: "")
        #expect(throws: PanelRefusal.self) { try TimesRules(empty, NoReader(), now: try .utc("2027-01-15", 12)) }
    }

    private struct NoReader: TableReader {
        func read(_ bytes: [UInt8], _ facts: TableFacts) throws(TimetableRefusal) -> WrittenTimetable {
            throw .unread("there is no reader")
        }
    }

    private static func configuration(_ text: String, place: String = TimesSample.place) throws -> Configuration {
        let directory = try TestDirectory()
        let path = try directory.write(Array((place + text).utf8), to: "config.toml")
        let locations = Locations(resources: Binary.root + "/Resources", daemon: false)
        return try Configuration.load(path, locations)
    }
}

/// Calculated times of London as a mosque's table, and the rules of the mosque.
struct TimesSample {
    static let place =
        "[place]\nname = \"Central Mosque\"\nlatitude = 51.5074\nlongitude = -0.1278\n"
        + "timezone = \"Europe/London\"\n"
    static let names = ["Fajr", "Sunrise", "Dhuhr", "Asr", "Maghrib", "Isha"]

    let calculator: PrayerCalculator

    init() throws {
        calculator = PrayerCalculator(
            coordinates: try Coordinates(latitude: 51.5074, longitude: -0.1278),
            zone: try SystemZones.find("Europe/London"),
            method: .mwl
        )
    }

    var validator: TimetableValidator { TimetableValidator(calculator: calculator) }

    func days(_ first: String, _ last: String) throws -> [PrayerDay] {
        calculator.days(try CivilDate(first)...CivilDate(last))
    }

    func times(_ day: PrayerDay) -> [String] { Prayer.allCases.map { calculator.zone.clockText(day[$0]) } }

    /// adhand's own CSV.
    ///
    /// - Parameter changes: other times, as `["2027-02-03": ["asr": "03:21"]]`.
    func csv(_ days: [PrayerDay], _ changes: [String: [String: String]] = [:]) -> String {
        let rows = days.map { day in
            let other = changes["\(day.date)"] ?? [:]
            let times = zip(Prayer.allCases, times(day)).map { other[$0.rawValue] ?? $1 }
            return (["\(day.date)"] + times).joined(separator: ",")
        }
        return (["date,fajr,sunrise,dhuhr,asr,maghrib,isha"] + rows).joined(separator: "\n") + "\n"
    }

    /// A table that no known format reads: its dates are as `03/02/2027`.
    func foreign(_ days: [PrayerDay], _ head: [String] = ["Date"] + names) -> String {
        let rows = days.map { day in
            let (year, month, number) = day.date.components
            let date = "\(number.padded(to: 2))/\(month.padded(to: 2))/\(year)"
            return ([date] + times(day)).joined(separator: ",")
        }
        return ([head.joined(separator: ",")] + rows).joined(separator: "\n") + "\n"
    }

    func proposal(_ text: String) throws -> TimesProposal {
        TimesProposal(try WrittenTimetable(Array(text.utf8)), validator)
    }
}
