import AdhanCore

/// A day as the daemon reports it, with moments for its texts.
package struct ReportedDay {
    /// A time that is no moment: the daemon is of another version.
    package struct NoMoment: Error, CustomStringConvertible {
        let text: String
        package var description: String { "'\(OneLine.of(text, limit: 60))' is not a moment as the daemon writes it" }
    }

    package let date: CivilDate
    package let hijri: HijriDate?
    package let source: String
    /// When the six begin.
    package let begins: [Prayer: Instant]
    /// When the five are called; none for those that are not.
    package let adhan: [Prayer: Instant]
    package let iqama: [Prayer: Instant]
    package let imsak: Instant?
    /// Of a Friday, ascending; the prayer is nil where it is not known.
    package let khutbahs: [(at: Instant, prayer: Instant?)]
    /// The khutbahs that begin with an adhan.
    package let calledKhutbahs: Set<Instant>
    package let eid: [Instant]
    package let hasTaraweeh: Bool
    /// Why times are estimates.
    package let estimates: [Prayer: String]
    /// The adhans before the khutbahs, ascending.
    package let firstAdhans: [Instant]

    package init(_ day: TimesReport.Day) throws {
        date = try CivilDate(day.date)
        // A date outside of the calendar is shown without its Hijri one.
        hijri = day.hijri.flatMap { try? HijriDate($0) }  // reason: see above
        source = day.source
        let texts: [(Prayer, String)] = [
            (.fajr, day.fajr), (.sunrise, day.sunrise), (.dhuhr, day.dhuhr), (.asr, day.asr), (.maghrib, day.maghrib),
            (.isha, day.isha),
        ]
        let begins = Dictionary(uniqueKeysWithValues: try texts.map { ($0, try Self.moment($1)) })
        self.begins = begins
        func byPrayer(_ texts: [String: String]?) throws -> [Prayer: Instant] {
            let found = try (texts ?? [:]).compactMap { name, text in
                try Prayer(rawValue: name).map { ($0, try Self.moment(text)) }
            }
            return Dictionary(uniqueKeysWithValues: found)
        }
        let (called, silent) = (try byPrayer(day.adhan), Set(day.notCalled ?? []))
        let adhans = Prayer.called.filter { !silent.contains($0.rawValue) }.compactMap { prayer in
            (called[prayer] ?? begins[prayer]).map { (prayer, $0) }
        }
        adhan = Dictionary(uniqueKeysWithValues: adhans)
        iqama = try byPrayer(day.iqama)
        imsak = try day.imsak.map(Self.moment)
        let prayers = try (day.jumuahIqama ?? []).map(Self.moment)
        // Some sources have them on every day.
        let isFriday = date.weekday == 5
        khutbahs = try (isFriday ? day.jumuah ?? [] : []).prefix(Occasion.mostOnAFriday).enumerated().map {
            index,
            text in
            (try Self.moment(text), prayers.indices.contains(index) ? prayers[index] : nil)
        }
        calledKhutbahs = Set(try (isFriday ? day.jumuahCalled ?? [] : []).map(Self.moment))
        eid = try (day.eid ?? []).map(Self.moment)
        hasTaraweeh = day.taraweeh ?? false
        firstAdhans = try (isFriday ? day.jumuahAdhan ?? [] : []).map(Self.moment)
        let reasons = (day.estimated ?? [:]).compactMap { name, words in Prayer(rawValue: name).map { ($0, words) } }
        estimates = Dictionary(uniqueKeysWithValues: reasons)
    }

    package static func moment(_ text: String) throws -> Instant {
        guard let moment = Instant(iso8601: text) else { throw NoMoment(text: text) }
        return moment
    }
}
