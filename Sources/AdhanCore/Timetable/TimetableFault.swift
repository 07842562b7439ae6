/// One fault in a timetable that is readable as a whole.
package struct TimetableFault: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    package enum Fate: String, Sendable, Hashable, Codable {
        case refused
        case replaced
        /// It is called as it stands.
        case used
    }

    /// Where it is, seen from its line.
    package enum Side: String, Sendable, Hashable, Codable {
        case at = ""
        case before = "before "
        case after = "after "
    }

    /// In the file, 1-based; in a workbook, of its sheet.
    package let line: Int
    private let side: Side
    /// Nil if the file has no sheets, or only one is read.
    private(set) var sheet: SheetName?
    /// The mosque date it is about; nil if the file's own date cannot be read.
    package let date: CivilDate?
    /// The last date it is about, if it is about several.
    let through: CivilDate?
    /// The dates that it is about, if they are not all from the first to the last.
    private let dates: Set<CivilDate>?
    /// Whose time is wrong; nil where it is that of no single prayer.
    let prayer: Prayer?
    package let fate: Fate
    /// What it has in common with others, which are then told as one; nil if it is told alone.
    let kind: String?
    /// Whether it is about the file as a whole, so that it is told before the others.
    let isOfWhole: Bool
    package let sentence: String

    package init(
        _ side: Side = .at,
        line: Int,
        date: CivilDate?,
        through: CivilDate? = nil,
        among dates: Set<CivilDate>? = nil,
        of prayer: Prayer? = nil,
        fate: Fate = .refused,
        kind: String? = nil,
        isOfWhole: Bool = false,
        _ problem: some CustomStringConvertible
    ) {
        (self.line, self.date, self.through, self.prayer, self.fate) = (line, date, through, prayer, fate)
        (self.side, self.dates, self.kind, self.isOfWhole) = (side, dates, kind, isOfWhole)
        sentence = problem.description
    }

    /// A fault of the file as a whole, all of which is used.
    package init(ofWhole words: String, line: Int) {
        self.init(line: line, date: nil, fate: .used, isOfWhole: true, words)
    }

    init(line: Int, date: CivilDate?, _ problem: DayProblem) {
        let fate: Fate = problem.isBeside ? .used : .refused
        self.init(line: line, date: date, fate: fate, kind: problem.kind, problem.description)
    }

    /// One fault for several of one kind, in the order of the file; nil if there is none.
    fileprivate init?(joining faults: [TimetableFault]) {
        guard let first = faults.first, let last = faults.last else { return nil }
        let dates = faults.reduce(into: Set<CivilDate>()) { $0.formUnion($1.days) }
        let end = last.date.map { "\($0)" } ?? "line \(last.line)"
        self.init(
            line: first.line,
            date: first.date,
            through: dates.max(),
            among: dates,
            fate: first.fate,
            "\(first.sentence); there are \(faults.count - 1) more of this kind, the last one at \(end)"
        )
        sheet = first.sheet
    }

    package func on(_ sheet: SheetName?) -> TimetableFault {
        var fault = self
        fault.sheet = sheet
        return fault
    }

    /// Where to look, as in `line 12` or `sheet "May", line 12`.
    package var place: String { Self.place(line, side, on: sheet) }

    static func place(_ line: Int, _ side: Side = .at, on sheet: SheetName?) -> String {
        (sheet.map { "sheet \"\(OneLine.of($0.name))\", " } ?? "") + "\(side.rawValue)line \(line)"
    }

    package func concerns(_ year: Int) -> Bool {
        date.map { ($0.year...max($0, through ?? $0).year).contains(year) } ?? true
    }

    fileprivate func isAbout(_ day: CivilDate) -> Bool {
        dates?.contains(day) ?? date.map { $0 <= day && day <= (through ?? $0) } ?? false
    }

    fileprivate var days: Set<CivilDate> { dates ?? Set(date.map { [CivilDate]($0...(through ?? $0)) } ?? []) }

    /// The first few sentences, and after them how many more there are; `rest` ends that last line.
    package static func brief(
        _ sentences: [String],
        kind: String = "faults",
        _ rest: (_ shown: Int) -> String
    ) -> [String] {
        let count = 3
        // A line that hides a single one spares nothing.
        guard sentences.count > count + 2 else { return sentences }
        return sentences.prefix(count) + ["and \(sentences.count - count) more \(kind)\(rest(count))"]
    }

    /// The same with an end that does not depend on what is shown.
    package static func brief(_ sentences: [String], _ rest: String, kind: String = "faults") -> [String] {
        brief(sentences, kind: kind) { _ in rest }
    }

    /// The same for the faults of a file, with the days and prayers of those that are not shown.
    package static func brief(_ faults: [TimetableFault], of path: String, _ rest: String) -> [String] {
        brief(faults.map { "\(path): \($0)" }) { Array(faults.dropFirst($0)).tally + rest }
    }

    package var description: String {
        let day = date.map { fate == .replaced && through == nil ? ", \($0.dayAndMonth)" : ", \($0)" } ?? ""
        return "\(place)\(day): \(sentence)"
    }
}

