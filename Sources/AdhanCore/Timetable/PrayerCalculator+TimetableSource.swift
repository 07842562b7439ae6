extension PrayerCalculator: TimetableSource {
    package func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] { inZone(zone).days(dates) }

    /// The same calculator with other rules for the zone.
    package func inZone(_ zone: ZoneRules) -> PrayerCalculator {
        var moved = self
        moved.zone = zone
        return moved
    }
}
