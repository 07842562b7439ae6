import Glibc

package enum Environment {
    /// The environment variables of this process, by name.
    package static var variables: [String: String] {
        var entries: [String] = []
        var entry = environ
        while let text = entry.pointee {
            entries.append(String(cString: text))
            entry += 1
        }
        return byName(entries)
    }

    /// - Parameter entries: each `NAME=value`; others are left out. The first of a name counts, as for getenv(3).
    static func byName(_ entries: [String]) -> [String: String] {
        let pairs = entries.compactMap { entry -> (String, String)? in
            guard let equals = entry.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            return (String(entry[..<equals]), String(entry[entry.utf8.index(after: equals)...]))
        }
        return Dictionary(pairs) { first, _ in first }
    }
}
