/// When to retry after a failure that may pass, such as no network or a server error.
package struct RetryPlan: Sendable {
    private let tries: Int

    package init(tries: Int) { self.tries = tries }

    /// The wait before the next try: random, up to one second after the first try, up to twice as much after each
    /// further one. Randomness keeps boxes that lost their server at the same moment from coming back together.
    ///
    /// - Parameters:
    ///   - made: the number of tries so far, at least 1.
    ///   - asked: how long the server asks to wait; the random wait is added to it.
    ///   - left: the rest of the total time limit.
    ///   - chance: a random number, 0..<1.
    /// - Returns: nil to give up: this was the last try, or no time would be left.
    package func wait(after made: Int, asked: Duration?, left: Duration, chance: Double) -> Duration? {
        guard made < tries else { return nil }
        let ceiling = 1 << min(max(made, 1) - 1, 16)
        let wait = (asked ?? .zero) + .seconds(Double(ceiling) * min(max(chance, 0), 1))
        return wait < left ? wait : nil
    }
}
