import AdhanCore
import AdhanSupport

/// The wall clock's offset from the time since boot. It stays the same for as long as nobody sets the clock.
package struct BootAnchor: Codable, Hashable, Sendable {
    /// The kernel's boot ID; nil where it could not be read, as in a sandbox without /proc/sys.
    package let boot: String?
    /// What the wall clock would have shown at the boot, in microseconds since 1970 UTC.
    package let start: Int64

    /// A correction of up to this much still counts as the same clock.
    private static let tolerance: Duration = .seconds(60)

    /// - Parameters:
    ///   - wall: the wall clock.
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
