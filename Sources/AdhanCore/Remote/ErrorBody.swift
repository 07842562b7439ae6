/// What a server says in the body of an answer that is a refusal.
package enum ErrorBody {
    /// How much of it is quoted, in characters.
    static let longest = 300

    /// The server's own words on one line: of JSON its `data` or `message`, of S3's XML its code and message, of a page its
    /// text. Nil where there are none.
    ///
    /// - Parameter secrets: what is not to be in them; hidden before they are cut, so that no part of one is left.
    package static func words(of bytes: [UInt8], hiding secrets: [String] = []) -> String? {
        // What is no JSON is not wrong here: most servers answer with a page.
        if let top = try? JSONNode.parse(bytes), let words = words(in: top) { return plain(words, secrets) }
        // What is beyond is not quoted in any case.
        let text = String(decoding: bytes.prefix(8 << 10), as: UTF8.self)
        if let code = element("Code", in: text) {
            return plain(code + (element("Message", in: text).map { ": " + $0 } ?? ""), secrets)
        }
        return plain(withoutTags(text), secrets)
    }

    /// What an answer that came as good says against itself, as AlAdhan's `code` beside `data` does. Nil where it says nothing.
    package static func contradiction(
        in bytes: [UInt8],
        hiding secrets: [String] = []
    ) -> (code: Int, words: String?)? {
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

    /// On one line, without what a terminal obeys, cut where it is long.
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
    /// With `***` in the place of each of those.
    package func hiding(_ secrets: [String]) -> String {
        // The longest first: one may be a part of another.
        secrets.sorted { $0.count > $1.count }.reduce(self) { text, secret in
            // By scalars: with an accent behind it, its last letter would be another Character.
            let parts = text.unicodeScalars.split(separator: secret.unicodeScalars, omittingEmptySubsequences: false)
            return parts.map { String($0) }.joined(separator: "***")
        }
    }
}

extension JSONNode {
    /// The first of that key; nil where it is no object or has none.
    fileprivate subscript(key: String) -> JSONNode? {
        guard case .object(let children) = value else { return nil }
        return children.first { $0.key == key }
    }
}
