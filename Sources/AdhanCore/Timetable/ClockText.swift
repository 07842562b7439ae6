/// A time of day as timetables write it.
package enum ClockText {
    package enum Unreadable: Error {
        /// Not digits and colons in the right places.
        case shape
        /// A time that no clock shows, such as 25:00.
        case value
    }

    /// Parses `HH:MM`, `H:MM` and `HH:MM:SS`, with blanks around: seconds since midnight, 0..<86,400.
    package static func parse(_ text: String) throws(Unreadable) -> Int {
        let blanks = text.drop { $0 == " " }
        let end = blanks.lastIndex { $0 != " " }.map { blanks.index(after: $0) } ?? blanks.startIndex
        let parts = blanks[..<end].split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let hours = parts.first, (1...2).contains(hours.utf8.count),
            parts.dropFirst().allSatisfy({ $0.utf8.count == 2 })
        else { throw .shape }
        // At most two digits each, so nothing can overflow.
        let numbers = parts.compactMap { Int($0) }
        guard let hour = numbers.first, hour < 24, numbers.dropFirst().allSatisfy({ $0 < 60 }) else { throw .value }
        return zip(numbers, [3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
    }

    /// `HH:MM`, with seconds if they are not zero.
    package static func format(_ secondOfDay: Int) -> String {
        let seconds = secondOfDay % 60
        return (secondOfDay / 3600).padded(to: 2) + ":" + (secondOfDay / 60 % 60).padded(to: 2)
            + (seconds == 0 ? "" : ":" + seconds.padded(to: 2))
    }
}
