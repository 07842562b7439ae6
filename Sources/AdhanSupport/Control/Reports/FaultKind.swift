/// A kind of fault that a person should mend. The raw values are part of the ids that programs see.
package enum FaultKind: String, CaseIterable, Sendable {
    /// The config names no place, or one that may be wrong.
    case place
    /// The rules of the time zone cannot be read.
    case zone
    /// The clock is not trusted, so that nothing sounds.
    case clock
    case config
    /// Calls that will not sound, though nobody wants it so.
    case silent
    /// A setting of a person or of the config that is hardly meant so.
    case setting
    /// A device of the config that is not used.
    case device
    case recording
    /// No device plays.
    case sound
    /// A program of `[hooks]`.
    case hook
    /// The `before` of `[hooks]`, which nobody had begun five seconds ahead.
    case before
    /// Another daemon uses the ledger.
    case other
    case ledger
    /// The daemon's own files, besides the ledger.
    case state
    /// The mosque's file, or the bundled one.
    case timetable
    case times
    /// A source on the network.
    case source
    case mirror
    /// A call that was missed or broke off.
    case missed
    /// The box has started without having been shut down.
    case power
    case display
    /// A receiver of `[[notify]]`, or the process that tells them.
    case receiver
    /// The daemon itself, as others see it.
    case daemon

    /// Whether it has happened and cannot be mended: the status names it for a day.
    package var isPast: Bool { [.missed, .before, .power].contains(self) }

    package var severity: FaultSeverity {
        switch self {
        case .place, .clock, .silent, .recording, .sound, .before, .other, .times, .missed, .daemon: .critical
        case .zone, .config, .setting, .device, .hook, .ledger, .state, .timetable, .source, .mirror, .power,
            .display, .receiver:
            .warning
        }
    }
}

package enum FaultSeverity: String, CaseIterable, Codable, Comparable, Sendable {
    case info
    /// The adhans sound; something else is wrong, or will be.
    case warning
    /// An adhan will not sound, or did not.
    case critical

    package static func < (one: FaultSeverity, other: FaultSeverity) -> Bool { one.rank < other.rank }

    /// From 0 on, the least first.
    package var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
