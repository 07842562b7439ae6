/// A prayer's time that stays the same on the wall clock for a season, as Dhuhr at 13:30 all summer.
package struct FixedSeason: Sendable, Hashable {
    /// Seconds since midnight on the mosque's clock.
    package let secondOfDay: Int
    package let first, last: CivilDate

    /// In days. A table of monthly blocks is no fixed one.
    private static let shortest = 40
    /// In seconds. If the sun's own time has moved less, as noon does in May, nothing is fixed.
    private static let leastMovement = 240
    /// In days. A longer gap ends the season.
    private static let longestGap = 7

    static func all(_ prayer: Prayer, in days: [PrayerDay], _ place: SunOfDay.Place, _ zone: ZoneRules) -> [FixedSeason]
    {
        var seasons: [FixedSeason] = []
        for day in days {
            let second = zone.wall(at: day[prayer]).secondOfDay
            if let last = seasons.last, last.secondOfDay == second, last.last.distance(to: day.date) <= longestGap {
                seasons[seasons.count - 1] = FixedSeason(secondOfDay: second, first: last.first, last: day.date)
            } else {
                seasons.append(FixedSeason(secondOfDay: second, first: day.date, last: day.date))
            }
        }
        return seasons.filter { season in
            let length = season.first.distance(to: season.last) + 1
            guard length >= shortest else { return false }
            let suns = (0...4).map { quarter in
                let sun = place[season.first.adding(days: (length - 1) * quarter / 4)][prayer]
                return zone.wall(at: Instant(seconds: Int64(sun))).secondOfDay
            }
            return (suns.max() ?? 0) - (suns.min() ?? 0) >= leastMovement
        }
    }

    func contains(_ date: CivilDate) -> Bool { first <= date && date <= last }
}
