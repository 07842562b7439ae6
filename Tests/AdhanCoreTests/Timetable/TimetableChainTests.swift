import AdhanCore
import AdhanTestSupport
import Testing

/// A source with exactly these days.
struct Days: TimetableSource {
    let days: [PrayerDay]

    init(_ days: [PrayerDay]) { self.days = days }
    init(_ days: PrayerDay...) { self.days = days }

    func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
        days.filter { dates.contains($0.date) }
    }
}

@Suite struct `A chain of sources` {
    private let dates: ClosedRange<CivilDate>

    init() throws { dates = try span("2026-02-01", "2026-02-05") }

    private func day(_ number: Int, fajr: Int = 5 * 3600, isha: Int = 20 * 3600) throws -> PrayerDay {
        .plain(try CivilDate(year: 2026, month: 2, day: number), fajr: fajr, isha: isha, source: .file)
    }

    @Test func `takes each date from the first source that has it`() throws {
        let days = TimetableChain([Days(try day(2), try day(4)), PlainSource()]).days(dates, in: .utc)
        #expect(days.map(\.date) == Array(dates))
        #expect(days.map(\.source) == [.calculation, .file, .calculation, .file, .calculation])
    }

    @Test func `has no date that no source has, and none without sources`() throws {
        #expect(TimetableChain([Days(try day(2)), Days(try day(3))]).days(dates, in: .utc).count == 2)
        #expect(TimetableChain([]).days(dates, in: .utc).isEmpty)
    }

    @Test func `has a calculated Fajr after a timetable's Isha, and a calculated Isha before its Fajr`() throws {
        for day in [try day(3, isha: 29 * 3600 + 600), try day(3, fajr: -4 * 3600)] {
            let days = TimetableChain([Days(day), PlainSource()]).days(dates, in: .utc)
            #expect(days.map(\.source) == [.calculation, .calculation, .file, .calculation, .calculation])
            #expect(days[3][.fajr] == max(days[2][.isha] + .minutes(1), PrayerDay.plain(days[3].date)[.fajr]))
            #expect(days[1][.isha] == min(days[2][.fajr] - .minutes(1), PrayerDay.plain(days[1].date)[.isha]))
            #expect(days[3].source(of: .fajr) == .calculation)
        }
    }

    @Test func `leaves a day as it is where giving way would put it out of order`() throws {
        let days = TimetableChain([Days(try day(3, isha: 33 * 3600)), PlainSource()]).days(dates, in: .utc)
        #expect(try days[3] == PlainSource().days(day(4).date...day(4).date, in: .utc).first)
    }

    @Test func `drops no day of a timetable for the night between two of its days`() throws {
        // As the middle of the night stands for both where twilight does not end, and as a slip of some minutes.
        let (one, two) = (try day(1, isha: 27 * 3600), try day(2, fajr: 3 * 3600, isha: 28 * 3600))
        let file = Days(one, two, try day(3, fajr: 3 * 3600))
        let days = TimetableChain([file, PlainSource()]).days(dates, in: .utc)
        #expect(Array(days.prefix(3)) == file.days)
    }

    @Test func `takes a replaced time from the next timetable, and else as the check calculated it`() throws {
        let (own, hour) = (try day(2), 3600)
        let time = own[.fajr] + .minutes(7)
        let replaced = own.replacing(.fajr, with: time, from: .calculation)
        let alone = TimetableChain([Days(replaced), PlainSource()]).days(dates, in: .utc)[1]
        #expect(alone[.fajr] == time && alone.source(of: .fajr) == .calculation && alone.source == .file)
        let other = try day(2, fajr: 4 * hour).of(.cache)
        let chain = TimetableChain([Days(replaced), Days(other), PlainSource()])
        let filled = chain.days(dates, in: .utc)[1]
        #expect(filled[.fajr] == other[.fajr] && filled.source(of: .fajr) == .cache)
        #expect(filled.source == .file && filled.source(of: .isha) == .file)
        // Another timetable that replaced the same time knows no better.
        let neither = TimetableChain([Days(replaced), Days(other.replacing(.fajr, with: time, from: .calculation))])
        #expect(neither.days(dates, in: .utc).first?.source(of: .fajr) == .calculation)
    }

    @Test func `makes the same choice for a date whichever dates are requested with it`() throws {
        let chain = TimetableChain([Days(try day(3, isha: 29 * 3600 + 600)), PlainSource()])
        let whole = chain.days(dates, in: .utc)
        for date in dates { #expect(chain.days(date...date, in: .utc) == whole.filter { $0.date == date }) }
    }

    @Test func `ends at the last day of the calendar`() {
        #expect(TimetableChain([PlainSource()]).days(CivilDate.last...CivilDate.last, in: .utc).count == 1)
    }
}
