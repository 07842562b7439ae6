/// One prayer's times over the days of a file, with the sun's own movement taken out. What is left hardly moves from
/// day to day, or in steps that stay, so that a single typing error leaves the line of the days beside it.
struct NeighbourLine {
    struct Point {
        /// Days since 1970-01-01.
        let day: Int
        /// Seconds after the sun's event.
        let distance: Double
        /// Seconds since midnight on the mosque's clock.
        let wall: Int
        let sun: SunOfDay
        /// Whether the time can be meant, so that it counts for the days beside it.
        var isGood = true
    }

    /// What the days beside say of a time that leaves their line.
    struct Contradiction {
        /// The time that would fit, in UTC seconds since 1970.
        let fitting: Double
        /// How far another time may be from it and still fit, in seconds.
        let room: Double
        /// Whether the days on both sides contradict the time. At an end of the file, or beside a gap, only one can.
        let isFromBothSides: Bool
        /// Whether the days beside hardly differ, so that it is the same by the sun of a place that is only roughly
        /// known.
        let isFlat: Bool
    }

    /// How many days count on either side, and how far away they may be.
    private static let (count, reach) = (4, 8)
    /// Smaller differences are steps and noise, not typing errors: in seconds, with days on both sides or on one.
    private static let (least, leastAtAnEnd) = (12.0 * 60, 17.0 * 60)
    /// How far a time between two levels must be from both, besides.
    private static let leastBetween = 25.0 * 60
    /// Where the line is flat: the difference of its two sides in seconds, and its slope in seconds a day.
    private static let (flat, flatSlope) = (480.0, 180.0)
    /// Of the sine of the sun's depth, 0.15°: as far as rounding and an authority's two minutes go.
    private static let depthRoom = 0.0026

    let prayer: Prayer
    /// Ascending by day.
    let points: [Point]
    /// By point: whether it is far from the others of its week.
    let isOwn: [Bool]

    init(_ prayer: Prayer, _ points: [Point]) {
        let isOwn = Self.ofTheirOwn(points)
        (self.prayer, self.isOwn) = (prayer, isOwn)
        // A Friday's own Dhuhr says nothing of the days beside it.
        self.points = points.indices.map { index in
            var point = points[index]
            point.isGood = point.isGood && !Self.isWeekly(index, points, isOwn)
            return point
        }
    }

    /// The same line, in which the times that leave it do not count for the days beside them: between two typing
    /// errors, the right time would look like one.
    var withoutOutliers: NeighbourLine {
        let isGood = points.indices.map { points[$0].isGood && contradiction(at: $0) == nil }
        return NeighbourLine(
            prayer,
            zip(points, isGood).map { point, isGood in
                var point = point
                point.isGood = isGood
                return point
            }
        )
    }

    /// Nil if the time at the index is in line, or too few days are beside it.
    func contradiction(at index: Int) -> Contradiction? {
        guard let found = contradictionOfNeighbours(at: index) else { return nil }
        // A weekday with a time of its own has that one, and not that of the days beside it.
        guard let own = weekdays(at: index) else { return isWeekly(at: index) ? nil : found }
        let point = points[index]
        if abs(point.sun[prayer] + point.distance - own.time) <= Self.least { return nil }
        return Contradiction(
            fitting: own.time,
            room: own.room,
            isFromBothSides: found.isFromBothSides,
            isFlat: found.isFlat
        )
    }

    private func contradictionOfNeighbours(at index: Int) -> Contradiction? {
        let point = points[index]
        guard let beside = Beside(point, points, index), beside.hasBoth || isSteady(point) else { return nil }
        if isStep(point, beside) { return nil }
        if let fixed = contradictionToFixed(point, beside) { return fixed }
        let limit = (beside.hasBoth ? Self.least : Self.leastAtAnEnd) + 2 * beside.noise
        let isBetween = point.distance > beside.low - limit && point.distance < beside.high + limit
        let nearest = min(abs(point.distance - beside.low), abs(point.distance - beside.high))
        if isBetween, nearest <= Self.leastBetween + limit || !beside.hasBoth { return nil }
        if !beside.hasBoth, isFixed(point, beside.before) || isFixed(point, beside.after) { return nil }
        // Flat lines need no second opinion, and near the middle of the night the depth hardly tells times apart.
        if !beside.isFlat, isAsDeep(point, beside.before.last) || isAsDeep(point, beside.after.first) { return nil }
        return Contradiction(
            fitting: point.sun[prayer] + beside.middle,
            room: beside.room,
            isFromBothSides: beside.hasBoth,
            isFlat: beside.isFlat
        )
    }

