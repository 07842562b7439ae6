import AdhanCore
import AdhanSupport

/// The wall clock's offset from the time since boot. It stays the same for as long as nobody sets the clock.
package struct BootAnchor: Codable, Hashable, Sendable {
    /// The kernel's boot ID; nil where it could not be read, as in a sandbox without /proc/sys.
    package let boot: String?
    /// The wall clock's time of the boot, in microseconds since 1970 UTC.
    package let start: Int64

    /// A correction of up to this much still counts as the same clock.
    private static let tolerance: Duration = .seconds(60)

    /// - Parameters:
    ///   - now: read at the same moment.
    init(boot: String?, wall: Instant, now: BootInstant) {
        (self.boot, start) = (boot, (wall - now.sinceStart).microseconds)
    }

    /// Whether this is the same boot as `earlier`, and the clock has been set by no more than a minute since. Where a
    /// boot ID is missing, the start of the boot alone decides.
    func continues(_ earlier: BootAnchor) -> Bool {
        if let boot, let other = earlier.boot, boot != other { return false }
        let step = Instant(microseconds: earlier.start).duration(to: Instant(microseconds: start))
        return (.zero - Self.tolerance...Self.tolerance).contains(step)
    }
}

/// A confirmation that the clock is right, kept in the runtime directory. It comes from a person, or from an earlier
/// synchronisation with a time server.
package struct ClockConfirmation: Sendable {
    package let file: String
    /// In bytes; such a file needs far less.
    private var kept: JSONFile<BootAnchor> { JSONFile(file, limit: 4096) }

    /// A person's confirmation by `adhand clock confirm`.
    package static func person(runtime: String) -> ClockConfirmation {
        ClockConfirmation(file: runtime + "/clock-confirmed")
    }

    /// The record that the clock was seen synchronised.
    package static func server(runtime: String) -> ClockConfirmation {
        ClockConfirmation(file: runtime + "/clock-synchronised")
    }

    /// Whether there is a confirmation that still applies to the clock.
    ///
    /// - Throws: `FileFault` where the file exists but cannot be read or decoded; it then confirms nothing.
    package func holds(_ anchor: BootAnchor) throws(FileFault) -> Bool {
        let given = try kept.load { _ in "it is damaged, and is ignored until it is replaced" }
        return given.map(anchor.continues) ?? false
    }

    /// Confirms the clock as it stands.
    package func give(_ anchor: BootAnchor) throws(AtomicFile.Fault) {
        try kept.save(anchor)
    }
}
