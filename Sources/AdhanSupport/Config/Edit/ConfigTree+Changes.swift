extension ConfigTree {
    /// Sets the value of a dotted name, or removes it.
    package mutating func apply(_ change: ConfigChange) { set(change.key.split(separator: ".")[...], change.value) }

    private mutating func set(_ path: ArraySlice<Substring>, _ value: ConfigValue?) {
        guard let name = path.first.map(String.init) else { return }
        if path.count == 1 { self[value: name] = value } else { self[table: name].set(path.dropFirst(), value) }
    }
}
