import AdhanCore

/// What a restart keeps, and no config changes: what people have ordered, and what an earlier process has pinned.
package struct SavedState: Sendable {
    /// A person's mute; nil without one.
    package var mute: Mute?
    /// What people have set while the daemon ran. It overrides the config.
    package var preferences = Preferences()
    /// The congregations that an earlier process pinned.
    var pinned: PinnedCongregations?

    package init() {}
}
