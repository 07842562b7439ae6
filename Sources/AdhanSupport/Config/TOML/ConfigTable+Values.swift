import AdhanCore

/// Values of the kinds that several tables have.
extension ConfigTable {
    package func bool(_ key: String) -> Located<Bool>? {
        read(key, "true or false", hint: Advice.unquotedFlag, sentence: plain(key, "true or false", Advice.flag)) {
            if case .boolean(let flag) = $0.value { flag } else { nil }
        }
    }

    package func number(_ key: String, in range: ClosedRange<Double>) -> Located<Double>? {
        read(key, "a number", hint: Advice.unquoted, sentence: plain(key, "a number", Advice.number)) { node in
            let number: Double
            switch node.value {
            case .integer(let whole): number = Double(whole)
            case .number(let any): number = any
            default: return nil
            }
            return try ValueFault.check(number, in: range) { Int(exactly: $0).map(String.init) ?? "\($0)" }
        }
    }

    /// - Parameter unit: for the fault of another kind of value, as ` of minutes`.
    package func integer(_ key: String, in range: ClosedRange<Int>, unit: String = "") -> Located<Int>? {
        let wanted = "a whole number\(unit)"
        return read(key, wanted, hint: Advice.unquoted, sentence: plain(key, wanted, Advice.number)) { node in
            guard case .integer(let whole) = node.value, let number = Int(exactly: whole) else { return nil }
            return try ValueFault.check(number, in: range) { "\($0)" }
        }
    }

    /// The fault of a value that is no number, true or false: without TOML, with the one that was meant.
    private func plain<Value>(
        _ key: String,
        _ wanted: String,
        _ meant: @escaping (String) -> Value?
    ) -> (TOMLNode) -> String? {
        { [self] node in
            let advice = node.text.flatMap(meant).map { "; write \($0)" } ?? ""
            return "\(path(key)): \(node.value.typed) is not \(wanted)\(advice)"
        }
    }

    package func duration(_ key: String, in range: ClosedRange<Duration>) -> Located<Duration>? {
        text(key, hint: { Advice.length($0, in: range) }, as: { try Self.duration($0, in: range, key) })
    }

    /// One length of time or several, longest first, in seconds.
    package func leads(_ key: String, in range: ClosedRange<Duration>) -> [Int]? {
        if isText(key) { return lead(key, in: range).map { [$0] } }
        let wanted = "a length of time such as \"10m\", or a list of them"
        let leads = list(
            key,
            wanted: wanted,
            hint: { Advice.length($0, in: range) },
            most: Occasion.most,
            as: { Int(try Self.duration($0, in: range, key).components.seconds) }
        )
        return leads.map { Set($0.value).sorted(by: >) }
    }

    /// A length of time, in seconds.
    package func lead(_ key: String, in range: ClosedRange<Duration>) -> Int? {
        duration(key, in: range).map { Int($0.value.components.seconds) }
    }

    private static func duration(_ text: String, in range: ClosedRange<Duration>, _ key: String) throws -> Duration {
        let length: Duration
        do {
            length = try DurationText.parse(text)
        } catch {
            let meant = Advice.length(text, in: range).map { "; did you mean \"\($0)\"?" } ?? ""
            throw ValueFault(sentence: "\(key): \(error)\(meant)")
        }
        return try ValueFault.check(length, in: range, DurationText.format)
    }

    /// A wall clock time, `HH:MM`.
    ///
    /// - Parameters:
    ///   - range: in seconds after midnight.
    /// - Returns: seconds after midnight.
    package func clock(_ key: String, in range: ClosedRange<Int>, alternative: String = "") -> Located<Int>? {
        text(key) { text in
            guard let second = try? ClockText.parse(text) else {  // reason: the fault says more
                throw ValueFault("is not a time on a clock; write it as in \"00:01\"\(alternative)")
            }
            return try ValueFault.check(second, in: range, ClockText.format)
        }
    }

    /// Reads a value, or a word that means none.
    package func clock(_ key: String, in range: ClosedRange<Int>, orNone word: String) -> Located<Int?>? {
        if let node = find(key), node.text == word { return Located(value: nil, spot: node.spot) }
        return clock(key, in: range, alternative: ", or \"\(word)\"")?.map(Optional.some)
    }

