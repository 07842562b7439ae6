import AdhanConfig
import AdhanCore

/// How the mosque has timetables read and judged, wherever they come from.
package struct TimetableJudge: Sendable {
    package let calculator: PrayerCalculator
    package var policy = TimetableCheck.Policy.reject
    package var limits = TimetableLimits()
    /// By which times are written, where the timetable does not say itself.
    package var clock = FileClock.local

    package init(
        calculator: PrayerCalculator,
        policy: TimetableCheck.Policy = TimetableCheck.Policy.reject,
        limits: TimetableLimits = TimetableLimits(),
        clock: FileClock = FileClock.local
    ) {
        (self.calculator, self.policy, self.limits, self.clock) = (calculator, policy, limits, clock)
    }

    /// - Throws: `TimetableRefusal`, where nothing of it can be used.
    package func read(_ bytes: [UInt8]) throws(TimetableRefusal) -> CheckedTimetable {
        CheckedTimetable(try WrittenTimetable(bytes, clock: clock, madhab: calculator.madhab), self)
    }

    /// Whether it takes what is written as the other does; how it judges that is another matter.
    package func reads(as other: TimetableJudge) -> Bool {
        clock == other.clock && calculator.madhab == other.calculator.madhab
    }

    package func verdict(_ days: [FileDay], in zone: ZoneRules) -> TimetableCheck.Verdict {
        TimetableCheck(calculator.inZone(zone), policy: policy, limits: limits).judge(days)
    }
}

extension TimetableConfiguration {
    /// By which every timetable is read and judged.
    ///
    /// - Parameter calculator: of the mosque's place and method.
    package func judge(_ calculator: PrayerCalculator) -> TimetableJudge {
        TimetableJudge(calculator: calculator, policy: check, limits: limits, clock: clock)
    }
}

/// A timetable's days that were accepted, in the zone they were last asked for in.
package struct CheckedTimetable: Sendable {
    package let written: WrittenTimetable
    /// Every fault, with its line: of the writing, and of the days in the mosque's zone as it was at first.
    package let faults: [TimetableFault]
    /// The days that stand in it and cannot be used, with what is wrong with each; as the faults, in the zone as it was at first.
    package let refused: [CivilDate: TimetableFault]
    private let judge: TimetableJudge
    private var zone: ZoneRules
    private var accepted: [CivilDate: PrayerDay]

    package init(_ written: WrittenTimetable, _ judge: TimetableJudge) {
        (self.written, self.judge, zone) = (written, judge, judge.calculator.zone)
        let verdict = judge.verdict(written.days(in: zone), in: zone)
        faults = (written.faults + verdict.faults).byPlace
        accepted = Self.byDate(verdict.accepted)
        refused = written.refused(except: accepted.keys, faults)
    }

    /// The same days as another judges them; nil where it would read the file otherwise, so that the file itself is needed.
    package func judged(by other: TimetableJudge) -> CheckedTimetable? {
        judge.reads(as: other) ? CheckedTimetable(written, other) : nil
    }

    /// Every date that was accepted.
    package var dates: Set<CivilDate> { Set(accepted.keys) }

    /// How far its days reach, seen from that date; nil where none of them can be used.
    package func reach(from date: CivilDate) -> TimetableReach? {
        dates.reach(from: date, refused: refused, year: written.year)
    }

    /// Those of the dates that it has, in their order.
    package mutating func days(_ dates: some Sequence<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
        if zone != self.zone {
            self.zone = zone
            accepted = Self.byDate(judge.verdict(written.days(in: zone), in: zone).accepted)
        }
        return dates.compactMap { accepted[$0] }
    }

    private static func byDate(_ days: [PrayerDay]) -> [CivilDate: PrayerDay] {
        Dictionary(days.map { ($0.date, $0) }) { first, _ in first }
    }
}
