import AdhanCore

/// The sun's own times for a place, as the wall clock of a file shows them: seconds since midnight, 0..<86,400. The
/// angles of Fajr and Isha are those of one method, whatever is configured: they only tell the columns apart.
struct SunTable: Sendable {
    struct Day: Sendable {
        fileprivate let times: [Prayer: Int]
        let laterAsr: Int

        subscript(_ prayer: Prayer) -> Int { times[prayer] ?? 0 }
    }

    private let calculator: PrayerCalculator
    private let clock: FileClock
    private var known: [CivilDate: Day] = [:]

    init(_ calculator: PrayerCalculator, _ clock: FileClock) {
        let plain = PrayerCalculator(coordinates: calculator.coordinates, zone: calculator.zone, method: .mwl)
        (self.calculator, self.clock) = (plain, clock)
    }

    mutating func day(_ date: CivilDate) -> Day {
        if let day = known[date] { return day }
        var hanafi = calculator
        hanafi.madhab = .hanafi
        let (sun, later) = (calculator.day(date), hanafi.day(date))
        let zone = clock.zone(at: calculator.zone, in: date.year)
        func second(_ instant: Instant) -> Int { zone.wall(at: instant).secondOfDay }
        let times = Dictionary(uniqueKeysWithValues: Prayer.allCases.map { ($0, second(sun[$0])) })
        let day = Day(times: times, laterAsr: second(later[.asr]))
        known[date] = day
        return day
    }
}

extension ClockCell {
    /// How far it is after a time of day, in seconds, −43,200..<43,200; the nearer one if it may be twelve hours later.
    func distance(from second: Int) -> Int {
        let plain = (self.second - second + 43_200).withinADay - 43_200
        guard isOpen else { return plain }
        let other = (plain + 86_400).withinADay - 43_200
        return abs(other) < abs(plain) ? other : plain
    }

    /// The time of day that is nearer to another one.
    func second(near other: Int) -> Int { isOpen ? (other + distance(from: other)).withinADay : second }
}

extension Collection<Int> {
    /// The middle value; nil if there is none.
    var median: Int? {
        let ascending = sorted()
        return ascending.isEmpty ? nil : ascending[ascending.count / 2]
    }
}
