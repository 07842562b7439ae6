import AdhanSupport
import Glibc
import Testing

@testable import AdhanWeb

/// Which connections end when they are scarce.
@Suite struct ConnectionsTests {
    @Test func `one ends where too many wait, and none that a thread works for`() throws {
        let connections = Connections(limit: 2)
        let address = try #require(ListenAddress("10.0.0.2:1")).withSocketAddress { PeerAddress($0) }
        var pairs = [[Int32]](repeating: [-1, -1], count: 4)
        for index in pairs.indices { #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pairs[index]) == 0) }
        defer { for pair in pairs { pair.forEach { close($0) } } }
        func ended() -> [Bool] {
            pairs.map { pair in
                var byte: UInt8 = 0
                return recv(pair[1], &byte, 1, Int32(MSG_DONTWAIT)) == 0
            }
        }
        connections.opened(pairs[0][0], of: address)
        connections.works(pairs[0][0])
        connections.opened(pairs[1][0], of: address)
        #expect(ended() == [false, false, false, false])
        connections.opened(pairs[2][0], of: address)
        #expect(ended() == [false, true, false, false])
        connections.waits(pairs[0][0])
        connections.closed(pairs[2][0])
        connections.opened(pairs[3][0], of: address)
        #expect(ended() == [false, true, false, false], "there is room")
    }
}
