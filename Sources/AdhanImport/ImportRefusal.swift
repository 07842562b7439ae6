import AdhanCore

/// Why no timetable is read from a file of any kind.
package enum ImportRefusal: Error, Hashable, CustomStringConvertible {
    /// What a known format, or the text of a table, lacks.
    case format(TimetableRefusal)
    /// An iCalendar file that cannot be read; the line is nil where it is about the whole file.
    case calendar(line: Int?, String)
    case foreign(ForeignFile)
    case workbook(SpreadsheetFault)
    /// Columns are recognised by the sun, which needs a place.
    case placeNeeded
    /// A table without a known format that cannot be recognised either.
    case table(TableRefusal)
    /// Sheets of a workbook that are undecided, while the others have no whole year; the first of them is named.
    case sheets(first: String, others: Int, TableRefusal)

    package var description: String {
        switch self {
        case .format(let refusal): refusal.description
        case .calendar(let line, let reason): (line.map { "line \($0): " } ?? "") + reason
        case .foreign(let file): file.description
        case .workbook(let fault): fault.description
        case .placeNeeded:
            "this is no known format, and without a place its columns cannot be recognised by the sun; set latitude, "
                + "longitude and timezone in [place] of the config"
        case .table(let refusal): refusal.description
        case .sheets(let first, let others, let refusal):
            "the sheet \"\(OneLine.of(first))\" cannot be read"
                + (others > 0 ? ", nor \(others == 1 ? "another" : "\(others) others")" : "") + ": \(refusal)"
        }
    }

    /// Whether a person has to decide between readings that fit equally.
    var isUndecided: Bool {
        switch self {
        case .table(let refusal): refusal.isUndecided
        case .sheets: true
        default: false
        }
    }

    /// Whether the file has a table, in which something is missing or undecided.
    var isOfTable: Bool {
        switch self {
        case .placeNeeded, .sheets: true
        case .table(let refusal): refusal != .noTable
        default: false
        }
    }
}