    package func choice<Value: CaseIterable & RawRepresentable<String>>(
        _ key: String,
        advice: [String: String] = [:]
    ) -> Located<Value>? {
        choice(key, Value.allCases.map { ($0.rawValue, $0) }, advice: advice)
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
        return text(key, hint: hint) { text in
            if let chosen = (choices + aliases).first(where: { $0.name == text }) { return chosen.value }
            let plain = Self.plain(text)
            let other = synonyms[plain] ?? PrayerSpelling.name(plain)
            // No number is a typing error for another one.
            let near =
                names.first { Self.plain($0) == plain } ?? names.first { $0 == other }
                ?? (plain.first?.isNumber == true
                    ? nil : Spelling.nearest(to: plain, among: names + advice.keys.sorted()))
            let words = advice[plain] ?? near.flatMap { names.contains($0) ? nil : advice[$0] }
            let hint = (words ?? near.map { "did you mean '\($0)'?" }).map { "; \($0)" } ?? ""
            throw ValueFault("is not known: it is one of \(names.joined(separator: ", "))\(hint)")
        }
    }

    /// A name in lower case, with hyphens instead of blanks and underscores.
    private static func plain(_ name: String) -> String {
        name.lowercased().replacing(" ", with: "-").replacing("_", with: "-")
    }

    /// A network address, in which `{year}` may occur. It must be encrypted, except on this machine or if the mosque
    /// allows otherwise.
    package func address(_ key: String, _ allowsHTTP: Bool) -> Located<String>? {
        text(key) { text in
            let address: WebAddress
            do {
                address = try WebAddress(text.replacing(TimetablePeriod.yearMark, with: "2026"))
            } catch {
                // An unparsable address may hold a password anywhere.
                let quoted = text.contains { "@?;".contains($0) } ? "" : " = \"\(text)\""
                let advice = "write it as in \"https://example.org/times.json\""
                throw ValueFault(sentence: "\(key)\(quoted) \(error); \(advice)")
            }
            guard !address.hasPassword else {
                let words = "which everybody who may read this file would know; use credentials"
                throw ValueFault(sentence: "\(key) contains a password, \(words)")
            }
            guard address.isEncrypted || address.isLoopback || allowsHTTP else {
                let words =
                    "is not encrypted: anybody on the way could change the times. "
                    + "Write https, or allow_http = true for a server in the house"
                throw ValueFault(sentence: "\(key) = \"\(address.shown)\" \(words)")
            }
            return text
        }
    }

    /// A bucket's name. Other tools write `s3://name/rest` in its place, which is a fault.
    package func bucket(rest key: String) -> Located<String>? {
        text("bucket") { text in
            guard text.lowercased().hasPrefix("s3://") else { return text }
            let parts = text.dropFirst(5).split(separator: "/", maxSplits: 1)
            // Only a name that would be accepted is proposed.
            guard let name = parts.first, !text.dropFirst(5).hasPrefix("/"),
                (try? S3Bucket(String(name)).address(key: "a")) != nil  // reason: see above
            else { throw ValueFault("is no name of a bucket; write it as in bucket = \"my-mosque\"") }
            let rest = parts.count > 1 ? ", and put what follows it into \(key)" : ""
            throw ValueFault("is an address; write the name alone, bucket = \"\(name)\"\(rest)")
        }
    }

    /// A volume: a number on the scale 0…100, or decibels in quotes.
    package func volume(_ key: String) -> Located<Volume>? {
        guard isText(key) else { return number(key, in: 0...100)?.map(Volume.init(percent:)) }
        return text(key) { text in
            guard let decibels = DecibelText.parse(text, unit: "dB") else {
                let number = Advice.number(text).map { "it without quotes: \(key) = \($0)" } ?? "0 to 100"
                throw ValueFault("is not a volume; write \(number), or decibels as in \"-12dB\"")
            }
            guard Volume.audible.contains(decibels) else {
                let words = "above 0 a recording would be cut off at its peaks"
                throw ValueFault("is not between -96dB and 0dB; \(words)")
            }
            return Volume(decibels: decibels)
        }
    }

    /// LUFS, in quotes; nil also for `off`.
    package func loudness(_ key: String) -> Double? {
        let found = text(key) { text -> Double? in
            if text == "off" { return nil }
            guard let loudness = DecibelText.parse(text, unit: "LUFS") else {
                throw ValueFault("is not a loudness; write it as in \"-23 LUFS\", or \"off\"")
            }
            return try ValueFault.check(loudness, in: -40...(-5)) { "\(Int($0)) LUFS" }
        }
        return found?.value
    }

    /// One file, or several that are played in turn; paths are resolved as in `Located.path`.
    package func recordings(_ key: String) -> Located<Recordings>? {
        if isText(key) { return string(key).map { $0.with(Recordings($0.path)) } }
        let found = list(key, wanted: "a text in quotes, or a list of texts") { text in
            if let words = Advice.windowsPath(key, text) { throw ValueFault(words) }
            return text
        }
        guard let list = found else { return nil }
        let paths = list.value.map { list.with($0).path }
        return paths.first.map { list.with(Recordings($0, Array(paths.dropFirst()))) }
    }
}
