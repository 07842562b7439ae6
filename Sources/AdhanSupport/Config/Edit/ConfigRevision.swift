/// A config with changes of some keys: each in the file that decides the key, the last one that has it.
package struct ConfigRevision: Sendable {
    package struct File: Sendable {
        package let path: String
        package let before: [UInt8]
        package let after: [UInt8]

        package var difference: ConfigDifference { ConfigDifference(before, after) }
    }

    /// The config with the changes.
    package let texts: ConfigSource
    /// The files that change, in the order of the config.
    package let files: [File]

    /// Makes the changes in memory; writes no file.
    ///
    /// - Throws: `ConfigFault` where a file is not TOML, or a change has to be made by hand.
    package init(_ texts: ConfigSource, _ changes: [ConfigChange]) throws(ConfigFault) {
        var known: [[String: SourceLocation]] = []
        for part in texts.parts {
            known.append(try TOMLNode.parse(part.bytes, file: part.file, main: texts.file).spots())
        }
        // A key that no file has goes into the main file.
        let owners = changes.map { change in known.lastIndex { $0[change.key] != nil } ?? 0 }
        var (files, parts) = ([File](), [[UInt8]]())
        for (index, part) in texts.parts.enumerated() {
            var edit = ConfigEdit(part.bytes, file: part.file)
            let own = zip(changes, owners).filter { $0.1 == index }.map(\.0)
            if !own.isEmpty { try edit.apply(own) }
            parts.append(edit.bytes)
            if edit.bytes != part.bytes { files.append(File(path: part.file, before: part.bytes, after: edit.bytes)) }
        }
        self.texts = texts.replacing(parts)
        self.files = files
    }
}

/// The text that a person typed for a key.
package struct ConfigInput: Sendable {
    package let key: String
    package let text: String

    package init(key: String, text: String) { (self.key, self.text) = (key, text) }

    /// The values that it may mean, the likeliest first: as TOML has it, as a text, and as a list of texts that commas
    /// part.
    package var values: [ConfigValue] {
        let list = text.split(separator: ",").map { String(String($0).trimmed) }
        return [ConfigValue(toml: text), .text(text), .texts(list)].compactMap(\.self)
    }
}

extension ConfigRevision {
    /// Changes the keys to what was typed, each as TOML or as a text, whichever the config accepts.
    ///
    /// - Returns: the changes, and the faults of the config with them; none where it is accepted.
    package static func revise(
        _ texts: ConfigSource,
        _ inputs: [ConfigInput],
        _ locations: Locations
    ) throws -> (revision: ConfigRevision, faults: [ConfigFault]) {
        func trial(_ values: [ConfigValue?]) throws -> (revision: ConfigRevision, faults: [ConfigFault]) {
            let changes = zip(inputs, values).map { ConfigChange(key: $0.key, to: $1) }
            let revision = try ConfigRevision(texts, changes)
            return (revision, try revision.texts.faults(locations))
        }
        var values = inputs.map(\.values.first)
        var best = try trial(values)
        let others = inputs.enumerated().flatMap { index, input in input.values.dropFirst().map { (index, $0) } }
        for (index, value) in others where !best.faults.isEmpty {
            var others = values
            others[index] = value
            let other = try trial(others)
            if weight(other.faults) < weight(best.faults) { (values, best) = (others, other) }
        }
        return best
    }

    /// Fewer faults count first; then a value of the right kind, whose fault says more.
    private static func weight(_ faults: [ConfigFault]) -> (Int, Int) {
        (faults.count, faults.count(where: \.isOfWrongKind))
    }
}

extension ConfigSource {
    /// The faults of the config.
    ///
    /// - Throws: any error other than `ConfigError`.
    package func faults(_ locations: Locations) throws -> [ConfigFault] {
        do {
            _ = try Configuration.parse(self, locations)
            return []
        } catch let error as ConfigError {
            return error.faults
        }
    }

    /// Its files with other texts.
    fileprivate func replacing(_ parts: [[UInt8]]) -> ConfigSource {
        ConfigSource(
            file: file,
            main: parts.first ?? [],
            additions: zip(additions, parts.dropFirst()).map { Addition(name: $0.name, bytes: $1) },
            panel: panel.map { PanelFile(file: $0.file, bytes: parts.last ?? $0.bytes) }
        )
    }
}
