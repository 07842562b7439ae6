import AdhanCore
import Glibc

/// Where messages go: the value of `to` in `[[notify]]`.
package enum NotifyDestination: Equatable, Sendable {
    /// A POST of JSON.
    case webhook(WebAddress)
    /// A topic of an ntfy server.
    case ntfy(WebAddress)
    case mqtt(NotifyBroker)
    case mail(NotifyMail)
    /// A program, by its path.
    case command(String)

    private static let schemes = ["webhook", "ntfy", "mqtt", "mqtts", "mail", "command"]

    /// - Throws: `ValueFault`, which quotes nothing that may be a secret.
    static func parse(_ text: String) throws -> NotifyDestination {
        let scheme = text.prefix { $0 != ":" }
        let rest = String(text.dropFirst(scheme.count + 1))
        switch (String(scheme), text.dropFirst(scheme.count).first) {
        case ("webhook", ":"?): return .webhook(try receiver(rest, "webhook:https://example.org/adhan"))
        case ("ntfy", ":"?): return .ntfy(try topic(rest))
        case ("mqtt", ":"?), ("mqtts", ":"?): return .mqtt(try NotifyBroker(text))
        case ("mail", ":"?): return .mail(try NotifyMail(rest))
        case ("command", ":"?):
            guard rest.hasPrefix("/"), !rest.hasSuffix("/"), rest.utf8.count < Int(PATH_MAX) else {
                throw ValueFault(
                    sentence: "to: a command is the whole path of a program, as in \"command:/usr/local/bin/tell\""
                )
            }
            return .command(rest)
        default: throw ValueFault(sentence: "to \(unknown(String(scheme).lowercased(), text))")
        }
    }

    private static func unknown(_ scheme: String, _ text: String) -> String {
        let meant: String? =
            switch scheme {
            case "http", "https": "webhook:\(scheme)://…, or ntfy:\(scheme)://…"
            case "mailto", "smtp", "smtps", "email": "mail:ADDRESS, and server = \"smtp://HOST:587\""
            case "file", "exec", "program", "script": "command:/PATH"
            default:
                text.hasPrefix("/")
                    ? "command:/PATH"
                    : scheme.contains("@")
                        ? "mail:ADDRESS" : Spelling.nearest(to: scheme, among: schemes).map { "\($0):…" }
            }
        let isScheme = !scheme.isEmpty && scheme.count <= 12 && scheme.allSatisfy(\.isLetter)
        let begins = isScheme ? "begins with '\(scheme):'" : "has no known scheme"
        let known = "known are \(schemes.map { $0 + ":" }.joined(separator: ", "))"
        return "\(begins), which is no receiver; \(meant.map { "write \($0)" } ?? known)"
    }

    /// An address that has no secret in it.
    static func address(_ text: String, _ key: String, _ example: String) throws -> WebAddress {
        let address: WebAddress
        do {
            address = try WebAddress(text)
        } catch {
            throw ValueFault(sentence: "\(key): the address \(error); write it as in \"\(example)\"")
        }
        guard !address.hasPassword, !address.hasRandomArgument else {
            let words = "the address contains a user or a password, which everybody who may read this file would know"
            throw ValueFault(sentence: "\(key): \(words); remove it, or have a program of yours use it: command:/PATH")
        }
        return address
    }

    /// An address without arguments: nobody can tell a secret from other words in them.
    private static func receiver(_ text: String, _ example: String) throws -> WebAddress {
        let address = try address(text, "to", example)
        guard address.query == nil, !address.path.contains(";"), !text.contains("#") else {
            let words = "the address has arguments, and adhand cannot tell a secret from other words in them"
            throw ValueFault(sentence: "to: \(words); remove them, or have a program of yours use them: command:/PATH")
        }
        return address
    }

    private static func topic(_ text: String) throws -> WebAddress {
        let address = try receiver(text, "ntfy:https://ntfy.example.org/our-mosque")
        let topic = address.path.dropFirst()
        let isTopic =
            (1...64).contains(topic.utf8.count)
            && topic.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
        guard isTopic else {
            let words = "a topic of ntfy is the address' whole path: 1 to 64 letters, digits, - and _"
            throw ValueFault(sentence: "to: \(words), as in \"ntfy:https://ntfy.example.org/our-mosque\"")
        }
        return address
    }

    /// Its name where the config gives none.
    var usualName: String {
        switch self {
        case .webhook(let address): "webhook-\(address.host)"
        case .ntfy(let address): "ntfy-\(address.host)"
        case .mqtt(let broker): "mqtt-\(broker.host.name)"
        case .mail(let mail): "mail-\(mail.to.first?.text ?? "")"
        case .command(let path): "command-\(PathName.name(of: path))"
        }
    }

    /// The path of a program; nil for any other receiver.
    package var program: String? { if case .command(let path) = self { path } else { nil } }

    var isMail: Bool { if case .mail = self { true } else { false } }

    /// Whether its secret is the password of a user.
    var hasUser: Bool {
        switch self {
        case .mail, .mqtt: true
        case .webhook, .ntfy, .command: false
        }
    }

    /// Whether a secret travels encrypted. Mail always does: without STARTTLS none is sent, except to this machine.
    var isEncrypted: Bool {
        switch self {
        case .webhook(let address), .ntfy(let address): address.isEncrypted
        case .mqtt(let broker): broker.isEncrypted
        case .mail, .command: true
        }
    }

    /// Nil for a program and for mail.
    var host: NotifyHost? {
        switch self {
        case .webhook(let address), .ntfy(let address): NotifyHost(name: address.host)
        case .mqtt(let broker): broker.host
        case .mail, .command: nil
        }
    }

    var encryptedScheme: String { if case .mqtt = self { "mqtts://" } else { "https://" } }

    /// Why its program cannot be run on this box; nil where it can. It may block for five seconds.
    var problem: String? {
        guard let path = program else { return nil }
        guard let problem = TimeLimit.run(.seconds(5), on: path, { HookProgram.problem(path) }) else {
            return "\(path) does not answer; see whether its disk is there"
        }
        return problem.map { "the program cannot be run: \($0)" }
    }
}

