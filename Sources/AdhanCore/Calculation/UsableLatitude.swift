import Glibc

/// Which latitude's sun serves where, on some day, the sun does not rise or does not set, or hardly so.
///
/// It is the nearest one towards the equator where at noon the sun stands high enough to divide the afternoon, and at
/// midnight low enough to leave a night. As the limit moves with the declination, the times pass from the place's own sun
/// to the estimate and back without a jump.
enum UsableLatitude {
    /// The sun's noon altitude in midwinter: some 90 minutes from sunrise to Dhuhr, and 6 or more from Dhuhr to Asr, which
    /// comes ever closer to noon as the sun sinks.
    private static let winterMargin = 0.75
    /// Its depression at midnight in midsummer: a night of 2¼ hours, in which Maghrib, Isha and Fajr have room.
    private static let summerMargin = 1.75
    /// The obliquity of the ecliptic, in degrees: how far the declination goes.
    private static let tropic = 23.44

    /// Nil where the latitude itself serves.
    ///
    /// - Parameter dip: how far the horizon lies below the level; a night needs the sun below that.
    static func nearest(to latitude: Latitude, sineOfDeclination: Double, dip: Angle) -> Latitude? {
        guard abs(latitude.degrees) > 90 - 23.5 - summerMargin - dip.degrees else { return nil }
        let season = latitude.hemisphere * Angle(radians: asin(sineOfDeclination)).degrees
        // From the one margin to the other evenly over the year, so that the poles do not jump at the equinoxes.
        let summer = min(max((season / tropic + 1) / 2, 0), 1)
        let margin = winterMargin + (summerMargin + dip.degrees - winterMargin) * summer
        let limit = 90 - abs(season) - margin
        return abs(latitude.degrees) <= limit ? nil : Latitude(degrees: latitude.hemisphere * limit)
    }
}
