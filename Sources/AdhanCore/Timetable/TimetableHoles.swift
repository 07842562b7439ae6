/// The days that a timetable lacks between its own, calculated as the mosque's own days suggest, so that no time jumps
/// at a hole.
package struct TimetableHoles: Sendable {
    /// How many days on either side of a hole say how the mosque differs from the fitted calculation.
    private static let count = 5
    /// In days. Over a longer hole the sun changes too much for the days beside it to say anything.
    private static let longest = 62

    package let days: [CivilDate: PrayerDay]
    /// Of each date, the prayers that the fitted calculation has to the minute on all the days beside.
    private let exact: [CivilDate: Set<Prayer>]

    package static let none = TimetableHoles()

    private init() { (days, exact) = ([:], [:]) }

    /// The minute that the mosque would print, where the days beside tell it: they are calculated, and only the
    /// calculation knows to which side a time is rounded. `fitting` is without a calculation.
    func exact(_ prayer: Prayer, on date: CivilDate, near fitting: Instant) -> Instant? {
        guard exact[date]?.contains(prayer) == true, let time = days[date]?[prayer] else { return nil }
        return (fitting - .minutes(1)...fitting + .minutes(1)).contains(time) ? time : nil
    }

    package init(between accepted: [PrayerDay], at calculator: PrayerCalculator) {
        let pairs = zip(accepted.indices, accepted.indices.dropFirst()).filter {
            (2...Self.longest).contains(accepted[$0].date.distance(to: accepted[$1].date))
        }
        guard !pairs.isEmpty, let fit = TimetableFit(accepted, at: calculator)?.calculator else {
            (days, exact) = ([:], [:])
            return
        }
        let place = SunOfDay.Place(of: calculator)
        var (found, exact): ([CivilDate: PrayerDay], [CivilDate: Set<Prayer>]) = ([:], [:])
        for (last, next) in pairs {
            let sides = [accepted[max(0, last + 1 - Self.count)...last], accepted[next...].prefix(Self.count)]
            let distances = sides.map { side in
                let own = side.map { ($0, fit.day($0.date)) }
                return Dictionary(
                    uniqueKeysWithValues: Prayer.allCases.map { prayer in
                        (prayer, own.map { written, fitted in (written[prayer] - fitted[prayer]).inSeconds })
                    }
                )
            }
            let levels = distances.map { $0.mapValues(\.median) }
            let same = Prayer.allCases.filter { prayer in
                distances.allSatisfy { $0[prayer]?.allSatisfy { $0 == 0 } ?? false }
            }
            let (first, span) = (accepted[last].date, accepted[last].date.distance(to: accepted[next].date))
            for ahead in 1..<span {
                let (date, share) = (first.adding(days: ahead), Double(ahead) / Double(span))
                let own = fit.day(date)
                let day = PrayerDay(date: date) { prayer in
                    let (before, after) = (levels[0][prayer] ?? 0, levels[1][prayer] ?? 0)
                    let minutes = ((before + (after - before) * share) / 60).rounded()
                    return own[prayer] + .minutes(Int(minutes))
                }
                let windows = PrayerWindows(place[date])
                let isUsual = Prayer.allCases.allSatisfy { windows.usual($0)?.contains(day[$0].inSeconds) ?? true }
                if day.disorder == nil, isUsual { (found[date], exact[date]) = (day.of(.calculation), Set(same)) }
            }
        }
        (days, self.exact) = (found, exact)
    }
}
