import AdhanCore

/// A separator of columns that is no usual one: one character that is neither letter nor digit, or a run of it, as in
/// `Oct 01--05:41--06:00`.
struct SeparatorRun: Hashable {
    private let scalar: Unicode.Scalar
    /// Whether there are two of it or more. Single blanks, colons and dots are within dates and times.
    let isLong: Bool

    /// Whether it is more likely than blanks to part columns. A single hyphen or slash may be within dates.
    var isLikely: Bool { isLong || scalar != "-" && scalar != "/" }

    private static let never: Set<Unicode.Scalar> = ["\"", "'"]
    private static let onlyLong: Set<Unicode.Scalar> = [" ", ":", ".", ","]
    /// More readings are not tried.
    private static let most = 2
    private static let mostLines = WrittenTimetable.mostDays * 2

    /// Those that part nearly all lines of a text into as many cells, the likeliest first.
    static func all(in text: [UInt8], _ columns: ClosedRange<Int>) -> [SeparatorRun] {
        let lines = lines(text).map { line in runs(line).reduce(into: [:]) { $0[$1.separator, default: 0] += 1 } }
        guard lines.count <= mostLines else { return [] }
        var found: [SeparatorRun: [Int: Int]] = [:]
        for (separator, count) in lines.joined() where columns.contains(count + 1) {
            found[separator, default: [:]][count, default: 0] += 1
        }
        // A title may have the same character elsewhere.
        let agreed = found.compactMapValues { $0.values.max() }.filter {
            $0.value > 2 && $0.value * 10 >= lines.count * 8
        }
        return agreed.sorted { ($0.value, $0.key.rank) > ($1.value, $1.key.rank) }.prefix(most).map(\.key)
    }

    /// The text as a table whose columns it parts. A line without it is a title.
    func grid(_ text: [UInt8], _ columns: ClosedRange<Int>) -> Grid {
        let rows = Self.numbered(text).compactMap { number, line -> Grid.Row? in
            var (cells, start): ([String], String.UnicodeScalarView.Index) = ([], line.startIndex)
            for run in Self.runs(line) where run.separator == self {
                cells.append(String(line[start..<run.range.lowerBound]))
                start = run.range.upperBound
            }
            cells.append(String(line[start...]))
            return cells.count <= columns.upperBound ? Grid.Row(line: number, cells: cells) : nil
        }
        return Grid(rows: rows, isAligned: false)
    }

    /// Of two that part as many lines, a long one; else the same one each time.
    private var rank: UInt32 { scalar.value + (isLong ? 1 << 24 : 0) }

    private static func lines(_ text: [UInt8]) -> [Substring.UnicodeScalarView] { numbered(text).map(\.line) }

    /// The lines that are not blank, trimmed, with their numbers from 1 on.
    private static func numbered(_ text: [UInt8]) -> [(number: Int, line: Substring.UnicodeScalarView)] {
        text.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated().compactMap { index, bytes in
            let line = String(decoding: bytes.prefix(longest), as: UTF8.self).trimmed
            return line.isEmpty ? nil : (index + 1, line.unicodeScalars)
        }
    }

    /// Bytes of a line; the rest is cut off.
    private static let longest = 4000

    private typealias Run = (separator: SeparatorRun, range: Range<String.UnicodeScalarView.Index>)

    private static func runs(_ line: Substring.UnicodeScalarView) -> [Run] {
        var (found, start): ([Run], String.UnicodeScalarView.Index) = ([], line.startIndex)
        while start < line.endIndex {
            let scalar = line[start]
            var (end, length) = (line.index(after: start), 1)
            while end < line.endIndex, line[end] == scalar {
                end = line.index(after: end)
                length += 1
            }
            if isSeparator(scalar, length) {
                found.append((SeparatorRun(scalar: scalar, isLong: length > 1), start..<end))
            }
            start = end
        }
        return found
    }

    private static func isSeparator(_ scalar: Unicode.Scalar, _ length: Int) -> Bool {
        if never.contains(scalar) || length == 1 && onlyLong.contains(scalar) { return false }
        guard CharacterClass.of(scalar).piece == nil, let plain = CharacterClass.of(scalar).plain else { return false }
        return !("0"..."9").contains(plain)
    }
}
