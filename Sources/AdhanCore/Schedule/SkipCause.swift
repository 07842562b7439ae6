/// Why an occasion is not meant to sound.
package enum SkipCause: Hashable, Sendable, CustomStringConvertible {
    /// By `adhand set`.
    case switchedOff(by: String)
    /// By `[adhan]`.
    case offInConfig
    /// Nobody would hear it.
    case volumeTooLow(Volume)
    /// `[[audio.quiet]]` has a volume that nobody hears.
    case quietHours
    case muted
    case khutbah(Occasion)
    /// The khutbah's own adhan calls Dhuhr.
    case calledBeforeKhutbah
    case iftarInstead
    /// The source of its time is not called, for example because no place is set.
    case source(String)
    case other(String)

    /// As the ledger has it.
    package var description: String {
        switch self {
        case .switchedOff(let who): "switched off by \(who)"
        case .offInConfig: "off in [adhan]"
        case .volumeTooLow(let volume): "volume is \(volume.text)"
        case .quietHours: "quiet hours"
        case .muted: "muted"
        case .khutbah(let occasion): "khutbah of \(occasion.name)"
        case .calledBeforeKhutbah: "called before the khutbah instead"
        case .iftarInstead: "iftar sounds instead"
        case .source(let words), .other(let words): words
        }
    }
}
