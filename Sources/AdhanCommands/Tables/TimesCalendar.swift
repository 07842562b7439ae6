import AdhanCore

/// Days of prayer times as an iCalendar file (RFC 5545): an event for each adhan that is called, each iqama and khutbah. The events have a
/// beginning and no duration.
struct TimesCalendar {
    let place: Place
    let zone: ZoneRules
    let days: [PrayerDay]
    /// The mosque's, which were applied to the days.
    var rules = MosqueRules()

    /// - Parameter now: when the file is made.
    func text(now: Instant) -> String {
        let head = [
            ("BEGIN", "VCALENDAR"), ("VERSION", "2.0"), ("PRODID", "-//adhand//adhand \(Release.version)//EN"),
        ]
        let all = head + days.flatMap { day in events(of: day).flatMap { lines($0, now) } } + [("END", "VCALENDAR")]
        return all.map { ContentLine.text($0.0, $0.1) }.joined()
    }

    private struct Event {
        let key: OccasionKey
        let at: Instant
        let summary: String
        var description: String?
    }

    private func events(of day: PrayerDay) -> [Event] {
        var events = Prayer.called.filter { rules.calls($0, on: day, in: zone) }.map { prayer in
            let key = OccasionKey(day.date, .adhan(prayer))
            return Event(
                key: key,
                at: day.adhan(of: prayer),
                summary: prayer.title,
                description: description(of: prayer, day)
            )
        }
        for prayer in Prayer.called {
            guard let at = day.iqama[prayer] else { continue }
            events.append(
                Event(key: OccasionKey(day.date, .iqama(prayer)), at: at, summary: "Iqama of \(prayer.title)")
            )
        }
        for (index, at) in day.fridays.enumerated() {
            let number = day.fridays.count > 1 ? " \(index + 1)" : ""
            events.append(
                Event(key: OccasionKey(day.date, .jumuah(index + 1)), at: at, summary: "Khutbah of Jumu'ah\(number)")
            )
        }
        return events.sorted { $0.at < $1.at }
    }

    /// What a table says beside the time; nil if nothing.
    private func description(of prayer: Prayer, _ day: PrayerDay) -> String? {
        let begins = day.called[prayer].map { _ in "The prayer begins at \(zone.clockText(day[prayer]))." }
        let estimate = day.estimates[prayer].map { "The beginning is estimated (\($0.rawValue))." }
        let sentences = [begins, estimate].compactMap(\.self)
        return sentences.isEmpty ? nil : sentences.joined(separator: "\n")
    }

    private func lines(_ event: Event, _ now: Instant) -> [(String, String)] {
        // The same for the same place, so that a file that is imported again replaces what it brought before.
        let point = "\(place.coordinates.latitude)_\(place.coordinates.longitude)"
        let uid = "\(event.key.date)_\(event.key.occasion.name)_\(point)@adhand"
        return [
            ("BEGIN", "VEVENT"), ("UID", uid), ("DTSTAMP", ContentLine.moment(now)),
            ("DTSTART", ContentLine.moment(event.at)), ("SUMMARY", ContentLine.escaped(event.summary)),
            ("LOCATION", ContentLine.escaped(place.name)),
        ] + (event.description.map { [("DESCRIPTION", ContentLine.escaped($0))] } ?? []) + [("END", "VEVENT")]
    }
}

extension Prayer {
    /// For a heading, for example `Fajr`.
    fileprivate var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
