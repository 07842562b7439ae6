import AdhanCore

extension WrittenTimetable {
    /// The days of tables that were recognised.
    ///
    /// - Parameter leftOut: the sheets that are not among the tables, and why.
    /// - Throws: `ImportRefusal` if there are none, or too many.
    init(
        _ tables: [RecognisedTable],
        without leftOut: [LeftOutSheet],
        clock: FileClock,
        madhab: Madhab
    ) throws(ImportRefusal) {
        let options = ReadDay.Options(clock: clock, madhab: madhab)
        // Of a single one everybody knows where it is.
        let sheets = tables.enumerated().map { tables.count > 1 ? SheetName(number: $0, name: $1.sheet) : nil }
        let days = zip(tables, sheets).flatMap { table, sheet in table.days.map { $0.read(options).on(sheet) } }
        guard !days.isEmpty else { throw .table(.noTable) }
        let warnings = zip(tables, sheets).flatMap { table, sheet in
            table.warnings.map {
                TimetableFault(line: table.line, date: nil, fate: .used, isOfWhole: true, $0).on(sheet)
            }
        }
        let others = leftOut.enumerated().map { index, sheet in
            TimetableFault(line: 1, date: nil, fate: .used, isOfWhole: true, "the sheet is left out: \(sheet.why)")
                .on(SheetName(number: tables.count + index, name: sheet.name))
        }
        do throws(TimetableRefusal) {
            try self.init(
                recognised: days,
                columnFaults: zip(tables, sheets).flatMap { table, sheet in table.faults.map { $0.on(sheet) } },
                remarks: warnings + others,
                sheetsLeftOut: leftOut.filter(\.isLost).map(\.name)
            )
        } catch {
            throw .format(error)
        }
    }
}

extension RecognisedTable.Day {
    fileprivate func read(_ options: ReadDay.Options) -> ReadDay {
        switch self {
        case .read(let node, let unread): ReadDay(node, options).without(unread)
        case .undated(let line, let problem): ReadDay(line: line, date: nil, problem)
        case .short(let line, let date, let cells, let columns):
            ReadDay(line: line, date: date, .columns(cells, header: columns))
        }
    }
}
