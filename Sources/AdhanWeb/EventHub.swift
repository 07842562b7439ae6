import CMicroHTTPD
import Synchronization

/// The clients of one kind of events.
package final class EventHub: Sendable {
    private struct State {
        var shares: Shares<ObjectIdentifier>
        var streams: [ObjectIdentifier: EventStream] = [:]
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - limit: how many clients there are. Where one more comes, another's stream ends.
    ///   - reserved: how many of them are left for the box's own address, as for its screen.
    package init(limit: Int, reserved: Int) { state = Mutex(State(shares: Shares(limit: limit, reserved: reserved))) }

    package var count: Int { state.withLock(\.streams.count) }

    /// - Parameter first: what the client gets at once. It is made while nothing is sent: what changes later is sent to
    ///   this client, too.
    package func open(_ request: WebRequest, first: () -> [UInt8]) -> WebAnswer {
        let (stream, ended) = state.withLock { state in
            let stream = EventStream(request.connection, first: first()) { [self] in forget($0) }
            state.streams[ObjectIdentifier(stream)] = stream
            let ended = state.shares.add(ObjectIdentifier(stream), of: WebParty(request.address))
            return (stream, ended.compactMap { state.streams.removeValue(forKey: $0) })
        }
        for other in ended { other.stop() }
        return WebAnswer(stream)
    }

    private func forget(_ stream: EventStream) {
        state.withLock { state in
            state.shares.remove(ObjectIdentifier(stream))
            state.streams[ObjectIdentifier(stream)] = nil
        }
    }

    package func send(_ bytes: [UInt8]) {
        for stream in state.withLock({ Array($0.streams.values) }) { stream.send(bytes) }
    }

    /// What clients pass over.
    package static let comment = Array(":\n\n".utf8)

    /// An event as it is sent; the data is on one line.
    package static func event(_ name: String, _ data: String) -> [UInt8] {
        Array("event: \(name)\ndata: \(data)\n\n".utf8)
    }
}

/// The events that wait for one client.
///
/// The server's thread reads from it; any other thread adds to it. While there is nothing, the connection is suspended,
/// so that it costs no time.
final class EventStream: Sendable {
    private struct State {
        var waiting: [UInt8] = []
        /// How many of them have been read.
        var read = 0
        var isSuspended = false
        var isEnded = false
    }

    /// A client that reads too slowly for this many bytes is disconnected; it connects anew and gets the plan.
    private static let limit = 1 << 19

    /// libmicrohttpd's, which lives as long as the response.
    nonisolated(unsafe) private let connection: OpaquePointer
    private let state: Mutex<State>
    private let ended: @Sendable (EventStream) -> Void

    /// - Parameters:
    ///   - ended: called once, when the client is gone.
    init(_ connection: OpaquePointer, first: [UInt8], ended: @escaping @Sendable (EventStream) -> Void) {
        (self.connection, self.ended) = (connection, ended)
        state = Mutex(State(waiting: first))
    }

    /// Adds an event.
    func send(_ bytes: [UInt8]) {
        state.withLock { state in
            guard !state.isEnded else { return }
            state.waiting.removeFirst(state.read)
            state.read = 0
            if state.waiting.count + bytes.count > Self.limit {
                state.isEnded = true
            } else {
                state.waiting += bytes
            }
            wake(&state)
        }
    }

    /// Ends the stream, as where another takes its place.
    func stop() {
        state.withLock { state in
            state.isEnded = true
            wake(&state)
        }
    }

    /// On the server's thread: the client is gone, or nothing more is sent to it.
    func end() {
        state.withLock { ($0.isEnded, $0.isSuspended) = (true, false) }
        ended(self)
    }

    /// On the server's thread: the next bytes for the client.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        state.withLock { state in
            if state.isEnded { return adhan_end_of_stream }
            let rest = state.waiting[state.read...]
            guard !rest.isEmpty else {
                state.isSuspended = true
                MHD_suspend_connection(connection)
                return 0
            }
            let count = min(rest.count, buffer.count)
            buffer.copyBytes(from: rest.prefix(count))
            state.read += count
            if state.read == state.waiting.count { (state.waiting, state.read) = ([], 0) }
            return count
        }
    }

    private func wake(_ state: inout State) {
        guard state.isSuspended else { return }
        state.isSuspended = false
        MHD_resume_connection(connection)
    }
}
