import AdhanCore

/// The end of a mute, as a person types it: `fajr`, `2h`, `21:30`.
package enum MuteText {
    package static let usage =
        "a prayer (fajr: until the next Fajr, which sounds), next (until the next call), a time span (2h) or a time of "
        + "day (21:30)"
    /// The default.
    package static let usual = "2h"
    /// The word for the next call, whichever it is.
    package static let next = "next"
    /// The longest mute; for longer the service is better stopped.
    static let longest: Duration = .days(7)

    /// - Parameters:
    ///   - now: the present.
    ///   - timetable: to find the next of a prayer.
    ///   - zone: the mosque's, for a time of day.
    /// - Returns: the end of the mute, and the occasion that ends it.
    /// - Throws: `MuteFault`, which quotes the text.
    static func parse(_ text: String, now: Instant, timetable: Timetable?, zone: ZoneRules) throws(MuteFault)
        -> (until: Instant, ending: OccasionKey?)
    {
        let plain = plain(text)
        let ending = try occasion(plain, now: now, timetable: timetable)
        let until = if let ending { ending.at } else { try moment(plain, typed: text, now: now, zone: zone) }
        guard until > now, until - now <= longest else {
            throw MuteFault(reason: "\"\(text)\" is not between now and seven days from now")
        }
        return (until, ending?.key)
    }

    /// `2h` for `2 hours`, `isha` for `until Isha`, `21:00` for `9 pm`.
    private static func plain(_ text: String) -> String {
        let words = text.lowercased().split(separator: " ").drop { ["until", "till", "for"].contains($0) }
        let plain = words.joined(separator: " ")
        guard plain.contains(where: \.isLetter), !plain.contains("+"), let meant = TimeRule.meant(by: plain) else {
            return plain.isEmpty || plain == text.lowercased() ? text : plain
        }
        return meant.hasPrefix("+") ? String(meant.dropFirst()) : meant.contains(":") ? meant : plain
    }

    /// The next call, or the next of the prayer of that name; nil if it is no prayer's.
    private static func occasion(_ text: String, now: Instant, timetable: Timetable?) throws(MuteFault)
        -> ScheduledOccasion?
    {
        if text == next {
            let due = timetable?.occasions.first { $0.at > now && $0.key.occasion.isCall }
            guard let due else { throw MuteFault(reason: "there is no call ahead in the timetable") }
            return due
        }
        guard let prayer = Prayer.called.first(where: { $0.rawValue == text }) else { return nil }
        let due = timetable?.adhans.first { $0.at > now && $0.key.occasion == .adhan(prayer) }
        guard let due else { throw MuteFault(reason: "there is no \(text) ahead in the timetable") }
        return due
    }

    /// - Parameter typed: the text as the person wrote it.
    private static func moment(
        _ text: String,
        typed: String,
        now: Instant,
        zone: ZoneRules
    ) throws(MuteFault) -> Instant {
        if text.contains(":") {
            do {
                let (second, today) = (try ClockText.parse(text), zone.wall(at: now).date)
                let moment = zone.instant(today, secondOfDay: second)
                return moment > now ? moment : zone.instant(today.adding(days: 1), secondOfDay: second)
            } catch {
                throw MuteFault(reason: "\"\(typed)\" is no time of day; it is \(usage)")
            }
        }
        do {
            return now + (try DurationText.parse(text))
        } catch {
            let name = PrayerSpelling.name(text)
            let isNumber = !text.isEmpty && text.allSatisfy { ("0"..."9").contains($0) }
            let near = isNumber ? "\(text)m" : Spelling.nearest(to: name, among: Prayer.called.map(\.rawValue))
            let hint = near.map { "did you mean \($0)? It" } ?? "it"
            throw MuteFault(reason: "\"\(typed)\" is not understood; \(hint) is \(usage)")
        }
    }
}

struct MuteFault: Error, CustomStringConvertible {
    package let reason: String
    package var description: String { "the mute has not changed: \(reason)" }
}
