/// The tables of a config file that a program writes: a tree of values, without comments.
package struct ConfigTree: Sendable, Hashable {
    package indirect enum Member: Sendable, Hashable {
        case value(ConfigValue)
        case table(ConfigTree)
        /// A list of tables, with two brackets each.
        case tables([ConfigTree])
    }

    private var members: [String: Member] = [:]

    package init() {}

    /// Reads a file that a program has written.
    ///
    /// - Throws: `ConfigFault` where the text is not TOML, and for a date without quotes, which no program writes.
    package init(_ bytes: [UInt8], file: String) throws(ConfigFault) {
        try self.init(try TOMLNode.parse(bytes, file: file))
    }

    private init(_ node: TOMLNode) throws(ConfigFault) {
        guard case .table(let nodes) = node.value else { return }
        for node in nodes { members[node.key] = try Self.member(node) }
    }

    private static func member(_ node: TOMLNode) throws(ConfigFault) -> Member {
        switch node.value {
        case .table: return .table(try ConfigTree(node))
        case .array(let nodes) where node.value.isTable:
            var tables: [ConfigTree] = []
            for node in nodes { tables.append(try ConfigTree(node)) }
            return .tables(tables)
        default:
            guard let value = ConfigValue(node.value) else {
                throw ConfigFault(node.spot, "\(node.key) cannot be kept; write it as a text in quotes")
            }
            return .value(value)
        }
    }

    package var names: [String] { members.keys.sorted() }

    package subscript(name: String) -> Member? {
        get { members[name] }
        set { members[name] = newValue }
    }

    /// The value of that name; nil where there is none, or a table.
    package subscript(value name: String) -> ConfigValue? {
        get { if case .value(let value)? = members[name] { value } else { nil } }
        set { members[name] = newValue.map(Member.value) }
    }

    /// The table of that name; empty where there is none. An empty one is left out.
    package subscript(table name: String) -> ConfigTree {
        get { if case .table(let table)? = members[name] { table } else { ConfigTree() } }
        set { members[name] = newValue.members.isEmpty ? nil : .table(newValue) }
    }

    package subscript(tables name: String) -> [ConfigTree] {
        get { if case .tables(let tables)? = members[name] { tables } else { [] } }
        set { members[name] = newValue.isEmpty ? nil : .tables(newValue) }
    }

    /// The file's text, with a header for each table. Names are sorted, so that the same tree has the same text.
    package var toml: String { lines(within: []).joined(separator: "\n") + "\n" }

    private func lines(within path: [String]) -> [String] {
        var (values, tables): ([String], [String]) = ([], [])
        for name in names {
            let inner = path + [name]
            switch members[name] {
            case .value(let value)?: values.append("\(ConfigChange.name([name])) = \(value.toml)")
            case .table(let table)?:
                let lines = table.lines(within: inner)
                tables += ["", "[\(ConfigChange.name(inner))]"] + lines
            case .tables(let list)?:
                for table in list { tables += ["", "[[\(ConfigChange.name(inner))]]"] + table.lines(within: inner) }
            case nil: break
            }
        }
        return values + tables
    }
}
