/// Coordinates as people and maps write them.
package enum CoordinateText {
    /// A longer text is no pair of coordinates; a map's link may be long.
    private static let (longest, longestLink) = (80, 2000)

    /// Reads `53.6097, -2.1561`, `53°36'35"N 2°9'22"W`, `N 53 36.58 W 2 9.37`, a `geo:` address, or the link of a map
    /// that shows the point.
    ///
    /// - Throws: `InvalidValue` where it is one, but not on the earth.
    package static func point(_ text: String) throws(InvalidValue) -> Coordinates? {
        guard text.utf8.count <= longestLink, let pair = linked(text) ?? pair(text) else { return nil }
        return try Coordinates(latitude: pair.latitude, longitude: pair.longitude)
    }

    /// The hosts of links that name no point: a map's server turns them into longer ones.
    private static let shorteners = ["goo.gl/", "g.co/", "maps.apple/", "osm.org/go/", "bit.ly/", "tinyurl.com/"]

    /// Why a link shows no point, and what to do; nil for a text that is no link. Only for texts without a point.
    package static func linkProblem(_ text: String) -> String? {
        let text = text.lowercased()
        if shorteners.contains(where: { text.contains($0) }) {
            return "that is a short link: open it in a browser, then copy the coordinates from there"
        }
        return text.contains("://") ? "that link has no coordinates; copy them from the map" : nil
    }

    /// `53.795` for `53°47'42"N`, `53° 47.7' N`, `N 53.795` and `53.795°`, negative for south and west. Rounded to a
    /// metre.
    package static func degrees(_ text: Substring) -> (degrees: Double, direction: Character?)? {
        let text = String(text).trimmed
        let letters = text.filter { "NSEW".contains($0) }
        guard letters.count <= 1 else { return nil }
        let direction = letters.first
        let isNegative = text.first == "-" || direction.map { "SW".contains($0) } == true
        let parts = text.drop { $0 == direction || "+- ".contains($0) }
            .split { "°º'′’\"″” ".contains($0) || $0 == direction }
            .map { decimal($0) ?? Double.nan }
        guard (1...3).contains(parts.count), parts.allSatisfy({ (0...180).contains($0) }),
            parts.dropFirst().allSatisfy({ $0 < 60 }), parts.dropLast().allSatisfy({ $0 == $0.rounded() })
        else { return nil }
        let sum = zip(parts, [1.0, 60, 3600]).reduce(0) { $0 + $1.0 / $1.1 }
        let rounded = (sum * 100_000).rounded() / 100_000
        return (isNegative ? -rounded : rounded, direction)
    }

    /// A number with a point or a comma, without a sign.
    private static func decimal(_ text: Substring) -> Double? {
        let parts = text.split(omittingEmptySubsequences: false) { ".,".contains($0) }
        guard parts.count <= 2, parts.allSatisfy({ $0.isDigits(1...20) }) else { return nil }
        return Double(String(text).replacing(",", with: "."))
    }

    /// A text that has both, wherever the second begins.
    private static func pair(_ text: String) -> (latitude: Double, longitude: Double)? {
        guard text.utf8.count <= longest else { return nil }
        let whole = text.uppercased().filter { !"()[]".contains($0) }
        // `LAT: 53.6 LONG: -2.1`
        let bare = ["LATITUDE", "LONGITUDE", "LAT", "LONG", "LON"].reduce(whole) { $0.replacing($1, with: " ") }
        let text = bare == whole ? whole : bare.replacing(":", with: " ").replacing("=", with: " ")
        // In this order: a comma may also be a decimal one.
        for separators in [";", ",", " ", "NSEW"] {
            for index in text.indices where separators.contains(text[index]) {
                let isLetter = separators.count > 1
                // A direction belongs to what is before it, or begins what is behind it.
                let cuts = isLetter ? [(text.index(after: index), text.index(after: index)), (index, index)] : []
                for (end, start) in isLetter ? cuts : [(index, text.index(after: index))] {
                    guard let first = degrees(text[..<end]), let second = degrees(text[start...]) else { continue }
                    let isTurned = first.direction.map { "EW".contains($0) } ?? false
                    let (north, east) = isTurned ? (second, first) : (first, second)
                    guard isOf("NS", north.direction), isOf("EW", east.direction),
                        (north.direction == nil) == (east.direction == nil)
                    else { continue }
                    return (north.degrees, east.degrees)
                }
            }
        }
        return nil
    }

    private static func isOf(_ directions: String, _ direction: Character?) -> Bool {
        direction.map { directions.contains($0) } ?? true
    }

    /// The marks behind which links of maps have the two numbers, and what parts these.
    private static let marks = [
        ("!3d", "!4d"), ("mlat=", "&mlon="), ("/@", ","), ("geo:", ","), ("q=loc:", ","), ("q=", ","), ("query=", ","),
        ("ll=", ","), ("destination=", ","),
    ]

    private static func linked(_ text: String) -> (latitude: Double, longitude: Double)? {
        func number(_ text: Substring) -> Double? {
            let sign = text.hasPrefix("-") ? -1.0 : 1
            let digits = (sign < 0 ? text.dropFirst() : text).prefix { $0.isASCII && $0.isNumber || $0 == "." }
            return decimal(digits).map { $0 * sign }
        }
        let text = text.replacing("%2C", with: ",")
        for (mark, separator) in marks {
            guard let start = text.firstRange(of: mark)?.upperBound,
                let middle = text[start...].firstRange(of: separator),
                let latitude = number(text[start..<middle.lowerBound]),
                let longitude = number(text[middle.upperBound...])
            else { continue }
            return (latitude, longitude)
        }
        // OpenStreetMap's #map=15/53.6097/-2.1561
        let parts = text.firstRange(of: "#map=").map { text[$0.upperBound...].split(separator: "/") } ?? []
        guard parts.count >= 3, let latitude = number(parts[1]), let longitude = number(parts[2]) else { return nil }
        return (latitude, longitude)
    }
}
