import AdhanSupport
import AdhanTestSupport
import Foundation
import Synchronization
import Testing

@testable import AdhanWeb

/// Requests with a body, answered on other threads by the real server.
@Suite struct WebTasksTests {
    private static let names = WebServer.Names(table: "panel", executable: "adhand-panel")
    private let server: WebServer
    private let gate = DispatchSemaphore(value: 0)
    private let started = Started()

    private let clock = Clock()
    /// More than the sockets of a connection hold.
    private static let longAnswer = [UInt8](repeating: 65, count: 12 << 20)

    private final class Clock: Sendable {
        let now = Mutex(MonotonicInstant.start)
    }

    /// How many slow answers were begun.
    private final class Started: Sendable {
        let count = Atomic(0)
    }

    private func client() throws -> WebClient { try WebClient(server.address) }

    private static let routes: @Sendable (String, String) -> WebTasks.Rule? = { method, path in
        switch (method, path) {
        case ("POST", "/small"), ("DELETE", "/small"): .init(limit: WebTasks.usualBody)
        case ("POST", "/quick"): .init(limit: WebTasks.usualBody, lane: .quick)
        case ("POST", "/large"): .init(limit: .max)
        case ("POST", "/table"), ("POST", "/slow"): .init(limit: 4 << 20)
        case ("GET", "/slow"), ("GET", "/cookie"), ("GET", "/long"), ("GET", "/half"): .init(limit: 0)
        default: nil
        }
    }

    init() throws {
        let (gate, started, clock, longAnswer) = (gate, started, clock, Self.longAnswer)
        let tasks = WebTasks(
            routes: Self.routes,
            member: { $1.header("X-Stranger") == nil ? $1.header("X-Member") ?? "" : nil },
            party: { WebParty($0.address, person: $0.header("X-Member") ?? "") }
        ) { call in
            switch call.path {
            case "/slow":
                started.count.add(1, ordering: .relaxed)
                gate.wait()
                return .text(200, "late")
            case "/long": return WebAnswer(200, "text/plain", longAnswer)
            case "/half": return WebAnswer(200, "text/plain", Array(longAnswer.prefix(longAnswer.count / 2)))
            case "/cookie":
                return WebAnswer(
                    200,
                    "text/plain",
                    [],
                    [("Set-Cookie", "a=b; HttpOnly"), ("Cache-Control", "no-store")]
                )
            default:
                let words =
                    "\(call.method) \(call.body.count) \(call.argument("a") ?? "-") \(call.header("X-Y") ?? "-")"
                return .text(200, words)
            }
        }
        server = try WebServer(
            try #require(ListenAddress("127.0.0.1:0")),
            AllowedHosts(machine: "box", more: []),
            Self.names,
            clock: { clock.now.withLock(\.self) },
            tasks: tasks
        ) { .text(200, $0.path) }
    }

    @Test func `a body is given whole to another thread; one above its route's limit, or without a length, is refused`()
        throws
    {
        let client = try client()
        let headers = ["Host: localhost", "x-y: z"]
        let small = try client.ask("/small?a=b", "POST", headers, body: [UInt8](repeating: 65, count: 65_536))
        #expect(small.status == 200 && small.body == "POST 65536 b z\n")
        // On the same connection, with as much as a route may have.
        let large = try client.ask("/large", "POST", body: [UInt8](repeating: 65, count: WebTasks.largestBody))
        #expect(large.body == "POST \(WebTasks.largestBody) - -\n")
        #expect(try client.ask("/small", "DELETE", body: []).body == "DELETE 0 - -\n")
        #expect(try client.ask("/page").body == "/page\n")
        // Refused before it is read.
        for (path, size) in [("/small", WebTasks.usualBody + 1), ("/large", WebTasks.largestBody + 1)] {
            let answer = try self.client().ask(path, "POST", ["Host: localhost", "Content-Length: \(size)"])
            #expect(answer.status == 413)
        }
        #expect(try self.client().ask("/slow", "GET", ["Host: localhost", "Content-Length: 5"]).status == 413)
        // Without a length, or by a method that no route has.
        #expect(try self.client().ask("/small", "POST", ["Host: localhost"]).status == 411)
        let chunked = ["Host: localhost", "Transfer-Encoding: chunked"]
        #expect(try self.client().ask("/small", "POST", chunked).status == 411)
        #expect(try self.client().ask("/small", "PUT", body: []).status == 405)
        #expect(try self.client().ask("/other", "POST", body: []).status == 405)
        #expect(try self.client().ask("/small", "POST", ["Host: evil.example"], body: []).status == 421)
    }

