import AdhanCore

/// Days of prayer times as an iCalendar file (RFC 5545): an event for each adhan that is called, each iqama, khutbah, Friday prayer and
/// Eid prayer. The events have a beginning and no duration.
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
        let own = FridaysAndEids(days, zone, rules)
        let all =
            head + days.flatMap { day in events(of: day, own).flatMap { lines($0, now) } } + [("END", "VCALENDAR")]
        return all.map { ContentLine.text($0.0, $0.1) }.joined()
    }

    private struct Event {
        let date: CivilDate
        /// Of the occasion; what is none has a name of the same kind.
        let name: String
        let at: Instant
        let summary: String
        var description: String?
    }

    private func events(of day: PrayerDay, _ own: FridaysAndEids) -> [Event] {
        var events: [Event] = []
        func add(_ name: String, _ at: Instant?, _ summary: String, _ description: String? = nil) {
            guard let at else { return }
            events.append(Event(date: day.date, name: name, at: at, summary: summary, description: description))
        }
        for prayer in Prayer.called where rules.calls(prayer, on: day, in: zone) {
            add(Occasion.adhan(prayer).name, day.adhan(of: prayer), prayer.title, description(of: prayer, day))
        }
        for prayer in Prayer.called {
            add(Occasion.iqama(prayer).name, day.iqama[prayer], "Iqama of \(prayer.title)")
        }
        for (index, (khutbah, first)) in zip(day.fridays, own.firstAdhans(of: day)).enumerated() {
            let number = day.fridays.count > 1 ? " \(index + 1)" : ""
            let name = Occasion.jumuah(index + 1).name
            add(Occasion.firstAdhan(index + 1).name, first, "First adhan of Jumu'ah\(number)")
            add(name, khutbah, "Khutbah of Jumu'ah\(number)")
            add(name + "-iqama", rules.jumuah.prayer(after: khutbah), "Iqama of Jumu'ah\(number)")
        }
        let eids = own.eids(of: day)
        for (index, at) in eids.enumerated() {
            add(Occasion.eid(index + 1).name, at, "Eid prayer" + (eids.count > 1 ? " \(index + 1)" : ""))
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
        let uid = "\(event.date)_\(event.name)_\(point)@adhand"
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
