extension CivilDate {
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// As in `12 March`, for a sentence that has the whole date elsewhere.
    package var dayAndMonth: String {
        let (_, month, day) = components
        return "\(day) \(Self.months.indices.contains(month - 1) ? Self.months[month - 1] : "")"
    }

    /// As in `12 March 2026`.
    package var inWords: String { "\(dayAndMonth) \(year)" }

    package var weekdayName: String {
        ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"][weekday]
    }

    /// As a person names it: `today`, `tomorrow`, `yesterday`, `Fri 27 November`. Another year is named.
    package func words(on today: CivilDate) -> String {
        switch dayNumber - today.dayNumber {
        case 0: "today"
        case 1: "tomorrow"
        case -1: "yesterday"
        default: "\(weekdayName.prefix(3)) \(year == today.year ? dayAndMonth : inWords)"
        }
    }
}

/// A moment as a person writes it.
package enum SpokenTime {
    /// `14:14` where it is today, else `tomorrow 06:15` or `Fri 27 November 13:15`.
    package static func words(_ date: CivilDate, _ clock: String, today: CivilDate) -> String {
        date == today ? clock : "\(date.words(on: today)) \(clock)"
    }

    /// The same for the daemon's texts, in ISO 8601 with the offset of the mosque's zone. Any other text stays as it
    /// is.
    ///
    /// - Parameter now: when it is read, in the same form.
    package static func words(_ text: String, now: String) -> String {
        // A daemon of another version may write it in another way.
        guard let date = try? CivilDate(String(text.prefix(10))),  // reason: see above
            let today = try? CivilDate(String(now.prefix(10))),  // reason: see above
            text.dropFirst(10).first == "T"
        else { return text }
        return words(date, String(text.dropFirst(11).prefix(5)), today: today)
    }
}

extension ZoneRules {
    /// As a person writes it: `14:14` where it is today, else `tomorrow 06:15` or `Fri 27 November 13:15`.
    package func spoken(_ moment: Instant, at now: Instant) -> String {
        let wall = wall(at: moment)
        return SpokenTime.words(wall.date, wall.clockText, today: self.wall(at: now).date)
    }
}
