import AdhanSupport
import AdhanTestSupport
import Foundation
import Glibc
import Synchronization
import Testing

@testable import AdhanWeb

private let names = WebServer.Names(table: "display", executable: "adhand-display")

/// The real server on a real socket.
@Suite struct WebServerTests {
    private let hub = EventHub(limit: 8, reserved: 2)
    private let server: WebServer
    private let answered = Answered()

    init() throws {
        let address = try #require(ListenAddress("127.0.0.1:0"))
        server = try WebServer(address, AllowedHosts(machine: "box", more: ["mosque.example"]), names) {
            [hub, answered] request in
            answered.count.add(1, ordering: .relaxed)
            return switch request.path {
            case "/events": hub.open(request) { EventHub.event("plan", "1") }
            case "/racing": hub.open(request) { Self.racing(hub) }
            case "/long": WebAnswer(200, "text/plain", [UInt8](repeating: 65, count: 100_000))
            default: .text(200, "\(request.path) \(request.argument("a") ?? "-")")
            }
        }
    }

    /// Another thread has something to send while a client is told what is so far.
    private static func racing(_ hub: EventHub) -> [UInt8] {
        // Without it the test fails.
        let thread = try? SystemThread { hub.send(EventHub.event("clock", "late")) }
        thread?.detach()
        // Long enough for it to be lost, if it can be.
        usleep(50_000)
        return EventHub.event("plan", "1")
    }

    @Test func `nothing is lost that is sent while a client comes`() throws {
        let client = try client()
        client.say("GET /racing HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(client.read(until: "event: clock\ndata: late\n\n")?.contains("data: 1\n\n") == true)
    }

    private func client() throws -> WebClient { try WebClient(server.address) }

    @Test func `several requests on one connection are answered, and the heads of browsers, but none that is too long`()
        throws
    {
        let client = try client()
        let first = try client.ask("/one%20two?a=b%26c")
        #expect(first.status == 200 && first.body == "/one two b&c\n")
        #expect(first.headers["connection"] == nil)
        #expect(first.headers["content-security-policy"]?.contains("script-src 'self'") == true)
        #expect(first.headers["x-content-type-options"] == "nosniff")
        #expect(try client.ask("/three").body == "/three -\n")
        let head = try client.ask("/three", "HEAD")
        #expect(head.status == 200 && head.headers["content-length"] == "9")
        #expect(try client.ask("/long").body.count == 100_000)
        // A browser's head, and others that HTTP allows.
        let browser = [
            "Host: localhost", "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36",
            "Accept: text/html,*/*;q=0.8",
            "Accept-Language: en-GB,en;q=0.5", "Accept-Encoding: gzip, deflate, br", "Connection: keep-alive",
            "Cookie: a=b; c=\"d\"", "sec-ch-ua: \"Chromium\";v=\"1\", \"Not?A_Brand\";v=\"8\"",
            "Upgrade-Insecure-Requests: 1",
            "If-None-Match: \"1\"", "Cache-Control: max-age=0", "Referer: http://localhost/?a=1",
        ]
        #expect(try client.ask("/one%20two?a=b%26c&d", "GET", browser).status == 200)
        #expect(try client.ask("/", "GET", ["Host:localhost", "X:", "Y: ", "Z: \t a  b", "X: again"]).status == 200)
        let long = try self.client().ask(
            "/",
            "GET",
            ["Host: localhost", "X: " + String(repeating: "x", count: 40_000)]
        )
        #expect([431, 413, 400].contains(long.status))
        #expect(try self.client().ask("/" + String(repeating: "p", count: 40_000)).status == 414)
        #expect(try self.client().ask("/").status == 200)
    }

    @Test func `other methods and a body are refused`() throws {
        for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "BREW"] {
            let answer = try client().ask("/", method)
            #expect(answer.status == 405 && answer.headers["allow"] == "GET, HEAD", "\(method)")
        }
        for header in ["Content-Length: 5", "Transfer-Encoding: chunked"] {
            #expect(try client().ask("/", "GET", ["Host: localhost", header]).status == 413, "\(header)")
        }
    }

    /// Heads that servers could read in two ways.
    private static let doubtful = [
        "GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost", "GET / HTTP/1.1\r\nHost: localhost\r\nhost: evil",
        "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nContent-Length: 5",
        "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\ncontent-length: 0",
        "GET / HTTP/1.1\r\nHost: localhost\u{0}.evil", "GET / HTTP/1.1\r\nHost: localhost\r\nX: a\u{0}b\r\nY: c",
        "GET / HTTP/1.1\r\nHost: localhost\r\nX\u{0}Y: a",
        "GET /a%00b HTTP/1.1\r\nHost: localhost", "GET /?a=%00 HTTP/1.1\r\nHost: localhost",
        "GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding : chunked",
        "GET / HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b",
        "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length : 5", "GET / HTTP/1.1\r\nHost: localhost\r\n: a",
        "GET / HTTP/1.1\r\nHost: localhost\r\nX: a\r\n Transfer-Encoding: chunked",
        "GET / HTTP/1.1\r\nHost: localhost\r\nX: a\rY: b", "GET / HTTP/1.1\r\nHost: localhost\r\nX: \u{1}",
        "GET / HTTP/1.1", "GET  / HTTP/1.1\r\nHost: localhost",
    ]

