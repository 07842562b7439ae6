import Glibc

/// Waits until a condition is true, checking it every few milliseconds.
///
/// - Returns: whether it became true within the limit.
package func eventually(within limit: Duration = .seconds(20), _ condition: () throws -> Bool) rethrows -> Bool {
    let end = ContinuousClock.now + limit
    while try !condition() {
        guard ContinuousClock.now < end else { return false }
        usleep(4000)
    }
    return true
}
