/// The times within which each prayer of a day can begin, by the sun alone. No method, margin or rule for high
/// latitudes is in them, so that a mosque's table is checked the same whatever the config says.
///
/// The room beside the sun's own events was measured over published tables (Diyanet, JAKIM, Kemenag, London, Belfast,
/// Sweden) and over every method here.
struct PrayerWindows {
    private let sun: SunOfDay
    /// More room on both sides, in seconds, for a place that is only roughly known.
    private let room: Double

    init(_ sun: SunOfDay, room: Duration = .zero) { (self.sun, self.room) = (sun, room.inSeconds) }

    /// When the prayer can begin, in UTC seconds since 1970; nil where the sun sets no bound. What is not bounded here
    /// is bounded by the order of the day.
    subscript(_ prayer: Prayer) -> ClosedRange<Double>? {
        guard sun.isUsual else { return nil }
        let (first, last): (Double, Double) =
            switch prayer {
            case .fajr:
                // Dawn moves by hours with the latitude.
                (
                    room == 0 ? sun.earliestDawn - (sun.isDark ? 15 : 25) * 60 : sun.noon - 43_200 - 25 * 60,
                    sun.sunrise + sun.grazing
                )
            case .sunrise: (sun.sunrise - 20 * 60 - sun.grazing, sun.sunrise + 20 * 60 + sun.grazing)
            case .dhuhr: (sun.noon - 4 * 60, sun.hanafiAsr + 30 * 60)
            case .asr: (sun.shafiAsr - 6 * 60, sun.sunset + 30 * 60)
            case .maghrib:
                (sun.sunset - 60 - sun.grazing, max(sun.sunset + 30 * 60, sun.latestDusk ?? sun.noon + 43_200))
            // The shortest twilight of any authority, 12° at the equator, takes 47 minutes; a seventh of the shortest
            // night takes 43.
            case .isha: (sun.sunset + 35 * 60, sun.noon + 86_400)
            }
        return first - room...last + room
    }

    /// When authorities and mosques usually begin the prayer.
    func usual(_ prayer: Prayer) -> ClosedRange<Double>? {
        guard sun.isUsual else { return nil }
        let (first, last): (Double, Double) =
            switch prayer {
            case .fajr: (sun.earliestDawn - 15 * 60, sun.sunrise - 30 * 60)
            case .sunrise: (sun.sunrise - 15 * 60 - sun.grazing, sun.sunrise + 15 * 60 + sun.grazing)
            case .dhuhr: (sun.noon - 2 * 60, sun.noon + 30 * 60)
            case .asr: (sun.shafiAsr - 5 * 60, sun.hanafiAsr + 20 * 60)
            case .maghrib: (sun.sunset - sun.grazing, max(sun.sunset + 20 * 60, sun.latestDusk ?? sun.noon + 43_200))
            case .isha: (sun.sunset + 40 * 60, sun.noon + 43_200 + 20 * 60)
            }
        return first - room...last + room
    }
}
