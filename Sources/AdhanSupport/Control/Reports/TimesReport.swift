import AdhanCore
import Glibc

/// Days of prayer times, as `adhand times --format json` and the daemon tell them. Times are ISO 8601 with the offset
/// of the mosque's zone.
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
            package var from, to, why: String
        }

        package var date: String
        /// The Hijri date of the daytime, as `1448-09-01`.
        package var hijri: String?
        package var source: String
        /// The sources of times that are not of `source`, by prayer.
        package var sources: [String: String]?
        package var fajr, sunrise, dhuhr, asr, maghrib, isha: String
        package var imsak, ishraq, duha, zawal, midnight, lastThird: String?
        package var notOffered: [Span]?
        /// Whether taraweeh is prayed on the evening of the date.
        package var taraweeh: Bool?
        /// When prayers are called that are not called when they begin.
        package var adhan: [String: String]?
        /// The prayers that are not called.
        package var notCalled: [String]?
        package var iqama: [String: String]?
        /// The khutbahs, the prayers behind them, their first adhans, and the Eid prayers.
        package var jumuah, jumuahIqama, jumuahAdhan, eid: [String]?
        /// The khutbahs that begin with an adhan of their occasions.
        package var jumuahCalled: [String]?
        /// Why times are estimates, by prayer.
        package var estimated: [String: String]?

        private enum CodingKeys: String, CodingKey {
            case date, hijri, source, sources, fajr, sunrise, dhuhr, asr, maghrib, isha, imsak, ishraq, duha, zawal,
                midnight
            case lastThird = "last_third"
            case notOffered = "not_offered"
            case taraweeh, adhan
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
    ///   - rules: the mosque's.
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
            let uncalled = Prayer.called.filter { !occasions.calls($0, on: day) }.map(\.rawValue)
            report.notCalled = uncalled.isEmpty ? nil : uncalled
            func texts(_ moments: [Instant]) -> [String]? {
                moments.isEmpty ? nil : moments.map { zone.formatted($0) }
            }
            (report.jumuah, report.jumuahIqama) = (texts(day.jumuah), texts(occasions.prayers(of: day)))
            (report.jumuahAdhan, report.eid) = (
                texts(occasions.firstAdhans(of: day).compactMap(\.self)), texts(occasions.eids(of: day))
            )
            report.jumuahCalled = texts(occasions.calledKhutbahs(of: day))
            return report
        }
    }
}

extension TimesReport.Day {
    fileprivate init(_ day: PrayerDay, _ hijri: HijriDate?, _ zone: ZoneRules) {
        (date, source) = (day.date.description, day.source.rawValue)
        self.hijri = hijri?.description
        (fajr, sunrise, dhuhr) = (
            zone.formatted(day[.fajr]), zone.formatted(day[.sunrise]), zone.formatted(day[.dhuhr])
        )
        (asr, maghrib, isha) = (zone.formatted(day[.asr]), zone.formatted(day[.maghrib]), zone.formatted(day[.isha]))
        sources = Self.byPrayer { day.replaced[$0]?.rawValue }
        adhan = Self.byPrayer { day.called[$0].map(zone.formatted) }
        iqama = Self.byPrayer { day.iqama[$0].map(zone.formatted) }
        estimated = Self.byPrayer { day.estimates[$0]?.rawValue }
    }

    /// Nil where no prayer has a value.
    private static func byPrayer(_ value: (Prayer) -> String?) -> [String: String]? {
        let found = Prayer.allCases.compactMap { prayer in value(prayer).map { (prayer.rawValue, $0) } }
        return found.isEmpty ? nil : Dictionary(uniqueKeysWithValues: found)
    }

    fileprivate mutating func add(_ extras: DayExtras, _ zone: ZoneRules, showsAll: Bool) {
        if let extra = extras.extra {
            (imsak, ishraq, duha) = (
                zone.formatted(extra.imsak), zone.formatted(extra.ishraq), zone.formatted(extra.duha)
            )
            (zawal, midnight) = (zone.formatted(extra.zawal), zone.formatted(extra.midnight))
            lastThird = zone.formatted(extra.lastThird)
        }
        guard showsAll else { return }
        notOffered = extras.notOffered.map {
            Span(from: zone.formatted($0.from), to: zone.formatted($0.to), why: $0.why.rawValue)
        }
        taraweeh = extras.hasTaraweeh
    }
}
