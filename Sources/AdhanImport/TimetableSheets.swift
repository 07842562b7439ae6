import AdhanCore

/// The tables of a file: of a text the first reading that is a timetable, of a workbook all sheets with other days,
/// since some have a month a sheet.
struct TimetableSheets {
    /// As many days as a year has: what is then left out adds nothing to it.
    private static let wholeYear = 365
    /// Several times what two years have. More would only take time.
    private static let cellLimit = 50_000
    /// A longer text counts for several cells.
    private static let usualBytes = 24
    /// A cover has no more that matters.
    private static let (mostRows, mostCells) = (100, 40)

    private var tables: [RecognisedTable] = []
    private var leftOut: [LeftOut] = []

    private struct LeftOut {
        let name: String
        let why: String
        /// Whether its days are lost; those of another one may stand for them.
        let isLost: Bool
    }

    /// What was taken for what, a sentence each: what not all sheets have in common with their names.
    var remarks: [String] {
        let all = tables.flatMap(\.remarks)
        guard tables.count > 1 else { return all }
        return all.enumerated().filter { !all.prefix($0.offset).contains($0.element) }.map { _, remark in
            let own = tables.filter { $0.remarks.contains(remark) }
            guard own.count < tables.count else { return remark }
            let names = own.map { "\"\(OneLine.of($0.sheet))\"" }.joined(separator: ", ")
            return "\(own.count == 1 ? "sheet" : "sheets") \(names): \(remark)"
        }
    }

    /// The columns of the first sheet: the others of a workbook are usually alike.
    var columns: [TableColumn] { tables.first?.columns ?? [] }

    private struct Sheet {
        let grid: Grid
        let timeSeparators: Set<UInt8>
        var result: Result<RecognisedTable, TableRefusal>

        var isNamed: Bool { !grid.name.isEmpty }
        var table: RecognisedTable? { if case .success(let table) = result { table } else { nil } }
        var refusal: TableRefusal? { if case .failure(let refusal) = result { refusal } else { nil } }
    }

    /// - Throws: `ImportRefusal` if none is a timetable, or if a person has to decide something about sheets whose
    ///   days the others may not have: a mosque's year must not shrink to the months that happen to be certain.
    init(_ grids: [Grid], _ facts: TableFacts) throws(ImportRefusal) {
        var timeSeparators: Set<UInt8> = []
        func read(_ grid: Grid, _ facts: TableFacts) -> Sheet {
            do throws(TableRefusal) {
                let table = try Self.table(grid, facts, &timeSeparators)
                return Sheet(grid: grid, timeSeparators: timeSeparators, result: .success(table))
            } catch {
                return Sheet(grid: grid, timeSeparators: timeSeparators, result: .failure(error))
            }
        }
        var sheets: [Sheet] = []
        var cells = 0
        for grid in grids where !grid.name.isEmpty || !sheets.contains(where: { $0.table != nil }) {
            cells += grid.rows.reduce(0) { $0 + $1.cells.reduce(0) { $0 + 1 + $1.utf8.count / Self.usualBytes } }
            guard cells <= Self.cellLimit else {
                // Another reading of the same text is less likely.
                if sheets.isEmpty { throw .table(.manyCells(Self.cellLimit)) }
                break
            }
            sheets.append(read(grid, facts))
        }
        // What one sheet proves of its times, such as that a hyphen parts hours and minutes, counts for all.
        for (index, sheet) in sheets.enumerated() where sheet.isNamed && sheet.timeSeparators != timeSeparators {
            sheets[index] = read(sheet.grid, facts)
        }
        if let year = Self.year(of: sheets.filter(\.isNamed), facts.hints.today) {
            var dated = facts
            dated.hints.yearOfWorkbook = year
            for (index, sheet) in sheets.enumerated() where sheet.isNamed {
                if case .year = sheet.refusal { sheets[index] = read(sheet.grid, dated) }
            }
        }
        try choose(from: sheets)
        let undecided = sheets.filter { $0.isNamed && $0.refusal?.isUndecided == true }
        let count = tables.reduce(0) { $0 + $1.dates.count }
        if count < Self.wholeYear, let first = undecided.first, let refusal = first.refusal {
            throw .sheets(first: first.grid.name, others: undecided.count - 1, refusal)
        }
    }

