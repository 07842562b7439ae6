import AdhanCore
import AdhanSupport

/// Decides which hook runs when: `before` when a playback is armed, and `after` once for each `before`, however the
/// playback ended.
package struct HookPlan: Sendable {
    package enum Call: Sendable, Equatable {
        case before(HookOccasion)
        case after(HookOccasion, LedgerState)
        case at(HookOccasion)
    }

    /// The occasion whose `before` has run or is queued, and whose `after` is not.
    private var owed: HookOccasion?
    /// Whether it was ended for another occasion, which takes over what is switched on.
    private var isHandedOver = false
    /// The occasion in the mark file of an earlier process, whose `after` was queued at the start.
    private var recovered: HookOccasion?

    /// An earlier process has run `before` but not `after` for the occasion: the mark file says so.
    ///
    /// Where the disk was late and this process owes an `after` already, nothing is queued: that one will do.
    package mutating func found(_ left: HookOccasion) -> [Call] {
        guard owed == nil else { return [] }
        recovered = left
        return [.after(left, .interrupted)]
    }

    package mutating func armed(_ occasion: HookOccasion) -> [Call] {
        // Armed again, after the player had failed or the device was lost.
        if let owed, owed.isSame(as: occasion) { return [] }
        let rest = isHandedOver ? [] : ended(as: .interrupted)
        (owed, isHandedOver) = (occasion, false)
        return rest + [.before(occasion)]
    }

    package mutating func over(_ occasion: HookOccasion, _ state: LedgerState) -> [Call] {
        if let owed, owed.isSame(as: occasion) || isHandedOver { return ended(as: state) }
        // Only an adhan that an earlier process left unfinished; the occasion in its mark file has already run its
        // after hook.
        guard state == .interrupted, recovered?.isSame(as: occasion) != true else { return [] }
        return [.after(occasion, state)]
    }

    /// A sound was ended for another. What it has switched on stays on, so that the other begins with it.
    mutating func handedOver(_ occasion: HookOccasion) -> [Call] {
        isHandedOver = owed?.isSame(as: occasion) == true
        return []
    }

    /// Nothing more will sound.
    package mutating func stopping() -> [Call] { ended(as: .stopped) }

    private mutating func ended(as state: LedgerState) -> [Call] {
        defer { (owed, isHandedOver) = (nil, false) }
        return owed.map { [.after($0, state)] } ?? []
    }
}
