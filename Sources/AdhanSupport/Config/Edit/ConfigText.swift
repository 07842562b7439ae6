/// The text of a config file with its lines and its tree.
struct ConfigText {
    /// A line with the header of a table.
    struct Header {
        /// The number of the line, 0-based.
        let line: Int
        let path: [String]
        /// Whether it has two brackets.
        let isList: Bool
    }

    let bytes: [UInt8]
    let file: String
    let tree: TOMLNode
    /// The headers in the order of the file.
    private(set) var headers: [Header] = []
    /// The offset at which each line begins. The first begins behind the mark of UTF-8.
    private let starts: [Int]
    /// Whether a line begins within a value, for each line.
    private var isContinued: [Bool]
    /// The last line of the value, for each line with a key; nil for all other lines.
    private var valueEnds: [Int?]

    /// - Throws: `ConfigFault` with the line at which the text is not TOML.
    init(_ bytes: [UInt8], file: String) throws(ConfigFault) {
        (self.bytes, self.file) = (bytes, file)
        tree = try TOMLNode.parse(bytes, file: file)
        let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var starts = bytes.count > mark ? [mark] : []
        for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") && offset + 1 < bytes.count {
            starts.append(offset + 1)
        }
        self.starts = starts
        isContinued = Array(repeating: false, count: starts.count)
        valueEnds = Array(repeating: nil, count: starts.count)
        markValues(tree)
        for line in starts.indices where !isContinued[line] && firstByte(line) == UInt8(ascii: "[") {
            headers.append(try header(line))
        }
    }

    var lineCount: Int { starts.count }

    /// The offset behind the mark of UTF-8.
    var start: Int { starts.first ?? bytes.count }

    /// The offsets of a line and of its end of line.
    func range(of line: Int) -> Range<Int> {
        starts[line]..<(line + 1 < starts.count ? starts[line + 1] : bytes.count)
    }

    /// A line without its end.
    func content(of line: Int) -> ArraySlice<UInt8> {
        var content = bytes[range(of: line)]
        if content.last == UInt8(ascii: "\n") { content.removeLast() }
        if content.last == UInt8(ascii: "\r") { content.removeLast() }
        return content
    }

    /// The end of line to write behind this line.
    func lineEnd(near line: Int) -> String {
        let model = line >= 0 && range(of: line).upperBound < bytes.count ? line : 0
        guard model < lineCount else { return "\n" }
        return bytes[range(of: model)].suffix(2).elementsEqual([0x0D, 0x0A]) ? "\r\n" : "\n"
    }

    func hasLineEnd(_ line: Int) -> Bool { bytes[range(of: line)].last == UInt8(ascii: "\n") }

    func isBlank(_ line: Int) -> Bool { !isContinued[line] && firstByte(line) == nil }

    func isComment(_ line: Int) -> Bool { !isContinued[line] && firstByte(line) == UInt8(ascii: "#") }

    /// The lines below a header up to the next header; those above the first header where it is nil.
    func section(_ header: Int?) -> Range<Int> {
        let next = header.map { $0 + 1 } ?? 0
        let begin = header.map { headers[$0].line + 1 } ?? 0
        return begin..<(next < headers.count ? headers[next].line : lineCount)
    }

    /// The last line of the last value in these lines; nil where they have no key.
    func lastValueEnd(in lines: Range<Int>) -> Int? { lines.reversed().lazy.compactMap { valueEnds[$0] }.first }

    /// The last line of the key's value that is in this line.
    func valueEnd(of line: Int) -> Int? { valueEnds[line] }

    /// The offset of a position that the parser gives.
    func offset(of position: TOMLPosition) -> Int {
        guard starts.indices.contains(position.line - 1) else { return bytes.count }
        var (offset, column) = (starts[position.line - 1], 1)
        while column < position.column, offset < bytes.count {
            offset += 1
            // The other bytes of a code point.
            while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
            column += 1
        }
        return offset
    }

    /// Its text with other bytes in place of some.
    ///
    /// - Throws: `ConfigFault` where the result is not TOML.
    func replacing(_ range: Range<Int>, with text: String) throws(ConfigFault) -> ConfigText {
        try ConfigText(Array(bytes[..<range.lowerBound] + Array(text.utf8) + bytes[range.upperBound...]), file: file)
    }

    private func firstByte(_ line: Int) -> UInt8? { content(of: line).first { $0 != 0x20 && $0 != 0x09 } }

    private mutating func markValues(_ node: TOMLNode) {
        switch node.value {
        case .table(let members):
            for member in members {
                let isHeader = member.isTable && !member.isInline
                if isHeader || member.isListOfHeaders { markValues(member) } else { markValue(member) }
            }
        case .array(let members): for member in members { markValues(member) }
        default: break
        }
    }

    private mutating func markValue(_ member: TOMLNode) {
        let (first, last) = (member.spot.line - 1, member.extent.upperBound.line - 1)
        guard starts.indices.contains(first), starts.indices.contains(last), first <= last else { return }
        valueEnds[first] = last
        for line in first..<last { isContinued[line + 1] = true }
    }

    /// Parses the line alone: the header's names may be in quotes.
    private func header(_ line: Int) throws(ConfigFault) -> Header {
        var node = try TOMLNode.parse(Array(content(of: line)), file: file)
        var path: [String] = []
        while case .table(let members) = node.value, let member = members.first {
            path.append(member.key)
            node = member
        }
        return Header(line: line, path: path, isList: node.isListOfHeaders)
    }
}

extension TOMLNode {
    /// Whether it is a list of tables with two brackets each.
    var isListOfHeaders: Bool {
        guard case .array(let members) = value, let first = members.first else { return false }
        return first.isTable && !first.isInline
    }
}
