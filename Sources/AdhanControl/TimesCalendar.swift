import AdhanCore

/// Days of prayer times as an iCalendar file (RFC 5545): an event for each adhan that is called, each iqama, khutbah, Friday prayer and
/// Eid prayer. The events have a beginning and no duration.
package struct TimesCalendar {
    private let report: TimesReport

    package init(_ report: TimesReport) { self.report = report }

    /// - Parameter now: when the file is made.
    /// - Throws: `CivilDateError` or `ReportedDay.NoMoment` where the report is of another version of adhand.
    package func text(now: Instant) throws -> String {
        let head = [
            ("BEGIN", "VCALENDAR"), ("VERSION", "2.0"), ("PRODID", "-//adhand//adhand \(Release.version)//EN"),
        ]
        let events = try report.days.flatMap { try self.events(of: $0) }
        let all = head + events.flatMap { lines($0, now) } + [("END", "VCALENDAR")]
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

    private func events(of report: TimesReport.Day) throws -> [Event] {
        let day = try ReportedDay(report)
        var events: [Event] = []
        func add(_ name: String, _ at: Instant?, _ summary: String, _ description: String? = nil) {
            guard let at else { return }
            events.append(Event(date: day.date, name: name, at: at, summary: summary, description: description))
        }
        for prayer in Prayer.called {
            add(Occasion.adhan(prayer).name, day.adhan[prayer], prayer.title, description(of: prayer, day, report))
        }
        for prayer in Prayer.called {
            add(Occasion.iqama(prayer).name, day.iqama[prayer], "Iqama of \(prayer.title)")
        }
        for (index, khutbah) in day.khutbahs.enumerated() {
            let number = day.khutbahs.count > 1 ? " \(index + 1)" : ""
            let name = Occasion.jumuah(index + 1).name
            // Some may have none, but the report does not say which.
            let first =
                day.firstAdhans.count == day.khutbahs.count
                ? day.firstAdhans[index] : day.firstAdhans.last { $0 < khutbah.at }
            add(Occasion.firstAdhan(index + 1).name, first, "First adhan of Jumu'ah\(number)")
            add(name, khutbah.at, "Khutbah of Jumu'ah\(number)")
            add(name + "-iqama", khutbah.prayer, "Iqama of Jumu'ah\(number)")
        }
        for (index, at) in day.eid.enumerated() {
            add(Occasion.eid(index + 1).name, at, "Eid prayer" + (day.eid.count > 1 ? " \(index + 1)" : ""))
        }
        return events.sorted { $0.at < $1.at }
    }

    /// What a table says beside the time; nil if nothing.
    private func description(of prayer: Prayer, _ day: ReportedDay, _ report: TimesReport.Day) -> String? {
        // The clock's hours and minutes are in the report's own text, by the mosque's zone.
        let begins = report.adhan?[prayer.rawValue].map { _ in
            "The prayer begins at \(report.begins(prayer).dropFirst(11).prefix(5))."
        }
        let estimate = day.estimates[prayer].map { "The beginning is estimated (\($0))." }
        let sentences = [begins, estimate].compactMap(\.self)
        return sentences.isEmpty ? nil : sentences.joined(separator: "\n")
    }

    private func lines(_ event: Event, _ now: Instant) -> [(String, String)] {
        // The same for the same place, so that a file that is imported again replaces what it brought before.
        let point = "\(report.place.latitude)_\(report.place.longitude)"
        let uid = "\(event.date)_\(event.name)_\(point)@adhand"
        return [
            ("BEGIN", "VEVENT"), ("UID", uid), ("DTSTAMP", ContentLine.moment(now)),
            ("DTSTART", ContentLine.moment(event.at)), ("SUMMARY", ContentLine.escaped(event.summary)),
            ("LOCATION", ContentLine.escaped(report.place.name)),
        ] + (event.description.map { [("DESCRIPTION", ContentLine.escaped($0))] } ?? []) + [("END", "VEVENT")]
    }
}

extension TimesReport.Day {
    /// When the prayer begins, as text.
    fileprivate func begins(_ prayer: Prayer) -> String {
        switch prayer {
        case .fajr: fajr
        case .sunrise: sunrise
        case .dhuhr: dhuhr
        case .asr: asr
        case .maghrib: maghrib
        case .isha: isha
        }
    }
}

extension Prayer {
    /// For a heading, for example `Fajr`.
    fileprivate var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
