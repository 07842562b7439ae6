import AdhanCore

/// What to do about a key that stands in a table that does not know it.
enum KeyAdvice {
    private static func month(_ date: String = "2027-02-08", _ year: Int = 1448) -> String {
        "write below [hijri.starts] \(year)-09 = \"\(date)\""
    }

    /// Keys of other programs: what to do here.
    static func words(for member: TOMLNode, in table: String) -> String? {
        switch "\(table).\(member.key.lowercased())" {
        case "ramadan.start":
            // reason: a text that is no date gets an example instead
            guard case .string(let text) = member.value, let date = try? CivilDate(text),
                let year = HijriCalendar.ummAlQura.date(date)?.month.year
            else { return "for its first day \(month())" }
            return "for its first day \(month(text, year))"
        case "hijri.adjust", "hijri.adjustment", "hijri.offset":
            return "for this month: adhand hijri today is 15. For any month \(month())"
        default: return nil
        }
    }

    /// The fault with the table that the key belongs to, where it is clear.
    ///
    /// - Parameters:
    ///   - known: the keys of each table, by its header.
    ///   - headers: those of the file.
    static func placed(_ fault: ConfigFault, _ known: [String: Set<String>], _ headers: [Header]) -> ConfigFault {
        guard let unknown = fault.unknown else { return fault }
        let head = fault.message.prefix { $0 != ";" }
        if let (header, line) = commented(above: fault.spot.line, headers), known[header]?.contains(unknown.key) == true
        {
            let words = "it belongs to \(header), which is still a comment in line \(line): delete the # there"
            return ConfigFault(fault.spot, "\(head); \(words)")
        }
        let others = known.filter { $0.key != "[]" && $0.value.contains(unknown.key) }.keys.sorted()
        guard !unknown.isMeant, others.count == 1, let other = others.first else { return fault }
        let name = "\(other.dropFirst().dropLast()).\(unknown.key)"
        if unknown.isTable, TOMLHint.isList(name) || known["[\(name)]"] != nil {
            return ConfigFault(fault.spot, "\(head); write \(TOMLHint.header(name))")
        }
        return ConfigFault(fault.spot, "\(head); it belongs to \(other): move the line there")
    }

    /// The header in a comment between that line and its own header, with its line; nil where there is none.
    private static func commented(above line: Int, _ headers: [Header]) -> (header: String, line: Int)? {
        headers.last { $0.line < line }.flatMap { header in header.commented.map { ($0, header.line) } }
    }

    /// The header of a table.
    struct Header {
        /// 1-based.
        let line: Int
        /// Its name with the brackets where it is a comment; nil where it is none.
        let commented: String?
    }

    /// The headers of a file, in its order.
    static func headers(in text: [UInt8]) -> [Header] {
        text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated().compactMap {
            index,
            bytes in
            let first = bytes.first { $0 != 0x20 && $0 != 0x09 }
            if first == UInt8(ascii: "[") { return Header(line: index + 1, commented: nil) }
            // A header is short, and most comments are longer sentences.
            guard first == UInt8(ascii: "#"), bytes.count <= 100, bytes.contains(UInt8(ascii: "[")) else { return nil }
            let line = ConfigLine(String(decoding: bytes, as: UTF8.self).drop { "# \t".contains($0) })
            guard let header = line.header, header.open.count == header.close.count else { return nil }
            return Header(line: index + 1, commented: String(line.text))
        }
    }
}
