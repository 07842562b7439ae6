import AdhanCore

/// What to do about a key that stands in a table that does not know it.
enum KeyAdvice {
    private static let month = "write below [hijri.starts] 1448-09 = \"2027-02-08\""
    private static let today = "for this month: adhand hijri today is 15. For any month \(month)"

    /// Keys of other programs: the table, the key, and what to do here.
    private static let others: [String: [String: String]] = [
        "ramadan": [
            "start": "for its first day \(month)", "begin": "for its first day \(month)",
            "date": "for its first day \(month)",
        ],
        "hijri": [
            "adjust": today, "adjustment": today, "offset": today, "correction": today, "days": today, "shift": today,
        ],
    ]

    static func words(for key: String, in table: String) -> String? { others[table]?[key.lowercased()] }

    /// The fault with the table that the key belongs to, where it is clear.
    ///
    /// - Parameters:
    ///   - known: the keys of each table, by its header.
    ///   - text: the file.
    static func placed(_ fault: ConfigFault, _ known: [String: Set<String>], in text: [UInt8]?) -> ConfigFault {
        guard let unknown = fault.unknown else { return fault }
        let head = fault.message.prefix { $0 != ";" }
        if let (header, line) = commented(above: fault.spot.line, text), known[header]?.contains(unknown.key) == true {
            let words = "it belongs to \(header), which is still a comment in line \(line): delete the # there"
            return ConfigFault(fault.spot, "\(head); \(words)")
        }
        let others = known.filter { $0.key != "[]" && $0.value.contains(unknown.key) }.keys.sorted()
        guard !unknown.isMeant, others.count == 1, let other = others.first else { return fault }
        return ConfigFault(fault.spot, "\(head); it belongs to \(other): move the line there")
    }

    /// The header in a comment between that line and its own header, with its line; nil where there is none.
    private static func commented(above line: Int, _ text: [UInt8]?) -> (header: String, line: Int)? {
        let lines = text?.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).prefix(
            max(line - 1, 0)
        )
        for (index, bytes) in (lines ?? []).enumerated().reversed() {
            let line = String(decoding: bytes, as: UTF8.self)
            if let match = line.wholeMatch(of: /\s*#[#\s]*(\[{1,2}[A-Za-z0-9_.]+\]{1,2})\s*/) {
                return (String(match.1), index + 1)
            }
            if line.prefixMatch(of: /\s*\[/) != nil { return nil }
        }
        return nil
    }
}
