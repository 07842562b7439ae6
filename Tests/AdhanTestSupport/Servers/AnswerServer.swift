import Foundation
import Synchronization

/// Tests/Servers/answers.py: a web server that answers as a test specifies.
package final class AnswerServer: Sendable {
    package struct Answer: Encodable, Sendable {
        package enum Manner: String, Encodable, Sendable {
            case whole, gzipped, bomb, hang, cut, flood, sized, dribble, drip
        }

        package var status: Int
        package var headers: [String: String]
        package var body: String
        package var manner: Manner

        package init(
            status: Int = 200,
            headers: [String: String] = [:],
            body: String = "",
            manner: Manner = .whole
        ) {
            (self.status, self.headers, self.body, self.manner) = (status, headers, body, manner)
        }
    }

    package struct Asked: Decodable {
        package let path: String
        /// By lower-case name.
        package let headers: [String: String]
        /// The body of a POST.
        package let body: String

        package init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            (path, headers) = (try list.decode(String.self), try list.decode([String: String].self))
            body = try list.decode(String.self)
        }
    }

    package let base: String
    private let process: ServerProcess
    private let count = Mutex(0)

    private init(_ scheme: String, port: UInt16 = 0, _ arguments: [String]) throws {
        process = try ServerProcess(["python3", "answers.py", "\(port)"] + arguments)
        base = "\(scheme)://127.0.0.1:\(try process.line())"
    }

    private static let plainServer = Result { try AnswerServer("http", []) }
    private static let encryptedServer = Result {
        try AnswerServer("https", [Authority.shared.get().certificate, Authority.shared.get().key])
    }

    /// A server of a test's own, which speaks http.
    ///
    /// - Parameter port: 0 for one that is free.
    package convenience init(port: UInt16 = 0) throws { try self.init("http", port: port, []) }

    /// A server that speaks http.
    package static var plain: AnswerServer { get throws { try plainServer.get() } }
    /// A server that speaks https, with the certificate of `Authority`.
    package static var encrypted: AnswerServer { get throws { try encryptedServer.get() } }

    /// Sets the answers of a new address: one after another, the last one repeatedly.
    ///
    /// - Returns: the address.
    package func answering(_ answers: Answer...) throws -> String {
        let path =
            "/"
            + count.withLock { count in
                count += 1
                return "\(count)"
            }
        try script(path, answers)
        return base + path
    }

    package func script(_ path: String, _ answers: [Answer]) throws {
        struct Order: Encodable {
            let path: String
            let answers: [Answer]
        }
        let order = try JSONEncoder().encode(Order(path: path, answers: answers))
        _ = try process.order(String(decoding: order, as: UTF8.self))
    }

    /// The requests to an address from `answering`.
    package func asked(at address: String) throws -> [Asked] { try ask("asked", address) }

    /// The `Idempotency-Key` of each request to an address.
    package func keys(at address: String) throws -> [String] { try ask("keys", address) }

    private func ask<Value: Decodable>(_ what: String, _ address: String) throws -> Value {
        let order = try JSONEncoder().encode([what: String(address.dropFirst(base.count))])
        let answer = try process.order(String(decoding: order, as: UTF8.self))
        return try JSONDecoder().decode(Value.self, from: Data(answer.utf8))
    }

    /// Ends the server, as a power cut would, and waits for its end.
    package func end() {
        // It ends without an answer.
        _ = try? process.order(#"{"end": true}"#)
    }
}

/// A certificate for 127.0.0.1 from an unknown authority, new for each run.
package struct Authority: Sendable {
    package let certificate: String
    package let key: String

    package static let shared = Result {
        let directory = try TestDirectory()
        let authority = Authority(certificate: directory.file("cert.pem"), key: directory.file("key.pem"))
        try ChildProcess.run([
            "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
            "-addext",
            "subjectAltName=IP:127.0.0.1", "-keyout", authority.key, "-out", authority.certificate,
        ])
        return authority
    }
}
