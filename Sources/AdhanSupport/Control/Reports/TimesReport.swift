import AdhanCore
import Glibc

/// Days of prayer times, as `adhand times --format json` and the daemon tell them.
package struct TimesReport: Codable, Equatable {
    package struct Location: Codable, Equatable {
        package var name: String
        package var latitude: Double
        package var longitude: Double
        package var timezone: String
        /// Degrees clockwise from true north.
        package var qibla: Double
    }

    /// A mosque date. What is nil, the day does not have.
    package struct Day: Codable, Equatable {
        /// A time in which prayer is not offered; `why` is where the sun is then.
        package struct Span: Codable, Equatable {
            package var from, to: ReportedMoment
            package var why: String
        }

        fileprivate var civil: ReportedDate
        package var date: CivilDate { civil.date }
        /// The Hijri date of the daytime, as `1448-09-01`.
        package var hijri: HijriDate?
        package var source: String
        /// The sources of times that are not of `source`, by prayer.
        package var sources: ByPrayer<String>?
        package var fajr, sunrise, dhuhr, asr, maghrib, isha: ReportedMoment
        package var imsak, ishraq, duha, zawal, midnight, lastThird: ReportedMoment?
        package var notOffered: [Span]?
        /// Whether taraweeh is prayed on the evening of the date.
        package var taraweeh: Bool?
        /// When prayers are called that are not called when they begin.
        package var called: ByPrayer<ReportedMoment>?
        package var notCalled: [Prayer]?
        package var iqama: ByPrayer<ReportedMoment>?
        /// The khutbahs, the prayers behind them, their first adhans, and the Eid prayers.
        package var jumuah, jumuahIqama, jumuahAdhan, eid: [ReportedMoment]?
        /// The khutbahs that begin with an adhan of their occasions.
        package var jumuahCalled: [ReportedMoment]?
        /// Why times are estimates, by prayer.
        package var estimated: ByPrayer<String>?

        private enum CodingKeys: String, CodingKey {
            case civil = "date"
            case hijri, source, sources, fajr, sunrise, dhuhr, asr, maghrib, isha, imsak, ishraq, duha, zawal,
                midnight
            case lastThird = "last_third"
            case notOffered = "not_offered"
            case taraweeh
            case called = "adhan"
            case notCalled = "not_called"
            case iqama, jumuah
            case jumuahIqama = "jumuah_iqama"
            case jumuahAdhan = "jumuah_adhan"
            case jumuahCalled = "jumuah_called"
            case eid, estimated
        }
    }

    /// The most days of an answer to a request: a year, and the rest of its last month.
    package static let mostDays = 400

    package var place: Location
    package var days: [Day]
    /// The changes on these days; nil where nobody has looked.
    package var changes: [Change]?

    /// Leaves out what the mosque's rules decide of the days before that one.
    package mutating func removeRules(before today: CivilDate) {
        for index in days.indices where days[index].date < today {
            (days[index].called, days[index].notCalled, days[index].iqama, days[index].eid) = (nil, nil, nil, nil)
            (days[index].jumuah, days[index].jumuahIqama) = (nil, nil)
            (days[index].jumuahAdhan, days[index].jumuahCalled) = (nil, nil)
        }
    }

    /// The mosque dates of a request: today where it names none, one day where it names only the first.
    ///
    /// - Throws: `ControlFailure`, also for more than `mostDays`.
    package static func dates(
        of request: ControlRequest,
        today: CivilDate
    ) throws(ControlFailure) -> ClosedRange<CivilDate> {
        let first, end: CivilDate
        do {
            first = try request.from.map { try CivilDate($0) } ?? today
            end = try request.to.map { try CivilDate($0) } ?? first.adding(days: 1)
        } catch {
            throw ControlFailure("\(error)", code: EX_USAGE)
        }
        guard first < end, end <= first.adding(days: mostDays) else {
            throw ControlFailure(
                "\(first) to before \(end) is not between 1 and \(mostDays) days; name them by \"from\" and \"to\"",
                code: EX_USAGE
            )
        }
        return first...end.adding(days: -1)
    }

    /// - Parameters:
    ///   - days: ascending, without gaps; the rules were applied to them.
    ///   - next: the day after the last, whose Fajr ends its night; nil if there is none.
    ///   - showsAll: whether the times in which prayer is not offered, and taraweeh, are among them.
    package init(
        _ place: Place,
        _ zone: ZoneRules,
        _ days: [PrayerDay],
        before next: PrayerDay?,
        _ rules: MosqueRules,
        _ spans: ExtraTimes.Spans,
        _ hijri: HijriCalendar,
        showsAll: Bool
    ) {
        self.place = Location(
            name: place.name,
            latitude: place.coordinates.latitude,
            longitude: place.coordinates.longitude,
            timezone: zone.name,
            qibla: (place.coordinates.qibla.degrees * 10).rounded() / 10
        )
        let occasions = DayOccasions(days, before: next, zone, rules)
        self.days = zip(days, DayExtras.of(days, before: next, spans, hijri)).map { day, extras in
            var report = Day(day, hijri.date(of: day), zone)
            report.add(extras, zone, showsAll: showsAll)
            let uncalled = Prayer.called.filter { !occasions.calls($0, on: day) }
            report.notCalled = uncalled.isEmpty ? nil : uncalled
            func told(_ moments: [Instant]) -> [ReportedMoment]? {
                moments.isEmpty ? nil : moments.map { ReportedMoment($0, zone) }
            }
            (report.jumuah, report.jumuahIqama) = (told(day.jumuah), told(occasions.prayers(of: day)))
            (report.jumuahAdhan, report.eid) = (
                told(occasions.firstAdhans(of: day).compactMap(\.self)), told(occasions.eids(of: day))
            )
            report.jumuahCalled = told(occasions.calledKhutbahs(of: day))
            return report
        }
    }
}

