/// Compares the days of a timetable with our own calculation. New but wrong data must never replace good data.
package struct TimetableCheck: Sendable {
    package enum Policy: String, Sendable, Hashable, CaseIterable {
        /// A day with a fault is not used.
        case reject
        /// The day is used, and its fault is reported. A day out of order is never used.
        case warn
        /// Only the order is checked.
        case off
    }

    /// The usable days and the faults.
    package struct Verdict: Sendable, Hashable {
        /// Unchanged.
        package let accepted: [PrayerDay]
        /// Sorted by line, then by date.
        package let faults: [TimetableFault]
    }

    private enum Opinion {
        case fine
        case disordered(TimetableObjection)
        /// Sunrise, Dhuhr and Maghrib are all an hour off, and would be right otherwise.
        case hourOff(early: Bool)
        case distant([TimetableObjection])
    }

    private let calculator: PrayerCalculator
    private let policy: Policy
    private let limits: TimetableLimits

    /// - Parameter calculator: for the mosque's place, zone and method. Asr is compared with both madhabs.
    package init(_ calculator: PrayerCalculator, policy: Policy = .reject, limits: TimetableLimits = TimetableLimits())
    {
        (self.calculator, self.policy, self.limits) = (calculator, policy, limits)
    }

    /// - Parameter days: ascending by date.
    package func judge(_ days: [FileDay]) -> Verdict {
        var accepted: [PrayerDay] = []
        var faults: [TimetableFault] = []
        var run: HourRun?
        for filed in days {
            let opinion = opinion(of: filed.day)
            if case .hourOff(let early) = opinion, let longer = run?.extended(by: filed.day, early: early) {
                run = longer
            } else {
                // Neighbouring days with the same hour's error are reported once.
                if let run { faults.append(run.fault) }
                run = if case .hourOff(let early) = opinion { HourRun(filed, early: early) } else { nil }
            }
            switch opinion {
            case .fine:
                accepted.append(filed.day)
            case .disordered(let objection):
                faults.append(TimetableFault(line: filed.line, date: filed.day.date, objection))
            case .hourOff:
                if policy == .warn { accepted.append(filed.day) }
            case .distant(let objections):
                faults += objections.map { TimetableFault(line: filed.line, date: filed.day.date, $0) }
                if policy == .warn { accepted.append(filed.day) }
            }
        }
        if let run { faults.append(run.fault) }
        return Verdict(accepted: accepted, faults: faults.byPlace)
    }

    private func opinion(of day: PrayerDay) -> Opinion {
        for (earlier, later) in zip(Prayer.allCases, Prayer.allCases.dropFirst())
        where day[later] - day[earlier] < .minutes(1) {
            return .disordered(.order(later, clock(day[later]), after: earlier, clock(day[earlier])))
        }
        guard policy != .off else { return .fine }
        let shafi = calculated(day.date, .shafi)
        let objections = Prayer.allCases.compactMap { prayer in
            prayer == .asr ? asrObjection(day, shafi) : objection(to: prayer, day, shafi)
        }
        // Anything within the limits is no error of an hour, however wide the limits are.
        if objections.isEmpty { return .fine }
        return hourOff(day, shafi).map { .hourOff(early: $0) } ?? .distant(objections)
    }

    /// Whether the whole day is an hour early (true) or late (false); nil if neither.
    private func hourOff(_ day: PrayerDay, _ own: PrayerDay) -> Bool? {
        [true, false].first { early in
            [Prayer.sunrise, .dhuhr, .maghrib].allSatisfy {
                limits(for: $0).contains(day[$0] - own[$0] + .hours(early ? 1 : -1))
            }
        }
    }

    private func objection(to prayer: Prayer, _ day: PrayerDay, _ own: PrayerDay) -> TimetableObjection? {
        let (distance, limits) = (day[prayer] - own[prayer], limits(for: prayer))
        guard !limits.contains(distance) else { return nil }
        return .distance(prayer, clock(day[prayer]), distance, from: clock(own[prayer]), limits)
    }

    private func asrObjection(_ day: PrayerDay, _ shafi: PrayerDay) -> TimetableObjection? {
        let owns = [shafi[.asr], calculated(day.date, .hanafi)[.asr]]
        guard !owns.contains(where: { limits.asr.contains(day[.asr] - $0) }) else { return nil }
        return .asr(clock(day[.asr]), owns.map { (day[.asr] - $0, from: clock($0)) })
    }

    private func limits(for prayer: Prayer) -> ClosedRange<Duration> {
        limits.range(of: prayer, latitude: calculator.coordinates.latitude)
    }

    private func calculated(_ date: CivilDate, _ madhab: Madhab) -> PrayerDay {
        var own = calculator
        own.madhab = madhab
        return own.day(date)
    }

    private func clock(_ instant: Instant) -> String {
        ClockText.format(calculator.zone.wall(at: instant).secondOfDay)
    }
}

/// Neighbouring days that are an hour off in the same direction.
private struct HourRun {
    private let first: FileDay
    private let last: CivilDate
    private let early: Bool

    init(_ first: FileDay, early: Bool) {
        self.init(first, last: first.day.date, early: early)
    }

    private init(_ first: FileDay, last: CivilDate, early: Bool) {
        (self.first, self.last, self.early) = (first, last, early)
    }

    /// Extended by one day; nil if that day is off in the other direction.
    func extended(by day: PrayerDay, early: Bool) -> HourRun? {
        early == self.early ? HourRun(first, last: day.date, early: early) : nil
    }

    var fault: TimetableFault {
        let date = first.day.date
        return TimetableFault(
            line: first.line,
            date: date,
            through: last,
            TimetableObjection.hourOff(early: early, from: date, through: last)
        )
    }
}
