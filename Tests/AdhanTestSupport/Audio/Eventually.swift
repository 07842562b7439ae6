import Glibc

/// Waits until something is so, looking every few milliseconds.
///
/// - Returns: whether it came to be so within the time.
package func eventually(within limit: Duration = .seconds(20), _ condition: () throws -> Bool) rethrows -> Bool {
    let end = ContinuousClock.now + limit
    while try !condition() {
        guard ContinuousClock.now < end else { return false }
        usleep(4000)
    }
    return true
}
