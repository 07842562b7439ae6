import Foundation

/// Tests/Servers/mail.py: a mail server that answers as a test specifies. Its user is `box`, with the password
/// `hunter2`.
package final class MailServerProcess: Sendable {
    package struct Mail: Decodable, Sendable {
        package let from: String
        package let to: [String]
        /// Whether the connection was encrypted.
        package let tls: Bool
        package let user: String?
        /// By lower-case name, decoded.
        package let headers: [String: String]
        package let text: String
        package let source: String
    }

    /// Ports of 127.0.0.1: with STARTTLS, encrypted from the beginning, not encrypted, one that says nothing, and one that
    /// greets with a gigabyte.
    package let starttls, encrypted, plain, silent, flood: UInt16
    private let process: ServerProcess

    /// - Throws: if the required packages are missing, with the command that installs them.
    package init() throws {
        let python = ServerProcess.root.appending(path: ".venv/bin/python").path
        guard FileManager.default.isExecutableFile(atPath: python) else {
            throw ServerFault("there is no \(python), which has aiosmtpd for this test: run 'make .venv'")
        }
        let authority = try Authority.shared.get()
        process = try ServerProcess([python, "mail.py", authority.certificate, authority.key])
        let ports = try process.line().split(separator: " ").compactMap { UInt16($0) }
        guard ports.count == 5 else { throw ServerFault("mail.py printed no ports") }
        (starttls, encrypted, plain, silent, flood) = (ports[0], ports[1], ports[2], ports[3], ports[4])
    }

    /// Sets the answers to commands, as `["RCPT": "550 no such user"]`; others are accepted.
    package func refuse(_ answers: [String: String]) throws {
        let order = try JSONEncoder().encode(["refuse": answers])
        _ = try process.order(String(decoding: order, as: UTF8.self))
    }

    package struct Identity: Decodable, Sendable {
        package let to, id: String
    }

    /// The first receiver and the Message-ID of each mail since the last call.
    package func ids() throws -> [Identity] {
        let answer = try process.order(#"{"ids": true}"#)
        return try JSONDecoder().decode([Identity].self, from: Data(answer.utf8))
    }

    /// The mails since the last call.
    package func mails() throws -> [Mail] {
        let answer = try process.order(#"{"mails": true}"#)
        return try JSONDecoder().decode([Mail].self, from: Data(answer.utf8))
    }
}
