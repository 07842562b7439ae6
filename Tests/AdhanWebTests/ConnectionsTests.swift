import AdhanSupport
import Glibc
import Synchronization
import Testing

@testable import AdhanWeb

/// Who may connect when connections are scarce.
@Suite struct ConnectionsTests {
    private final class Clock: Sendable {
        let now = Mutex(MonotonicInstant.start)
    }

    private let clock = Clock()
    private let connections: Connections

    init() {
        let clock = clock
        connections = Connections(limit: 100) { clock.now.withLock(\.self) }
    }

    @Test func `the last places are for the box's own address`() {
        for socket in 1_000_000..<1_000_036 { connections.opened(Int32(socket)) }
        #expect(!connections.accept(isLocal: false) && connections.accept(isLocal: true))
        connections.closed(1_000_000)
        #expect(connections.accept(isLocal: false))
    }

    @Test func `one that is slow with its request is ended where half of the places are taken, and no other is`() throws
    {
        var pairs = [[Int32]](repeating: [-1, -1], count: 3)
        for index in pairs.indices { #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pairs[index]) == 0) }
        defer { for pair in pairs { pair.forEach { close($0) } } }
        let (slow, asked, fresh) = (pairs[0], pairs[1], pairs[2])
        connections.opened(slow[0])
        connections.opened(asked[0])
        connections.asked(asked[0])
        clock.now.withLock { $0 = $0 + .seconds(11) }
        connections.opened(fresh[0])
        func isEnded(_ pair: [Int32]) -> Bool {
            var byte: UInt8 = 0
            return recv(pair[1], &byte, 1, Int32(MSG_DONTWAIT)) == 0
        }
        _ = connections.accept(isLocal: true)
        #expect(!isEnded(slow), "there is room")
        for socket in 1_000_000..<1_000_050 {
            connections.opened(Int32(socket))
            connections.asked(Int32(socket))
        }
        _ = connections.accept(isLocal: true)
        #expect(isEnded(slow) && !isEnded(asked) && !isEnded(fresh))
    }
}
