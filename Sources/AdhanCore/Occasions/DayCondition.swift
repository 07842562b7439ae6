/// What a mosque's rules ask of a date.
package struct DayFacts: Hashable, Sendable {
    package let date: CivilDate
    /// Whether the clocks are ahead of the year's standard time at noon.
    package let isSummer: Bool
    package let isRamadan: Bool
    /// Whether Isha is prayed in Ramadan: if the Hijri day ends at Maghrib, that is so from the eve of 1 Ramadan to the
    /// eve of the last day. Maghrib belongs to the fast that it ends.
    package let isRamadanAtIsha: Bool
    /// Whether it is the day of one of the two Eids.
    package let isEid: Bool
    /// When the night ends; nil if the timetable ends before.
    let nextFajr: Instant?

    /// - Parameter next: the mosque date after it; nil if the timetable ends.
    package init(of day: PrayerDay, before next: PrayerDay?, in zone: ZoneRules, _ calendar: HijriCalendar) {
        (date, nextFajr) = (day.date, next?[.fajr])
        let noon = zone.instant(date, secondOfDay: 43_200)
        isSummer = zone.offset(at: noon) > zone.standard(in: date.year).offset(at: noon)
        let hijri = calendar.date(of: day)
        (isRamadan, isEid) = (hijri?.isRamadan == true, hijri?.isEid == true)
        isRamadanAtIsha = calendar.date(at: day[.isha], of: day, before: next)?.isRamadan == true
    }
}

extension DayFacts {
    func isRamadan(for prayer: Prayer?) -> Bool { prayer == .isha ? isRamadanAtIsha : isRamadan }
}

/// The days of an exception in the config. Each part that is given has to hold.
package struct DayCondition: Hashable, Sendable {
    package enum Season: String, CaseIterable, Sendable {
        /// The clocks are ahead.
        case summer
        case winter
    }

    /// As in `CivilDate.weekday`; empty for every day of the week.
    package var weekdays: Set<Int> = []
    package var season: Season?
    package var isRamadan: Bool?
    package var isEid: Bool?
    package var span: Span?

    /// Mosque dates from a first to a last one, both included. An Isha after midnight belongs to the date before.
    package enum Span: Hashable, Sendable {
        /// A part of each year, which may pass its end.
        case yearly(MonthDay, MonthDay)
        /// Once. Without an end it reaches to `CivilDate.first` or `CivilDate.last`.
        case once(ClosedRange<CivilDate>)

        func contains(_ date: CivilDate) -> Bool {
            switch self {
            case .once(let dates): return dates.contains(date)
            case .yearly(let first, let last):
                let day = MonthDay(of: date)
                return first <= last ? first <= day && day <= last : first <= day || day <= last
            }
        }
    }

    package init() {}

    /// - Parameters:
    ///   - prayer: the prayer for which it is asked; nil for what belongs to the daylight.
    ///   - weekday: the weekday that the day is taken for; nil for its own.
    package func holds(on day: DayFacts, for prayer: Prayer? = nil, as weekday: Int? = nil) -> Bool {
        guard weekdays.isEmpty || weekdays.contains(weekday ?? day.date.weekday) else { return false }
        if let season, (season == .summer) != day.isSummer { return false }
        if let isRamadan, isRamadan != day.isRamadan(for: prayer) { return false }
        if let isEid, isEid != day.isEid { return false }
        return span?.contains(day.date) ?? true
    }
}

/// A day of any year, `MM-DD`.
package struct MonthDay: Hashable, Comparable, Sendable {
    private let month, day: Int

    package init(of date: CivilDate) { (_, month, day) = date.components }

    /// - Throws: `CivilDateError` if no year has such a day.
    package init(_ text: String) throws(CivilDateError) {
        // A leap year, so that 29 February can be named.
        do { self.init(of: try CivilDate("2000-" + text)) } catch { throw .unreadable(text) }
    }

    package static func < (left: MonthDay, right: MonthDay) -> Bool {
        (left.month, left.day) < (right.month, right.day)
    }
}

/// A setting with exceptions on some days.
package struct ByDay<Value: Hashable & Sendable>: Hashable, Sendable {
    private struct Exception: Hashable, Sendable {
        let condition: DayCondition
        let value: Value
    }

    package var usual: Value?
    private var exceptions: [Exception] = []

    package init(_ usual: Value? = nil) { self.usual = usual }

    /// Adds an exception, which counts before the earlier ones.
    package mutating func add(_ value: Value, when condition: DayCondition) {
        exceptions.append(Exception(condition: condition, value: value))
    }

    /// - Parameters:
    ///   - prayer: the prayer that the setting is of; nil for what belongs to the daylight.
    ///   - weekday: the weekday that the day is taken for; nil for its own.
    package func value(on day: DayFacts, for prayer: Prayer? = nil, as weekday: Int? = nil) -> Value? {
        exceptions.last { $0.condition.holds(on: day, for: prayer, as: weekday) }?.value ?? usual
    }

    /// The days of the exception that decides that day's value; nil where the usual one counts.
    func condition(on day: DayFacts, for prayer: Prayer? = nil) -> DayCondition? {
        exceptions.last { $0.condition.holds(on: day, for: prayer) }?.condition
    }

    /// Whether there is no value on any day.
    package var isEmpty: Bool { usual == nil && exceptions.isEmpty }

    package var conditions: [DayCondition] { exceptions.map(\.condition) }

    /// Every value that some day may have.
    package var values: [Value] { [usual].compactMap(\.self) + exceptions.map(\.value) }
}
