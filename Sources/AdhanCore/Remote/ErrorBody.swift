/// Extracts a server's message from the body of an error response.
package enum ErrorBody {
    /// The maximum length of the quoted message, in characters.
    static let longest = 300

    /// The server's own message on one line: from JSON its `data` or `message`, from S3's XML its code and message,
    /// from an HTML page its text. Nil if there is none.
    ///
    /// - Parameter secrets: texts to hide. They are hidden before the message is cut, so no part of one is left.
    package static func words(of bytes: [UInt8], hiding secrets: [String] = []) -> String? {
        // reason: a body that is not JSON is normal: most servers answer with a page
        if let top = try? JSONNode.parse(bytes), let words = words(in: top) { return plain(words, secrets) }
        let text = text(of: bytes)
        if let code = element("Code", in: text) {
            return plain(code + (element("Message", in: text).map { ": " + $0 } ?? ""), secrets)
        }
        return plain(withoutTags(text), secrets)
    }

    /// The code of S3's XML, as `ExpiredToken`; nil if there is none.
    package static func code(of bytes: [UInt8]) -> String? { element("Code", in: text(of: bytes)) }

    private static func text(of bytes: [UInt8]) -> String { String(decoding: bytes.prefix(8 << 10), as: UTF8.self) }

    /// The error that a response with status 200 reports in its body, as AlAdhan does with `code` beside `data`.
    package static func contradiction(
        in bytes: [UInt8],
        hiding secrets: [String] = []
    ) -> (code: Int, words: String?)? {
        // reason: what is not JSON reports no such error
        guard let top = try? JSONNode.parse(bytes), case .integer(let code)? = top["code"]?.value, code != 200 else {
            return nil
        }
        return (Int(code), words(in: top).flatMap { plain($0, secrets) })
    }

    private static func words(in top: JSONNode) -> String? {
        for key in ["data", "message"] {
            if case .string(let words)? = top[key]?.value { return words }
        }
        return nil
    }

    private static func element(_ name: String, in text: String) -> String? {
        guard let open = text.firstRange(of: "<\(name)>"),
            let close = text[open.upperBound...].firstRange(of: "</\(name)>")
        else { return nil }
        return String(text[open.upperBound..<close.lowerBound])
    }

    private static func withoutTags(_ text: String) -> String {
        var isTag = false
        return text.unicodeScalars.reduce(into: "") { kept, scalar in
            if scalar == "<" { isTag = true }
            kept.unicodeScalars.append(isTag ? " " : scalar)
            if scalar == ">" { isTag = false }
        }
    }

    /// On one line, without control characters for terminals, cut if it is long.
    private static func plain(_ text: String, _ secrets: [String]) -> String? {
        let words = text.unicodeScalars.split { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .unassigned: true
            default: false
            }
        }
        let line = String(String.UnicodeScalarView(words.joined(separator: [" "]))).hiding(secrets).unicodeScalars
        guard !line.isEmpty else { return nil }
        return String(String.UnicodeScalarView(line.prefix(longest))) + (line.count > longest ? "…" : "")
    }
}

extension String {
    /// Replaces each of these texts by `***`.
    package func hiding(_ secrets: [String]) -> String {
        // The longest first, because one may be part of another.
        secrets.sorted { $0.count > $1.count }.reduce(self) { text, secret in
            // By scalars: if an accent followed the secret, its last letter would be a different Character.
            let parts = text.unicodeScalars.split(separator: secret.unicodeScalars, omittingEmptySubsequences: false)
            return parts.map { String($0) }.joined(separator: "***")
        }
    }
}

extension JSONNode {
    /// The first member with that key; nil if this is not an object or has no such key.
    fileprivate subscript(key: String) -> JSONNode? {
        guard case .object(let children) = value else { return nil }
        return children.first { $0.key == key }
    }
}
