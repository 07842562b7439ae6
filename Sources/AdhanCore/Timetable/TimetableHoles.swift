/// The days that a timetable lacks between its own, calculated as the mosque's own days suggest, so that no time jumps at
/// a hole.
package struct TimetableHoles: Sendable {
    /// How many days on either side of a hole say how the mosque differs from the fitted calculation.
    private static let count = 5
    /// In days. Over a longer hole the sun changes too much for the days beside it to say anything.
    private static let longest = 62

    /// By date.
    package let days: [CivilDate: PrayerDay]

    package static let none = TimetableHoles(days: [:])

    private init(days: [CivilDate: PrayerDay]) { self.days = days }

    /// - Parameters:
    ///   - accepted: the timetable's days, ascending.
    ///   - calculator: for the mosque's place and zone.
    package init(between accepted: [PrayerDay], at calculator: PrayerCalculator) {
        let pairs = zip(accepted.indices, accepted.indices.dropFirst()).filter {
            (2...Self.longest).contains(accepted[$0].date.distance(to: accepted[$1].date))
        }
        guard !pairs.isEmpty, let fit = TimetableFit(accepted, at: calculator)?.calculator else {
            days = [:]
            return
        }
        let place = SunOfDay.Place(of: calculator)
        var found: [CivilDate: PrayerDay] = [:]
        for (last, next) in pairs {
            let sides = [accepted[max(0, last + 1 - Self.count)...last], accepted[next...].prefix(Self.count)]
            let levels = sides.map { side in
                let own = side.map { ($0, fit.day($0.date)) }
                return Dictionary(
                    uniqueKeysWithValues: Prayer.allCases.map { prayer in
                        (prayer, own.map { written, fitted in (written[prayer] - fitted[prayer]).inSeconds }.median)
                    }
                )
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
                if day.disorder == nil, isUsual { found[date] = day.of(.calculation) }
            }
        }
        days = found
    }
}
