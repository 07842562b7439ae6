extension PrayerCalculator: TimetableSource {
    package func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] { inZone(zone).days(dates) }

    package func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules, by calendar: HijriCalendar) -> [PrayerDay] {
        guard ishaLaterInRamadan, ramadan != .unknown else { return days(dates, in: zone) }
        var moved = inZone(zone)
        moved.ramadan = RamadanDates(calendar, around: dates)
        return moved.days(dates)
    }

    package func inZone(_ zone: ZoneRules) -> PrayerCalculator {
        var moved = self
        moved.zone = zone
        return moved
    }
}
