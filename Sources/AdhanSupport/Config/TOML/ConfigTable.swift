import AdhanCore

/// Reads one table of the config key by key, collecting all faults instead of stopping at the first.
///
/// Several files may have the table; if a key is in several, the last file wins. Each reader asks for its keys by name,
/// so a key that nobody asked for is unknown. `finish` reports those.
package final class ConfigTable {
    package let name: String
    /// Whether it is one of several of that name, as `[[audio.quiet]]`.
    let isOneOfSeveral: Bool
    /// Whether the table itself is a choice. Without it in a file, its keys have no defaults.
    private let isOptional: Bool
    /// The position of the table's header in the last file that has it; nil if none has.
    package let spot: SourceLocation?
    /// In the order of the files, last file last.
    let members: [TOMLNode]
    /// The known keys: those that the readers asked for, in their order.
    private(set) var asked: [String] = []
    /// The values that count for keys that no file has.
    private(set) var defaults: [String: ConfigValue] = [:]
    /// The tables within this one that were read.
    private(set) var inner: [ConfigTable] = []
    /// Those of this table alone.
    package private(set) var faults: [ConfigFault] = []

    /// - Parameters:
    ///   - name: as written in brackets; empty for the top of the file.
    ///   - nodes: the table's value in each file that has it, in the order of the files.
    package init(_ name: String, _ nodes: [TOMLNode], isOneOfSeveral: Bool = false, isOptional: Bool = false) {
        (self.name, spot) = (name, nodes.last?.spot)
        (self.isOneOfSeveral, self.isOptional) = (isOneOfSeveral, isOptional)
        var members: [TOMLNode] = []
        for node in nodes {
            if case .table(let own) = node.value {
                members += own
            } else {
                let words = "'\(name)' is a table"
                let sentence = "\(words); name one of its keys: adhand config show \(name)"
                let message = "\(words); write [\(name)] on a line of its own"
                faults.append(ConfigFault(node.spot, message, sentence: sentence))
            }
        }
        self.members = members
    }

    /// - Parameter isOptional: whether the table itself is a choice, as `[mirror]`.
    package func table(_ key: String, isOptional: Bool = false) -> ConfigTable {
        ask(key)
        let table = ConfigTable(path(key), members.filter { $0.key == key }, isOptional: isOptional)
        inner.append(table)
        return table
    }

    /// The elements of a list of tables, `[[name]]`, at most 32, from the last file that has any.
    package func tables(_ key: String) -> [ConfigTable] {
        let wanted = "a list of tables; write [[\(path(key))]] with two brackets on a line of its own"
        let sentence = "\(path(key)) has several keys in each entry; write it into the file: man 5 adhand-config"
        let found = read(key, wanted, sentence: { _ in sentence }) { node -> [ConfigTable]? in
            guard case .array(let members) = node.value, members.allSatisfy(\.isTable) else { return nil }
            guard members.count <= 32 else { throw ValueFault(sentence: "\(key) has more than 32 entries") }
            return members.map { ConfigTable(path(key), [$0], isOneOfSeveral: true) }
        }
        inner += found?.value ?? []
        return found?.value ?? []
    }

    /// Whether the key's value is a string, for values that may be written in two ways.
    package func isText(_ key: String) -> Bool { find(key)?.text != nil }

    /// Whether the key's value is a table, for values that may be written in two ways.
    package func isTable(_ key: String) -> Bool { find(key)?.isTable == true }

    /// Where the key is; nil without it. Its value is not read.
    package func spot(of key: String) -> SourceLocation? { find(key)?.spot }

    /// Reads a value and converts it.
    ///
    /// - Parameters:
    ///   - wanted: the kind of value, for the fault of another kind.
    ///   - hint: from a value of another kind, what to write instead.
    ///   - sentence: from a value of another kind, the fault without TOML.
    ///   - convert: returns nil for another kind. It throws `ValueFault`, or an error that describes itself.
    func read<Value>(
        _ key: String,
        _ wanted: String,
        hint: (TOMLNode) -> String? = { _ in nil },
        sentence: (TOMLNode) -> String? = { _ in nil },
        _ convert: (TOMLNode) throws -> Value?
    ) -> Located<Value>? {
        guard let node = find(key) else { return nil }
        do {
            if let value = try convert(node) { return Located(value: value, spot: node.spot) }
            let meant = hint(node).map { "; \($0)" } ?? ""
            let message = "\(key) is \(node.value), but it has to be \(wanted)\(meant)"
            let plain = sentence(node) ?? "\(path(key)): \(node.value.typed) is not \(wanted)"
            faults.append(ConfigFault(node.spot, message, sentence: plain, isOfWrongKind: true))
        } catch let wrong as ValueFault where !wrong.isSentence {
            let plain = "\(path(key)): \(node.value.typed) \(wrong.words)"
            faults.append(ConfigFault(node.spot, "\(key) = \(node.value.text) \(wrong.words)", sentence: plain))
        } catch let wrong as ValueFault {
            fault(node.spot, wrong.words)
        } catch {
            fault(node.spot, "\(key): \(error)")
        }
        return nil
    }

    package func text<Value>(
        _ key: String,
        hint: (TOMLNode) -> String? = { _ in nil },
        as convert: (String) throws -> Value
    ) -> Located<Value>? {
        read(key, "a text in quotes", hint: hint) { node in
            guard let text = node.text else { return nil }
            if let words = Advice.windowsPath(key, text) { throw ValueFault(words) }
            return try convert(text)
        }
    }

    package func string(_ key: String) -> Located<String>? { text(key) { $0 } }

    /// A list of texts as values. Each wrong entry is a fault.
    package func list<Value>(
        _ key: String,
        mayBeEmpty: Bool = false,
        wanted: String = "a list of texts, for example [\"default\"]",
        hint: (TOMLNode) -> String? = Advice.brackets,
        most: Int = 32,
        as convert: (String) throws -> Value?
    ) -> Located<[Value]>? {
        read(key, wanted, hint: hint) { node -> [Value]? in
            guard case .array(let members) = node.value else { return nil }
            let texts = members.compactMap(\.text)
            guard texts.count == members.count else { return nil }
            if texts.isEmpty, !mayBeEmpty {
                throw ValueFault(sentence: "\(key) is an empty list; leave the line out for the default")
            }
            guard texts.count <= most else { throw ValueFault(sentence: "\(key) has more than \(most) entries") }
            return texts.compactMap { text in
                do {
                    return try convert(text)
                } catch let wrong as ValueFault {
                    fault(node.spot, wrong.isSentence ? wrong.words : "\(key): \"\(text)\" \(wrong.words)")
                } catch {
                    fault(node.spot, "\(key): \(error)")
                }
                return nil
            }
        }
    }

    package func strings(
        _ key: String,
        mayBeEmpty: Bool = false,
        wanted: String = "a list of texts, for example [\"default\"]",
        most: Int = 32
    ) -> Located<[String]>? {
        list(key, mayBeEmpty: mayBeEmpty, wanted: wanted, most: most) { $0 }
    }

    /// Every key of a table with arbitrary keys, with its text; for a repeated key the last one.
    package func texts() -> [(key: String, text: Located<String>)] {
        keys.compactMap { key in string(key).map { (key, $0) } }
    }

    package func fault(_ spot: SourceLocation, _ message: String) {
        // A message that begins with its key lacks the table's name.
        let key = members.last { $0.spot == spot && message.hasPrefix($0.key) }?.key
        faults.append(ConfigFault(spot, message, sentence: key.map { path($0) + message.dropFirst($0.count) }))
    }

    /// The known keys of this table and of those within it, by the headers of the tables.
    var known: [String: [String]] { inner.reduce(into: [header: asked]) { $0.merge($1.known) { $1 } } }

    /// The faults found in this table and those within it, including unknown keys.
    package func finish(besides names: Set<String> = []) -> [ConfigFault] {
        var found = faults + inner.filter { !names.contains($0.name) }.flatMap { $0.finish() }
        for member in members where !asked.contains(member.key) {
            // Only so many faults are shown, and a hint takes a while.
            found.append(unknown(member, withHint: found.count < ConfigError.limit))
        }
        return found
    }

    /// The faults of these tables in it, without unknown keys.
    func faults(in names: Set<String>) -> [ConfigFault] {
        inner.filter { names.contains($0.name) }.flatMap { $0.finish() }.filter { $0.unknown == nil }
    }

    private func unknown(_ member: TOMLNode, withHint: Bool) -> ConfigFault {
        let words = "unknown key '\(member.key)'\(name.isEmpty ? "" : " in \(header)")"
        guard withHint else { return ConfigFault(member.spot, words) }
        let advice = Advice.words(for: member, in: name) ?? exception(by: member.key)
        let near = meant(by: member.key)
        let hint = advice ?? near.map { "did you mean '\($0)'?" }
        let command = advice ?? near.map { "did you mean '\(path($0))'?" } ?? "all keys: adhand config show"
        let unknown = ConfigFault.UnknownKey(
            key: member.key,
            table: name,
            isMeant: hint != nil,
            isTable: member.value.isTable
        )
        let known = "known are \(asked.sorted().joined(separator: ", "))"
        return ConfigFault(
            member.spot,
            "\(words); \(hint ?? known)",
            sentence: "the config has no key '\(path(member.key))'; \(command)",
            unknown: unknown
        )
    }

    /// The name as it stands in brackets in the file.
    package var header: String { isOneOfSeveral ? "[[\(name)]]" : "[\(name)]" }

    /// The keys that the file has in the table, in its order.
    package var keys: [String] { members.map(\.key).withoutRepeats }

    /// The keys of the tables in it, in the order of the file. Unlike a read, it makes none of them known.
    package var tables: [String] { members.filter(\.isTable).map(\.key).withoutRepeats }

    /// The known key that was meant. An occasion may be named by its prayer alone, or without its number.
    private func meant(by key: String) -> String? {
        let name = PrayerSpelling.name(key)
        return [name, "adhan-\(name)", "\(name)-1"].first(where: asked.contains)
            ?? Spelling.nearest(to: key, among: asked)
    }

    /// Notes the value that is used where no file has the key, as a person would write it.
    func noteDefault(_ key: String, _ value: ConfigValue?) {
        ask(key)
        if !isOptional || spot != nil { defaults[key] = value }
    }

    func path(_ key: String) -> String { name.isEmpty ? key : name + "." + key }

    func find(_ key: String) -> TOMLNode? {
        ask(key)
        return members.last { $0.key == key }
    }

    private func ask(_ key: String) { if !asked.contains(key) { asked.append(key) } }
}

package struct Located<Value> {
    package let value: Value
    package let spot: SourceLocation

    func map<Other>(_ convert: (Value) -> Other) -> Located<Other> { with(convert(value)) }
    func with<Other>(_ other: Other) -> Located<Other> { Located<Other>(value: other, spot: spot) }
}

extension Located: Sendable where Value: Sendable {}

extension Located<String> {
    /// The path of the file that it names. A relative path is resolved against the folder of the main config file.
    package var path: String {
        guard !value.hasPrefix("/"), let slash = spot.main.lastIndex(of: "/") else { return value }
        return spot.main[...slash] + value
    }
}

extension [String] {
    fileprivate var withoutRepeats: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
