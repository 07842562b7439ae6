/// The meaning of a table's columns. Columns are identified by the names in the first line, never by position, so an
/// added column does not shift the others.
struct CSVColumns {
    let line: Int
    private let names: [String]
    private let date: Int?

    /// - Throws: `TimetableRefusal` if the header has no date, lacks a time, or has one twice.
    init(_ table: CSVTable) throws(TimetableRefusal) {
        guard let header = table.records.first else { throw .unknown(line: 1) }
        (line, names) = (header.line, header.fields)
        let fields = names.map { DayField($0) }
        date = fields.firstIndex(of: .date)
        // A congregation's column without its prayer's name has a meaning only beside another column.
        guard date != nil, !names.contains(where: { DayField.iqama.contains($0.spelling) }) else {
            throw .unknown(line: line)
        }
        // A second line of headings names the columns under merged cells. Without one, the neighbours of a column of
        // times say what it is.
        let unnamed = names.indices.filter { names[$0].trimmed.isEmpty }
        let hasSecondLine =
            date.map { table.records.dropFirst().first?.fields[at: $0]?.trimmed.isEmpty == true } ?? false
        if !unnamed.isEmpty, hasSecondLine || unnamed.contains(where: { Self.hasTimes($0, in: table) }) {
            throw .unknown(line: line)
        }
        var seen: Set<DayField> = []
        // A mosque may have several Friday prayers, each in a column of its own.
        for case let field? in fields
        where !seen.insert(field).inserted && field != .jumuah && field != .jumuahPrayer {
            throw .keyTwice(key: field.name, line: line)
        }
        if seen.contains(.laterAsr) { seen.insert(.time(.asr)) }
        let missing = Prayer.allCases.filter { !seen.contains(.time($0)) }.map(\.rawValue)
        guard missing.isEmpty else { throw .missingColumns(missing, line: line) }
    }

    /// The columns that a person would take for a congregation's or Jumu'ah's, and that no format has.
    func faults(in table: CSVTable) -> [TimetableFault] {
        let advice = "name it, as in fajr_iqama, or delete it"
        func isTime(_ text: String) -> Bool { ClockCell(text) != nil }
        let hasKhutbahs = names.contains { DayField($0) == .jumuah }
        return names.enumerated().compactMap { index, name in
            func fault(_ words: String, _ isShown: (String) -> Bool) -> TimetableFault? {
                let first = table.records.dropFirst().first { $0.fields[at: index].map(isShown) == true }
                return first.map { TimetableFault(ofWhole: "column \(index + 1) \(words)", line: $0.line) }
            }
            if name.trimmed.isEmpty { return nil }
            func isFilled(_ text: String) -> Bool { !CellText.numbers(text).isEmpty }
            let quoted = JSONNode.quote(name)
            switch DayField(name) {
            case .jumuahPrayer where hasKhutbahs:
                let advice = "set iqama in [jumuah] of the config"
                return fault("\(quoted) is not used beside the column of the khutbah; \(advice)", isFilled)
            case nil:
                guard let found = ColumnName(name), found.kind != .adhan else {
                    guard Self.hasTimes(index, in: table) else { return nil }
                    return fault("\(quoted) has times and is not used; if they are an iqama, \(advice)", isTime)
                }
                guard found.kind == .iqama || found.kind == .jumuah else { return nil }
                let right =
                    found.kind == .iqama
                    ? "\((found.prayer ?? .fajr).rawValue)_iqama"
                    : found.friday == .prayer ? "jumuah_iqama" : "jumuah"
                return fault("\(quoted) is not used; in this format its name is \(right)", isFilled)
            default: return nil
            }
        }
    }

    /// Whether most cells of a column that are not empty are times of day.
    private static func hasTimes(_ index: Int, in table: CSVTable) -> Bool {
        let filled = table.records.dropFirst().compactMap { $0.fields[at: index] }.filter { !CellText.isBlank($0) }
        return filled.count { ClockCell($0) != nil } * 2 > filled.count
    }

    func day(_ record: CSVTable.Record, _ options: ReadDay.Options) -> ReadDay {
        guard record.fields.count == names.count else {
            let text = record.fields.enumerated().first { $0.offset == date }?.element.trimmed
            // If the date cannot be read either, the fault only says that the line is broken.
            let found = text.flatMap { try? CivilDate($0.prefix(16)) }  // reason: see above
            return ReadDay(line: record.line, date: found, .columns(record.fields.count, header: names.count))
        }
        let members = zip(names, record.fields).map { JSONNode(key: $0, value: .string($1), line: record.line) }
        return ReadDay(DayEntry(line: record.line, members), options)
    }
}
