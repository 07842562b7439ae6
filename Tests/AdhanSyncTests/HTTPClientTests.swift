import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Foundation
import Testing

@testable import adhand_sync

struct HTTPClientTests {
    private let asking = Asking()
    private static let body = #"{"year": 2026}"#

    private func bytes(_ answer: FetchAnswer) -> String? {
        guard case .fetched(let fetched) = answer else { return nil }
        return String(decoding: fetched.bytes, as: UTF8.self)
    }

    private func known(_ address: String, etag: String? = nil, lastModified: String? = nil) -> Provenance {
        Provenance(
            source: .s3,
            period: "2026",
            address: RemoteAddress(rawValue: address),
            fetchedAt: Instant(seconds: 0),
            etag: etag,
            lastModified: lastModified
        )
    }

    @Test func `a timetable is returned unchanged, with its validators`() throws {
        let headers = ["ETag": "\"v1\"", "Last-Modified": "Sat, 21 Nov 2026 06:00:00 GMT"]
        let address = try AnswerServer.plain.answering(.init(headers: headers, body: Self.body))
        let answer = try asking.ask(address)
        #expect(
            answer
                == .fetched(
                    Fetched(bytes: Array(Self.body.utf8), etag: "\"v1\"", lastModified: "Sat, 21 Nov 2026 06:00:00 GMT")
                )
        )
        let asked = try AnswerServer.plain.asked(at: address)
        #expect(asked.map { $0.headers["user-agent"] } == ["adhand/1.2.3"])
        #expect(asked.allSatisfy { $0.headers["authorization"] == nil && $0.headers["if-none-match"] == nil })
    }

    @Test func `a path is requested as written, a compressed answer decompressed, and JSON labelled as a page is JSON`()
        throws
    {
        let server = try AnswerServer.plain
        let written = try server.answering(.init(body: Self.body))
        _ = try asking.ask(written + "/a/../{year}/./b c.json?d=../e")
        let path = String(written.dropFirst(server.base.count))
        #expect(try server.asked(at: written).map(\.path) == [path + "/a/../2026/./b%20c.json?d=../e"])
        let packed = try server.answering(.init(body: Self.body, manner: .gzipped))
        #expect(try bytes(asking.ask(packed)) == Self.body)
        #expect(try server.asked(at: packed).first?.headers["accept-encoding"]?.contains("gzip") == true)
        let page = try server.answering(.init(headers: AnswerCase.html, body: "\n" + Self.body))
        #expect(try bytes(asking.ask(page)) == "\n" + Self.body)
    }

    @Test func `an unchanged timetable is not sent again, by its ETag or by its date`() throws {
        for headers in [["ETag": "\"v1\""], ["Last-Modified": "Sat, 21 Nov 2026 06:00:00 GMT"]] {
            let address = try AnswerServer.plain.answering(.init(headers: headers, body: Self.body))
            let (etag, date) = (headers["ETag"], headers["Last-Modified"])
            #expect(try asking.ask(address, known: known(address, etag: etag, lastModified: date)) == .unchanged)
            let elsewhere = known(address + "/other", etag: etag, lastModified: date)
            #expect(try bytes(asking.ask(address, known: elsewhere)) == Self.body)
            let asked = try AnswerServer.plain.asked(at: address).last
            #expect(asked?.headers["if-none-match"] == nil && asked?.headers["if-modified-since"] == nil)
        }
    }

    @Test func `an ETag with a line break adds no header`() throws {
        let address = try AnswerServer.plain.answering(.init(body: Self.body))
        _ = try asking.ask(address, known: known(address, etag: "\"v1\"\r\nX-Other: yes"))
        let asked = try AnswerServer.plain.asked(at: address)
        #expect(asked.count == 1)
        #expect(asked.allSatisfy { $0.headers["x-other"] == nil && $0.headers["if-none-match"] == nil })
    }

    @Test func `after a server error the request is repeated with growing waits, or when a busy server says`() throws {
        let broken = try AnswerServer.plain.answering(.init(status: 500), .init(status: 502), .init(body: Self.body))
        #expect(try bytes(asking.ask(broken)) == Self.body)
        #expect(asking.waits == [.milliseconds(500), .seconds(1)])
        let busy = AnswerServer.Answer(status: 429, headers: ["Retry-After": "7"])
        let later = Asking()
        #expect(try bytes(later.ask(AnswerServer.plain.answering(busy, .init(body: Self.body)))) == Self.body)
        #expect(later.waits == [.milliseconds(7500)])
    }

    @Test func `a redirect to an endless address is not followed, and reported in a line`() throws {
        for scheme in ["http", "https"] {
            // libcurl itself accepts headers of at most 100 kB.
            let location = "\(scheme)://127.0.0.1/" + String(repeating: "a", count: 90_000)
            let address = try AnswerServer.plain.answering(.init(status: 302, headers: ["Location": location]))
            let fault = try #require(asking.fault(address))
            let reason = "redirects to an address that has \(location.utf8.count) bytes, more than 2048: not followed"
            #expect(fault.words.contains(reason) && fault.words.utf8.count < 300, "\(fault.words.prefix(300))")
        }
        for length in [5_000, 90_000] {
            let location = "http://example.org/" + String(repeating: "x", count: length) + "?signature=tell-no-one"
            let address = try AnswerServer.plain.answering(.init(status: 302, headers: ["Location": location]))
            let fault = try #require(asking.fault(address))
            #expect(fault.words.contains("answered 302 and redirects to "), "\(fault.words)")
            #expect(fault.words.utf8.count < 1000, "\(fault.words)")
        }
    }

    @Test func `a stalled and a slow response are aborted`() throws {
        var limits = HTTPLimits()
        (limits.quiet, limits.slowest) = (.seconds(1), 1000)
        let client = asking.client(limits: limits)
        for manner in [AnswerServer.Answer.Manner.hang, .dribble] {
            let address = try AnswerServer.plain.answering(.init(manner: manner))
            let fault = try #require(asking.fault(address, client: client))
            #expect(fault.kind == .unreachable)
            #expect(fault.words.contains("Operation too slow"))
            #expect(try AnswerServer.plain.asked(at: address).count == 3)
        }
    }

    @Test func `all tries together respect the time limit, also where nobody listens`() throws {
        let address = try AnswerServer.plain.answering(.init(manner: .hang))
        let fault = try #require(asking.fault(address, total: .seconds(1)))
        #expect(fault.kind == .unreachable)
        #expect(fault.words.contains("timed out"))
        #expect(try AnswerServer.plain.asked(at: address).count == 1)
        #expect(asking.waits.isEmpty)
        #expect(asking.fault(address, total: .zero)?.kind == .unreachable)
        let nobody = try #require(asking.fault("http://127.0.0.1:1/year.json"))
        #expect(nobody.kind == .unreachable && nobody.words.contains("(tried 3 times)"))
    }

    @Test func `plain http goes to this machine only, unless it is allowed`() throws {
        let address = try AnswerServer.plain.answering(.init(body: Self.body))
        // This machine in a spelling that is not recognised as such.
        let other = address.replacing("127.0.0.1", with: "127.1")
        let fault = try #require(asking.fault(other))
        #expect(fault.kind == .here)
        #expect(fault.words.contains("since it is not https") && fault.words.contains("allow_http"))
        #expect(try AnswerServer.plain.asked(at: address).isEmpty)
        #expect(try bytes(asking.ask(other, allowHTTP: true)) == Self.body)
        #expect(try bytes(asking.ask(address.replacing("127.0.0.1", with: "localhost"))) == Self.body)
    }

    @Test func `an untrusted certificate is reported, and a configured authority is trusted`() throws {
        let address = try AnswerServer.encrypted.answering(.init(body: Self.body))
        let fault = try #require(asking.fault(address))
        #expect(fault.kind == .untrusted)
        #expect(fault.words.contains("is not trusted: SSL certificate problem"))
        #expect(fault.words.contains("SSL_CERT_FILE") && fault.words.contains("clock"))
        #expect(asking.waits.isEmpty)
        let authority = try Authority.shared.get().certificate
        #expect(try bytes(asking.ask(address, client: asking.client(authority: authority))) == Self.body)
        let missing = try #require(asking.fault(address, client: asking.client(authority: "/nowhere.pem")))
        #expect(missing.kind == .here)
        #expect(missing.words.contains("/nowhere.pem"))
    }

    @Test func `at most three redirects are followed`() throws {
        let server = try AnswerServer.encrypted
        let client = asking.client(authority: try Authority.shared.get().certificate)
        var address = try server.answering(.init(body: Self.body))
        let target = address
        for status in [301, 302, 308] {
            address = try server.answering(.init(status: status, headers: ["Location": address]))
        }
        #expect(try bytes(asking.ask(address, client: client)) == Self.body)
        let tooFar = try server.answering(.init(status: 307, headers: ["Location": address]))
        let fault = try #require(asking.fault(tooFar, client: client))
        #expect(fault.kind == .server)
        #expect(fault.words.contains("3 redirects were followed, the next is to \(target)"))
        let loop = try server.answering(.init())
        try server.script(String(loop.dropFirst(server.base.count)), [.init(status: 302, headers: ["Location": loop])])
        #expect(asking.fault(loop, client: client)?.kind == .server)
        #expect(try server.asked(at: loop).count == 4)
    }

    @Test func `authorities come from the variables of curl`() {
        func authorities(_ environment: [String: String]) -> [String?] {
            let authorities = CertificateAuthorities { environment[$0] }
            return [authorities.file, authorities.directory]
        }
        #expect(authorities([:]) == [nil, nil])
        #expect(authorities(["SSL_CERT_FILE": "/f", "SSL_CERT_DIR": "/d"]) == ["/f", "/d"])
        #expect(authorities(["SSL_CERT_FILE": "/f", "SSL_CERT_DIR": "/d", "CURL_CA_BUNDLE": "/b"]) == ["/b", nil])
        #expect(authorities(["SSL_CERT_FILE": "", "CURL_CA_BUNDLE": ""]) == [nil, nil])
    }
}

