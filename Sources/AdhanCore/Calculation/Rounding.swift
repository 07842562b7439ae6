/// How a calculated time is rounded for the timetable.
package enum Rounding: String, Sendable, Hashable, Codable, CaseIterable {
    /// To the nearest minute.
    case nearest
    /// To the next full minute: nothing is called before its time.
    case up
    /// To the minute that has already begun.
    case down
    /// To the nearest second.
    case none

    /// A multiple of a minute, added to make every time positive. Truncation then rounds down.
    private static let past = 120_000_000_000

    /// - Parameter time: UTC seconds since 1970.
    func callAsFunction(_ time: Double) -> Int64 {
        let past = Int64(Self.past)
        let positive = time + Double(Self.past)
        return switch self {
        case .nearest: Int64(positive + 30) / 60 * 60 - past
        case .up: Int64(positive + 59.999) / 60 * 60 - past
        case .down: Int64(positive) / 60 * 60 - past
        case .none: Int64(positive + 0.5) - past
        }
    }
}
