import AdhanSupport
import Glibc
import Testing

@testable import AdhanWeb

/// Who ends where something scarce is full, and who is next.
@Suite struct SharesTests {
    private var shares = Shares<Int>(limit: 6, reserved: 2)

    private func party(_ host: String, _ person: String = "", isKnown: Bool = false) throws -> WebParty {
        let address = try #require(ListenAddress("\(host):1"))
        return WebParty(address.withSocketAddress { PeerAddress($0) }, person: person, isKnown: isKnown)
    }

    @Test(arguments: [
        ("192.168.1.2", "[::ffff:192.168.1.2]", true), ("192.168.1.2", "192.168.1.3", false),
        ("[2001:db8:1:2:3::4]", "[2001:db8:1:2:ffff::9]", true), ("[2001:db8:1:2::1]", "[2001:db8:1:3::1]", false),
        ("127.0.0.1", "[::1]", true), ("127.0.0.1", "127.0.0.2", false), ("[::c0a8:102]", "192.168.1.2", false),
    ])
    func `a network is an address of IPv4, or 64 bits of IPv6`(one: String, other: String, isSame: Bool) throws {
        #expect(try (party(one).network == party(other).network) == isSame)
    }

    @Test(arguments: [
        ("192.168.1.2", "192.168.1.2"), ("[::ffff:10.0.0.25]", "10.0.0.25"), ("127.0.0.1", "local"),
        ("[2001:db8:1:2:3::4]", "2001:db8:1:2::/64"), ("[fe80::1]", "fe80::/64"),
        ("[2001:db8:a0::1]", "2001:db8:a0::/64"),
    ])
    func `a network is written as people do`(host: String, name: String) throws {
        #expect(try party(host).network == name)
    }

