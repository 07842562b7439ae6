/// Changes a config file's text line by line. Comments, the order and all other lines stay as they are.
package struct ConfigEdit: Sendable {
    package private(set) var bytes: [UInt8]
    /// The name for the faults.
    private let file: String

    package init(_ bytes: [UInt8], file: String) { (self.bytes, self.file) = (bytes, file) }

    /// Makes all changes, or none. A key that is there keeps its line. Another one takes its line in comments, if its
    /// table has one; otherwise it becomes the last line of its table. A missing table is appended to the file.
    ///
    /// The time is proportional to the file's size and the number of changes.
    ///
    /// - Throws: `ConfigFault` where the text is not TOML, or a change has to be made by hand.
    package mutating func apply(_ changes: [ConfigChange]) throws(ConfigFault) {
        var text = try ConfigText(bytes, file: file)
        for change in changes {
            let parts = try change.parts(file)
            try change.checkValue(file)
            let step = ConfigStep(text: text, key: change.key, parts: parts)
            text = try step.text(with: change.value)
        }
        bytes = text.bytes
    }
}

struct ConfigStep {
    let text: ConfigText
    /// The dotted name.
    let key: String
    /// The names of the tables and of the key.
    let parts: [String]

    /// The result of the search for the key.
    private enum Found {
        case value(TOMLNode, isInline: Bool)
        /// The innermost table that is there, and how many parts lead to it.
        case missing(TOMLNode, depth: Int)
    }

    private struct Splice {
        let range: Range<Int>
        let text: String
        /// The line that changes, 1-based.
        let line: Int
    }

    /// The text with another value of the key; nil removes the key.
    func text(with value: ConfigValue?) throws(ConfigFault) -> ConfigText {
        let splice: Splice
        switch try find() {
        case .value(let node, let isInline):
            splice = if let value { try replacement(of: node, value) } else { try removal(of: node, isInline) }
        case .missing(let table, let depth):
            guard let value else { return text }
            splice = try insertion(value, table, depth)
        }
        return try checked(splice, value)
    }

    /// Another value, and everything else as before: a mistake here must not damage a config.
    private func checked(_ splice: Splice, _ value: ConfigValue?) throws(ConfigFault) -> ConfigText {
        // reason: a result that is no TOML has the same fault as another value
        guard let changed = try? text.replacing(splice.range, with: splice.text),
            TOMLNode.isSame(text.tree.value, changed.tree.value, besides: parts[...]),
            ConfigStep(text: changed, key: key, parts: parts).has(value)
        else { throw fault(splice.line, "adhand cannot change \(key) here") }
        return changed
    }

    private func has(_ value: ConfigValue?) -> Bool {
        guard let found = try? find() else { return false }  // reason: such a result is refused
        guard case .value(let node, _) = found else { return value == nil }
        return value.map { $0.toml.utf8.elementsEqual(ConfigValue(node.value)?.toml.utf8 ?? "".utf8) } ?? false
    }

    private func fault(_ line: Int, _ words: String) -> ConfigFault {
        ConfigFault(SourceLocation(file: text.file, line: line), "\(words); change the file with an editor")
    }

    private func find() throws(ConfigFault) -> Found {
        var node = text.tree
        var isInline = false
        for (depth, part) in parts.enumerated() {
            let name = parts[..<depth].joined(separator: ".")
            guard case .table(let members) = node.value else {
                let days = name.hasSuffix(".when") ? ", each with its days, as in from = \"2026-12-05\"" : ""
                let words = node.isListOfHeaders ? "there may be several [[\(name)]]\(days)" : "\(name) is no table"
                throw fault(node.spot.line, "\(key) cannot be changed: \(words)")
            }
            isInline = isInline || node.isInline
            guard let member = members.last(where: { $0.key.utf8.elementsEqual(part.utf8) }) else {
                guard !isInline else {
                    throw fault(node.spot.line, "\(key) is not there, and \(name) is a table in braces")
                }
                return .missing(node, depth: depth)
            }
            node = member
        }
        if node.isTable, !node.isInline { throw fault(node.spot.line, "\(key) is a table and has no value") }
        if node.isListOfHeaders { throw fault(node.spot.line, "\(key) is a list of tables, [[\(key)]]") }
        return .value(node, isInline: isInline)
    }

