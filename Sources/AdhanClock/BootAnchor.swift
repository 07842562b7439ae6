import AdhanCore
import AdhanSystem

/// Where the wall clock stood against the time since boot at some moment: as long as nobody sets the clock, that stays the same.
package struct BootAnchor: Codable, Hashable, Sendable {
    /// The kernel's name for this boot; nil where it could not be read, as in a sandbox without /proc/sys.
    package let boot: String?
    /// What the wall clock would have shown at the boot, in microseconds since 1970 UTC.
    package let start: Int64

    /// A clock is corrected by as much without being another clock.
    private static let tolerance: Duration = .seconds(60)

    /// - Parameters:
    ///   - wall: the wall clock.
    ///   - now: read at the same moment.
    package init(boot: String?, wall: Instant, now: BootInstant) {
        (self.boot, start) = (boot, (wall - now.sinceStart).microseconds)
    }

    /// Whether what was true of the clock at `earlier` is true of it still: the same boot, and it has not been set by more
    /// than a minute. Where a boot has no name, that it began at the same time tells it well enough.
    package func continues(_ earlier: BootAnchor) -> Bool {
        if let boot, let other = earlier.boot, boot != other { return false }
        let step = Instant(microseconds: earlier.start).duration(to: Instant(microseconds: start))
        return (.zero - Self.tolerance...Self.tolerance).contains(step)
    }
}
