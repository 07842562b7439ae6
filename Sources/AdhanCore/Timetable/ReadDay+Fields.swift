extension ReadDay {
    /// A problem and its line.
    struct EntryFault: Error {
        let line: Int
        let problem: DayProblem

        init(line: Int, _ problem: DayProblem) {
            (self.line, self.problem) = (line, problem)
        }
    }

    /// The members of an entry by their meaning.
    struct Fields {
        let line: Int
        private let members: [DayField: [JSONNode]]

        init(line: Int, _ members: [JSONNode]) {
            self.line = line
            var found: [DayField: [JSONNode]] = [:]
            for member in members {
                if let field = DayField(member.key) { found[field, default: []].append(member) }
            }
            self.members = found
        }

        /// The only member with that meaning. If there are two, nobody can know which one was meant.
        func only(_ field: DayField) throws(EntryFault) -> JSONNode? {
            let found = members[field] ?? []
            if let second = found.dropFirst().first { throw EntryFault(line: second.line, .keyTwice(field.name)) }
            return found.first
        }

        /// The khutbahs, or else the Friday prayers: a time, a list of times, or several members with a number each.
        func jumuahs(_ field: DayField) throws(EntryFault) -> [JSONNode] {
            let found = members[field] ?? []
            for (index, node) in found.enumerated() where found.prefix(index).contains(where: { $0.key == node.key }) {
                throw EntryFault(line: node.line, .keyTwice(field.name))
            }
            return found.flatMap { node in
                if case .array(let list) = node.value { list } else { [node] }
            }
        }

        func iqama(of prayer: Prayer) throws(EntryFault) -> JSONNode? {
            if let own = try only(.iqama(prayer)) { return own }
            let own = self.members[.time(prayer)] ?? []
            guard own.count == 1, case .object(let members) = own.first?.value else { return nil }
            let found = members.filter { DayField.iqama.contains($0.key.spelling) }
            if let second = found.dropFirst().first {
                throw EntryFault(line: second.line, .keyTwice(DayField.iqama(prayer).name))
            }
            return found.first
        }
    }
}

extension JSONNode {
    /// Whether it is empty, as a field that was not filled in.
    var isBlank: Bool {
        switch value {
        case .null: true
        case .string(let text): text.trimmed.isEmpty || text.trimmed == "-"
        default: false
        }
    }
}

extension String {
    /// Without surrounding blanks.
    package var trimmed: Substring {
        let start = drop { $0 == " " }
        return start.lastIndex { $0 != " " }.map { start[...$0] } ?? start.prefix(0)
    }
}
