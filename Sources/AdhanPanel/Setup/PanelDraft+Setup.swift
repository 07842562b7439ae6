import AdhanSupport

extension PanelDraft {
    /// The config's files with the settings of the panel that may count. Wrong ones are left out.
    func texts(in file: String) -> ConfigSource {
        texts.with(panel: problems.isEmpty ? .init(file: file, bytes: Array(text.utf8)) : nil)
    }

    /// Makes the changes in the panel's tables. A line of another file cannot be removed here: the default is set over
    /// it.
    mutating func enter(_ changes: [ConfigChange], _ locations: Locations) throws {
        let others = try Configuration.parse(texts.with(panel: nil), locations).keys
        let removed = changes.filter { $0.value == nil && others.contains($0.key) }
        let entries = removed.isEmpty ? [] : try Configuration.load(nil, locations).entries
        let defaults = Dictionary(entries.map { ($0.key, $0.value) }) { first, _ in first }
        for change in changes {
            let value = change.value ?? (others.contains(change.key) ? defaults[change.key] ?? nil : nil)
            tables.apply(ConfigChange(key: change.key, to: value))
        }
    }
}
