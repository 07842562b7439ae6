/// tzdata's table of zones and their points: `zone.tab` (a row per zone and country) or `zone1970.tab` (a row per
/// zone).
package struct ZoneTable: Sendable {
    package struct Row: Sendable, Hashable {
        /// ISO 3166 codes; if a zone has several, the most populous country is first.
        package let countries: [String]
        /// The zone's principal place, to four decimals of a degree.
        package let point: Coordinates
        /// The IANA name.
        package let zone: String
    }

    package let rows: [Row]

    /// - Parameter bytes: the whole file. Lines that are not rows are skipped, because tzdata may extend its tables.
    package init(_ bytes: [UInt8]) {
        rows = bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let cells = String(decoding: line, as: UTF8.self).split(separator: "\t", omittingEmptySubsequences: false)
            guard cells.count >= 3, !cells[0].hasPrefix("#"), let point = Self.point(cells[1]) else { return nil }
            return Row(countries: cells[0].split(separator: ",").map(String.init), point: point, zone: String(cells[2]))
        }
    }

    /// Parses ISO 6709 as in tzdata: `±DDMM±DDDMM` or `±DDMMSS±DDDMMSS`.
    private static func point(_ text: Substring) -> Coordinates? {
        guard let second = text.dropFirst().firstIndex(where: { $0 == "+" || $0 == "-" }),
            let latitude = degrees(text[..<second], digits: 2), let longitude = degrees(text[second...], digits: 3)
        else { return nil }
        // A row with invalid coordinates is skipped.
        return try? Coordinates(latitude: latitude, longitude: longitude)  // reason: see above
    }

    private static func degrees(_ text: Substring, digits: Int) -> Double? {
        let number = text.dropFirst()
        guard text.hasPrefix("+") || text.hasPrefix("-"), [digits + 2, digits + 4].contains(number.utf8.count),
            number.isDigits()
        else { return nil }
        let parts = [number.prefix(digits), number.dropFirst(digits).prefix(2), number.dropFirst(digits + 2)]
        let degrees = zip(parts, [1.0, 60, 3600]).reduce(0) { $0 + (Double($1.0) ?? 0) / $1.1 }
        // About ten metres on the ground, which is as precise as people write it.
        let rounded = (degrees * 10_000).rounded() / 10_000
        return text.hasPrefix("-") ? -rounded : rounded
    }
}
