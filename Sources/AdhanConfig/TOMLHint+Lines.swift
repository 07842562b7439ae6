import AdhanCore

/// Lines that are no settings: headers, comments of other formats, keys without a value,
/// and what is written in their place.
extension TOMLHint {
    /// The tables that are written with two brackets, beside each `….when`.
    private static let lists: Set = ["audio.quiet", "display.messages"]

    static func isList(_ name: String) -> Bool { lists.contains(name) || name.hasSuffix(".when") }

    /// A table's name with its brackets.
    static func header(_ name: String) -> String { isList(name) ? "[[\(name)]]" : "[\(name)]" }

    /// The advice for a line that is no TOML and for which no other hint is known.
    static func form(of line: String) -> String {
        if let match = line.wholeMatch(of: /\s*([A-Za-z0-9_.-]{1,60})\s*=\s*(?:#.*)?/) {
            return "\(match.1) has no value; write it after the =, or delete the line"
        }
        return "this line cannot be read; write a setting as volume = 60, a table as [audio], and # before a comment; "
            + "a text must be in quotes, as in \"Europe/London\""
    }

    /// A header with the wrong brackets, as `[[iqama` and `[iqama]]`.
    static func misbracketed(_ line: String) -> String? {
        guard line.utf8.count <= 200,
            let match = line.wholeMatch(of: /\s*(\[{1,2}\s*([A-Za-z0-9_.]+)\s*(\]{0,2}))\s*(?:#.*)?/)
        else { return nil }
        let (found, name) = (String(match.1.filter { !$0.isWhitespace }), String(match.2))
        let isOpen = match.3.isEmpty
        return found == header(name)
            ? nil : "\(found) \(isOpen ? "has no ] at its end" : "has the wrong brackets"); write \(header(name))"
    }

    /// The advice for a table or a comment of another format: `place:`, `{` and `; comment`.
    static func foreign(_ line: String) -> String? {
        if let match = line.prefixMatch(of: /\s*(;|\/\/|--|\/\*)/) {
            return "a comment begins with #; write # in place of \(match.1)"
        }
        if line.wholeMatch(of: /\s*\{.*/) != nil {
            return "this is JSON, and the config is TOML: write [place] on a line, and below it latitude = 53.6"
        }
        guard let match = line.wholeMatch(of: /\s*([A-Za-z][A-Za-z0-9_.-]{0,60})\s*(:?)\s*(?:#.*)?/) else { return nil }
        let name = String(match.1)
        return Configuration.tables.contains(name)
            ? "the name of a table stands in brackets; write [\(name)]"
            : "\(name) has no value; write \(name) = and its value"
    }

    /// `latitude = 53.6 and longitude = -2.15` for a pair of coordinates; nil if the text is none.
    static func coordinates(_ text: String) -> String? {
        text.wholeMatch(of: /\[?\s*([+-]?[0-9]{1,3}\.[0-9]{1,12})\s*[,;\s]\s*([+-]?[0-9]{1,3}\.[0-9]{1,12})\s*\]?/)
            .map { "latitude = \($0.1) and longitude = \($0.2)" }
    }

    /// `53.795` for `53°47'42"N`, `53° 47.7' N`, `N 53.795` and `53.795°`, negative for south and west.
    static func degrees(_ text: String) -> String? {
        guard
            let match = text.wholeMatch(
                of:
                    #/
                        ([NSEWnsew]?)\s*
                        ([+-]?)([0-9]{1,3}(?:[.,][0-9]{1,9})?)\s*([°º]?)\s*
                        (?:([0-9]{1,2}(?:[.,][0-9]{1,9})?)\s*['′’]\s*)?
                        (?:([0-9]{1,2}(?:[.,][0-9]{1,9})?)\s*(?:"|″|”|'')\s*)?
                        ([NSEWnsew]?)
                    /#
            ), !match.4.isEmpty || !match.1.isEmpty || !match.7.isEmpty
        else { return nil }
        func value(_ digits: Substring?) -> Double {
            digits.flatMap { Double($0.replacing(",", with: ".")) } ?? 0
        }
        let sum = value(match.3) + value(match.5) / 60 + value(match.6) / 3600
        let isNegative = match.2 == "-" || "SWsw".contains(match.7.first ?? match.1.first ?? "N")
        let found = (sum * 100_000).rounded() / 100_000
        return "\(isNegative ? -found : found)"
    }

    /// The advice for a path of Windows, as `C:\Users\me\adhan.mp3`; nil if the text is none.
    static func windowsPath(_ key: String, _ text: String) -> String? {
        guard let match = text.prefixMatch(of: /[A-Za-z]:[\\\/]/), text.utf8.count <= 1000,
            let name = text[match.range.upperBound...].split(whereSeparator: { "\\/".contains($0) }).last
        else { return nil }
        return "is on a Windows computer; copy the file to this box and write where it is, as in "
            + "\(key) = \"/etc/adhand/\(name)\""
    }
}
