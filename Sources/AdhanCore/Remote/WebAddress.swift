/// A web address, `https://host/path?query`, with a form that is safe to show.
///
/// Parsing is strict, so that the HTTP client cannot understand the address differently from the checks here.
package struct WebAddress: Sendable, Hashable {
    package let isEncrypted: Bool
    /// The part before the `@`, encoded as written: `user:password`.
    let userInfo: String?
    /// In lower case; an IPv6 address with its brackets.
    package let host: String
    /// The host, with its port if it has one.
    let authority: String
    /// From the first `/` on, percent-encoded.
    package let path: String
    /// Without the `?`; nil if there is none.
    package let query: String?

    /// In bytes: the limit of common web servers.
    private static let longest = 8192

    /// Parses an address. Characters that are not allowed, such as a space or a letter beyond ASCII in the path, are
    /// encoded; a `#` and what follows it is dropped.
    ///
    /// - Throws: `AddressFault`, which quotes nothing that may be a password.
    package init(_ text: String) throws(AddressFault) {
        guard text.utf8.count <= Self.longest else { throw AddressFault("has more than \(Self.longest) bytes") }
        let bytes = text.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
            throw AddressFault("does not begin with https://")
        }
        let scheme = text[..<colon].lowercased()
        guard scheme == "https" || scheme == "http" else {
            throw AddressFault("begins with \(OneLine.of(scheme, limit: 12).debugDescription), not with https")
        }
        isEncrypted = scheme == "https"
        let rest = bytes[bytes.index(colon, offsetBy: 3)...].prefix { $0 != UInt8(ascii: "#") }
        let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        let whole = rest[..<end]
        let sign = whole.lastIndex(of: UInt8(ascii: "@"))
        userInfo = sign.map { Substring(whole[..<$0]).madeLegal }
        let place = sign.map { whole[whole.index(after: $0)...] } ?? whole
        (host, authority) = try Self.host(Substring(place).lowercased())
        let tail = rest[end...]
        let mark = tail.firstIndex(of: UInt8(ascii: "?")) ?? tail.endIndex
        path = mark == tail.startIndex ? "/" : Substring(tail[..<mark]).madeLegal
        query = mark == tail.endIndex ? nil : Substring(tail[tail.index(after: mark)...]).madeLegal
    }

    private init(_ other: WebAddress, userInfo: String?, path: String, query: String?) {
        (isEncrypted, host, authority) = (other.isEncrypted, other.host, other.authority)
        (self.userInfo, self.path, self.query) = (userInfo, path, query)
    }

    private static func host(_ authority: String) throws(AddressFault) -> (host: String, authority: String) {
        let isBracketed = authority.hasPrefix("[")
        let end = authority.firstIndex(of: isBracketed ? "]" : ":").map {
            isBracketed ? authority.index(after: $0) : $0
        }
        let host = authority[..<(end ?? authority.endIndex)]
        let legal = isBracketed ? "[0123456789abcdef:.]" : "abcdefghijklmnopqrstuvwxyz0123456789-._"
        guard !host.isEmpty, host.utf8.allSatisfy({ legal.utf8.contains($0) }), !isBracketed || host.hasSuffix("]")
        else {
            throw AddressFault("has an invalid host: \(OneLine.of(String(host), limit: 80).debugDescription)")
        }
        let port = authority.dropFirst(host.count)
        if port.isEmpty { return (String(host), authority) }
        guard port.first == ":", port.dropFirst().utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = UInt16(port.dropFirst()), number > 0
        else {
            // Not quoted: if the password contains a slash, part of it ends up here.
            throw AddressFault("has an invalid port")
        }
        return (String(host), "\(host):\(number)")
    }
}

extension WebAddress {
    /// Nil for that of the scheme.
    package var port: UInt16? { UInt16(authority.dropFirst(host.count + 1)) }

    package var hasUser: Bool { userInfo != nil }

    /// The full address with user and password, for the HTTP client.
    package var whole: String { text(userInfo: userInfo, path: path, query: query) }

    /// Whether requests to it never leave this machine.
    package var isLoopback: Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return parts.count == 4 && parts.first == 127 && !parts.contains(nil)
    }

    /// The address in the form that S3 signs: fully encoded, the query sorted, an empty value with its `=`, no user.
    package var signable: WebAddress {
        let pairs = (query ?? "").split(separator: "&").map { part in
            let (name, value) = part.splitAtEquals
            return (name.percentDecoded.percentEncoded(), (value ?? "").percentDecoded.percentEncoded())
        }
        let sorted = pairs.sorted { $0 < $1 }.map { "\($0)=\($1)" }
        return WebAddress(
            self,
            userInfo: nil,
            path: path.percentDecoded.percentEncoded(keeping: "/"),
            query: sorted.isEmpty ? nil : sorted.joined(separator: "&")
        )
    }

    func text(userInfo: String?, path: String, query: String?) -> String {
        (isEncrypted ? "https://" : "http://") + (userInfo.map { $0 + "@" } ?? "") + authority + path
            + (query.map { "?" + $0 } ?? "")
    }
}

/// Why a text is not a usable address.
package struct AddressFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The end of a sentence that begins with the address or its config key: `does not begin with https://`.
    package let description: String

    init(_ description: String) { self.description = description }
}