extension [TimetableFault] {
    /// So many faults of one kind are told as one.
    static let flood = 10

    /// How many days are faulty, and for which prayers, as the end of a sentence; empty where no fault has a day.
    package var tally: String {
        let counts = Prayer.allCases.compactMap { prayer -> String? in
            let days = filter { $0.prayer == prayer }.dayCount
            return days == 0 ? nil : "\(prayer.rawValue) on \(days)"
        }
        let prayers = counts.isEmpty ? "" : " (\(counts.joined(separator: ", ")))"
        return dayCount == 0 ? "" : " on \(dayCount) \(dayCount == 1 ? "day" : "days")\(prayers)"
    }

    private var dayCount: Int {
        reduce(into: Set<CivilDate>()) { $0.formUnion($1.days) }.count
    }

    /// In the order of their dates, after those of the file as a whole. One without a date follows what stands before
    /// it in the file.
    package var inOrder: [TimetableFault] {
        func place(_ fault: TimetableFault) -> (Int, Int, CivilDate) {
            (fault.sheet?.number ?? 0, fault.line, fault.date ?? .first)
        }
        var date = CivilDate.first
        let ordered = filter { !$0.isOfWhole }.sorted { place($0) < place($1) }.map { fault in
            date = fault.date ?? date
            return (date: date, fault: fault)
        }
        let byDate = ordered.enumerated().sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }
        return filter(\.isOfWhole) + byDate.map(\.element.fault)
    }

    /// Those of days from that one on: the soonest first, and at last those without a day.
    package func ahead(of date: CivilDate) -> [TimetableFault] {
        func day(_ fault: TimetableFault) -> CivilDate { fault.date.map { Swift.max($0, date) } ?? .last }
        return filter { ($0.through ?? $0.date ?? .last) >= date }.sorted {
            (day($0), $0.line) < (day($1), $1.line)
        }
    }

    /// The same with one fault in place of many of one kind, at the first of them.
    var jointly: [TimetableFault] {
        func group(_ fault: TimetableFault) -> [String]? {
            fault.kind.map { [$0, "\(fault.sheet?.number ?? 0)"] }
        }
        var floods = Dictionary(grouping: filter { $0.kind != nil }, by: group).filter { $0.value.count >= Self.flood }
        return compactMap { fault in
            guard floods[group(fault)] != nil else { return fault }
            defer { floods[group(fault)] = [] }
            return floods[group(fault)].flatMap { TimetableFault(joining: $0.inOrder) }
        }
    }

    /// The first fault because of which each of those dates is not used.
    func byDate(_ dates: some Sequence<CivilDate>) -> [CivilDate: TimetableFault] {
        let refusals = filter { $0.fate == .refused }
        let found = dates.compactMap { date in
            refusals.first { $0.isAbout(date) }.map { (date, $0) }
        }
        return Dictionary(found) { first, _ in first }
    }
}

/// A sheet of a workbook, where several of them are read.
package struct SheetName: Sendable, Hashable, Codable {
    /// Its place among those that are read.
    let number: Int
    let name: String

    package init(number: Int, name: String) { (self.number, self.name) = (number, name) }
}
