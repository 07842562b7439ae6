/// Follows the daemon's events for a process that lives longer than the daemon. It reconnects to a daemon that is gone
/// or hangs.
package struct EventFollower {
    private let client: ControlClient
    private let clock: any HostClock
    /// The first wait after a lost connection, and the longest.
    private let waits: ClosedRange<Duration>
    /// Whether each connection begins with the events of the last two minutes about occasions.
    private let recent: Bool

    package init(
        _ client: ControlClient,
        _ clock: any HostClock,
        waits: ClosedRange<Duration>,
        recent: Bool = false
    ) {
        (self.client, self.clock, self.waits, self.recent) = (client, clock, waits, recent)
    }

    /// Runs until it is done.
    ///
    /// - Parameters:
    ///   - tell: gets why the daemon cannot be followed, nil once it can; called on a change.
    ///   - isDone: whether to end; called at each event and after each wait.
    ///   - step: called when the connection begins, at each event, and without one after the time that it returned
    ///     last. Its error ends the connection.
    package func run(
        tell: (String?) -> Void,
        until isDone: () -> Bool,
        step: (NoticeEvent?) throws -> Duration
    ) {
        var told: String?? = .none
        func say(_ problem: String?) {
            if told != .some(problem) { tell(problem) }
            told = .some(problem)
        }
        var wait = waits.lowerBound
        while !isDone() {
            do {
                let events = try client.follow(NoticeEvent.self, recent: recent)
                var event: NoticeEvent?
                var isConnected = true
                while isConnected, !isDone() {
                    let interval = try step(event)
                    // A daemon may let a process follow, and refuse each step.
                    say(nil)
                    wait = waits.lowerBound
                    event = nil
                    switch try events.next(within: interval) {
                    case .event(let next): event = next
                    case .quiet: break
                    case .ended: isConnected = false
                    }
                }
            } catch {
                say("\(error)")
            }
            clock.sleep(wait)
            wait = min(wait * 2, waits.upperBound)
        }
    }
}
