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
            let cells = line.split(separator: UInt8(ascii: "\t"), maxSplits: 3, omittingEmptySubsequences: false)
            guard cells.count >= 3, cells[0].first != UInt8(ascii: "#"), let point = Self.point(cells[1]) else {
                return nil
            }
            let countries = cells[0].split(separator: UInt8(ascii: ",")).map { String(decoding: $0, as: UTF8.self) }
            return Row(countries: countries, point: point, zone: String(decoding: cells[2], as: UTF8.self))
        }
    }

    /// Parses ISO 6709 as in tzdata: `±DDMM±DDDMM` or `±DDMMSS±DDDMMSS`.
    private static func point(_ text: ArraySlice<UInt8>) -> Coordinates? {
        guard let second = text.dropFirst().firstIndex(where: "+-".utf8.contains),
            let latitude = degrees(text[..<second], digits: 2), let longitude = degrees(text[second...], digits: 3)
        else { return nil }
        // A row with invalid coordinates is skipped.
        return try? Coordinates(latitude: latitude, longitude: longitude)  // reason: see above
    }

    private static func degrees(_ text: ArraySlice<UInt8>, digits: Int) -> Double? {
        let (sign, number) = (text.first, text.dropFirst())
        guard let sign, "+-".utf8.contains(sign), [digits + 2, digits + 4].contains(number.count),
            number.allSatisfy({ 0x30...0x39 ~= $0 })
        else { return nil }
        let parts = [number.prefix(digits), number.dropFirst(digits).prefix(2), number.dropFirst(digits + 2)]
        let values = parts.map { $0.reduce(0) { $0 * 10 + Double($1 - 0x30) } }
        // About ten metres on the ground, which is as precise as people write it.
        let rounded = ((values[0] + values[1] / 60 + values[2] / 3600) * 10_000).rounded() / 10_000
        return sign == UInt8(ascii: "-") ? -rounded : rounded
    }
}
