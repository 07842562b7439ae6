import AdhanCore
import Glibc

/// The cells of one sheet as texts: dates as YYYY-MM-DD, times as HH:MM:SS, other numbers in decimal.
final class SheetCells: XMLReceiver {
    private let strings: [String]
    private let styles: CellStyles
    private let dayZero: CivilDate
    private let texts: SheetTexts
    /// Of the row and the cell that are read, 1-based.
    private var (row, column) = (0, 0)
    private var type: String?
    private var style: String?
    private var value: [UInt8] = []
    private var isInValue = false

    init(_ strings: [String], _ styles: CellStyles, dayZero: CivilDate, _ budget: WorkbookBudget) {
        (self.strings, self.styles, self.dayZero, texts) = (strings, styles, dayZero, SheetTexts(budget))
    }

    func begin(_ name: String, _ attributes: [String: String]) throws(SpreadsheetFault) {
        switch name {
        case "row":
            let named = attributes["r"].flatMap { Int($0) }
            // What lies behind the last row of a spreadsheet is not kept.
            (row, column) = (min(max(named ?? row + 1, 0), SpreadsheetLimits.lastRow + 1), 0)
        case "c":
            if let place = attributes["r"].flatMap({ Self.place($0) }) {
                (row, column) = (place.row, place.column)
            } else {
                column += 1
            }
            (type, style, value) = (attributes["t"], attributes["s"], [])
        case "v", "t": isInValue = true
        case "mergeCell":
            let ends = (attributes["ref"] ?? "").split(separator: ":").compactMap { Self.place(String($0)) }
            guard let first = ends.first, let last = ends.last, first.row <= last.row, first.column <= last.column
            else { return }
            texts.merge(rows: first.row...last.row, columns: first.column...last.column)
        default: break
        }
    }

    func text(_ piece: UnsafeBufferPointer<UInt8>) {
        guard isInValue else { return }
        value += piece.prefix(SpreadsheetLimits.text - value.count)
    }

    func end(_ name: String) throws(SpreadsheetFault) {
        switch name {
        case "v", "t": isInValue = false
        case "c": try texts.put(text(String(decoding: value, as: UTF8.self)), row: row, column: column)
        default: break
        }
    }

    func grid(_ name: String) throws(SpreadsheetFault) -> Grid { try texts.grid(name, dayZero: dayZero) }

    private func text(_ raw: String) -> String {
        switch type {
        case "s": return Int(raw).flatMap { strings[at: $0] } ?? ""
        case "inlineStr", "str", "d": return raw
        case "b", "e": return ""
        default: return number(raw)
        }
    }

    private func number(_ raw: String) -> String {
        guard let number = Double(raw), number.isFinite, number.magnitude < 3_000_000 else { return raw }
        let kind = styles.kind(style)
        let (days, seconds) = Self.split(number)
        var clock: String {
            [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0.padded(to: 2) }.joined(separator: ":")
        }
        var date: String { dayZero.adding(days: days).description }
        switch kind {
        case .plain: return number == number.rounded() ? "\(Int(number))" : "\(Self.shown(number))"
        case .time: return clock
        // A style of a date and a time is common for either alone.
        case .date, .dateAndTime:
            if days == 0 { return clock }
            return seconds == 0 || kind == .date ? date : date + " " + clock
        }
    }

    /// With the ten digits that a spreadsheet program shows: 5.56 may be kept as 5.5600000000000005.
    private static func shown(_ number: Double) -> Double {
        let scale = pow(10, 9 - log10(number.magnitude).rounded(.down))
        return scale.isFinite ? (number * scale).rounded() / scale : number
    }

    /// Whole days, and the seconds of the rest, to the nearest second.
    private static func split(_ number: Double) -> (days: Int, seconds: Int) {
        let whole = Int((number * 86_400).rounded())
        return (Int((Double(whole) / 86_400).rounded(.down)), ((whole % 86_400) + 86_400) % 86_400)
    }

    private static func place(_ reference: String) -> (row: Int, column: Int)? {
        let plain = reference.utf8.filter { $0 != 0x24 }
        let letters = plain.prefix { (0x41...0x5A).contains($0) }
        guard (1...3).contains(letters.count),
            let row = Int(String(decoding: plain.dropFirst(letters.count), as: UTF8.self)),
            (1...SpreadsheetLimits.lastRow).contains(row)
        else { return nil }
        return (row, letters.reduce(0) { $0 * 26 + Int($1) - 0x40 })
    }
}
