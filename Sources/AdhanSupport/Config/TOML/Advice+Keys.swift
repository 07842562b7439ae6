import AdhanCore

/// For a key that its table does not know.
extension Advice {
    /// The tables that are written with two brackets, beside each `….when`.
    private static let lists: Set = ["audio.quiet", "display.messages"]

    private static func isList(_ name: some StringProtocol) -> Bool {
        lists.contains(String(name)) || name.hasSuffix(".when")
    }

    /// A table's name with its brackets.
    static func header(_ name: some StringProtocol) -> String { isList(name) ? "[[\(name)]]" : "[\(name)]" }

    /// Keys of other programs: what to do here.
    static func words(for member: TOMLNode, in table: String) -> String? {
        func month(_ date: String = "2027-02-08", _ year: Int = 1448) -> String {
            "write below [hijri.starts] \(year)-09 = \"\(date)\""
        }
        switch "\(table).\(member.key.lowercased())" {
        case "ramadan.start":
            // reason: a text that is no date gets an example instead
            guard let text = member.text, let date = try? CivilDate(text),
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
    static func placed(_ fault: ConfigFault, _ known: [String: [String]], _ headers: [Header]) -> ConfigFault {
        guard let unknown = fault.unknown else { return fault }
        func advise(_ words: String) -> ConfigFault {
            ConfigFault(fault.spot, "\(fault.message.prefix { $0 != ";" }); \(words)")
        }
        // The header between that line and its own header may be a comment.
        if let above = headers.last(where: { $0.line < fault.spot.line }), let header = above.commented,
            known[header]?.contains(unknown.key) == true
        {
            return advise("it belongs to \(header), which is still a comment in line \(above.line): delete the # there")
        }
        let others = known.filter { $0.key != "[]" && $0.value.contains(unknown.key) }.keys.sorted()
        guard !unknown.isMeant, others.count == 1, let other = others.first else { return fault }
        let name = "\(other.dropFirst().dropLast()).\(unknown.key)"
        return unknown.isTable && (isList(name) || known["[\(name)]"] != nil)
            ? advise("write \(header(name))") : advise("it belongs to \(other): move the line there")
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
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.enumerated().compactMap { index, bytes in
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
