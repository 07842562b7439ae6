import AdhanCore

/// Days of prayer times as an iCalendar file (RFC 5545): an event for each adhan that is called, each iqama, khutbah,
/// Friday prayer and Eid prayer. An event lasts as long as the call or the prayer usually does,
/// and keeps nobody's time busy.
package struct TimesCalendar {
    /// How long a subscriber waits before it asks again (RFC 7986, section 5.7). A changed iqama reaches phones on the
    /// same day.
    private static let refreshes = "PT4H"
    /// The usual length of a call, of a prayer in congregation, and of a khutbah or an Eid prayer.
    private static let (call, prayer, sermon) = (Duration.minutes(5), Duration.minutes(15), Duration.minutes(30))

    private let report: TimesReport

    package init(_ report: TimesReport) { self.report = report }

    package func text(now: Instant) -> String {
        let name = ContentLine.escaped("Prayer times, \(report.place.name)")
        let head = [
            ("BEGIN", "VCALENDAR"), ("VERSION", "2.0"), ("PRODID", "-//adhand//adhand \(Release.version)//EN"),
            // Apple, Google and Microsoft read the older names.
            ("NAME", name), ("X-WR-CALNAME", name), ("REFRESH-INTERVAL;VALUE=DURATION", Self.refreshes),
            ("X-PUBLISHED-TTL", Self.refreshes),
        ]
        let events = report.days.flatMap(events)
        let all = head + events.flatMap { lines($0, now) } + [("END", "VCALENDAR")]
        return all.map { ContentLine.text($0.0, $0.1) }.joined()
    }

    private struct Event {
        let date: CivilDate
        /// Of the occasion; what is none has a name of the same kind.
        let name: String
        let at: Instant
        var end: Instant
        let summary: String
        var description: String?
    }

    private func events(of day: TimesReport.Day) -> [Event] {
        var events: [Event] = []
        func add(
            _ name: String,
            _ at: Instant?,
            for length: Duration,
            _ summary: String,
            _ description: String? = nil
        ) {
            guard let at else { return }
            events.append(
                Event(
                    date: day.date,
                    name: name,
                    at: at,
                    end: at + length,
                    summary: summary,
                    description: description
                )
            )
        }
        for prayer in Prayer.called {
            add(
                Occasion.adhan(prayer).name,
                day.adhan(prayer),
                for: Self.call,
                prayer.title,
                description(of: prayer, day)
            )
        }
        for prayer in Prayer.called {
            add(Occasion.iqama(prayer).name, day.iqama(prayer), for: Self.prayer, "Iqama of \(prayer.title)")
        }
        let (khutbahs, firstAdhans) = (day.khutbahs, day.firstAdhans)
        for (index, khutbah) in khutbahs.enumerated() {
            let number = khutbahs.count > 1 ? " \(index + 1)" : ""
            let name = Occasion.jumuah(index + 1).name
            // Some may have none, but the report does not say which.
            let first =
                firstAdhans.count == khutbahs.count ? firstAdhans[index] : firstAdhans.last { $0 < khutbah.at }
            add(Occasion.firstAdhan(index + 1).name, first, for: Self.call, "First adhan of Jumu'ah\(number)")
            add(name, khutbah.at, for: Self.sermon, "Khutbah of Jumu'ah\(number)")
            add(name + "-iqama", khutbah.prayer, for: Self.prayer, "Iqama of Jumu'ah\(number)")
        }
        let eids = day.eid ?? []
        for (index, eid) in eids.enumerated() {
            let number = eids.count > 1 ? " \(index + 1)" : ""
            add(Occasion.eid(index + 1).name, eid.at, for: Self.sermon, "Eid prayer\(number)")
        }
        let sorted = events.sorted { $0.at < $1.at }
        // Whatever comes next ends it.
        return sorted.enumerated().map { index, event in
            var event = event
            if let next = sorted.dropFirst(index + 1).first(where: { $0.at > event.at }) {
                event.end = min(event.end, next.at)
            }
            return event
        }
    }

    private func description(of prayer: Prayer, _ day: TimesReport.Day) -> String? {
        // The report's text has the hours and minutes of the mosque's zone.
        let begins = day.called?[prayer].map { _ in
            "The prayer begins at \(day.begins(prayer).description.dropFirst(11).prefix(5))."
        }
        let estimate = day.estimated?[prayer].map { "The beginning is estimated (\($0))." }
        let sentences = [begins, estimate].compactMap(\.self)
        return sentences.isEmpty ? nil : sentences.joined(separator: "\n")
    }

    private func lines(_ event: Event, _ now: Instant) -> [(String, String)] {
        // The same for the same place, so that a file that is imported again replaces what it brought before.
        let point = "\(report.place.latitude)_\(report.place.longitude)"
        let uid = "\(event.date)_\(event.name)_\(point)@adhand"
        return [
            ("BEGIN", "VEVENT"), ("UID", uid), ("DTSTAMP", ContentLine.moment(now)),
            ("DTSTART", ContentLine.moment(event.at)), ("DTEND", ContentLine.moment(event.end)),
            ("TRANSP", "TRANSPARENT"),
            ("SUMMARY", ContentLine.escaped(event.summary)),
            ("LOCATION", ContentLine.escaped(report.place.name)),
        ] + (event.description.map { [("DESCRIPTION", ContentLine.escaped($0))] } ?? []) + [("END", "VEVENT")]
    }
}