    /// The time that fits the days beside, whatever the day's own is, or that of its weekday; nil if too few are beside
    /// it.
    func fitting(at index: Int) -> (time: Double, room: Double)? {
        if let own = weekdays(at: index) { return own }
        let point = points[index]
        return Beside(point, points, index).map { (point.sun[prayer] + $0.middle, $0.room) }
    }

    /// The days on both sides of one, as far as they count.
    private struct Beside {
        let before, after: [Point]
        let hasBoth: Bool
        /// How far the days are from their side's level, in seconds.
        let noise: Double
        /// The levels of the nearest day on each side. A step stays, and is so no fault on its first or last day.
        let low, high: Double
        let isFlat: Bool

        init?(_ point: Point, _ points: [Point], _ index: Int) {
            func near(_ other: Point) -> Bool { other.isGood && abs(other.day - point.day) <= reach }
            before = points[max(0, index - reach)..<index].filter(near).suffix(count)
            after = Array(points[(index + 1)...].prefix(reach).filter(near).prefix(count))
            hasBoth = !before.isEmpty && !after.isEmpty
            guard hasBoth || before.count + after.count >= 3 else { return nil }
            let sides = [before, after].filter { !$0.isEmpty }
            let slopes = sides.map(NeighbourLine.slopes)
            let slope = slopes.flatMap(\.self).median
            let level = { (other: Point) in other.distance - slope * Double(other.day - point.day) }
            noise =
                sides.flatMap { side in
                    let levels = side.map(level)
                    let middle = levels.median
                    return levels.map { abs($0 - middle) }
                }.median
            let nearest = [before.last, after.first].compactMap(\.self).map(level)
            (low, high) = (nearest.min() ?? 0, nearest.max() ?? 0)
            isFlat = high - low < flat && slopes.allSatisfy { abs($0.median) < flatSlope }
            // So few days tell no step from a typing error, unless they agree.
            if before.count + after.count < 4, !isFlat { return nil }
        }

        var middle: Double { (low + high) / 2 }
        var room: Double { (high - low) / 2 + noise + 180 }
    }

    /// On all days beside, the clock shows one and the same time, and on this day another.
    private func contradictionToFixed(_ point: Point, _ beside: Beside) -> Contradiction? {
        guard let fixed = beside.before.last, isFixed(fixed, beside.before), isFixed(fixed, beside.after) else {
            return nil
        }
        let difference = Double(point.wall - fixed.wall)
        guard abs(difference) > Self.least else { return nil }
        return Contradiction(
            fitting: point.sun[prayer] + point.distance - difference,
            room: 60,
            isFromBothSides: true,
            isFlat: true
        )
    }

    /// Whether the clock shows the same time on the days of that side: a fixed time steps when the clocks change.
    private func isFixed(_ point: Point, _ side: [Point]) -> Bool {
        side.count >= 3 && side.allSatisfy { $0.wall == point.wall }
    }

    /// Whether the time cannot step from one day to the next by the sun: in the white nights, Fajr and Isha do.
    private func isSteady(_ point: Point) -> Bool {
        prayer != .fajr && prayer != .isha || point.sun.isDark
    }

    /// Whether the sun is as deep as on the next day of one side. Near the white nights an angle's time runs away
    /// faster every day, and then steps to what replaces it.
    private func isAsDeep(_ point: Point, _ other: Point?) -> Bool {
        guard let other else { return false }
        let depth = other.sun.depth(at: other.sun[prayer] + other.distance)
        guard let one = point.sun.time(of: prayer, depth: depth - Self.depthRoom),
            let another = point.sun.time(of: prayer, depth: depth + Self.depthRoom)
        else { return false }
        let time = point.sun[prayer] + point.distance
        return time > min(one, another) - Self.least && time < max(one, another) + Self.least
    }

    /// Whether it is one step from the next day of one side, in a table that moves by a quarter of an hour or by ten
    /// minutes. Where the times turn back, a step may last a single day.
    private func isStep(_ point: Point, _ beside: Beside) -> Bool {
        let walls = (beside.before + [point] + beside.after).map(\.wall)
        guard let step = [900, 600].first(where: { step in walls.allSatisfy { $0.isMultiple(of: step) } }) else {
            return false
        }
        return [beside.before.last, beside.after.first].contains { next in
            let difference = abs(point.wall - (next ?? point).wall)
            return next != nil && min(difference, 86_400 - difference) <= step
        }
    }

    private static func slopes(_ side: [Point]) -> [Double] {
        side.indices.flatMap { first in
            side[(first + 1)...].map { ($0.distance - side[first].distance) / Double($0.day - side[first].day) }
        }
    }
}
