/// What the check found wrong with a day, worded for the person who maintains the timetable. Texts are times of day.
enum TimetableObjection: CustomStringConvertible {
    case order(Prayer, String, after: Prayer, String)
    /// The distance from the calculated time, negative if before it, and the allowed range.
    case distance(Prayer, String, Duration, from: String, ClosedRange<Duration>)
    /// The same, from the times of both madhabs.
    case asr(String, [(Duration, from: String)])
    case hourOff(early: Bool, from: CivilDate, through: CivilDate)

    var description: String {
        switch self {
        case .order(let prayer, let time, let earlier, let earlierTime):
            return "\(prayer.rawValue) \(time) is not at least a minute after \(earlier.rawValue) \(earlierTime)"
        case .distance(let prayer, let time, let distance, let own, let limits):
            let limit = distance < .zero ? limits.lowerBound : limits.upperBound
            return "\(prayer.rawValue) \(time) is \(Self.text(distance)) the calculated \(own); "
                + Self.reason(prayer, isEarly: distance < .zero, limit)
        case .asr(let time, let owns):
            let distances = owns.map { "\(Self.text($0.0)) the calculated \($0.from)" }
            return "asr \(time) is " + distances.joined(separator: " and ") + ", so that it fits neither madhab"
        case .hourOff(let isEarly, let first, let last):
            let days = first == last ? "this day" : "every day from \(first) to \(last)"
            return isEarly
                ? "\(days) is an hour early: were the times written without summer time?"
                : "\(days) is an hour late: were the times written in summer time?"
        }
    }

    var prayer: Prayer? {
        switch self {
        case .order(let prayer, _, _, _), .distance(let prayer, _, _, _, _): prayer
        case .asr: .asr
        case .hourOff: nil
        }
    }

    private static func reason(_ prayer: Prayer, isEarly: Bool, _ limit: Duration) -> String {
        switch (prayer, isEarly) {
        case (.maghrib, true): "too early a Maghrib would break the fast early"
        case (.fajr, false): "too late a Fajr would begin the fast late"
        default: "at most \(limit.minutesRoundedAway) min \(isEarly ? "before" : "after") it is allowed"
        }
    }

    private static func text(_ distance: Duration) -> String {
        "\(distance.minutesRoundedAway) min \(distance < .zero ? "before" : "after")"
    }
}

extension Duration {
    /// Whole minutes without the sign, rounded up, so that what exceeds a limit reads so.
    fileprivate var minutesRoundedAway: Int64 {
        (abs(wholeMilliseconds) + 59_999) / 60_000
    }
}