    /// The days of all tables. Throws `ImportRefusal` if there are none, or too many.
    func written() throws(ImportRefusal) -> WrittenTimetable {
        // A single sheet needs no name.
        let sheets = tables.enumerated().map { tables.count > 1 ? SheetName(number: $0, name: $1.sheet) : nil }
        let days = zip(tables, sheets).flatMap { table, sheet in table.days.map { $0.on(sheet) } }
        guard !days.isEmpty else { throw .table(.noTable) }
        let warnings = zip(tables, sheets).flatMap { table, sheet in
            table.warnings.map { TimetableFault(ofWhole: $0, line: table.line).on(sheet) }
        }
        let others = leftOut.enumerated().map { index, sheet in
            TimetableFault(ofWhole: "the sheet is left out: \(sheet.why)", line: 1)
                .on(SheetName(number: tables.count + index, name: sheet.name))
        }
        do throws(TimetableRefusal) {
            return try WrittenTimetable(
                recognised: days,
                columnFaults: zip(tables, sheets).flatMap { table, sheet in table.faults.map { $0.on(sheet) } },
                remarks: warnings + others,
                sheetsLeftOut: leftOut.filter(\.isLost).map(\.name)
            )
        } catch {
            throw .format(error)
        }
    }

    /// Keeps the tables with other days. Single days that are on two sheets have faults of their own.
    private mutating func choose(from sheets: [Sheet]) throws(ImportRefusal) {
        for sheet in sheets {
            if let table = sheet.table {
                let other = tables.first { $0.dates.intersection(table.dates).count * 2 >= table.dates.count }
                if let other, let day = other.dates.intersection(table.dates).min() {
                    let name = OneLine.of(other.sheet)
                    // Its days are not lost, but what else it has may be.
                    let lost = table.extras.subtracting(tables.flatMap(\.extras)).sorted()
                    let why =
                        "the sheet \"\(name)\" has its days as well, first \(day)"
                        + (lost.isEmpty ? "" : ", but no \(lost.joined(separator: ", "))")
                    leftOut.append(LeftOut(name: sheet.grid.name, why: why, isLost: !lost.isEmpty))
                } else {
                    tables.append(table)
                }
            } else if let refusal = sheet.refusal, sheet.isNamed, refusal != .noTable {
                leftOut.append(LeftOut(name: sheet.grid.name, why: "\(refusal)", isLost: true))
            }
        }
        guard tables.isEmpty else { return }
        // What a table lacks says more than that another reading of it is no table.
        throw .table(sheets.compactMap(\.refusal).first { $0 != .noTable } ?? .noTable)
    }

    /// The year of a workbook: the one of the sheets that prove theirs, which a cover that names years must name as
    /// well; without such sheets the only one of the cover. Nil if there are several: last year's times must not be
    /// called in silence.
    private static func year(of sheets: [Sheet], _ today: CivilDate?) -> Int? {
        let proven = Set(sheets.flatMap { $0.table?.dates.map(\.year) ?? [] })
        let covers = sheets.filter { $0.refusal == .noTable }.map(\.grid)
        let texts = covers.flatMap { grid in
            [grid.name] + grid.rows.prefix(mostRows).flatMap { $0.cells.prefix(mostCells) }
        }
        let named = Set(texts.flatMap { PeriodText($0).years(near: today) })
        let likely = proven.isEmpty ? named : named.isEmpty ? proven : proven.intersection(named)
        return proven.count < 2 && likely.count == 1 ? likely.first : nil
    }

    /// A grid as it is, or with its blocks one below the other, or with its columns as rows.
    private static func table(
        _ grid: Grid,
        _ facts: TableFacts,
        _ timeSeparators: inout Set<UInt8>
    ) throws(TableRefusal) -> RecognisedTable {
        let grid = grid.parted ?? grid
        let plain = PlainGrid(grid, timeSeparators: timeSeparators)
        // Another reading of the same text has other columns.
        if !grid.name.isEmpty { timeSeparators = plain.timeSeparators }
        let stacked = plain.stacked.map { PlainGrid($0, timeSeparators: plain.timeSeparators) }
        var ofBlocks: TableRefusal?
        if let stacked {
            do throws(TableRefusal) { return try RecognisedTable(stacked, facts) } catch { ofBlocks = error }
        }
        do throws(TableRefusal) {
            return try RecognisedTable(plain, facts)
        } catch {
            let blocks = plain.columnsOfEachPrayer
            if blocks > 1 {
                // Months one below the other may lack nothing but their year.
                guard case .year(let years, _)? = ofBlocks, let year = years.first, let ofBlocks, let stacked else {
                    throw .blocks(blocks)
                }
                var dated = facts
                dated.hints.year = year
                // reason: with a year it is not read either, so that its months are not known
                throw (try? RecognisedTable(stacked, dated)) == nil ? .blocks(blocks) : ofBlocks
            }
            if !error.isUndecided, let transposed = grid.transposed {
                let turned = PlainGrid(transposed, timeSeparators: plain.timeSeparators)
                // reason: if it cannot be read, it is no such table
                if let table = try? RecognisedTable(turned, facts) { return table }
            }
            throw error
        }
    }
}
