import AdhanCore

/// How the mosque has timetables read and judged, wherever they come from.
struct TimetableJudge: Sendable {
    let calculator: PrayerCalculator
    var policy = TimetableCheck.Policy.reject
    var limits = TimetableLimits()
    /// By which times are written, where the timetable does not say itself.
    var clock = FileClock.local

    /// - Throws: `TimetableRefusal`, where nothing of it can be used.
    func read(_ bytes: [UInt8]) throws(TimetableRefusal) -> CheckedTimetable {
        CheckedTimetable(try WrittenTimetable(bytes, clock: clock, madhab: calculator.madhab), self)
    }

    /// Whether it takes what is written as the other does; how it judges that is another matter.
    func reads(as other: TimetableJudge) -> Bool {
        clock == other.clock && calculator.madhab == other.calculator.madhab
    }

    func verdict(_ days: [FileDay], in zone: ZoneRules) -> TimetableCheck.Verdict {
        TimetableCheck(calculator.inZone(zone), policy: policy, limits: limits).judge(days)
    }
}

/// A timetable's days that were accepted, in the zone they were last asked for in.
struct CheckedTimetable: Sendable {
    let written: WrittenTimetable
    /// Every fault, with its line: of the writing, and of the days in the mosque's zone as it was at first.
    let faults: [TimetableFault]
    /// The days that stand in it and cannot be used, with what is wrong with each; as the faults, in the zone as it was at first.
    let refused: [CivilDate: TimetableFault]
    private let judge: TimetableJudge
    private var zone: ZoneRules
    private var accepted: [CivilDate: PrayerDay]

    init(_ written: WrittenTimetable, _ judge: TimetableJudge) {
        (self.written, self.judge, zone) = (written, judge, judge.calculator.zone)
        let verdict = judge.verdict(written.days(in: zone), in: zone)
        faults = (written.faults + verdict.faults).byPlace
        accepted = Self.byDate(verdict.accepted)
        refused = written.refused(except: accepted.keys, faults)
    }

    /// The same days as another judges them; nil where it would read the file otherwise, so that the file itself is needed.
    func judged(by other: TimetableJudge) -> CheckedTimetable? {
        judge.reads(as: other) ? CheckedTimetable(written, other) : nil
    }

    /// Every date that was accepted.
    var dates: Set<CivilDate> { Set(accepted.keys) }

    /// How far its days reach, seen from that date; nil where none of them can be used.
    func reach(from date: CivilDate) -> TimetableReach? { dates.reach(from: date, refused: refused) }

    /// Those of the dates that it has, in their order.
    mutating func days(_ dates: some Sequence<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
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
