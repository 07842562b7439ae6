/// Judges the times of a timetable by the sun and by the days beside them, never by the configured method: the tables
/// of mosques differ from every method, and their times are the last word.
///
/// A time is refused only where it cannot be meant: out of order, outside the window in which its prayer can begin, a
/// whole day an hour off, or a single time that the days on both sides contradict. Another time takes its place. All
/// else is used, and reported as a remark. A time that cannot be read is replaced in the same way.
package struct TimetableCheck: Sendable {
    package enum Policy: String, Sendable, Hashable, CaseIterable {
        /// A time that cannot be meant is replaced.
        case reject
        /// It is used, and reported. A day out of order is never used.
        case warn
        /// Only the order is checked.
        case off
    }

    package struct Verdict: Sendable, Hashable {
        /// Ascending. A time that was refused is replaced in it, and says so by its source.
        package let accepted: [PrayerDay]
        package let faults: [TimetableFault]
        /// What is used all the same, in the same order: it is far from what is usual, or the check only warns.
        package let remarks: [TimetableFault]
        /// The congregations that follow the right adhan, though not the one in the file.
        var revived: [CivilDate: Set<Prayer>] = [:]
        /// The days whose fast begins before the right Fajr, though not before the one in the file.
        var revivedImsaks: Set<CivilDate> = []
    }

    private var calculator: PrayerCalculator
    private let policy: Policy
    private let accept: AcceptedDays
    private let room: Duration
    private let hasOthers: Bool

    /// - Parameters:
    ///   - calculator: for the mosque's place and zone. Its method judges nothing; it only replaces a time where the
    ///     file has too few days to tell the mosque's own.
    ///   - accept: the days that are used as they stand, if they are in order.
    ///   - room: more room for a place that is only roughly known.
    ///   - hasOthers: whether other timetables stand behind this one. A time is replaced from them first.
    package init(
        _ calculator: PrayerCalculator,
        policy: Policy = .reject,
        accept: AcceptedDays = .none,
        room: Duration = .zero,
        hasOthers: Bool = false
    ) {
        (self.calculator, self.policy, self.accept) = (calculator, policy, accept)
        (self.room, self.hasOthers) = (room, hasOthers)
    }

    package func inZone(_ zone: ZoneRules) -> TimetableCheck {
        var moved = self
        moved.calculator = calculator.inZone(zone)
        return moved
    }

    package func verdict(on days: [FileDay]) -> Verdict {
        let days = days.map { $0.filled(by: calculator) }
        guard policy != .off else { return ordered(days) }
        let first = TimetableEvidence(days, at: calculator, room: room)
        let issues = TableIssues(first, at: calculator)
        let evidence = first.without(Set(issues.explanation?.days ?? []))
        let explained = Set(issues.explanation?.days.filter { !accept.contains(days[$0].day.date) } ?? [])
        let areUsed = policy == .warn
        var accepted: [PrayerDay] = []
        // A day out of order is not used by any policy.
        let unusable = explained.filter { !areUsed || days[$0].day.disorder != nil }
        var faults = [(unusable, false), (explained.subtracting(unusable), areUsed)].compactMap { indices, areUsed in
            issues.fault(on: indices.sorted().map { days[$0] }, areUsed: areUsed)
        }
        let holes = holes(evidence, without: explained)
        let isEarly = days.indices.map { accept.contains(days[$0].day.date) ? nil : evidence.hourOff[$0] }
        var wrong: [WrongTime] = []
        for (index, filed) in days.enumerated() {
            let isDisplaced = isEarly[index] != nil || explained.contains(index)
            if isDisplaced, !areUsed || unusable.contains(index) {
                faults += filed.unread.values
                continue
            }
            let known = evidence.suspicions[index]
            let isKept = isDisplaced || accept.contains(filed.day.date)
            let (day, found) = decide(filed, isKept ? Self.unread(filed, known) : known, holes)
            wrong += found.map { time in
                var time = time
                time.isOfElsewhere =
                    issues.elsewhere.map { evidence.fits(time.prayer, index, later: -$0.shift) } ?? false
                return time
            }
            if let day { accepted.append(day) }
        }
        faults += HourRun.all(days, isEarly).map {
            $0.fault(in: calculator.zone, areUsed: areUsed, cure: issues.cureByClock)
        }
        faults += WrongTime.faults(wrong, elsewhere: issues.elsewhere?.words, in: calculator.zone)
        let idle = days.indices.filter {
            evidence.suspicions[$0].isEmpty && evidence.hourOff[$0] == nil && days[$0].day.disorder == nil
                && issues.explanation?.days.contains($0) != true
        }
        // What is not used for another reason is not said to be used.
        let called = Set(accepted.map(\.date))
        let slips = evidence.returningSlips.filter { slip in
            [slip.date, slip.through].allSatisfy { $0.map { called.contains($0) } ?? true }
        }
        let unusual =
            issues.remarks + slips + idleAccepts(idle.map { days[$0] })
            + (wrong.contains(where: \.isOfElsewhere) ? [] : used(issues.elsewhere, days))
        let misplaced = Dictionary(days.map { ($0.day.date, $0.misplacedIqama) }) { first, _ in first }
        let imsaks = Dictionary(accepted.map { ($0.date, $0.imsak) }) { first, _ in first }
        let revived = accepted.map { day in
            (day.date, Set((misplaced[day.date] ?? [:]).filter { day.iqama[$0.key] == $0.value }.keys))
        }
        return Verdict(
            accepted: accepted,
            faults: faults.filter { $0.fate != .used }.inOrder,
            remarks: accept == .all ? [] : (unusual + faults.filter { $0.fate == .used }).inOrder,
            revived: Dictionary(revived) { first, _ in first },
            revivedImsaks: Set(
                days.filter { $0.misplacedImsak != nil && imsaks[$0.day.date] == $0.misplacedImsak }.map(\.day.date)
            )
        )
    }

    /// The suspicions of times that cannot be read, which are replaced whatever else is used. `known`: what is known of
    /// the day beside the others.
    private static func unread(
        _ filed: FileDay,
        _ known: [Prayer: TimetableEvidence.Suspicion] = [:]
    ) -> [Prayer: TimetableEvidence.Suspicion] {
        Dictionary(uniqueKeysWithValues: filed.unread.map { ($0, known[$0] ?? .unread($1)) })
    }

    /// What the mosque would print on the days with a time that no slip explains; by the days without any suspicion.
    private func holes(_ evidence: TimetableEvidence, without explained: Set<Int>) -> TimetableHoles {
        let areNeeded = evidence.suspicions.contains { $0.values.contains { $0.meant == nil } }
        guard areNeeded else { return .none }
        let right = evidence.days.indices.filter {
            evidence.suspicions[$0].isEmpty && evidence.hourOff[$0] == nil && !explained.contains($0)
                && evidence.days[$0].day.disorder == nil
        }
        return TimetableHoles(between: right.map { evidence.days[$0].day }, at: calculator)
    }

    /// The remarks that a day is named by `accept` for nothing: the day that was meant may be another one.
    private func idleAccepts(_ days: [FileDay]) -> [TimetableFault] {
        // Another timetable may have that day wrong.
        guard !hasOthers, case .dates(let dates) = accept else { return [] }
        return days.filter { dates.contains($0.day.date) }.map {
            $0.fault("accept: nothing is wrong on \($0.day.date), so accept need not name it")
        }
    }

    /// The remark that the times are those of another place.
    private func used(_ elsewhere: TableIssues.Elsewhere?, _ days: [FileDay]) -> [TimetableFault] {
        guard let elsewhere, let first = days.first else { return [] }
        return [
            TimetableFault(line: first.line, date: nil, fate: .used, "\(elsewhere.words); they are used").on(
                first.sheet
            )
        ]
    }

    private func ordered(_ days: [FileDay]) -> Verdict {
        let decided = days.map { decide($0, Self.unread($0), .none) }
        let faults = WrongTime.faults(decided.flatMap(\.wrong), elsewhere: nil, in: calculator.zone)
        return Verdict(accepted: decided.compactMap(\.day), faults: faults, remarks: [])
    }

    private func decide(
        _ filed: FileDay,
        _ suspicions: [Prayer: TimetableEvidence.Suspicion],
        _ holes: TimetableHoles
    ) -> (day: PrayerDay?, wrong: [WrongTime]) {
        let suspected = Prayer.allCases.filter { suspicions[$0] != nil }
        func wrong(_ prayer: Prayer, _ consequence: WrongTime.Consequence) -> WrongTime {
            WrongTime(
                filed: filed,
                prayer: prayer,
                objection: suspicions[prayer]?.objection ?? .offLine,
                meant: suspicions[prayer]?.meant.map { clock($0) },
                consequence: consequence
            )
        }
        let certain = suspected.filter {
            filed.unread[$0] != nil || policy != .warn && suspicions[$0]?.isCertain == true
        }
        // Without the less certain ones, too, a day out of order could not be used at all.
        for refused in [certain, suspected] {
            let day = refused.reduce(filed.day) { day, prayer in
                var day = day
                // A congregation that is before the wrong adhan may follow the right one.
                day.iqama[prayer] = day.iqama[prayer] ?? filed.misplacedIqama[prayer]
                let time = substitute(for: prayer, on: day.date, suspicions[prayer], holes)
                if prayer == .fajr {
                    let fast = time - .seconds(ReadDay.longestFast)...time
                    day.imsak = (day.imsak ?? filed.misplacedImsak).flatMap { fast.contains($0) ? $0 : nil }
                }
                return day.replacing(prayer, with: time, from: source(of: suspicions[prayer], filed.day))
            }
            guard day.disorder == nil else { continue }
            let found = suspected.map { prayer in
                let time = clock(day[prayer])
                let replaced = WrongTime.Consequence.replaced(
                    by: time,
                    others: hasOthers,
                    isKeepable: filed.day.disorder == nil
                )
                return wrong(prayer, refused.contains(prayer) ? replaced : .used)
            }
            return (day, found)
        }
        guard suspected.isEmpty, let (earlier, later) = filed.day.disorder else {
            return (nil, suspected.map { wrong($0, .dayRefused) })
        }
        let objection = TimetableObjection.order(after: earlier, clock(filed.day[earlier]))
        return (nil, [WrongTime(filed: filed, prayer: later, objection: objection, consequence: .dayRefused)])
    }

    /// What takes the place of a time: what was meant, else what the days beside suggest, to the minute of the
    /// calculation fitted to the file where they are calculated; else that calculation, else the config's.
    private func substitute(
        for prayer: Prayer,
        on date: CivilDate,
        _ suspicion: TimetableEvidence.Suspicion?,
        _ holes: TimetableHoles
    ) -> Instant {
        if let meant = suspicion?.meant { return meant }
        guard let fitting = suspicion?.fitting else { return (holes.days[date] ?? calculator.day(date))[prayer] }
        // The calculation is not called where the place is only roughly known.
        return room == .zero ? holes.exact(prayer, on: date, near: fitting) ?? fitting : fitting
    }

    /// The calculation is not called where the place is only roughly known; what the days beside say is.
    private func source(of suspicion: TimetableEvidence.Suspicion?, _ day: PrayerDay) -> SourceName {
        room == .zero || suspicion?.fitting == nil ? .calculation : day.source
    }

    private func clock(_ instant: Instant) -> String {
        ClockText.format(calculator.zone.wall(at: instant).secondOfDay)
    }
}
