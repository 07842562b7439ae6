/// A change of a setting, as the ledger keeps it.
package struct SettingChange: Hashable, Sendable {
    /// The key of the changes that the committee's page has made.
    package static let panel = "panel"

    /// The name of the setting, or `panel`.
    package let key: String
    /// Nil if the config counts again.
    package let value: String?
    package let who: String
    package let at: Instant

    package init(_ key: String, _ value: String?, who: String, at: Instant) {
        (self.key, self.value, self.who, self.at) = (key, value, who, at)
    }
}

extension SettingChange {
    package init(_ change: Preferences.Change) {
        self.init(change.key.name, change.value?.text, who: change.who, at: change.at)
    }
}
