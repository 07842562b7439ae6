extension ZoneRules {
    /// ISO 8601 with the zone's offset, to the second: `2026-11-21T05:48:00+00:00`.
    ///
    /// An offset with seconds, as before the age of time zones, is shown with its seconds.
    package func formatted(_ instant: Instant) -> String {
        let wall = wall(at: instant)
        let offset = Int(wall.offset.magnitude)
        let seconds = offset % 60 == 0 ? "" : ":" + (offset % 60).padded(to: 2)
        return "\(wall.date)T" + wall.clockText + ":" + wall.second.padded(to: 2)
            + (wall.offset < 0 ? "-" : "+") + (offset / 3600).padded(to: 2) + ":"
            + (offset / 60 % 60).padded(to: 2) + seconds
    }

    /// The wall clock as HH:MM, 24 hours, seconds cut off.
    package func clockText(_ instant: Instant) -> String { wall(at: instant).clockText }
}

extension Instant {
    /// Parses ISO 8601 as `ZoneRules.formatted` writes it, or with `Z` for the offset.
    package init?(iso8601 text: String) {
        func seconds(_ text: Substring, hours: Int, needsSeconds: Bool = false) -> Int? {
            let short = needsSeconds ? nil : text.numbers([2, 2], between: ":")
            guard let numbers = short ?? text.numbers([2, 2, 2], between: ":"), numbers[0] < hours,
                numbers.dropFirst().allSatisfy({ $0 < 60 })
            else { return nil }
            return zip(numbers, [3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
        }
        let (clock, offset) = (text.dropFirst(10), text.dropFirst(19))
        let sign = offset.first == "-" ? -1 : 1
        guard let date = try? CivilDate(text.prefix(10)),  // reason: any other text gives nil
            clock.first == "T", let time = seconds(clock.dropFirst().prefix(8), hours: 24, needsSeconds: true),
            offset == "Z" || offset.first == "+" || offset.first == "-",
            let east = offset == "Z" ? 0 : seconds(offset.dropFirst(), hours: 26)
        else { return nil }
        self.init(seconds: Int64(date.dayNumber * 86_400 + time - sign * east))
    }
}
