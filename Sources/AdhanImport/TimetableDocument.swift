import AdhanSupport
import AdhanCore

/// A timetable file of any kind: a known format, a workbook, a calendar, or a table that has to be recognised.
package struct TimetableDocument: Sendable {
    package let written: WrittenTimetable
    /// What was taken for what; empty for a known format.
    package let remarks: [String]
    /// The columns of its first sheet; empty for a known format.
    package let columns: [TableColumn]

    /// - Parameters:
    ///   - calculator: by whose sun columns are recognised; nil if no place is known.
    ///   - clock: the clock that the times are in, if the file itself does not say.
    /// - Throws: `ImportRefusal` if nothing in it can be used.
    package init(
        _ bytes: [UInt8],
        _ calculator: PrayerCalculator?,
        clock: FileClock,
        madhab: Madhab,
        _ hints: TableHints = .none
    ) throws(ImportRefusal) {
        if let foreign = ForeignFile(bytes) { throw .foreign(foreign) }
        var calculator = calculator
        calculator?.madhab = madhab
        let isWorkbook = Spreadsheet.isArchive(bytes)
        let decoded = TextEncoding.decoded(isWorkbook ? [] : bytes)
        let text = decoded.text
        let isCalendar = CalendarTable.isCalendar(text)
        var clock = clock
        // A known format is read strictly. Where that leaves no day, the same names may have other spellings.
        var strict: Result<WrittenTimetable, TimetableRefusal> = .failure(.unknown(line: 1))
        if !isWorkbook, !isCalendar, hints.columns.isEmpty {
            do throws(TimetableRefusal) {
                let found = try WrittenTimetable(text, clock: clock, madhab: madhab)
                if found.isCertain {
                    self.init(found, [])
                    return
                }
                if !found.isHijri { strict = .success(found) }
            } catch {
                if case .notJSON = error { throw .format(error) }
                strict = .failure(error)
            }
        }
        var grids: [Grid] = []
        var remarks = decoded.name.map { ["its text is not in UTF-8; its words are those of \($0)"] } ?? []
        do throws(ImportRefusal) {
            if isCalendar {
                guard let calculator else { throw ImportRefusal.placeNeeded }
                // reason: what is wrong with a zone is told as one that is not known
                let calendar = try CalendarTable(text, in: calculator.zone) { try? SystemZones.find($0) }
                (grids, clock) = ([calendar.grid], calendar.isZoned ? .local : clock)
                remarks += [calendar.remark].compactMap(\.self)
            } else {
                grids = try isWorkbook ? Self.sheets(bytes) : Self.tables(text)
            }
            guard let calculator else { throw ImportRefusal.placeNeeded }
            let sheets = try TimetableSheets(grids, TableFacts(calculator, clock, hints))
            let found = try sheets.written()
            if case .success(let known) = strict, known.isPreferred(to: found) {
                self.init(known, [])
            } else {
                self.init(found, remarks + sheets.remarks, sheets.columns)
            }
        } catch {
            switch strict {
            case .success(let known) where known.saysMore(than: error): self.init(known, [])
            case .success: throw error
            // What the table lacks or leaves undecided says more than that it has no known format.
            case .failure(let refusal):
                if isWorkbook || isCalendar || error.isOfTable && error != .placeNeeded { throw error }
                if case .unknown = refusal {
                    if let foreign = ForeignFile(text: text) { throw .foreign(foreign) }
                    if !grids.isEmpty { throw error }
                }
                throw error == .placeNeeded ? error : .format(refusal)
            }
        }
    }

    private init(_ written: WrittenTimetable, _ remarks: [String], _ columns: [TableColumn] = []) {
        (self.written, self.remarks, self.columns) = (written, remarks, columns)
    }

    private static func sheets(_ bytes: [UInt8]) throws(ImportRefusal) -> [Grid] {
        do { return try Spreadsheet.grids(bytes) } catch { throw .workbook(error) }
    }

    private static func tables(_ text: [UInt8]) throws(ImportRefusal) -> [Grid] {
        do { return try Grid.all(in: text) } catch { throw .format(error) }
    }
}

extension WrittenTimetable {
    /// Whether its faults, as read by a known format, say more than why its columns were not recognised.
    fileprivate func saysMore(than refusal: ImportRefusal) -> Bool {
        if count > 0 { return true }
        switch refusal {
        case .table(.otherYear), .table(.severalLines): return false
        // A CSV none of whose dates is in the usual spelling is a table as any other, which the sun would have to read.
        case .placeNeeded: return shape != .csv || days > 0
        default: return !refusal.isUndecided
        }
    }

    /// Whether it counts, as read by a known format, against what the columns were recognised as. If most of its days
    /// can be used, and it has days that cannot, only a reading without any fault is better, as of lines in which
    /// remarks have commas.
    fileprivate func isPreferred(to other: WrittenTimetable) -> Bool {
        if isMostlyUsable, faults.contains(where: { $0.fate != .used }) {
            return !other.faults.isEmpty || other.count <= count
        }
        return (count, other.faultCount) > (other.count, faultCount)
    }
}
