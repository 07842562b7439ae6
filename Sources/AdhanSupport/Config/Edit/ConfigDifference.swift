import AdhanCore

/// The lines that differ between two texts of a file, for people.
package struct ConfigDifference: Sendable, Equatable, CustomStringConvertible {
    package struct Line: Sendable, Equatable {
        /// Whether only the later text has the line; otherwise only the earlier one.
        package let isAdded: Bool
        /// The line's number in its text, 1-based.
        package let number: Int
        /// The line without its end.
        package let text: String

        /// Whether it says nothing to the program.
        package var isComment: Bool { ["#", nil].contains(text.first { $0 != " " && $0 != "\t" }) }
    }

    /// The removed and the added lines, in the order of the file.
    package let lines: [Line]

    /// The number of lines that are searched for one that both texts have.
    private static let window = 40

    /// The time is proportional to the texts' size.
    package init(_ before: [UInt8], _ after: [UInt8]) {
        let (old, new) = (Self.split(before), Self.split(after))
        var (left, right) = (0, 0)
        var lines: [Line] = []
        while left < old.count || right < new.count {
            if left < old.count, right < new.count, old[left] == new[right] {
                (left, right) = (left + 1, right + 1)
                continue
            }
            let (removed, added) = Self.step(old[left...], new[right...])
            for index in left..<left + removed { lines.append(Self.line(old[index], index, isAdded: false)) }
            for index in right..<right + added { lines.append(Self.line(new[index], index, isAdded: true)) }
            (left, right) = (left + removed, right + added)
        }
        self.lines = lines
    }

    /// A line of text for each line: its sign, its number and its text.
    package var description: String {
        let width = lines.map { "\($0.number)".count }.max() ?? 0
        return lines.map { line in
            let number = "\(line.number)"
            let space = String(repeating: " ", count: width - number.count)
            return "\(line.isAdded ? "+" : "-") \(space)\(number)  \(OneLine.of(line.text))"
        }.joined(separator: "\n")
    }

    /// The fewest lines to leave out on both sides, so that the next lines are the same. If none is found, all within
    /// the window.
    private static func step(
        _ old: ArraySlice<ArraySlice<UInt8>>,
        _ new: ArraySlice<ArraySlice<UInt8>>
    ) -> (removed: Int, added: Int) {
        let (old, new) = (old.prefix(window), new.prefix(window))
        for sum in 1..<2 * window {
            for removed in stride(from: min(sum, old.count), through: max(0, sum - new.count), by: -1) {
                let (left, right) = (old.startIndex + removed, new.startIndex + sum - removed)
                if left < old.endIndex, right < new.endIndex, old[left] == new[right] {
                    return (removed, sum - removed)
                }
            }
        }
        return (old.count, new.count)
    }

    private static func line(_ bytes: ArraySlice<UInt8>, _ index: Int, isAdded: Bool) -> Line {
        var text = bytes
        if text.last == UInt8(ascii: "\n") { text.removeLast() }
        if text.last == UInt8(ascii: "\r") { text.removeLast() }
        return Line(isAdded: isAdded, number: index + 1, text: String(decoding: text, as: UTF8.self))
    }

    /// The lines with their ends, which may differ, too.
    private static func split(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var (lines, start) = ([ArraySlice<UInt8>](), 0)
        for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
            lines.append(bytes[start...offset])
            start = offset + 1
        }
        if start < bytes.count { lines.append(bytes[start...]) }
        return lines
    }
}
