/// tzdata's table of where its zones are: `zone.tab`, a row for each zone of a country, or `zone1970.tab`, a row for each zone.
package struct ZoneTable: Sendable {
    package struct Row: Sendable, Hashable {
        /// ISO 3166's two letters, the most populous first where a zone has several.
        package let countries: [String]
        /// Of the zone's principal place, to the fourth digit of a degree.
        package let point: Coordinates
        /// The IANA name.
        package let zone: String
    }

    package let rows: [Row]

    /// - Parameter bytes: the whole file. What is no row is passed over: tzdata may add to its tables.
    package init(_ bytes: [UInt8]) {
        rows = bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let cells = String(decoding: line, as: UTF8.self).split(separator: "\t", omittingEmptySubsequences: false)
            guard cells.count >= 3, !cells[0].hasPrefix("#"), let point = Self.point(cells[1]) else { return nil }
            return Row(countries: cells[0].split(separator: ",").map(String.init), point: point, zone: String(cells[2]))
        }
    }

    /// Reads ISO 6709 as tzdata writes it: `±DDMM±DDDMM` or `±DDMMSS±DDDMMSS`.
    private static func point(_ text: Substring) -> Coordinates? {
        guard let second = text.dropFirst().firstIndex(where: { $0 == "+" || $0 == "-" }),
            let latitude = degrees(text[..<second], digits: 2), let longitude = degrees(text[second...], digits: 3)
        else { return nil }
        // A row that lies nowhere on the earth is no row.
        return try? Coordinates(latitude: latitude, longitude: longitude)  // reason: see above
    }

    private static func degrees(_ text: Substring, digits: Int) -> Double? {
        let number = text.dropFirst()
        guard text.hasPrefix("+") || text.hasPrefix("-"), [digits + 2, digits + 4].contains(number.utf8.count),
            number.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        let parts = [number.prefix(digits), number.dropFirst(digits).prefix(2), number.dropFirst(digits + 2)]
        let degrees = zip(parts, [1.0, 60, 3600]).reduce(0) { $0 + (Double($1.0) ?? 0) / $1.1 }
        return (text.hasPrefix("-") ? -degrees : degrees).roundedToFourDigits
    }
}

extension Double {
    /// Ten metres on the ground, which is as near as anybody writes it.
    fileprivate var roundedToFourDigits: Double { (self * 10_000).rounded() / 10_000 }
}
