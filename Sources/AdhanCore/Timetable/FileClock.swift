/// Which clock the times of a file are written by.
package enum FileClock: String, Sendable, Hashable, CaseIterable {
    /// The clock on the mosque's wall.
    case local
    /// Winter time all year: the least offset that the mosque's zone has in the year of the day.
    case standard
    /// Coordinated universal time.
    case utc
}

extension ZoneRules {
    /// The zone with its winter time all year.
    func standard(in year: Int) -> ZoneRules {
        // Twelve looks find every summer time that lasts a month, and every winter time, as Ramadan's in Morocco, that does.
        let offsets = (1...12).map { month in
            offset(at: Instant(seconds: Int64(CivilDate.dayNumber(year: year, month: month, day: 15)) * 86_400))
        }
        return .fixed(name: name, offset: offsets.min() ?? 0)
    }
}
