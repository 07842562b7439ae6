import AdhanCore
import Glibc
import Synchronization

/// The server of the control socket.
///
/// It has a thread of its own, so that slow or many clients do not delay the loop: `handle` gets a request, the replier
/// takes the answer, and neither waits for the other.
package final class ControlServer: Sendable {
    /// Limits on what clients may use of the daemon's memory and time.
    package struct Bounds: Sendable {
        /// Clients that have not sent a request. One more is accepted, and the longest idle one is refused.
        var receiving = ConnectionLimits(perUser: 8, total: 32)
        /// Requests that the daemon has not answered. One more is refused.
        var waiting = ConnectionLimits(perUser: 16, total: 32)
        /// Unanswered `stop`, `mute` and `unmute` requests, so that no others are in their way.
        var urgent = ConnectionLimits(perUser: 8, total: 32)
        /// Clients that are subscribed to the events. One more is refused.
        var subscribers = ConnectionLimits(perUser: 12, total: 24)
        /// Clients that have not read their answer. Where there is one more, the oldest is disconnected.
        var closing = ConnectionLimits(perUser: 8, total: 32)
        /// The rate of commands that change something.
        var rate = ControlRateLimit()
        /// The length of a request in bytes, without its newline.
        var request = 65_536
        /// How many bytes of events may wait for a slow client before it is disconnected.
        var backlog = 262_144
        /// How long a client may take to send its request, and to read its reply.
        var clientPatience: Duration = .seconds(10)
        /// How long the daemon may take to answer.
        var answerPatience: Duration = .seconds(30)
        /// How often to check whether the socket's file is still there.
        var fileCheckInterval: Duration = .minutes(1)
    }

    /// Gets each request, on the server's thread, and must return at once.
    package typealias Handler = @Sendable (ControlRequest, ControlCaller, ControlReplier) -> Void

    /// Called on the server's thread when the socket's file or its lock had been removed and is made again, or with the
    /// reason why it cannot be, each reason once.
    package typealias Renewed = @Sendable (Result<Void, ControlFault>) -> Void

    private let mailbox: Mailbox<ControlReplier.Message>
    private let thread: SystemThread
    /// Ends when the thread has done its work and removed the socket's file.
    private let running = WaitGroup(1)
    private let isStopped = Atomic(false)

    /// - Parameters:
    ///   - path: the socket's path; its folder must exist.
    ///   - bounds: the defaults, except in tests.
    /// - Throws: `ControlFault` where the socket cannot be made,
    ///   `SystemFault` where the machine has no thread or descriptor left.
    package init(
        path: String,
        bounds: Bounds = Bounds(),
        renewed: @escaping Renewed = { _ in },
        handle: @escaping Handler
    ) throws {
        let mailbox = try Mailbox<ControlReplier.Message>()
        let kept = Mutex<ControlListener?>(try ControlListener(path))
        thread = try SystemThread(named: "control") { [running] in
            // Only the thread holds the listener, so that it and the file are gone before `leave`.
            if let listener = kept.withLock({ $0.take() }) {
                var poller = ControlPoller(listener, mailbox, bounds, renewed, handle)
                poller.run()
            }
            running.leave()
        }
        self.mailbox = mailbox
    }

    deinit { stop() }

    /// Sends the event to all subscribers, from any thread. Events arrive in the order of the calls.
    @discardableResult
    package func publish(_ event: some Encodable) throws(ControlFault) -> [UInt8] {
        let line = try ControlLine.encode(event)
        mailbox.post(.publish(line))
        return line
    }

    /// Ends the server: earlier answers and events are sent as far as clients take them at once, all are disconnected,
    /// and the socket's file is removed. The handler must not call it.
    ///
    /// - Parameter limit: how long to wait for a disk that hangs; nil to wait without a limit.
    package func stop(within limit: Duration? = nil) {
        guard !isStopped.exchange(true, ordering: .sequentiallyConsistent) else { return }
        mailbox.post(.stop)
        if running.wait(within: limit) { thread.join() } else { thread.detach() }
    }
}
