import AdhanCore

/// Reads one table of the config key by key, collecting all faults instead of stopping at the first.
///
/// Several files may have the table; if a key is in several, the last file wins. Each reader asks for its keys by name,
/// so a key that nobody asked for is unknown. `finish` reports those.
package final class ConfigTable {
    package let name: String
    /// Whether it is one of several of that name, as `[[audio.quiet]]`.
    private let isOneOfSeveral: Bool
    /// The position of the table's header in the last file that has it; nil if none has.
    package let spot: ConfigSpot?
    /// In the order of the files, last file last.
    private let members: [TOMLNode]
    private let membersByKey: [String: [TOMLNode]]
    private(set) var asked: Set<String> = []
    /// The asked keys in the order in which the readers asked for them.
    private var inOrder: [String] = []
    private var knownWithin: [String: Set<String>] = [:]
    package private(set) var faults: [ConfigFault] = []

    /// - Parameters:
    ///   - name: as written in brackets; empty for the top of the file.
    ///   - nodes: the table's value in each file that has it, in the order of the files.
    package convenience init(_ name: String, _ nodes: [TOMLNode]) { self.init(name, nodes, isOneOfSeveral: false) }

    private init(_ name: String, _ nodes: [TOMLNode], isOneOfSeveral: Bool) {
        (self.name, self.isOneOfSeveral) = (name, isOneOfSeveral)
        spot = nodes.last?.spot
        var members: [TOMLNode] = []
        for node in nodes {
            if case .table(let own) = node.value {
                members += own
            } else {
                faults.append(ConfigFault(node.spot, "'\(name)' is a table; write [\(name)] on a line of its own"))
            }
        }
        self.members = members
        membersByKey = Dictionary(grouping: members, by: \.key)
    }

    package func table(_ key: String) -> ConfigTable {
        ask(key)
        return ConfigTable(name.isEmpty ? key : name + "." + key, membersByKey[key] ?? [])
    }

    /// The elements of a list of tables, `[[name]]`, at most 32, from the last file that has any.
    package func tables(_ key: String) -> [ConfigTable] {
        let path = name.isEmpty ? key : name + "." + key
        let found = read(key, "a list of tables; write [[\(path)]] with two brackets on a line of its own") {
            node -> [TOMLNode]? in
            guard case .array(let members) = node.value else { return nil }
            let tables = members.filter { if case .table = $0.value { true } else { false } }
            return tables.count == members.count ? tables : nil
        }
        let few = check(found) { $0.count > 32 ? "\(key) has more than 32 entries" : nil }
        return few?.value.map { ConfigTable(path, [$0], isOneOfSeveral: true) } ?? []
    }

    /// Whether the key's value is a string, for values that may be written in two ways.
    package func isText(_ key: String) -> Bool {
        if case .string = find(key)?.value { true } else { false }
    }

    /// Whether the key's value is a table, for values that may be written in two ways.
    package func isTable(_ key: String) -> Bool {
        if case .table = find(key)?.value { true } else { false }
    }

    /// - Parameter hint: as for `read`.
    package func string(_ key: String, hint: (TOMLNode) -> String? = { _ in nil }) -> Located<String>? {
        check(
            read(key, "a text in quotes", hint: hint) { if case .string(let text) = $0.value { text } else { nil } }
        ) { text in ValueHint.windowsPath(key, text).map { "\(key) = \"\(text.prefix(200))\" \($0)" } }
    }

    package func bool(_ key: String) -> Located<Bool>? {
        read(key, "true or false", hint: ValueHint.unquotedFlag) {
            if case .boolean(let flag) = $0.value { flag } else { nil }
        }
    }

    package func number(_ key: String, in range: ClosedRange<Double>) -> Located<Double>? {
        let found = read(key, "a number", hint: ValueHint.unquoted) { node -> Double? in
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

    package func integer(_ key: String, in range: ClosedRange<Int>) -> Located<Int>? {
        let found = read(key, "a whole number", hint: ValueHint.unquoted) {
            if case .integer(let number) = $0.value { Int(exactly: number) } else { nil }
        }
        return check(found) {
            range.contains($0) ? nil : "\(key) = \($0) is not between \(range.lowerBound) and \(range.upperBound)"
        }
    }

    package func duration(_ key: String, in range: ClosedRange<Duration>) -> Located<Duration>? {
        guard let text = string(key, hint: { ValueHint.length($0, in: range) }) else { return nil }
        do {
            let found = Located(value: try DurationText.parse(text.value), spot: text.spot)
            return check(found) {
                range.contains($0)
                    ? nil
                    : "\(key) = \"\(text.value)\" is not between \(DurationText.format(range.lowerBound)) and "
                        + "\(DurationText.format(range.upperBound))"
            }
        } catch {
            fault(text.spot, "\(key): \(error)\(ValueHint.length(text.value, in: range))")
            return nil
        }
    }

    /// A wall clock time, `HH:MM`.
    ///
    /// - Parameters:
    ///   - range: in seconds after midnight.
    ///   - alternative: other allowed values, for the error message.
    /// - Returns: seconds after midnight.
    package func clock(_ key: String, in range: ClosedRange<Int>, alternative: String = "") -> Located<Int>? {
        guard let text = string(key) else { return nil }
        do {
            let found = Located(value: try ClockText.parse(text.value), spot: text.spot)
            return check(found) {
                range.contains($0)
                    ? nil
                    : "\(key) = \"\(text.value)\" is not between \(ClockText.format(range.lowerBound)) and "
                        + "\(ClockText.format(range.upperBound))"
            }
        } catch {
            let advice = "write it as in \"00:01\"" + alternative
            fault(text.spot, "\(key) = \"\(text.value)\" is not a time on a clock; \(advice)")
            return nil
        }
    }

    /// The same, or a word that means none.
    package func clock(_ key: String, in range: ClosedRange<Int>, orNone word: String) -> Located<Int?>? {
        if let node = find(key), case .string(word) = node.value { return Located(value: nil, spot: node.spot) }
        return clock(key, in: range, alternative: ", or \"\(word)\"").map { Located(value: $0.value, spot: $0.spot) }
    }

    /// Every key of a table with arbitrary keys, with its text; for a repeated key the last one.
    package func texts() -> [(key: String, text: Located<String>)] {
        var seen: Set<String> = []
        return members.map(\.key).filter { seen.insert($0).inserted }
            .compactMap { key in string(key).map { (key, $0) } }
    }

    /// A list of strings.
    ///
    /// - Parameters:
    ///   - wanted: the expected value, for the error message.
    ///   - most: the allowed number of entries.
    package func strings(
        _ key: String,
        mayBeEmpty: Bool = false,
        wanted: String = "a list of texts, for example [\"default\"]",
        hint: (TOMLNode) -> String? = ValueHint.brackets,
        most: Int = 32
    ) -> Located<[String]>? {
        let found = read(key, wanted, hint: hint) { node -> [String]? in
            guard case .array(let members) = node.value else { return nil }
            let texts = members.compactMap { if case .string(let text) = $0.value { text } else { nil } }
            return texts.count == members.count ? texts : nil
        }
        return check(found) {
            $0.isEmpty && !mayBeEmpty
                ? "\(key) is an empty list; leave the line out for the default"
                : $0.count > most ? "\(key) has more than \(most) entries" : nil
        }
    }

    /// A value chosen by name.
    ///
    /// - Parameters:
    ///   - aliases: other accepted names, which are not suggested.
    ///   - synonyms: maps a name that is not accepted, spelled as by `plain`, to the one to suggest.
    ///   - advice: what to write and why, for names for which no suggestion or the wrong one would be made.
    package func choice<Value>(
        _ key: String,
        _ choices: [(name: String, value: Value)],
        aliases: [(name: String, value: Value)] = [],
        synonyms: [String: String] = [:],
        advice: [String: String] = [:]
    ) -> Located<Value>? {
        let names = choices.map(\.name)
        func hint(_ node: TOMLNode) -> String? {
            let text = node.value.text
            let near = (names + aliases.map(\.name)).first { $0 == text } ?? Spelling.nearest(to: text, among: names)
            return near.map { "write \(key) = \"\($0)\"" } ?? "it is one of \(names.joined(separator: ", "))"
        }
        guard let text = string(key, hint: hint) else { return nil }
        if let chosen = (choices + aliases).first(where: { $0.name == text.value }) {
            return Located(value: chosen.value, spot: text.spot)
        }
        let plain = Self.plain(text.value)
        let other = synonyms[plain] ?? PrayerSpelling.name(plain)
        // Of numbers none is a slip for another.
        let near =
            names.first { Self.plain($0) == plain } ?? names.first { $0 == other }
            ?? (plain.first?.isNumber == true ? nil : Spelling.nearest(to: plain, among: names + advice.keys.sorted()))
        let hint =
            (advice[plain] ?? near.flatMap { names.contains($0) ? nil : advice[$0] }
            ?? near.map { "did you mean '\($0)'?" }).map { "; \($0)" } ?? ""
        fault(
            text.spot,
            "\(key) = \"\(text.value)\" is not known: it is one of \(names.joined(separator: ", "))\(hint)"
        )
        return nil
    }

    /// A name in lower case, with hyphens instead of blanks and underscores.
    private static func plain(_ name: String) -> String {
        name.lowercased().replacing(" ", with: "-").replacing("_", with: "-")
    }

    package func fault(_ spot: ConfigSpot, _ message: String) {
        faults.append(ConfigFault(spot, message))
    }

    package func add(_ fault: ConfigFault) { faults.append(fault) }

    /// Adds the faults found in a table within this one.
    package func take(_ inner: ConfigTable) {
        faults += inner.finish()
        inner.known.forEach { knownWithin[$0] = $1 }
    }

    /// The keys that its readers have asked for, by the names of the tables, with those within it.
    var known: [String: Set<String>] { knownWithin.merging([header: asked]) { $1 } }

    /// The faults found, including unknown keys.
    package func finish() -> [ConfigFault] {
        for member in members where !asked.contains(member.key) {
            let place = name.isEmpty ? "" : " in \(header)"
            // Only so many faults are shown, and a hint takes a while.
            guard faults.count < ConfigError.limit else {
                fault(member.spot, "unknown key '\(member.key)'\(place)")
                continue
            }
            let hint = hint(for: member)
            let words = hint ?? "known are \(asked.sorted().joined(separator: ", "))"
            let unknown = ConfigFault.UnknownKey(
                key: member.key,
                isMeant: hint != nil,
                isTable: member.value.isTable
            )
            faults.append(
                ConfigFault(member.spot, "unknown key '\(member.key)'\(place); \(words)", unknown: unknown)
            )
        }
        return faults
    }

    /// What to write in place of an unknown key; nil where nothing is near.
    private func hint(for member: TOMLNode) -> String? {
        KeyAdvice.words(for: member, in: name) ?? exception(by: member.key)
            ?? meant(by: member.key).map { "did you mean '\($0)'?" }
    }

    /// The name as it stands in brackets in the file.
    package var header: String { isOneOfSeveral ? "[[\(name)]]" : "[\(name)]" }

    /// The keys that the file has in the table.
    package var keys: [String] { members.map(\.key) }

    /// The keys of the tables in it, in the order of the file. Unlike a read, it makes none of them known.
    package var tables: [String] {
        var seen: Set<String> = []
        return members.filter { member in
            guard case .table = member.value else { return false }
            return seen.insert(member.key).inserted
        }.map(\.key)
    }

    /// The known key that was meant. An occasion may be named by its prayer alone, or without its number.
    private func meant(by key: String) -> String? {
        let name = PrayerSpelling.name(key)
        return [name, "adhan-\(name)", "\(name)-1"].first(where: asked.contains)
            ?? Spelling.nearest(to: key, among: inOrder)
    }

    private func find(_ key: String) -> TOMLNode? {
        ask(key)
        return membersByKey[key]?.last
    }

    private func ask(_ key: String) { if asked.insert(key).inserted { inOrder.append(key) } }

    /// - Parameter hint: from a value of another kind, what to write instead.
    private func read<Value>(
        _ key: String,
        _ wanted: String,
        hint: (TOMLNode) -> String? = { _ in nil },
        _ convert: (TOMLNode) -> Value?
    ) -> Located<Value>? {
        guard let node = find(key) else { return nil }
        guard let value = convert(node) else {
            let meant = hint(node).map { "; \($0)" } ?? ""
            fault(node.spot, "\(key) is \(node.value), but it has to be \(wanted)\(meant)")
            return nil
        }
        return Located(value: value, spot: node.spot)
    }

    func check<Value>(_ found: Located<Value>?, _ complaint: (Value) -> String?) -> Located<Value>? {
        guard let found else { return nil }
        guard let complaint = complaint(found.value) else { return found }
        fault(found.spot, complaint)
        return nil
    }

    private func plain(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? String(number)
    }
}

/// A value and its position in the config.
package struct Located<Value> {
    package let value: Value
    package let spot: ConfigSpot
}

extension Located: Sendable where Value: Sendable {}

extension Located<String> {
    /// The path of the file that it names. A relative path is resolved against the folder of the main config file.
    package var path: String {
        guard !value.hasPrefix("/"), let slash = spot.main.lastIndex(of: "/") else { return value }
        return spot.main[...slash] + value
    }
}