/// libcurl reads the environment of its process. It must not be changed here, because other tests read it meanwhile:
/// this executable is started again and sends the request from there.
struct ProxyTests {
    private static let result = "ADHAND_PROXY_RESULT"
    private static let address = "ADHAND_PROXY_ADDRESS"
    private static let environment = ProcessInfo.processInfo.environment

    @Test(.enabled(if: environment[result] != nil)) static func `requests through the proxy of its environment`() throws
    {
        let file = try #require(environment[result])
        let text: String
        do throws(FetchFault) { text = "\(try Asking().ask(environment[address] ?? "", allowHTTP: true))" } catch {
            text = error.words
        }
        try text.write(toFile: file, atomically: true, encoding: .utf8)
    }

    /// The result of a request to an address in a process with this proxy.
    private func asking(_ address: String, through proxy: String) throws -> String {
        let directory = try TestDirectory()
        let executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let file = directory.file("result")
        try ChildProcess.run(
            [executable, "--testing-library", "swift-testing", "--filter", "ProxyTests"],
            environment: [Self.result: file, Self.address: address, "http_proxy": proxy, "no_proxy": ""]
        )
        return String(decoding: TestDirectory.bytes(of: file), as: UTF8.self)
    }

    @Test(.enabled(if: environment[result] == nil))
    func `the proxy of libcurl's variables is used, except for this machine itself`() throws {
        let server = try AnswerServer.plain
        let address = "http://mosque.example/times/{year}.json"
        try server.script("http://mosque.example/times", [.init(headers: ["ETag": "\"by the proxy\""], body: "{}")])
        #expect(try asking(address, through: server.base).contains("by the proxy"))
        try server.script("http://mosque.example/times", [.init(status: 407, body: "{}")])
        #expect(
            try asking(address, through: server.base).contains(
                "answered 407 ({}); the proxy needs a user and a password"
            )
        )
        let here = try server.answering(.init(headers: ["ETag": "\"by itself\""], body: "{}"))
        #expect(try asking(here, through: "http://127.0.0.1:1").contains("by itself"))
    }
}