    @Test func `while a thread makes an answer, the server answers others`() throws {
        let slow = try (0..<4).map { _ in try client() }
        for each in slow { each.say("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n") }
        #expect(try client().ask("/page").body == "/page\n")
        for _ in slow { gate.signal() }
        for each in slow { #expect(each.read(until: "late\n")?.hasPrefix("HTTP/1.1 200") == true) }
    }

    /// The server's thread has seen then what clients have said before.
    private func settle() throws { for _ in 0..<3 { #expect(try client().ask("/page").status == 200) } }

    @Test func `where too many wait for a thread, the one that waits longest is told to try again`() throws {
        let clients = try (0..<64).map { _ in try client() }
        for each in clients { each.say("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n") }
        try settle()
        let last = try client()
        last.say("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try settle()
        for _ in 0..<200 { gate.signal() }
        let heads = clients.map { $0.read(until: "\r\n\r\n") ?? "" }
        #expect(heads.count { $0.hasPrefix("HTTP/1.1 503") } == 1)
        #expect(last.read(until: "late\n") != nil)
        #expect(try client().ask("/cookie").headers["set-cookie"] == "a=b; HttpOnly")
    }

    @Test func `a large body of a stranger is refused at its head, and takes nobody's room`() throws {
        let head = ["Host: localhost", "Content-Length: \(WebTasks.largestBody)"]
        #expect(try client().ask("/large", "POST", head + ["X-Stranger: 1"]).status == 401)
        // One who is known takes all the room for large bodies, and sends nothing, until another needs it.
        let known = try client()
        known.say("POST /large HTTP/1.1\r\n\(head.joined(separator: "\r\n"))\r\n\r\n")
        try settle()
        let large = [UInt8](repeating: 65, count: 2 << 20)
        #expect(try client().ask("/large", "POST", ["Host: localhost", "X-Member: Amina"], body: large).status == 200)
        #expect(known.isClosed())
        // Smaller bodies have room, also strangers' of the usual size.
        let body = [UInt8](repeating: 65, count: 1 << 20)
        #expect(try client().ask("/large", "POST", body: body).status == 200)
        let small = [UInt8](repeating: 65, count: WebTasks.usualBody)
        let stranger = ["Host: localhost", "X-Stranger: 1"]
        #expect(try client().ask("/small", "POST", stranger, body: small).status == 200)
        #expect(try client().ask("/large", "POST", stranger, body: small + [1]).status == 401)
    }

    @Test func `many large bodies of one member leave room for another's`() throws {
        let size = 4 << 20
        let head = "POST /large HTTP/1.1\r\nHost: localhost\r\nX-Member: Zayd\r\nContent-Length: \(size)\r\n\r\n"
        let silent = try (0..<12).map { _ in try client() }
        for each in silent { each.say(head) }
        try settle()
        let body = [UInt8](repeating: 65, count: 2 << 20)
        for name in ["Amina", "Zayd", "Amina"] {
            let headers = ["Host: localhost", "X-Member: \(name)"]
            #expect(try client().ask("/large", "POST", headers, body: body).status == 200)
        }
        #expect(silent[0].isClosed())
    }

    @Test(arguments: ["/table", "/large"])
    func `small uploads of one person do not end a large one of another that comes`(path: String) throws {
        func upload(_ path: String, _ name: String, _ megabytes: Int) throws -> WebClient {
            let client = try client()
            let head = "POST \(path) HTTP/1.1\r\nHost: localhost\r\nX-Member: \(name)\r\nContent-Length: "
            client.say(head + "\(megabytes << 20)\r\n\r\n")
            return client
        }
        let part = [UInt8](repeating: 65, count: 1 << 20)
        let large = try upload("/large", "Amina", 32)
        large.say(part)
        try settle()
        let small = try (0..<8).map { _ in
            let client = try upload(path, "Zayd", 4)
            try settle()
            large.say(part)
            return client
        }
        for _ in 10...32 { large.say(part) }
        #expect(large.read(until: "POST \(32 << 20)") != nil)
        #expect(small[0].isClosed(), "those that wait longest of the one with most end")
    }

    @Test func `answers that nobody reads end, the oldest first, where they take much memory`() throws {
        let request = "GET /long HTTP/1.1\r\nHost: localhost\r\n\r\n"
        let silent = try client()
        silent.say(request)
        // Its answer has begun: it is the older one.
        #expect(silent.read(until: "\r\n\r\n") != nil)
        #expect(try client().ask("/long").body.count == Self.longAnswer.count)
        var count = 0
        while let more = silent.readSome() { count += more }
        #expect(count < Self.longAnswer.count)
    }

    @Test func `answers that one person does not read do not end another's`() throws {
        func reader(_ name: String) throws -> WebClient {
            let client = try client()
            client.say("GET /half HTTP/1.1\r\nHost: localhost\r\nX-Member: \(name)\r\n\r\n")
            #expect(client.read(until: "\r\n\r\n") != nil)
            return client
        }
        let slow = try reader("Amina")
        let unread = try (0..<2).map { _ in try reader("Zayd") }
        // The head may have come with some of the answer.
        let whole = Self.longAnswer.count / 2 - 65_536
        let counts = [slow, unread[0]].map { client in
            var count = 0
            while count < whole, let more = client.readSome() { count += more }
            return count
        }
        #expect(counts[0] >= whole && counts[1] < whole)
    }

    @Test func `whole bodies that wait for a thread make room for another person's, and are told to try again`() throws
    {
        let body = [UInt8](repeating: 65, count: 1 << 20)
        func upload(_ name: String) throws -> WebClient {
            let client = try client()
            let head = "POST /slow HTTP/1.1\r\nHost: localhost\r\nX-Member: \(name)\r\nContent-Length: "
            client.say(head + "\(body.count)\r\n\r\n")
            client.say(body)
            // It is read by parts of at most 16 kB.
            for _ in 0..<30 { try settle() }
            return client
        }
        let many = try (0..<8).map { _ in try upload("Zayd") }
        let one = try upload("Amina")
        #expect(started.count.load(ordering: .relaxed) == 4)
        for _ in 0..<8 { gate.signal() }
        #expect(one.read(until: "late\n") != nil)
        #expect(many.map { $0.read(until: "\r\n\r\n") ?? "" }.count { $0.hasPrefix("HTTP/1.1 503") } == 1)
    }

    @Test func `strangers who send no body leave room for a login and for those who are known`() throws {
        let head = "POST /small HTTP/1.1\r\nHost: localhost\r\nX-Stranger: 1\r\nContent-Length: 65536\r\n\r\n"
        let silent = try (0..<260).map { _ in try client() }
        for each in silent { each.say(head) }
        try settle()
        let (small, stranger) = ([UInt8](repeating: 65, count: 65_536), ["Host: localhost", "X-Stranger: 1"])
        #expect(try client().ask("/small", "POST", stranger, body: small).status == 200)
        #expect(try client().ask("/small", "POST", stranger, body: Array(small.prefix(4096))).status == 200)
        #expect(try client().ask("/small", "POST", body: small).status == 200)
    }

    @Test func `a body that drips is ended, and one that comes at a fair rate is not`() throws {
        let head = "POST /large HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200000\r\n\r\n"
        let (dripping, steady) = try (client(), client())
        for each in [dripping, steady] { each.say(head + "a") }
        try settle()
        clock.now.withLock { $0 = $0 + .seconds(10) }
        dripping.say("a")
        steady.say([UInt8](repeating: 65, count: 100_000))
        // It is read by parts of at most 16 kB.
        for _ in 1...6 { try settle() }
        clock.now.withLock { $0 = $0 + .seconds(6) }
        for each in [dripping, steady] { each.say("a") }
        #expect(dripping.isClosed())
        steady.say([UInt8](repeating: 65, count: 99_998))
        #expect(steady.read(until: "POST 200000") != nil)
    }

    @Test func `of those who wait for a thread, the one with least is next, and the longest of the one with most ends`()
        throws
    {
        func party(_ host: String) throws -> WebParty {
            let address = try #require(ListenAddress("\(host):1"))
            return address.withSocketAddress { WebParty(PeerAddress($0)) }
        }
        let (desk, log, begun, done) = (
            WebDesk(threads: 1), Log(), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        func perform(_ name: String, of party: WebParty) {
            let job = WebDesk.Job(
                run: {
                    log.add(name)
                    done.signal()
                },
                refuse: { log.add("no " + name) }
            )
            desk.perform(job, of: party)
        }
        let (crowd, phone) = (try party("10.0.0.2"), try party("10.0.0.3"))
        let first = WebDesk.Job(
            run: { [gate] in
                begun.signal()
                gate.wait()
            },
            refuse: {}
        )
        desk.perform(first, of: crowd)
        begun.wait()
        for number in 1...63 { perform("\(number)", of: crowd) }
        perform("phone", of: phone)
        #expect(log.names.withLock(\.self) == ["no 1"])
        gate.signal()
        for _ in 1...63 { done.wait() }
        #expect(log.names.withLock(\.self) == ["no 1", "phone"] + (2...63).map(String.init))
    }

    private final class Log: Sendable {
        let names = Mutex<[String]>([])
        func add(_ name: String) { names.withLock { $0.append(name) } }
    }

    @Test func `a quick answer does not wait for those that wait for another process`() throws {
        let slow = try (0..<8).map { _ in try client() }
        for each in slow { each.say("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n") }
        #expect(eventually { started.count.load(ordering: .relaxed) == 4 })
        #expect(try client().ask("/quick", "POST", body: [1]).status == 200)
        for _ in slow { gate.signal() }
        for each in slow { #expect(each.read(until: "late\n") != nil) }
    }

    @Test func `a client that goes away while its answer is made harms nobody`() throws {
        for round in 1...20 {
            var clients = try (0..<4).map { _ in try client() }
            for each in clients {
                each.resetAtEnd()
                each.say("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
            }
            #expect(eventually { started.count.load(ordering: .relaxed) == 4 * round })
            clients = []
            // One that goes away within its body.
            let half = try client()
            half.say("POST /large HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nabc")
            for _ in 0..<4 { gate.signal() }
        }
        #expect(eventually { (try? client().ask("/small", "POST", body: [1]).status) == 200 })
    }

    @Test(arguments: [
        ("127.0.0.2", true), ("10.0.0.1", true), ("172.16.0.9", true), ("172.32.0.9", false), ("192.168.1.2", true),
        ("169.254.3.4", true), ("8.8.8.8", false), ("[fe80::1]", true), ("[fd00::1]", true), ("[2001:db8::1]", false),
        ("[::ffff:192.168.1.2]", true), ("[::ffff:8.8.8.8]", false), ("[::1]", true),
    ])
    func `a private address is told from a public one`(host: String, isPrivate: Bool) throws {
        let address = try #require(ListenAddress("\(host):1"))
        #expect(address.withSocketAddress { PeerAddress($0) }.isPrivate == isPrivate)
    }

    @Test func `the fault names the table and the unit of the server, or the certificate`() throws {
        let address = server.address
        let fault = #expect(throws: WebServer.Fault.self) {
            try WebServer(address, AllowedHosts(machine: "box", more: []), Self.names) { _ in .text(200, "") }
        }
        #expect(fault?.description.contains("[panel] listen") == true)
        #expect(fault?.description.contains("systemctl status adhand-panel") == true)
        let other = try client().ask("/", "GET", ["Host: evil.example"])
        #expect(other.body.contains("hosts in [panel] of the config"))
        let certificate = WebServer.Certificate(Array("no certificate".utf8), key: Array("no key".utf8))
        let free = try #require(ListenAddress("127.0.0.1:0"))
        let second = #expect(throws: WebServer.Fault.self) {
            try WebServer(free, AllowedHosts(machine: "box", more: []), Self.names, certificate: certificate) { _ in
                .text(200, "")
            }
        }
        #expect(second?.description.contains("certificate") == true)
    }
}
