import Synchronization

/// The clients of one kind of events.
final class EventHub: Sendable {
    private struct Client {
        let stream: EventStream
        let address: PeerAddress
    }

    private let clients = Mutex<[ObjectIdentifier: Client]>([:])
    private let limit, ofAddress: Int

    /// - Parameters:
    ///   - limit: how many clients it takes.
    ///   - ofAddress: how many from one address. So many places are left for the box's own,
    ///     so that nobody keeps its screen out.
    init(limit: Int, ofAddress: Int) { (self.limit, self.ofAddress) = (limit, ofAddress) }

    var count: Int { clients.withLock(\.count) }

    /// - Parameter first: what the client gets at once. It is made while nothing is sent: what changes later is sent to
    ///   this client, too.
    /// - Returns: nil where there are too many clients.
    func open(_ request: WebRequest, first: () -> [UInt8]) -> WebAnswer? {
        let address = request.address
        let taken = clients.withLock { clients -> EventStream? in
            let same = clients.values.count { $0.address == address }
            let others = clients.values.count { !$0.address.isOwn }
            guard same < ofAddress, address.isOwn || others < limit - ofAddress else { return nil }
            let stream = EventStream(request.connection, first: first()) { [self] stream in
                self.clients.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(stream)) }
            }
            clients[ObjectIdentifier(stream)] = Client(stream: stream, address: address)
            return stream
        }
        return taken.map(WebAnswer.init)
    }

    func send(_ bytes: [UInt8]) {
        for client in clients.withLock({ Array($0.values) }) { client.stream.send(bytes) }
    }

    /// What clients pass over.
    static let comment = Array(":\n\n".utf8)

    /// An event as it is sent; the data is on one line.
    static func event(_ name: String, _ data: String) -> [UInt8] { Array("event: \(name)\ndata: \(data)\n\n".utf8) }
}
