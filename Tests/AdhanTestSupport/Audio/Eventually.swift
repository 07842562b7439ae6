import Glibc

/// Waits until a condition is true, checking it every few milliseconds.
///
/// - Returns: whether it became true within the limit.
package func eventually(within limit: Duration = .seconds(60), _ condition: () throws -> Bool) rethrows -> Bool {
    let end = ContinuousClock.now + limit
    // Longer and longer: a condition may ask a daemon, and other tests need the processor.
    var pause: UInt32 = 2000
    while try !condition() {
        guard ContinuousClock.now < end else { return false }
        usleep(pause)
        pause = min(pause * 3 / 2, 50_000)
    }
    return true
}
