/// The six times of any date at any place, from the sun alone.
///
/// It never fails: where the sun does not rise or set, or never reaches the angle of Fajr or Isha, the time is an
/// estimate and marked with its reason (`UsableLatitude`, `HighLatitudeRule`). After rounding and all offsets, the six of a
/// day stand in their order at least a minute apart, and Isha as far before the Fajr after it; what had to be moved for
/// that is marked too.
///
/// Dhuhr is the sun's transit itself, to which an authority may add a margin: so Umm al-Qura's times for Makkah have it.
package struct PrayerCalculator: Sendable, Hashable {
    package var coordinates: Coordinates
    package var zone: ZoneRules
    package var method: CalculationMethod
    package var madhab: Madhab
    package var highLatitude: HighLatitudeRule
    /// From which absolute latitude on, in degrees, the rule holds; nil for its customary limit.
    package var highLatitudeLimit: Double?
    /// Which light's end the Moonsighting Committee's Isha waits for; other methods do not ask.
    package var shafaq: Shafaq
    package var rounding: Rounding
    /// Whether Isha by minutes is later in Ramadan where the authority has it so.
    package var ishaLaterInRamadan: Bool
    package var ramadan: RamadanDates
    /// The mosque's own, on top of the authority's.
    package var offsets: PrayerOffsets

    package init(
        coordinates: Coordinates,
        zone: ZoneRules,
        method: CalculationMethod,
        madhab: Madhab = .shafi,
        highLatitude: HighLatitudeRule = .middleOfNight,
        highLatitudeLimit: Double? = nil,
        shafaq: Shafaq = .general,
        rounding: Rounding = .nearest,
        ishaLaterInRamadan: Bool = true,
        ramadan: RamadanDates = .unknown,
        offsets: PrayerOffsets = .none
    ) {
        (self.coordinates, self.zone, self.method, self.madhab) = (coordinates, zone, method, madhab)
        (self.highLatitude, self.highLatitudeLimit) = (highLatitude, highLatitudeLimit)
        (self.shafaq, self.rounding, self.offsets) = (shafaq, rounding, offsets)
        (self.ishaLaterInRamadan, self.ramadan) = (ishaLaterInRamadan, ramadan)
    }

    /// The times of one mosque date.
    package func day(_ date: CivilDate) -> PrayerDay {
        let plan = CalculationPlan(self)
        return SolarWindow(around: date.dayNumber + shift(of: date, plan), on: date, plan).day(date, plan)
    }

    /// The times of each date of a range; far cheaper than one by one, as neighbours share the sun.
    package func days(_ range: ClosedRange<CivilDate>) -> [PrayerDay] {
        let plan = CalculationPlan(self)
        let shift = commonShift(plan)
        var days: [PrayerDay] = []
        days.reserveCapacity(range.upperBound.dayNumber - range.lowerBound.dayNumber + 1)
        var window: SolarWindow?
        for number in range.lowerBound.dayNumber...range.upperBound.dayNumber {
            let date = CivilDate(dayNumber: number)
            let index = number + (shift ?? self.shift(of: date, plan))
            let moved: SolarWindow
            if let window, window.index + 1 == index {
                moved = window.next(plan)
            } else {
                moved = SolarWindow(around: index, on: date, plan)
            }
            days.append(moved.day(date, plan))
            window = moved
        }
        return days
    }

    /// By how much the number of the place's mean sun's day is ahead of a mosque date's: that day is the one whose noon is
    /// nearest to the wall's noon. Only where the zone's clock is more than 12 hours from the sun's (Kiritimati) it is not 0.
    private func shift(of date: CivilDate, _ plan: CalculationPlan) -> Int {
        let wallNoon = Double(zone.instant(date, secondOfDay: 43_200).seconds)
        return Int(((wallNoon - plan.meanNoon(of: date.dayNumber)) / 86_400).rounded())
    }

    /// The same for every date, where no offset that the zone ever has makes a difference.
    private func commonShift(_ plan: CalculationPlan) -> Int? {
        func shift(_ offset: Int) -> Int { Int(((plan.longitude * 240 - Double(offset)) / 86_400).rounded()) }
        let offsets = zone.offsetsEverUsed
        let least = shift(offsets.lowerBound)
        return least == shift(offsets.upperBound) ? least : nil
    }
}
