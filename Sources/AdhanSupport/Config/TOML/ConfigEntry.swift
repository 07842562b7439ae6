import AdhanCore

/// A key that the config knows, and the value that counts.
package struct ConfigEntry: Sendable {
    /// The dotted name. Of several tables each has its number, from 1: `notify[1].to`.
    package let key: String
    /// The value; nil where there is none, and for a table, a date or a time.
    package let value: ConfigValue?
    /// The value as TOML, without secrets; nil where the key has none.
    package let toml: String?
    /// The position in the last file that has the key; nil where the default counts.
    package let spot: SourceLocation?

    /// The value's origin as people read it: the file and the line, `default`, or nil for a key without a value.
    package var origin: String? { spot?.description ?? (toml == nil ? nil : "default") }

    init(_ key: String, default value: ConfigValue?) {
        (self.key, self.value, toml, spot) = (key, value, value?.toml, nil)
    }

    init(_ key: String, _ node: TOMLNode) {
        let shown = node.value.withoutSecrets
        (self.key, value, toml, spot) = (key, ConfigValue(shown), shown.toml, node.spot)
    }
}

extension ConfigTable {
    /// The known keys of this table and of the tables in it, in the order in which they were read.
    ///
    /// - Parameter prefix: the name of the table, with the numbers of those around it.
    func entries(_ prefix: String = "") -> [ConfigEntry] {
        asked.flatMap { key -> [ConfigEntry] in
            let name = prefix.isEmpty ? key : "\(prefix).\(key)"
            let tables = inner.filter { $0.name == path(key) }
            if tables.isEmpty {
                let node = members.last { $0.key == key }
                return [node.map { ConfigEntry(name, $0) } ?? ConfigEntry(name, default: defaults[key])]
            }
            return tables.enumerated().flatMap { index, table in
                table.entries(table.isOneOfSeveral ? "\(name)[\(index + 1)]" : name)
            }
        }
    }
}

extension TOMLNode.Value {
    /// The whole value on one line.
    fileprivate var toml: String {
        switch self {
        case .table(let members):
            let settings = members.map { "\(ConfigChange.name([$0.key])) = \($0.value.toml)" }
            return settings.isEmpty ? "{}" : "{ \(settings.joined(separator: ", ")) }"
        case .array(let members): return "[\(members.map(\.value.toml).joined(separator: ", "))]"
        default: return ConfigValue(self)?.toml ?? text
        }
    }

    /// The value with each address as `WebAddress.shown` has it. The path of a webhook is a secret, too.
    fileprivate var withoutSecrets: TOMLNode.Value {
        switch self {
        case .string(let text): .string(Self.shown(text))
        case .array(let members): .array(members.map { $0.with($0.value.withoutSecrets) })
        case .table(let members): .table(members.map { $0.with($0.value.withoutSecrets) })
        case .integer, .number, .boolean, .dateOrTime: self
        }
    }

    private static func shown(_ text: String) -> String {
        guard let scheme = ["https://", "http://"].compactMap({ text.ranges(of: $0).first }).first else { return text }
        let head = text[..<scheme.lowerBound]
        let rest = String(text[scheme.lowerBound...])
        // reason: an address that cannot be read may hold a password anywhere
        guard let address = try? WebAddress(rest) else { return head + "***" }
        let isReceiver = ["webhook:", "ntfy:"].contains(String(head))
        if isReceiver, address.path.count > 1 { return head + text[scheme] + address.host + "/***" }
        return address.shown == address.whole ? text : head + address.shown
    }
}