    private func replacement(of node: TOMLNode, _ value: ConfigValue) throws(ConfigFault) -> Splice {
        let begin = text.offset(of: node.extent.lowerBound)
        let range = begin..<max(begin, text.offset(of: node.extent.upperBound))
        if case .array = node.value, TOMLDepth.hasComment(text.bytes[range]) {
            throw fault(node.spot.line, "the list \(key) has comments, which would be lost")
        }
        return Splice(range: range, text: value.toml, line: node.spot.line)
    }

    private func removal(of node: TOMLNode, _ isInline: Bool) throws(ConfigFault) -> Splice {
        let line = node.spot.line - 1
        guard !isInline, let last = text.valueEnd(of: line) else {
            throw fault(node.spot.line, "\(key) stands in a table in braces")
        }
        let range = text.range(of: line).lowerBound..<text.range(of: last).upperBound
        return Splice(range: range, text: "", line: line + 1)
    }

    // MARK: A new key

    private func insertion(_ value: ConfigValue, _ table: TOMLNode, _ depth: Int) throws(ConfigFault) -> Splice {
        let parents = Array(parts.dropLast())
        if let header = text.headers.firstIndex(where: { !$0.isList && $0.path == parents }) {
            return insertion(value, below: header)
        }
        if parents.isEmpty { return insertion(value, below: nil) }
        if depth == parents.count, let line = dottedLine(in: table) { return insertion(value, behindDotted: line) }
        let last = text.lineCount - 1
        let end = text.lineEnd(near: last)
        var lines = "[\(ConfigChange.name(parents))]\(end)\(line(value, name: parts.suffix(1)))\(end)"
        if last >= 0, !text.isBlank(last) { lines = end + lines }
        if last >= 0, !text.hasLineEnd(last) { lines = end + lines }
        return Splice(range: text.bytes.count..<text.bytes.count, text: lines, line: last + 2)
    }

    /// - Parameter header: its index; nil for the top of the file.
    private func insertion(_ value: ConfigValue, below header: Int?) -> Splice {
        let section = text.section(header)
        let name = parts.suffix(1)
        let comments = section.prefix { !text.isComment($0) || text.commentedHeader($0) == nil }
        for line in comments where text.isComment(line) {
            guard let spot = text.commentedValue(line, name.first ?? "") else { continue }
            return Splice(range: spot.range, text: spot.before + value.toml + spot.behind, line: line + 1)
        }
        let key = text.lastValueEnd(in: section)
        let anchor = key ?? section.lowerBound - 1
        let indentation = key.map { _ in text.indentation(in: section) } ?? ""
        return insertion(indentation + line(value, name: name), behind: text.blockEnd(behind: anchor, in: section))
    }

    private func insertion(_ value: ConfigValue, behindDotted line: Int) -> Splice {
        let header = text.headers.last { $0.line < line }
        let name = parts.dropFirst(header?.path.count ?? 0)
        let indentation = text.indentation(in: line..<line + 1)
        return insertion(indentation + self.line(value, name: name), behind: text.valueEnd(of: line) ?? line)
    }

    private func line(_ value: ConfigValue, name: some Sequence<String>) -> String {
        "\(ConfigChange.name(name)) = \(value.toml)"
    }

    private func insertion(_ words: String, behind line: Int) -> Splice {
        let end = text.lineEnd(near: line)
        let offset = line < 0 ? text.start : text.range(of: line).upperBound
        let lead = line < 0 || text.hasLineEnd(line) ? "" : end
        return Splice(range: offset..<offset, text: lead + words + end, line: line + 2)
    }

    /// The last line with a key of a table that is written as `table.key = …`; nil for a table with headers.
    private func dottedLine(in table: TOMLNode) -> Int? {
        let line = table.extent.lowerBound.line - 1
        guard text.valueEnd(of: line) != nil, case .table(let members) = table.value else { return nil }
        let section = text.section(text.headers.lastIndex { $0.line < line })
        return members.map { $0.spot.line - 1 }.last { section.contains($0) && text.valueEnd(of: $0) != nil }
    }
}
