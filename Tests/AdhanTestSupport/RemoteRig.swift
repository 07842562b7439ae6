import AdhanSupport
import AdhanCore
import AdhanTimetables

/// A mosque in Rochdale with one network timetable and its cache.
package struct RemoteRig {
    package let calculator: PrayerCalculator
    package let store = InMemoryPayloads()
    package let network: ScriptedTimetable

    /// - Parameter answer: the initial answer; by default nothing is there.
    package init(
        _ source: SourceName = .s3,
        by span: ScriptedTimetable.Span = .year,
        answer: @escaping ScriptedTimetable.Answer = { period, _ throws(FetchFault) in throw RemoteRig.absent(period) }
    ) throws {
        calculator = PrayerCalculator(
            coordinates: try Coordinates(latitude: 53.6097, longitude: -2.1561),
            zone: try SystemZones.find("Europe/London"),
            method: .mwl
        )
        network = ScriptedTimetable(source, by: span, answer)
    }

    /// The source in a new process.
    package func source() -> RemoteSource {
        RemoteSource(network, store: store, validator: TimetableValidator(calculator: calculator))
    }

    /// All sources from which a box takes its times.
    package func chain(_ remote: RemoteSource) -> TimetableChain { TimetableChain(remote.layers + [calculator]) }

    /// The calculated days as a file, each changed by the test; nil leaves a day out.
    package func file(
        _ dates: ClosedRange<CivilDate>,
        _ change: (PrayerDay) -> PrayerDay? = { $0 }
    ) -> [UInt8] {
        let days = calculator.days(dates).compactMap(change).map { FileDay(line: 1, day: $0) }
        return Array(TimetableText(days, in: calculator.zone).csv.utf8)
    }

    package func answer(
        _ period: TimetablePeriod,
        etag: String? = nil,
        _ change: (PrayerDay) -> PrayerDay? = { $0 }
    ) -> FetchAnswer {
        .fetched(Fetched(bytes: file(period.dates, change), etag: etag))
    }

    /// The chain's answer for a date: the source and a prayer's time on the wall clock.
    package func found(_ date: String, _ remote: RemoteSource, _ prayer: Prayer = .dhuhr) throws -> String? {
        let date = try CivilDate(date)
        return chain(remote).days(date...date, in: calculator.zone).first.map {
            "\($0.source.rawValue) \(calculator.zone.formatted($0[prayer]).dropFirst(11).prefix(5))"
        }
    }

    /// Runs a round at that hour of that day.
    package func round(_ remote: RemoteSource, on date: String, _ hour: Int = 6) throws -> SourceReport {
        let today = try CivilDate(date)
        return remote.round(today...today.adding(days: RemoteSource.ahead), now: try .utc(date, hour))
    }

    package static func absent(_ period: TimetablePeriod) -> FetchFault {
        FetchFault(.absent, "s3: PrayerTimes\(period.name).json answered 404")
    }

    package static let down = FetchFault(.unreachable, "s3: no address for bucket.example")
}

extension PrayerDay {
    /// The same day with one time shifted.
    package func moving(_ prayer: Prayer, by change: Duration) -> PrayerDay { moving([prayer], by: change) }

    package func moving(_ prayers: [Prayer], by change: Duration) -> PrayerDay {
        func at(_ prayer: Prayer) -> Instant { prayers.contains(prayer) ? self[prayer] + change : self[prayer] }
        return PrayerDay(
            date: date,
            fajr: at(.fajr),
            sunrise: at(.sunrise),
            dhuhr: at(.dhuhr),
            asr: at(.asr),
            maghrib: at(.maghrib),
            isha: at(.isha),
            source: source
        )
    }
}
