import AdhanCore

package struct ShownDays: Equatable, Sendable {
    /// The first and the last date; nil where there is none.
    package var from, until: CivilDate?
    /// As in `CivilDate.weekday`; empty for all.
    package var weekdays: Set<Int> = []

    package init() {}

    /// Reads `from`, `until` and `days`; the table has the faults.
    package init(_ table: ConfigTable) {
        weekdays = Set(table.weekdays("days") ?? [])
        let first = table.text("from") { try CivilDate($0) }
        let last = table.text("until") { try CivilDate($0) }
        (from, until) = (first?.value, last?.value)
        if let first, let last, first.value > last.value {
            let words = "from = \"\(first.value)\" is after until = \"\(last.value)\""
            table.fault(last.spot, "it is never shown: \(words); exchange the two, or correct one")
        }
    }

    /// The weekdays as the config writes them, from Sunday on; nil for all.
    package var names: [String]? {
        let names = ConfigTable.weekdayNames
        return weekdays.isEmpty ? nil : weekdays.sorted().compactMap { names.indices.contains($0) ? names[$0] : nil }
    }

    package var isAlways: Bool { self == ShownDays() }

    package func contains(_ date: CivilDate) -> Bool {
        (from.map { $0 <= date } ?? true) && (until.map { date <= $0 } ?? true)
            && (weekdays.isEmpty || weekdays.contains(date.weekday))
    }
}
