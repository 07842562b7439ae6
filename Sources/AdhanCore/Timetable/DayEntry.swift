/// The values that a reader found for one day, by their meaning, each with its line.
package struct DayEntry {
    package enum Value {
        case written(JSONNode)
        /// A recognised cell's seconds since midnight, 0..<86,400.
        case clock(Int, line: Int)

        var line: Int {
            switch self {
            case .written(let node): node.line
            case .clock(_, let line): line
            }
        }

        var quoted: String {
            switch self {
            case .written(let node): node.quoted
            case .clock(let second, _): JSONNode.quote(ClockText.format(second))
            }
        }

        var text: String? {
            if case .written(let node) = self, case .string(let text) = node.value { text } else { nil }
        }

        var members: [JSONNode]? {
            if case .written(let node) = self, case .object(let members) = node.value { members } else { nil }
        }

        /// Whether it is empty, as a field that was not filled in.
        var isBlank: Bool {
            if case .written(let node) = self, case .null = node.value { return true }
            return text.map { $0.trimmed.isEmpty || $0.trimmed == "-" } ?? false
        }
    }

    struct Fault: Error {
        let line: Int
        let problem: DayProblem

        init(_ line: Int, _ problem: DayProblem) { (self.line, self.problem) = (line, problem) }
    }

    /// Where the entry begins, 1-based.
    let line: Int
    /// Nil if it is among the values.
    let date: CivilDate?
    package var values: [DayField: [Value]] = [:]
    /// Cells without a time, which the day is used without.
    package var unread: [DayProblem] = []

    package init(line: Int, date: CivilDate? = nil) { (self.line, self.date) = (line, date) }

    init(line: Int, _ members: [JSONNode]) {
        self.init(line: line)
        for member in members {
            if let field = DayField(member.key) { values[field, default: []].append(.written(member)) }
        }
    }

    /// The only value with that meaning. Of two, nobody can know which one was meant.
    func only(_ field: DayField) throws(Fault) -> Value? {
        let found = values[field] ?? []
        if let second = found.dropFirst().first { throw Fault(second.line, .keyTwice(field.name)) }
        return found.first
    }

    /// The only member of a prayer's object with one of those keys.
    func only(_ keys: Set<String>, of members: [JSONNode], named name: String) throws(Fault) -> Value? {
        let found = members.filter { keys.contains($0.key.spelling) }
        if let second = found.dropFirst().first { throw Fault(second.line, .keyTwice(name)) }
        return found.first.map { .written($0) }
    }

    func iqama(of prayer: Prayer) throws(Fault) -> Value? {
        if let iqama = try only(.iqama(prayer)) { return iqama }
        let times = values[.time(prayer)] ?? []
        guard times.count == 1, let members = times.first?.members else { return nil }
        return try only(DayField.iqama, of: members, named: DayField.iqama(prayer).name)
    }

    /// The khutbahs, or else the Friday prayers: a time, a list of times, or several values with a number each.
    func jumuahs(_ field: DayField) throws(Fault) -> [Value] {
        var (keys, found): (Set<String>, [Value]) = ([], [])
        for value in values[field] ?? [] {
            guard case .written(let node) = value else {
                found.append(value)
                continue
            }
            guard keys.insert(node.key).inserted else { throw Fault(node.line, .keyTwice(field.name)) }
            if case .array(let list) = node.value { found += list.map { .written($0) } } else { found.append(value) }
        }
        return found
    }
}

extension String {
    /// Without surrounding blanks.
    package var trimmed: Substring {
        let start = drop { $0 == " " }
        return start.lastIndex { $0 != " " }.map { start[...$0] } ?? start.prefix(0)
    }
}