/// A host by name or address.
package struct NotifyHost: Equatable, Sendable {
    /// In lower case; an IPv6 address with its brackets.
    package let name: String

    /// Whether it is this machine, or one of the same building as far as its name or address says.
    package var isNearby: Bool {
        if ["localhost", "[::1]"].contains(name) { return true }
        if name.hasPrefix("[") {
            var address = in6_addr()
            guard inet_pton(AF_INET6, String(name.dropFirst().dropLast()), &address) == 1 else { return false }
            return withUnsafeBytes(of: address) { bytes in
                // fc00::/7 and fe80::/10.
                bytes[0] & 0xFE == 0xFC || bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
            }
        }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        // A last part that begins with a digit makes it an address, perhaps in an unusual spelling.
        if parts.last?.first?.isNumber == true {
            let numbers = parts.compactMap { part in UInt8(part).flatMap { "\($0)" == part ? $0 : nil } }
            guard numbers.count == 4, parts.count == 4 else { return false }
            return switch (numbers[0], numbers[1]) {
            case (127, _), (10, _), (192, 168), (172, 16...31), (169, 254): true
            default: false
            }
        }
        return parts.count == 1 || ["local", "lan", "home", "internal", "localhost"].contains(parts.last)
            || name.hasSuffix(".home.arpa")
    }

    /// Whether it is this machine.
    package var isLoopback: Bool {
        ["localhost", "[::1]"].contains(name)
            || name.hasPrefix("127.") && name.allSatisfy { "0123456789.".contains($0) }
    }
}

/// An MQTT broker, `mqtt://HOST:PORT` or `mqtts://HOST:PORT`.
package struct NotifyBroker: Equatable, Sendable {
    package let host: NotifyHost
    package let port: UInt16
    package let isEncrypted: Bool

    init(_ text: String) throws {
        isEncrypted = text.hasPrefix("mqtts")
        let (host, port) = try HostText.parse(text, ["mqtt": 1883, "mqtts": 8883], "to", "mqtts://HOST:8883")
        (self.host, self.port) = (host, port)
    }
}

/// A mail server, `smtp://HOST:PORT` or `smtps://HOST:PORT`.
package struct MailServer: Equatable, Sendable {
    package let host: NotifyHost
    package let port: UInt16
    /// Whether the connection begins encrypted; otherwise STARTTLS makes it so.
    package let isEncrypted: Bool

    init(_ text: String) throws {
        isEncrypted = text.hasPrefix("smtps")
        let (host, port) = try HostText.parse(text, ["smtp": 587, "smtps": 465], "server", "smtp://HOST:587")
        (self.host, self.port) = (host, port)
    }
}

/// A scheme, a host and perhaps a port.
private enum HostText {
    static func parse(
        _ text: String,
        _ schemes: [String: UInt16],
        _ key: String,
        _ example: String
    ) throws -> (host: NotifyHost, port: UInt16) {
        let scheme = text.prefix { $0 != ":" }
        guard let usual = schemes[String(scheme)] else {
            throw ValueFault(sentence: "\(key) has no known scheme; write it as in \"\(example)\"")
        }
        let address: WebAddress
        do {
            address = try WebAddress("https" + text.dropFirst(scheme.count))
        } catch {
            // Its words name https, which is not meant here.
            throw ValueFault(sentence: "\(key) is no \(scheme)://HOST:PORT; write it as in \"\(example)\"")
        }
        guard !address.hasUser else {
            throw ValueFault(sentence: "\(key) contains a user; write it as user, and its password into a secret file")
        }
        guard address.path == "/", address.query == nil else {
            throw ValueFault(sentence: "\(key) has something behind the host; write it as in \"\(example)\"")
        }
        let port = address.port ?? usual
        if let other = schemes.first(where: { $0.key != scheme && $0.value == port })?.key {
            throw ValueFault(sentence: "\(key): port \(port) is that of \(other); write \(other)://\(address.host)")
        }
        return (NotifyHost(name: address.host), port)
    }
}

/// The receivers of mails, and who sends them by which server.
package struct NotifyMail: Equatable, Sendable {
    package let to: [MailAddress]
    /// Nil where the config has none, which is a fault.
    package var server: MailServer?
    package var from: MailAddress?

    private static let most = 10

    init(_ text: String) throws {
        let parts = text.split(separator: ",", maxSplits: Self.most, omittingEmptySubsequences: false)
        guard parts.count <= Self.most else { throw ValueFault(sentence: "to has more than \(Self.most) addresses") }
        to = try parts.map { try MailAddress(String($0.drop { $0 == " " })) }
    }
}

/// The address of a mailbox, `name@example.org`, in ASCII.
package struct MailAddress: Equatable, Sendable {
    package let text: String

    init(_ text: String) throws {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let isClean = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"<>()[]\\,;:\"".utf8.contains($0) }
        let isAddress = isClean && parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && text.utf8.count <= 254
        guard isAddress, let host = parts.last, !host.hasPrefix("."), !host.hasSuffix("."), !text.hasPrefix("-") else {
            let words = "is no address of a mailbox; write it as in \"imam@example.org\""
            throw ValueFault(sentence: "\(OneLine.of(text, limit: 80).debugDescription) \(words)")
        }
        self.text = text
    }
}
