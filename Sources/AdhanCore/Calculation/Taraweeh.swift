extension HijriCalendar {
    /// Whether taraweeh is prayed in the evening of a mosque date: from the eve of 1 Ramadan to the eve of Ramadan's
    /// last day. A night belongs to the Hijri date of the daylight after it.
    ///
    /// - Parameter next: the mosque date after it; nil if the timetable ends.
    package func hasTaraweeh(onTheEveningOf day: PrayerDay, before next: PrayerDay?) -> Bool {
        date(after: day, next)?.isRamadan == true
    }
}
