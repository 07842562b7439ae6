/// How far a day's times may be from our own calculation, each as a range; negative is before it.
package struct TimetableLimits: Sendable, Hashable {
    package var sunrise: ClosedRange<Duration> = .minutes(-10)...(.minutes(10))
    /// Many mosques wait some minutes after noon.
    package var dhuhr: ClosedRange<Duration> = .minutes(-3)...(.minutes(20))
    /// From the time of either madhab.
    package var asr: ClosedRange<Duration> = .minutes(-30)...(.minutes(30))
    /// Narrow on the early side: an early Maghrib would break the fast too soon.
    package var maghrib: ClosedRange<Duration> = .minutes(-3)...(.minutes(20))
    /// For Fajr and Isha, whose angles differ between authorities.
    package var twilight: ClosedRange<Duration> = .minutes(-30)...(.minutes(30))
    /// The same beyond `highLatitude`, where twilight is long.
    package var longTwilight: ClosedRange<Duration> = .minutes(-60)...(.minutes(60))
    /// Degrees from the equator, north or south.
    package var highLatitude = 48.0

    package init() {}

    /// The same with each limit widened on both sides, for a place that is only roughly known.
    package func widened(by span: Duration) -> TimetableLimits {
        func wide(_ limit: ClosedRange<Duration>) -> ClosedRange<Duration> {
            limit.lowerBound - span...limit.upperBound + span
        }
        var wider = self
        (wider.sunrise, wider.dhuhr, wider.asr) = (wide(sunrise), wide(dhuhr), wide(asr))
        (wider.maghrib, wider.twilight, wider.longTwilight) = (wide(maghrib), wide(twilight), wide(longTwilight))
        return wider
    }

    func range(of prayer: Prayer, latitude: Double) -> ClosedRange<Duration> {
        switch prayer {
        case .sunrise: sunrise
        case .dhuhr: dhuhr
        case .asr: asr
        case .maghrib: maghrib
        case .fajr, .isha: abs(latitude) > highLatitude ? longTwilight : twilight
        }
    }
}
