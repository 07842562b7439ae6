import Glibc

/// One client's connection, on the server's thread. No call blocks.
final class ControlConnection {
    enum Stage {
        case receiving
        /// The daemon has the request.
        case waiting
        /// The answer is sent, and then each event.
        case subscribed
        /// The answer is sent, and then the connection is closed.
        case closing
        /// The connection is to be closed now.
        case closed
    }

    let id: UInt64
    let descriptor: Int32
    let user: uid_t
    /// The request's command; nil until it was received.
    private(set) var command: ControlRequest.Command?
    private(set) var stage = Stage.receiving
    /// When the stage times out; nil where it does not.
    private(set) var deadline: BootInstant?
    private var received = ControlLine.Buffer()
    private var outgoing: [UInt8] = []

    init(_ descriptor: Int32, of user: uid_t, id: UInt64, deadline: BootInstant) {
        (self.descriptor, self.user, self.id, self.deadline) = (descriptor, user, id, deadline)
    }

    deinit { close(descriptor) }

    /// The events for poll(2), which reports a hang-up in any case.
    var interest: Int16 {
        Int16(stage == .receiving ? POLLIN : 0) | Int16(outgoing.isEmpty ? 0 : POLLOUT)
    }

    /// Receives a part of the request.
    ///
    /// - Parameter limit: in bytes.
    /// - Returns: the request once it is complete: at a newline, or where the client has shut down its sending side.
    func receive(limit: Int) throws(ControlRefusal) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        guard count >= 0 else {
            if errno != EAGAIN && errno != EINTR { stage = .closed }
            return nil
        }
        received.append(bytes.prefix(count))
        let whole = received.nextLine()
        guard whole?.count ?? received.count <= limit else { throw .requestTooLong(limit: limit) }
        if let whole { return whole }
        guard count == 0 else { return nil }
        guard received.count > 0 else {
            stage = .closed
            return nil
        }
        return received.removeRest()
    }

    /// The daemon has the request, and must answer until the deadline.
    func wait(for command: ControlRequest.Command, until deadline: BootInstant) {
        (stage, self.deadline, self.command) = (.waiting, deadline, command)
    }

    /// The client must have read the reply until the deadline; without one it gets events afterwards.
    func reply(_ line: [UInt8], until deadline: BootInstant?) {
        (stage, self.deadline) = (deadline == nil ? .subscribed : .closing, deadline)
        outgoing += line
        send()
    }

    /// A client for which more than `limit` bytes wait is disconnected.
    func sendEvent(_ line: [UInt8], limit: Int) {
        outgoing += line
        send()
        if outgoing.count > limit { stage = .closed }
    }

    /// Sends as much as the client takes without blocking.
    func send() {
        while !outgoing.isEmpty {
            let count = outgoing.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            if count < 0 {
                if errno == EINTR { continue }
                if errno != EAGAIN { stage = .closed }
                return
            }
            outgoing.removeFirst(count)
        }
        if stage == .closing { stage = .closed }
    }

    func giveUp() { stage = .closed }
}