    @Test func `a head that servers could read in two ways, or with a NUL, is refused`() throws {
        for head in Self.doubtful {
            let client = try client()
            client.say(head + "\r\n\r\n")
            #expect(client.read(until: "\r\n\r\n")?.hasPrefix("HTTP/1.1 400 ") == true, "\(head)")
        }
        // libmicrohttpd 1.0 ends the connection itself.
        let client = try client()
        client.say("GET /a\u{0}b HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let answer = client.read(until: "\r\n\r\n")
        #expect(answer.map { $0.hasPrefix("HTTP/1.1 400 ") } ?? client.isClosed())
        #expect(answered.count.load(ordering: .relaxed) == 0)
    }

    @Test func `more arguments than any page has are refused in words`() throws {
        for (count, status) in [(32, "200"), (33, "400"), (250, "400"), (3000, "400")] {
            let arguments = [String](repeating: "a", count: count).joined(separator: "&")
            for start in ["/?", "/?b=?&"].prefix(status == "200" ? 1 : 2) {
                let client = try client()
                client.say("GET \(start)\(arguments) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(client.read(until: "\r\n\r\n")?.hasPrefix("HTTP/1.1 \(status) ") == true, "\(count)")
            }
        }
    }

    @Test func `a request by an address or an own name is answered, by another it is refused, as of another web site`()
        throws
    {
        for host in [
            "127.0.0.1", "127.0.0.1:8080", "localhost", "[::1]:8080", "192.168.1.20:80", "box", "BOX.local:8080",
            "mosque.example.",
        ] { #expect(try client().ask("/", "GET", ["Host: \(host)"]).status == 200, "\(host)") }
        for host in [
            "evil.example", "127.0.0.1.evil.example", "box.evil.example", "", "[::1", "0x7f.1", "localhost:1@evil",
            "localhost:x", "[::1]evil", "localhost:80:80",
        ] { #expect([400, 421].contains(try client().ask("/", "GET", ["Host: \(host)"]).status), "\(host)") }
    }

    @Test func `hostile bytes cost a connection and nothing else`() throws {
        var random = SeededGenerator(seed: Fuzzing.seed)
        let rounds = Fuzzing.rounds("ADHAND_FUZZED_REQUESTS", usual: 2000)
        // Less than one address may have, so that the server reads them all.
        var clients: [WebClient] = []
        for _ in 0..<rounds {
            let client = try client()
            let good = Array("GET /events?a=%20 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n".utf8)
            client.resetAtEnd()
            client.say(Fuzzing.fuzzed(good, using: &random))
            clients.append(client)
            if clients.count > 200 { clients.removeFirst() }
        }
        clients = []
        // Many changes are digits for digits, and leave a request that is understood. A busy machine reads few of them before the reset.
        #expect(
            eventually { answered.count.load(ordering: .relaxed) > rounds / 50 },
            "\(answered.count.load(ordering: .relaxed)) of \(rounds)"
        )
        #expect(eventually { (try? client().ask("/").status) == 200 })
        #expect(
            eventually {
                hub.send(EventHub.event("clock", "2"))
                return hub.count == 0
            }
        )
    }

    @Test func `an event stream says something at once, and each event as it comes`() throws {
        let client = try client()
        client.say("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(client.read(until: "event: plan\ndata: 1\n\n")?.contains("text/event-stream") == true)
        #expect(hub.count == 1)
        for number in 0..<50 { hub.send(EventHub.event("clock", "\(number)")) }
        #expect(client.read(until: "data: 49\n\n") != nil)
    }

    @Test func `a client that has gone, or reads nothing, is let go`() throws {
        var gone: WebClient? = try client()
        gone?.say("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(gone?.read(until: "data: 1\n\n") != nil)
        let slow = try client()
        slow.say("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(eventually { hub.count == 2 })
        gone = nil
        let event = EventHub.event("plan", String(repeating: "x", count: 60_000))
        #expect(
            eventually {
                hub.send(event)
                return hub.count == 0
            }
        )
        #expect(try client().ask("/").status == 200)
    }

    @Test func `where there are too many streams, the oldest ends of the address with most`() throws {
        func follow(_ own: String) throws -> WebClient {
            let client = try WebClient(server.address, from: own)
            client.say("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(client.read(until: "data: 1\n\n") != nil)
            return client
        }
        let (own, crowd) = try (follow("127.0.0.1"), (1...8).map { _ in try follow("127.0.0.2") })
        let other = try follow("127.0.0.3")
        for ended in crowd.prefix(2) { #expect(ended.read(until: "\r\n0\r\n\r\n") != nil) }
        #expect(hub.count == 8)
        hub.send(EventHub.event("clock", "2"))
        for each in [own, other] + crowd.suffix(6) { #expect(each.read(until: "data: 2\n\n") != nil) }
        #expect(try client().ask("/").status == 200)
    }

    @Test func `on all addresses of IPv6 it answers those of IPv4, too`() throws {
        let all = try #require(ListenAddress("[::]:0"))
        let server = try WebServer(all, AllowedHosts(machine: "box", more: []), names) { .text(200, "\($0.isLocal)") }
        let old = try #require(ListenAddress("127.0.0.1:\(server.address.port)"))
        #expect(try WebClient(old).ask("/", "GET", ["Host: 127.0.0.1"]).body == "true\n")
        #expect(
            try WebClient(old, from: "127.0.0.2").ask("/", "GET", ["Host: [::ffff:127.0.0.1]:80"]).body == "false\n"
        )
    }

    @Test func `says why it cannot listen`() throws {
        func words(_ address: String) throws -> String {
            let address = try #require(ListenAddress(address))
            do {
                _ = try WebServer(address, AllowedHosts(machine: "box", more: []), names) { _ in .text(200, "") }
                return ""
            } catch { return "\(error)" }
        }
        #expect(try words("127.0.0.1:\(server.address.port)").contains("perhaps adhand-display already runs"))
        #expect(try words("203.0.113.7:8080").contains("does not have that address"))
    }
}

/// How many requests were understood.
private final class Answered: Sendable {
    let count = Atomic(0)
}
