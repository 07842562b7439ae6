import AdhanCore
import AdhanSystem
import Glibc
import Synchronization

/// The daemon's end of the control socket.
///
/// It has one thread of its own, so that no client, however slow or many, costs the loop anything: a request is handed over
/// by `handle`, the answer is handed back through the replier, and neither waits for the other.
package final class ControlServer: Sendable {
    /// What one client may take of the daemon's memory and time.
    package struct Bounds: Sendable {
        /// Clients whose request has not come. One more is let in all the same; who has been silent for longest is turned away.
        package var asking = ConnectionLimits(perUser: 8, total: 32)
        /// Requests that the daemon has not answered. One more is refused.
        package var waiting = ConnectionLimits(perUser: 16, total: 32)
        /// The same for `stop`, `mute` and `unmute`, so that no other request is in their way.
        package var urgent = ConnectionLimits(perUser: 8, total: 32)
        /// Clients that follow the events. One more is refused.
        package var following = ConnectionLimits(perUser: 12, total: 24)
        /// Clients that have not taken their answer. Where there is one more, the oldest is given up.
        package var leaving = ConnectionLimits(perUser: 8, total: 32)
        /// For what changes something.
        package var rate = ControlRateLimit()
        /// Bytes of a request, without its newline.
        package var request = 65_536
        /// Bytes of events that may wait for a slow reader before it is given up.
        package var backlog = 262_144
        /// For a client to send its request, and to take its reply.
        package var clientPatience: Duration = .seconds(10)
        /// For the daemon to answer.
        package var answerPatience: Duration = .seconds(30)
        /// How often it is looked whether the socket's file is still there.
        package var fileLook: Duration = .minutes(1)
    }

    /// Gets each request on the server's thread, and is to return at once.
    package typealias Handler = @Sendable (ControlRequest, ControlCaller, ControlReplier) -> Void

    /// Gets on the server's thread that the socket's file, or its lock, had been removed and is made again, or why it is not; each
    /// reason once.
    package typealias Renewed = @Sendable (Result<Void, ControlFault>) -> Void

    private let mailbox: Mailbox<ControlReplier.Message>
    private let thread: SystemThread
    /// Left once the thread has done its work and removed the socket's file.
    private let running = WaitGroup(1)
    private let isStopped = Atomic(false)

    /// - Parameters:
    ///   - path: of the socket, in a folder that is there.
    ///   - bounds: the defaults but in tests.
    /// - Throws: `ControlFault` where the socket cannot be had, `SystemFault` where the kernel has no thread for us.
    package init(
        path: String,
        bounds: Bounds = Bounds(),
        renewed: @escaping Renewed = { _ in },
        handle: @escaping Handler
    ) throws {
        let mailbox = try Mailbox<ControlReplier.Message>()
        let owned = Mutex<ControlListener?>(try ControlListener(path))
        thread = try SystemThread { [running] in
            // The thread alone has it: it is gone, and with it the file, before the work is said to be done.
            if let listener = owned.withLock({ $0.take() }) {
                var poller = ControlPoller(listener, mailbox, bounds, renewed, handle)
                poller.run()
            }
            running.leave()
        }
        self.mailbox = mailbox
    }

    deinit { stop() }

    /// Sends the event to whoever follows, from any thread. Events arrive in the order in which they are published.
    ///
    /// - Throws: `ControlFault.unencodable`.
    package func publish(_ event: some Encodable) throws(ControlFault) {
        mailbox.post(.publish(try ControlLine.encode(event)))
    }

    /// Ends it: what was answered and published before goes out as far as the clients take it at once, all are disconnected
    /// and the socket's file is removed. Not to be called by the handler.
    ///
    /// - Parameter limit: where the file's disk hangs, the file is left after that; nil to wait for as long as it takes.
    package func stop(within limit: Duration? = nil) {
        guard !isStopped.exchange(true, ordering: .sequentiallyConsistent) else { return }
        mailbox.post(.stop)
        if running.wait(within: limit) { thread.join() } else { thread.detach() }
    }
}