extension TimesReport.Day {
    fileprivate init(_ day: PrayerDay, _ hijri: HijriDate?, _ zone: ZoneRules) {
        (civil, source) = (ReportedDate(day.date), day.source.rawValue)
        self.hijri = hijri
        let begins = { ReportedMoment(day[$0], zone) }
        (fajr, sunrise, dhuhr) = (begins(.fajr), begins(.sunrise), begins(.dhuhr))
        (asr, maghrib, isha) = (begins(.asr), begins(.maghrib), begins(.isha))
        sources = ByPrayer { day.replaced[$0]?.rawValue }
        called = ByPrayer { day.called[$0].map { ReportedMoment($0, zone) } }
        iqama = ByPrayer { day.iqama[$0].map { ReportedMoment($0, zone) } }
        estimated = ByPrayer { day.estimates[$0]?.rawValue }
    }

    fileprivate mutating func add(_ extras: DayExtras, _ zone: ZoneRules, showsAll: Bool) {
        if let extra = extras.extra {
            imsak = ReportedMoment(extra.imsak, zone)
            ishraq = ReportedMoment(extra.ishraq, zone)
            duha = ReportedMoment(extra.duha, zone)
            zawal = ReportedMoment(extra.zawal, zone)
            midnight = ReportedMoment(extra.midnight, zone)
            lastThird = ReportedMoment(extra.lastThird, zone)
        }
        guard showsAll else { return }
        notOffered = extras.notOffered.map {
            Span(from: ReportedMoment($0.from, zone), to: ReportedMoment($0.to, zone), why: $0.why.rawValue)
        }
        taraweeh = extras.hasTaraweeh
    }
}

extension TimesReport.Day {
    package func begins(_ prayer: Prayer) -> ReportedMoment {
        switch prayer {
        case .fajr: fajr
        case .sunrise: sunrise
        case .dhuhr: dhuhr
        case .asr: asr
        case .maghrib: maghrib
        case .isha: isha
        }
    }

    /// When the prayer is called; nil where it is not.
    package func adhan(_ prayer: Prayer) -> Instant? {
        guard prayer != .sunrise, notCalled?.contains(prayer) != true else { return nil }
        return (called?[prayer] ?? begins(prayer)).at
    }

    package func iqama(_ prayer: Prayer) -> Instant? { iqama?[prayer]?.at }

    /// The khutbahs of a Friday, ascending; the prayer is nil where it is not known.
    package var khutbahs: [(at: Instant, prayer: Instant?)] {
        let prayers = jumuahIqama ?? []
        return friday(jumuah).prefix(Occasion.mostOnAFriday).enumerated().map { index, at in
            (at, prayers.indices.contains(index) ? prayers[index].at : nil)
        }
    }

    /// The khutbahs that begin with an adhan.
    package var calledKhutbahs: Set<Instant> { Set(friday(jumuahCalled)) }

    /// The adhans before the khutbahs, ascending.
    package var firstAdhans: [Instant] { friday(jumuahAdhan) }

    /// Empty on other days: some sources have them on every day.
    private func friday(_ moments: [ReportedMoment]?) -> [Instant] {
        date.weekday == 5 ? (moments ?? []).map(\.at) : []
    }
}
