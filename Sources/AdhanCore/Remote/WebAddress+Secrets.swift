extension WebAddress {
    /// The arguments that this program writes into addresses itself. None of them is a secret.
    private static let openArguments: Set<String> = [
        // AlAdhanSettings
        "latitude", "longitude", "city", "country", "method", "methodSettings", "school", "latitudeAdjustmentMethod",
        "tune", "shafaq", "timezonestring", "iso8601",
        // S3Bucket's listing, except for its token
        "encoding-type", "list-type", "prefix",
    ]
    /// The minimum length, in bytes, of a value that is hidden in messages although its name names no secret. A shorter
    /// one, such as `2026`, is part of other words.
    private static let leastHidden = 8
    /// The length, in bytes, of the shortest key that is recognised without its name.
    private static let leastRandom = 16
    private static let mask = "***"

    /// For people: without the user, and with `***` for each argument that this program does not write itself, in the
    /// query or after a `;` in the path.
    package var shown: String {
        let path = self.path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            segment.firstIndex(of: ";").map { segment[..<$0] + ";" + Self.mask } ?? String(segment)
        }
        let query = query.map { query in
            Self.arguments(query).map { argument in
                let (name, value) = argument.text.splitAtEquals
                let hidden = value?.isEmpty == false ? "\(name)=\(Self.mask)" : argument.text.isEmpty ? "" : Self.mask
                return (Self.isOpen(argument.text) ? String(argument.text) : hidden) + argument.separator
            }.joined()
        }
        return text(userInfo: nil, path: path.joined(separator: "/"), query: query)
    }

    /// The address in full, except for the user.
    var wholeWithoutUser: String { text(userInfo: nil, path: path, query: query) }

    /// The texts of the address that no message may contain, as written and decoded.
    package var secrets: [String] {
        let values = (parameters + Self.arguments(query ?? "").map(\.text)).compactMap { text -> Substring? in
            let (name, value) = text.splitAtEquals
            if let value, SecretName.isSecret(name) { return value }
            let hidden = value ?? name
            return Self.isOpen(text) || hidden.utf8.count < Self.leastHidden ? nil : hidden
        }
        let all = (userInfo?.split(separator: ":", maxSplits: 1) ?? []) + values
        return all.filter { !$0.isEmpty }.flatMap { [String($0), String(decoding: $0.percentDecoded, as: UTF8.self)] }
    }

    /// Whether it has a user or an argument with the name of a secret, however that is encoded, nested or separated.
    package var hasPassword: Bool {
        if userInfo?.isEmpty == false { return true }
        let text = (parameters + [query?[...] ?? ""]).joined(separator: "&").fullyPercentDecoded
        return text.split { "&;?#/".contains($0) }.contains { argument in
            let (name, value) = argument.splitAtEquals
            return value?.isEmpty == false && SecretName.isSecret(name)
        }
    }

    /// Whether an argument's value looks like a key, whatever its name is: long, and its letters and digits take turns.
    package var hasRandomArgument: Bool {
        let text = (parameters + [query?[...] ?? ""]).joined(separator: "&").fullyPercentDecoded
        return text.split { "&;?#/=:., ".contains($0) }.contains { word in
            let digits = word.filter { $0.isLetter || $0.isNumber }.map(\.isNumber)
            let turns = zip(digits, digits.dropFirst()).count { $0 != $1 }
            return word.utf8.count >= Self.leastRandom && turns >= 3
        }
    }

    /// Whether it is an argument of this program, with an ordinary value: without an argument or an address within.
    private static func isOpen(_ argument: Substring) -> Bool {
        let (name, value) = argument.splitAtEquals
        guard let value, openArguments.contains(String(name)) else { return false }
        return !value.fullyPercentDecoded.contains { "=?&;:@".contains($0) }
    }

    /// The path's own arguments: what follows a `;` within a segment.
    private var parameters: [Substring] {
        path.split(separator: "/").flatMap { $0.split(separator: ";").dropFirst() }
    }

    /// The arguments of a query, each with the separator behind it. Some servers take `;` for `&`.
    private static func arguments(_ query: String) -> [(text: Substring, separator: String)] {
        var (parts, rest): ([(text: Substring, separator: String)], Substring) = ([], query[...])
        while let end = rest.firstIndex(where: { $0 == "&" || $0 == ";" }) {
            parts.append((rest[..<end], String(rest[end])))
            rest = rest[rest.index(after: end)...]
        }
        return parts + [(rest, "")]
    }
}

extension Substring {
    /// The name and the value of an argument; the value is nil without a `=`.
    var splitAtEquals: (name: Substring, value: Substring?) {
        guard let sign = firstIndex(of: "=") else { return (self, nil) }
        return (self[..<sign], self[index(after: sign)...])
    }
}
