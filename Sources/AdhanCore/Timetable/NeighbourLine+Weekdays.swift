/// Weekdays that have a time of their own, each week: a Friday's Dhuhr, a later Fajr on Saturday and Sunday.
extension NeighbourLine {
    /// How many of the same weekday count, and how many days away they may be: at an end of the file they are all on
    /// one side.
    private static let (mates, farthest) = (4, 28)
    /// How far two times may be apart and still be the same, in seconds.
    private static let same = 300.0
    /// How far a weekday's own time is from those of its week at least, in seconds. Smaller differences are no typing
    /// errors, either.
    private static let leastOwn = 300.0

    /// The points that are far from most of the seven days around them, by the sun as well as by the clock. Most
    /// weekdays have the ordinary time, so that three in a row may have another one.
    static func ofTheirOwn(_ points: [Point]) -> [Bool] {
        points.indices.map { index in
            let point = points[index]
            let start = max(0, min(index - 3, points.count - 7))
            let week = points[start..<min(start + 7, points.count)].filter { abs($0.day - point.day) < 7 }
            return abs(week.map(\.distance).median - point.distance) > leastOwn
                && abs(week.map { Double($0.wall) }.median - Double(point.wall)) > leastOwn
        }
    }

    /// Whether two of the nearest days with the same weekday have the time as well, as one of their own.
    static func isWeekly(_ index: Int, _ points: [Point], _ isOwn: [Bool]) -> Bool {
        mates(of: index, points).count { isOwn[$0] && areSame(points[$0], points[index]) } >= 2
    }

    /// Whether the day has the time of its weekday, unlike the days beside it.
    func isWeekly(at index: Int) -> Bool { Self.isWeekly(index, points, isOwn) }

    /// What the weekday has as its own time, if nearly all of the nearest days with the same weekday agree.
    func weekdays(at index: Int) -> (time: Double, room: Double)? {
        let point = points[index]
        let mates = Self.mates(of: index, points)
        let own = mates.filter { isOwn[$0] }.map { points[$0] }
        guard let level = own.first(where: { one in own.count { Self.areSame($0, one) } * 4 >= mates.count * 3 }) else {
            return nil
        }
        let agreeing = own.filter { Self.areSame($0, level) }
        guard agreeing.count >= 2 else { return nil }
        let start = point.sun[prayer] + point.distance - Double(point.wall)
        // A time that the mosque has fixed moves with the clock, another one with the sun.
        if agreeing.allSatisfy({ $0.wall == level.wall }) { return (start + Double(level.wall), 60) }
        return (point.sun[prayer] + agreeing.map(\.distance).median, Self.same)
    }

    /// The nearest days with the same weekday, the nearest first.
    private static func mates(of index: Int, _ points: [Point]) -> [Int] {
        let day = points[index].day
        let near = max(0, index - farthest)..<min(points.count, index + farthest + 1)
        let found = near.filter { other in
            let days = abs(points[other].day - day)
            return days > 0 && days <= farthest && days.isMultiple(of: 7)
        }
        return Array(found.sorted { abs(points[$0].day - day) < abs(points[$1].day - day) }.prefix(mates))
    }

    private static func areSame(_ one: Point, _ other: Point) -> Bool {
        abs(one.distance - other.distance) < same || abs(Double(one.wall - other.wall)) < same
    }
}