    @Test mutating func `where all is used, the one ends that waits longest of the network with most`() throws {
        let (crowd, phone) = (try party("10.0.0.2"), try party("10.0.0.3"))
        #expect(shares.add(0, of: phone).isEmpty)
        for id in 1...5 { #expect(shares.add(id, of: crowd).isEmpty) }
        #expect(shares.add(6, of: crowd) == [1])
        #expect(shares.add(7, of: phone) == [2])
        shares.wait(3)
        shares.work(4)
        #expect(shares.add(8, of: crowd) == [5])
        shares.remove(0)
        #expect(shares.add(9, of: try party("10.0.0.4")).isEmpty)
        #expect(shares.add(10, of: try party("10.0.0.5")) == [6])
    }

    @Test mutating func `a client that shares the network with a crowd gets in`() throws {
        for id in 0..<6 { _ = shares.add(id, of: try party("[2001:db8::\(id + 1)]", "zayd")) }
        #expect(shares.add(6, of: try party("[2001:db8::99]", "amina")) == [0])
        // The crowd goes on at the cost of its own.
        for id in 7..<12 { #expect(shares.add(id, of: try party("[2001:db8::1]", "zayd")) == [id - 6]) }
        #expect(shares.add(12, of: try party("[2001:db8::1]", "zayd")) == [7])
    }

    @Test mutating func `a person counts once, on however many networks`() throws {
        for id in 0..<5 { _ = shares.add(id, of: try party("10.0.0.\(id + 1)", "zayd")) }
        let two = try party("10.0.1.1", "amina")
        #expect(shares.add(5, of: two).isEmpty && shares.add(6, of: two) == [0])
    }

    @Test mutating func `those whom nobody knows do not go before a person in their network`() throws {
        for id in 0..<6 { _ = shares.add(id, of: try party("10.0.0.2")) }
        #expect(shares.add(6, of: try party("10.0.0.2", "amina")) == [0])
        #expect(shares.longest(ofMost: false) == 6)
    }

    @Test mutating func `sizes fill the room, but many small ones of a person do not end another's large one`() throws {
        #expect(shares.add(0, of: try party("10.0.0.1", "zayd"), size: 3).isEmpty)
        for id in 1...3 { #expect(shares.add(id, of: try party("10.0.0.2", "amina")).isEmpty) }
        #expect(shares.add(4, of: try party("10.0.0.2", "amina")) == [1])
        #expect(shares.add(5, of: try party("10.0.0.3", "maryam"), size: 2) == [2, 3])
        // Each has one: the one that stands still ends, as zayd's does not.
        shares.wait(0)
        #expect(shares.add(6, of: try party("10.0.0.4", "bilal")) == [4])
        for id in [0, 5, 6] { shares.work(id) }
        #expect(shares.add(7, of: try party("10.0.0.5"), size: 2) == [7], "all others are worked for")
    }

    /// The time of a thread, which does not depend on other processes.
    @Test(arguments: [3, 1100]) func `an eviction takes no longer beside 1024 holders than beside 64`(
        networks: Int
    ) throws {
        let parties = try (0..<networks).map { try party("10.0.\($0 / 250).\($0 % 250)") }
        func time(_ limit: Int) -> Duration {
            var (shares, ended) = (Shares<Int>(limit: limit), 0)
            for id in 0..<limit { _ = shares.add(id, of: parties[id % networks]) }
            let began = ThreadClock.now()
            for id in limit..<limit + 10_000 { ended += shares.add(id, of: parties[id % networks]).count }
            let took = ThreadClock.now() - began
            #expect(ended == 10_000)
            return took
        }
        let (few, many) = (time(64), time(1024))
        // It would be 16 times as long if an eviction looked at each holder.
        #expect(many < few * 4, "\(few) \(many)")
    }

    @Test mutating func `some is left for the box's own address, and for browsers that are known`() throws {
        let own = try party("127.0.0.1")
        #expect(shares.add(0, of: own).isEmpty)
        for id in 1..<6 { #expect(shares.add(id, of: try party("10.0.0.\(id)")).isEmpty) }
        #expect(shares.add(6, of: own) == [1])
        #expect(shares.add(7, of: try party("10.0.0.7", "amina", isKnown: true)) == [2])
        #expect(shares.add(8, of: try party("10.0.0.8")) == [3])
        #expect(shares.longest(ofMost: false) == 7)
    }

    @Test mutating func `the next is the one that waits longest of those with least`() throws {
        for id in 0..<3 { _ = shares.add(id, of: try party("10.0.0.2", "zayd")) }
        _ = shares.add(3, of: try party("10.0.0.2", "amina"))
        #expect(shares.longest(ofMost: false) == 3, "the same network, and another person")
        _ = shares.add(4, of: try party("10.0.0.3"))
        _ = shares.add(5, of: try party("10.0.0.4"))
        #expect(shares.longest(ofMost: false) == 4)
        shares.work(4)
        #expect(shares.longest(ofMost: false) == 5)
        for id in 0...5 { shares.work(id) }
        #expect(shares.longest(ofMost: false) == nil && shares.longest(ofMost: true) == nil)
    }
}

@Suite struct ByteRangeTests {
    @Test(arguments: [
        ("bytes=0-", ByteRange.part(0..<100)), ("bytes=0-1", .part(0..<2)), ("bytes=10-19", .part(10..<20)),
        ("bytes=90-1000", .part(90..<100)), ("bytes=99-99", .part(99..<100)), ("Bytes=5-5", .part(5..<6)),
        ("bytes=-10", .part(90..<100)), ("bytes=-1000", .part(0..<100)),
        ("bytes=100-", .outside), ("bytes=200-300", .outside), ("bytes=-0", .outside),
        ("bytes=100-9223372036854775807", .outside),
        ("bytes=0-9223372036854775807", .part(0..<100)), ("bytes=-9223372036854775807", .part(0..<100)),
        // Another unit, several parts, or no range at all: the whole file.
        ("bytes=5-4", .whole), ("bytes=0-1,5-6", .whole), ("bytes=", .whole), ("bytes=-", .whole), ("bytes", .whole),
        ("items=0-1", .whole), ("bytes=a-b", .whole), ("bytes=+1-2", .whole), ("bytes=1--2", .whole),
        ("bytes=99999999999999999999-", .whole), ("bytes=1-99999999999999999999", .whole), ("bytes=٠-٩", .whole),
    ])
    func `the part of a file that a request asks for`(header: String, expected: ByteRange) {
        #expect(ByteRange(header, of: 100) == expected)
    }

    @Test func `without a header, and of a file without bytes`() {
        #expect(ByteRange(nil, of: 100) == .whole)
        for header in ["bytes=0-", "bytes=0-0", "bytes=-1"] { #expect(ByteRange(header, of: 0) == .outside) }
    }
}

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
