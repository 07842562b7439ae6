/// When to try once more what may pass: a network that is away, a server in trouble.
package struct RetryPlan: Sendable, Hashable {
    private let patience: FetchPatience

    package init(_ patience: FetchPatience) { self.patience = patience }

    /// How long to wait before the next try: by chance anything up to one second after the first try, twice as much after each
    /// further one. So that boxes that lost their server at the same moment do not all come back at the same moment.
    ///
    /// - Parameters:
    ///   - tries: those made, at least 1.
    ///   - asked: how long the server wants to be left alone; the wait by chance comes on top.
    ///   - left: of the patience.
    ///   - chance: 0 up to, not including, 1.
    /// - Returns: nil to give up: that was the last try, or nothing would be left of the patience.
    package func wait(after tries: Int, asked: Duration?, left: Duration, chance: Double) -> Duration? {
        guard tries < patience.tries else { return nil }
        let ceiling = 1 << min(max(tries, 1) - 1, 16)
        let wait = (asked ?? .zero) + .seconds(Double(ceiling) * min(max(chance, 0), 1))
        return wait < left ? wait : nil
    }
}
