import AdhanCore
import AdhanTimetables

/// An uploaded timetable as the page shows it. Each list is bounded, and its whole number stands beside it.
struct TimesFinding: Encodable {
    struct List<Element: Encodable>: Encodable {
        let count: Int
        let first: [Element]

        init(_ all: [Element], most: Int) { (count, first) = (all.count, Array(all.prefix(most))) }
    }

    struct Fault: Encodable { let place, day, words: String? }

    struct Correction: Encodable {
        struct Time: Encodable {
            let prayer: String
            let written: String?
            let proposed: String
        }
        let day, place: String
        let times: [Time]
        let keepable: Bool
    }

    struct LeftOut: Encodable {
        let day: String
        let words: String?
        let keepable: Bool
    }

    struct Run: Encodable {
        let first, last: String
        let count: Int

        init(_ run: DateRun) { (first, last, count) = ("\(run.first)", "\(run.last)", run.count) }
    }

    struct Change: Encodable {
        struct Time: Encodable {
            let name: String
            let before, after: String?
            let minutes: Int?
        }
        let day: String
        let times: [Time]
    }

    /// The days on which one time differs, and by how much.
    struct Shift: Encodable {
        let name: String
        let days: Int
        let least, most: Int?
    }

    struct Year: Encodable { let year, days: Int }

    let upload: UploadFolder.Upload
    /// The revision of the settings that it was compared with.
    let base: String
    /// Why nothing in it can be used yet; nil if something can.
    var undecided: String?
    var shape: String?
    var columns: [TableColumn] = []
    var remarks = List<String>([], most: 0)
    var days = 0
    var first, last: String?
    /// Whether its last day is before today, so that it cannot be confirmed.
    var isOver = false
    /// The day up to which it has all days from today, or from its first one.
    var reach: String?
    var years: [Year] = []
    var faults = List<Fault>([], most: 0)
    var notes = List<Fault>([], most: 0)
    var corrections = List<Correction>([], most: 0)
    var leftOut = List<LeftOut>([], most: 0)
    var missing = List<Run>([], most: 0)
    /// How many days of the timetable in use this one lacks; with the first and the last of them.
    var others: Run?
    /// Whether the times in use are known, so that `changes` says something.
    var isCompared = false
    var changes = List<Change>([], most: 0)
    var shifts: [Shift] = []
}

extension TimesFinding {
    private static let mostFaults = 40
    private static let mostCorrections = 100
    /// Two months.
    private static let mostChanges = 62

    init(_ upload: UploadFolder.Upload, undecided: String, base: String) {
        (self.upload, self.undecided, self.base) = (upload, undecided, base)
    }

    init(
        _ upload: UploadFolder.Upload,
        _ table: ExaminedTable,
        _ proposal: TimesProposal,
        _ inUse: TimesInUse,
        _ rules: TimesRules,
        base: String
    ) {
        let (zone, today) = (rules.zone, rules.today)
        let dates = proposal.days(keeping: []).map(\.day.date)
        (self.upload, self.base) = (upload, base)
        shape = table.written.shape.rawValue
        columns = table.columns
        remarks = List(table.remarks, most: Self.mostFaults)
        days = dates.count
        (first, last) = (dates.first?.description, dates.last?.description)
        isOver = dates.last.map { $0 < today } ?? false
        let start = dates.first.map { max($0, today) } ?? today
        reach = proposal.checked.reach(from: start)?.last?.description
        years = Self.years(dates)
        faults = List(proposal.checked.faults.map(Fault.init), most: Self.mostFaults)
        let told = Set(table.remarks)
        let remarks = proposal.checked.remarks.filter { remark in !told.contains { $0.hasSuffix(remark.sentence) } }
        notes = List(remarks.map(Fault.init), most: Self.mostFaults)
        corrections = List(proposal.corrections.map { Correction($0, zone) }, most: Self.mostCorrections)
        leftOut = List(
            proposal.leftOut.map { LeftOut(day: "\($0.date)", words: $0.fault?.sentence, keepable: $0.isKeepable) },
            most: Self.mostFaults
        )
        missing = List(DateRun.gaps(dates).map(Run.init), most: Self.mostFaults)
        let others = inUse.others(besides: Set(dates), from: today).map(\.day.date)
        if let first = others.first, let last = others.last {
            self.others = Run(first: "\(first)", last: "\(last)", count: others.count)
        }
        if case .unknown = inUse.source { return }
        isCompared = true
        let accepted = proposal.checked.days(dates, in: zone)
        let found = DayChange.all(from: inUse, to: accepted, since: today)
        changes = List(found.map { Change($0, zone) }, most: Self.mostChanges)
        shifts = Self.shifts(found)
    }

    /// How many days each year has, in order.
    static func years(_ dates: [CivilDate]) -> [Year] {
        Dictionary(grouping: dates, by: \.year).map { Year(year: $0, days: $1.count) }.sorted { $0.year < $1.year }
    }

    private static func shifts(_ changes: [DayChange]) -> [Shift] {
        let all = changes.flatMap(\.times)
        let names = all.map(\.name).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        let byName = Dictionary(grouping: all, by: \.name)
        return names.map { name in
            let times = byName[name] ?? []
            let minutes = times.compactMap(\.minutes)
            return Shift(name: name, days: times.count, least: minutes.min(), most: minutes.max())
        }
    }
}

extension TimesFinding.Run {
    fileprivate init(first: String, last: String, count: Int) {
        (self.first, self.last, self.count) = (first, last, count)
    }
}

extension TimesFinding.Fault {
    init(_ fault: TimetableFault) {
        (place, day, words) = (fault.place, fault.date?.description, fault.sentence)
    }
}

extension TimesFinding.Correction {
    fileprivate init(_ correction: TimesProposal.Correction, _ zone: ZoneRules) {
        (day, place, keepable) = ("\(correction.date)", correction.place, correction.isKeepable)
        times = correction.times.map { time in
            Time(
                prayer: time.prayer.rawValue,
                written: time.written.map { zone.clockText($0) },
                proposed: zone.clockText(time.proposed)
            )
        }
    }
}

extension TimesFinding.Change {
    fileprivate init(_ change: DayChange, _ zone: ZoneRules) {
        day = "\(change.date)"
        times = change.times.map { time in
            Time(
                name: time.name,
                before: time.before.map { zone.clockText($0) },
                after: time.after.map { zone.clockText($0) },
                minutes: time.minutes
            )
        }
    }
}
