import AdhanCore

/// Which program is due when: `before` as a sound is armed, and for each of those `after` once, whatever came of it.
package struct HookPlan: Sendable {
    package enum Call: Sendable, Equatable {
        case before(HookOccasion)
        case after(HookOccasion, LedgerState)
    }

    /// Its `before` is run, or on its way, and its `after` is not.
    private var owed: HookOccasion?
    /// What a crash had left, and was seen to at the start.
    private var recovered: HookOccasion?

    /// A process before this one had run `before` and not `after`.
    ///
    /// Where its disk has told it late, and a program of this process is owed already, that one ends it.
    package mutating func found(_ left: HookOccasion) -> [Call] {
        guard owed == nil else { return [] }
        recovered = left
        return [.after(left, .interrupted)]
    }

    package mutating func armed(_ occasion: HookOccasion) -> [Call] {
        // Made ready once more, after the player had refused it or the device was gone.
        if let owed, owed.isSame(as: occasion) { return [] }
        let rest = ended(as: .interrupted)
        owed = occasion
        return rest + [.before(occasion)]
    }

    package mutating func over(_ occasion: HookOccasion, _ state: LedgerState) -> [Call] {
        if let owed, owed.isSame(as: occasion) { return ended(as: state) }
        // Begun by a process that is no more, and left unfinished; what it left itself to be found has been seen to.
        guard state == .interrupted, recovered?.isSame(as: occasion) != true else { return [] }
        return [.after(occasion, state)]
    }

    /// Nothing more will sound.
    package mutating func stopping() -> [Call] { ended(as: .stopped) }

    private mutating func ended(as state: LedgerState) -> [Call] {
        defer { owed = nil }
        return owed.map { [.after($0, state)] } ?? []
    }
}
