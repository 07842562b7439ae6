/// The six times of any date at any place, from the sun alone.
///
/// It never fails: where the sun does not rise or set, or never reaches the angle of Fajr or Isha, the time is an
/// estimate and marked as such (`UsableLatitude`, `HighLatitudeRule`). Times are rounded to the nearest minute; after
/// that, and after all offsets, the six of a day stand in their order at least a minute apart, and Isha before the
/// Fajr after it.
///
/// Dhuhr is the sun's transit itself, to which an authority may add a margin: so Umm al-Qura's times for Makkah have it.
package struct PrayerCalculator: Sendable, Hashable {
    package let coordinates: Coordinates
    package let zone: ZoneRules
    package let method: CalculationMethod
    package let madhab: Madhab
    package let highLatitude: HighLatitudeRule
    /// The mosque's own, on top of the authority's.
    package let offsets: PrayerOffsets

    package init(
        coordinates: Coordinates,
        zone: ZoneRules,
        method: CalculationMethod,
        madhab: Madhab = .shafi,
        highLatitude: HighLatitudeRule = .middleOfNight,
        offsets: PrayerOffsets = .none
    ) {
        (self.coordinates, self.zone, self.method) = (coordinates, zone, method)
        (self.madhab, self.highLatitude, self.offsets) = (madhab, highLatitude, offsets)
    }

    /// The times of one mosque date.
    package func day(_ date: CivilDate) -> PrayerDay {
        SolarWindow(around: solarIndex(of: date), on: date, of: self).day(date)
    }

    /// The times of each date of a range; far cheaper than one by one, as neighbours share the sun.
    package func days(_ range: ClosedRange<CivilDate>) -> [PrayerDay] {
        var days: [PrayerDay] = []
        days.reserveCapacity(range.upperBound.dayNumber - range.lowerBound.dayNumber + 1)
        var window: SolarWindow?
        for date in range {
            let index = solarIndex(of: date)
            let moved: SolarWindow
            if let window, window.index + 1 == index {
                moved = window.next(of: self)
            } else {
                moved = SolarWindow(around: index, on: date, of: self)
            }
            days.append(moved.day(date))
            window = moved
        }
        return days
    }

    /// Which day of the place's mean sun a mosque date is: the one whose noon is nearest to the wall's noon. Only where
    /// the zone's clock is more than 12 hours from the sun's (Kiritimati) it differs from the date's own number.
    private func solarIndex(of date: CivilDate) -> Int {
        let wallNoon = Double(zone.instant(date, secondOfDay: 43_200).seconds)
        let difference = wallNoon - meanNoon(of: date.dayNumber)
        return date.dayNumber + Int((difference / 86_400).rounded())
    }

    /// Noon of the mean sun at the longitude, in UTC seconds since 1970; the sun takes 240 seconds for a degree.
    func meanNoon(of index: Int) -> Double {
        Double(index) * 86_400 + 43_200 - coordinates.longitude * 240
    }

    /// Minutes of the authority and the mosque together, in seconds.
    func shift(of prayer: Prayer) -> Int64 {
        Int64(method.adjustments[prayer] + offsets[prayer]) * 60
    }
}
