/// The congregations of a mosque date that do not change any more: those whose prayer has begun, and a Friday's
/// khutbahs once Dhuhr was due.
package struct PinnedDay: Sendable, Hashable {
    package struct Congregation: Sendable, Hashable {
        /// When its adhan is due.
        package let called: Instant
        package let iqama: Instant
        /// Whether that adhan was called, announced or skipped. One that was not, and that other days have later, comes
        /// then, and its iqama with it.
        package let hasCome: Bool

        package init(called: Instant, iqama: Instant, hasCome: Bool) {
            (self.called, self.iqama, self.hasCome) = (called, iqama, hasCome)
        }
    }

    package let date: CivilDate
    package let congregations: [Prayer: Congregation]
    /// Ascending; empty if Dhuhr is ahead.
    package let khutbahs: [Instant]

    package init(date: CivilDate, congregations: [Prayer: Congregation], khutbahs: [Instant]) {
        (self.date, self.congregations, self.khutbahs) = (date, congregations, khutbahs)
    }

    init(_ day: PrayerDay, _ now: Instant, _ hasCome: (OccasionKey) -> Bool) {
        date = day.date
        let begun = day.iqama.filter { min(day[$0.key], day.adhan(of: $0.key)) <= now }
        congregations = begun.reduce(into: [:]) { held, found in
            let key = OccasionKey(day.date, .adhan(found.key))
            held[found.key] = Congregation(called: day.adhan(of: found.key), iqama: found.value, hasCome: hasCome(key))
        }
        let isDue = day.fridays.first.map { min($0, day.adhan(of: .dhuhr)) <= now } ?? false
        khutbahs = isDue ? day.jumuah : []
    }

    /// What of it is still ahead; nil if nothing is.
    package func ahead(of now: Instant) -> PinnedDay? {
        let left = PinnedDay(
            date: date,
            congregations: congregations.filter { $0.value.iqama > now },
            // As long as one is ahead, it needs its number.
            khutbahs: (khutbahs.last ?? now) > now ? khutbahs : []
        )
        return left.congregations.isEmpty && left.khutbahs.isEmpty ? nil : left
    }

    /// The same date by other days, with what is held.
    ///
    /// - Parameter changed: what a person has moved, which changes at once. A khutbah that has begun stays, so that
    ///   those ahead of it keep their numbers: each is known by its number.
    func applied(to day: PrayerDay, _ now: Instant, _ changed: Timetable.ChangedCongregations) -> PrayerDay {
        var day = day
        for (prayer, held) in congregations where !changed.prayers.contains(prayer) {
            let isAhead = day.adhan(of: prayer) > now
            if isAhead, !held.hasCome { continue }
            day.iqama[prayer] = held.iqama
            // Also where it was called when it began, by the times of then.
            if day.adhan(of: prayer) != held.called { day.called[prayer] = held.called }
        }
        if !khutbahs.isEmpty {
            day.jumuah = changed.fridays ? day.fridays(after: khutbahs.filter { $0 <= now }, now) : khutbahs
        }
        // The khutbah is the congregation of that Dhuhr.
        if !day.fridays.isEmpty { day.iqama[.dhuhr] = nil }
        return day
    }
}

extension [PrayerDay] {
    /// The days, with the congregations that are held of their dates.
    ///
    /// - Parameter changed: what a person has moved, which changes at once.
    package func keeping(
        _ held: [PinnedDay],
        now: Instant,
        changed: Timetable.ChangedCongregations = Timetable.ChangedCongregations()
    ) -> [PrayerDay] {
        let held = Dictionary(held.map { ($0.date, $0) }) { first, _ in first }
        return map { held[$0.date]?.applied(to: $0, now, changed) ?? $0 }
    }

    /// The days, with the adhans that earlier days had ahead, and that these have too far in the past to be called:
    /// such an adhan keeps its time, and so does its iqama. It does not keep a time after the prayer's end, or in a
    /// khutbah.
    func keepingCalls(of earlier: [PrayerDay], now: Instant, grace: Duration) -> [PrayerDay] {
        let earlier = Dictionary(earlier.map { ($0.date, $0) }) { first, _ in first }
        let ends = Prayer.allCases.dropFirst().map(Optional.some) + [nil]
        return followed.map { found, next in
            guard let old = earlier[found.date] else { return found }
            var day = found
            for (prayer, end) in zip(Prayer.allCases, ends) where prayer != .sunrise {
                let time = old.adhan(of: prayer)
                let limits = [end.map { day[$0] } ?? next?[.fajr], prayer == .dhuhr ? day.fridays.first : nil]
                let isLost = found.adhan(of: prayer) + grace < now || found.iqama[prayer].map { $0 <= now } == true
                func isInTime(_ time: Instant) -> Bool { limits.allSatisfy { $0.map { time < $0 } ?? true } }
                guard isLost, now < time, isInTime(time) else { continue }
                (day.called[prayer], day.iqama[prayer]) = (time, old.iqama[prayer].flatMap { isInTime($0) ? $0 : nil })
            }
            return day
        }
    }
}

extension Timetable {
    /// The congregations of its days that do not change any more.
    ///
    /// - Parameter hasCome: whether an adhan whose second is over was called, announced or skipped.
    package func pinned(_ now: Instant, hasCome: (OccasionKey) -> Bool = { _ in true }) -> [PinnedDay] {
        days.map { PinnedDay($0, now, hasCome) }
    }
}
