import AdhanCore

/// Reads one table of the config key by key, collecting every fault instead of stopping at the first.
///
/// Each reader names its key, so that what was never asked for is an unknown key: `finish` reports those.
final class ConfigTable {
    let name: String
    /// The line of the table's own head; 0 where the file does not have it.
    let line: Int
    private let members: [TOMLNode]
    private var asked: [String] = []
    private(set) var faults: [ConfigFault] = []

    /// - Parameters:
    ///   - name: as it stands in brackets; empty for the top of the file.
    ///   - node: the table's value; nil where the file does not have it.
    init(_ name: String, _ node: TOMLNode?) {
        self.name = name
        line = node?.line ?? 0
        guard let node else {
            members = []
            return
        }
        if case .table(let members) = node.value {
            self.members = members
        } else {
            members = []
            faults.append(ConfigFault(line: node.line, "'\(name)' is a table; write [\(name)] on a line of its own"))
        }
    }

    func table(_ key: String) -> ConfigTable {
        ConfigTable(name.isEmpty ? key : name + "." + key, find(key))
    }

    func string(_ key: String) -> Located<String>? {
        read(key, "a text in quotes") { if case .string(let text) = $0.value { text } else { nil } }
    }

    func bool(_ key: String) -> Located<Bool>? {
        read(key, "true or false") { if case .boolean(let flag) = $0.value { flag } else { nil } }
    }

    func number(_ key: String, in range: ClosedRange<Double>) -> Located<Double>? {
        let found = read(key, "a number") { node -> Double? in
            switch node.value {
            case .integer(let number): Double(number)
            case .number(let number): number
            default: nil
            }
        }
        return check(found) {
            range.contains($0)
                ? nil : "\(key) = \(plain($0)) is not between \(plain(range.lowerBound)) and \(plain(range.upperBound))"
        }
    }

    func integer(_ key: String, in range: ClosedRange<Int>) -> Located<Int>? {
        let found = read(key, "a whole number") {
            if case .integer(let number) = $0.value { Int(exactly: number) } else { nil }
        }
        return check(found) {
            range.contains($0) ? nil : "\(key) = \($0) is not between \(range.lowerBound) and \(range.upperBound)"
        }
    }

    func duration(_ key: String, in range: ClosedRange<Duration>) -> Located<Duration>? {
        guard let text = string(key) else { return nil }
        do {
            let found = Located(value: try DurationText.parse(text.value), line: text.line)
            return check(found) {
                range.contains($0)
                    ? nil
                    : "\(key) = \"\(text.value)\" is not between \(DurationText.format(range.lowerBound)) and \(DurationText.format(range.upperBound))"
            }
        } catch {
            fault(text.line, "\(key): \(error)")
            return nil
        }
    }

    /// A list of texts, at most 32.
    func strings(_ key: String) -> Located<[String]>? {
        let found = read(key, "a list of texts, for example [\"default\"]") { node -> [String]? in
            guard case .array(let members) = node.value else { return nil }
            let texts = members.compactMap { if case .string(let text) = $0.value { text } else { nil } }
            return texts.count == members.count ? texts : nil
        }
        return check(found) {
            $0.isEmpty
                ? "\(key) is an empty list; leave the line out for the default"
                : $0.count > 32 ? "\(key) has more than 32 entries" : nil
        }
    }

    /// A value that is chosen by name.
    func choice<Value>(_ key: String, _ choices: [(name: String, value: Value)]) -> Located<Value>? {
        guard let text = string(key) else { return nil }
        if let chosen = choices.first(where: { $0.name == text.value }) {
            return Located(value: chosen.value, line: text.line)
        }
        let hint = nearest(to: text.value, among: choices.map(\.name)).map { "; did you mean '\($0)'?" } ?? ""
        fault(
            text.line,
            "\(key) = \"\(text.value)\" is not known: it is one of \(choices.map(\.name).joined(separator: ", "))\(hint)"
        )
        return nil
    }

    func fault(_ line: Int, _ message: String) {
        faults.append(ConfigFault(line: line, message))
    }

    /// The faults found, those for unknown keys among them.
    func finish() -> [ConfigFault] {
        for member in members where !asked.contains(member.key) {
            let place = name.isEmpty ? "" : " in [\(name)]"
            let hint =
                nearest(to: member.key, among: asked).map { "did you mean '\($0)'?" }
                ?? "known are \(asked.sorted().joined(separator: ", "))"
            fault(member.line, "unknown key '\(member.key)'\(place); \(hint)")
        }
        return faults
    }

    private func find(_ key: String) -> TOMLNode? {
        asked.append(key)
        return members.first { $0.key == key }
    }

    private func read<Value>(_ key: String, _ wanted: String, _ convert: (TOMLNode) -> Value?) -> Located<Value>? {
        guard let node = find(key) else { return nil }
        guard let value = convert(node) else {
            fault(node.line, "\(key) is \(node.description), but it has to be \(wanted)")
            return nil
        }
        return Located(value: value, line: node.line)
    }

    private func check<Value>(_ found: Located<Value>?, _ complaint: (Value) -> String?) -> Located<Value>? {
        guard let found else { return nil }
        guard let complaint = complaint(found.value) else { return found }
        fault(found.line, complaint)
        return nil
    }

    private func plain(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? String(number)
    }
}

/// A value and the line it was read from.
struct Located<Value> {
    let value: Value
    let line: Int
}
