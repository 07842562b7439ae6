/// Calculates the six times of any date at any place from the sun.
///
/// It never fails. If the sun does not rise or set, or never reaches the angle of Fajr or Isha, the time is an estimate
/// and marked with its reason (`UsableLatitude`, `HighLatitudeRule`). After rounding and all offsets, the six times of
/// a day are in order and at least a minute apart, and Isha is at least a minute before the next Fajr. Times that were
/// moved for that are marked as well.
///
/// Dhuhr is the sun's transit itself, as in Umm al-Qura's times for Makkah. An authority may add a margin.
package struct PrayerCalculator: Sendable, Hashable {
    package var coordinates: Coordinates
    package var zone: ZoneRules
    package var method: CalculationMethod
    package var madhab: Madhab
    package var highLatitude: HighLatitudeRule
    /// The absolute latitude, in degrees, from which the rule applies; nil for the rule's customary limit.
    package var highLatitudeLimit: Double?
    /// The twilight whose end begins Isha with the Moonsighting Committee's method; other methods ignore it.
    package var shafaq: Shafaq
    /// The mosque's own; nil for the method's.
    package var rounding: Rounding?
    /// Whether Isha in minutes is later in Ramadan, for authorities that do so.
    package var ishaLaterInRamadan: Bool
    package var ramadan: RamadanDates
    /// The mosque's offsets, added to the authority's.
    package var offsets: PrayerOffsets

    package init(
        coordinates: Coordinates,
        zone: ZoneRules,
        method: CalculationMethod,
        madhab: Madhab = .shafi,
        highLatitude: HighLatitudeRule = .middleOfNight,
        highLatitudeLimit: Double? = nil,
        shafaq: Shafaq = .general,
        rounding: Rounding? = nil,
        ishaLaterInRamadan: Bool = true,
        ramadan: RamadanDates = .unknown,
        offsets: PrayerOffsets = .none
    ) {
        (self.coordinates, self.zone, self.method, self.madhab) = (coordinates, zone, method, madhab)
        (self.highLatitude, self.highLatitudeLimit) = (highLatitude, highLatitudeLimit)
        (self.shafaq, self.rounding, self.offsets) = (shafaq, rounding, offsets)
        (self.ishaLaterInRamadan, self.ramadan) = (ishaLaterInRamadan, ramadan)
    }

    package func day(_ date: CivilDate) -> PrayerDay {
        let plan = CalculationPlan(self)
        return SolarWindow(around: date.dayNumber + shift(of: date, plan), on: date, plan).day(date, plan)
    }

    /// The times of each date of a range. Much cheaper than one by one, as neighbouring days share the sun.
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

    /// The mosque date's day number minus that of the place's mean solar day. The solar day is the one whose noon is
    /// nearest to noon on the wall clock. The difference is not 0 only where the zone is more than 12 hours from solar
    /// time (Kiritimati).
    func shift(of date: CivilDate, _ plan: CalculationPlan) -> Int {
        let wallNoon = Double(zone.instant(date, secondOfDay: 43_200).seconds)
        return Int(((wallNoon - plan.meanNoon(of: date.dayNumber)) / 86_400).rounded())
    }

    /// The shift, if it is the same for all offsets that the zone ever has; otherwise nil.
    private func commonShift(_ plan: CalculationPlan) -> Int? {
        func shift(_ offset: Int) -> Int { Int(((plan.longitude * 240 - Double(offset)) / 86_400).rounded()) }
        let offsets = zone.offsetsEverUsed
        let least = shift(offsets.lowerBound)
        return least == shift(offsets.upperBound) ? least : nil
    }
}
