import AdhanCore
import AdhanSupport

/// A city as the list of cities has it.
package struct City: Sendable, Hashable, Codable {
    package let name: String
    /// Its ISO 3166 code.
    package let country: String
    package let countryName: String
    /// The part of the country, as a state; nil where none is needed.
    package let region: String?
    /// Its middle.
    package let coordinates: Coordinates
    /// The IANA name of its time zone.
    package let timezone: String

    /// With all that tells it from another one of its name.
    package var title: String { [name, region, countryName].compactMap(\.self).joined(separator: ", ") }
    package var place: Place { Place(name: name, coordinates: coordinates, timezone: timezone) }
}

/// The cities of the earth above 15,000 people, by GeoNames.
package struct CityList: Sendable {
    /// The file among the resources; made by `Resources/make-cities`.
    package static let resource = "cities.tsv"
    private static let sizeLimit = 8 << 20
    /// A longer text is no name of a city, in bytes.
    private static let longest = 120
    /// A name and its country have no more words.
    private static let mostWords = 8

    private let bytes: [UInt8]
    /// The lines of the cities in the file, the largest city first.
    private let lines: [Range<Int>]
    /// The countries by their codes, and regions by `US New York`: their names, and all spellings.
    private let areas: [String: (name: String, keys: [Substring])]

    /// Reads the list; may block.
    package init(in resources: String) throws(FileFault) {
        self.init(bytes: try BoundedFile.read("\(resources)/\(Self.resource)", limit: Self.sizeLimit))
    }

    init(bytes: [UInt8]) {
        var (lines, start): ([Range<Int>], Int) = ([], 0)
        var areas: [String: (name: String, keys: [Substring])] = [:]
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            if bytes[start] == UInt8(ascii: "=") {
                let fields = Self.fields(bytes[start + 1..<end]).map { String(decoding: $0, as: UTF8.self) }
                if fields.count == 3 {
                    areas[fields[0]] = (fields[1], fields[2].split(separator: "|"))
                }
            } else {
                lines.append(start..<end)
            }
            start = end + 1
        }
        (self.bytes, self.lines, self.areas) = (bytes, lines, areas)
    }

    /// The letters by which a name is found, however it is written: `Al-Madīnah` is `almadinah`.
    static func key(_ name: some StringProtocol) -> String { CellText.words(String(name)).joined() }

    /// The cities that a text may mean, the largest first: those of exactly that name; if there is none, those that are
    /// also called so; if there is none, those whose name begins so; if there is none, those whose name is nearly so.
    ///
    /// - Parameters:
    ///   - text: a name, perhaps with a region or a country behind it: `Birmingham, Alabama`, `Rochester NY`.
    /// - Returns: the cities, and whether they are called so, in whatever language.
    package func search(_ text: String, limit: Int = 9) -> (cities: [City], isSure: Bool) {
        guard text.utf8.count <= Self.longest else { return ([], false) }
        let parts = text.split { ",،".contains($0) }.map(Self.key).filter { !$0.isEmpty }
        guard let wanted = parts.first else { return ([], false) }
        let areas = parts.dropFirst()
        let named = find(named: wanted, in: areas, limit)
        if !named.isEmpty { return (named, true) }
        // Without a comma, the last words may be the region or the country.
        let words = areas.isEmpty ? text.split(whereSeparator: \.isWhitespace).prefix(Self.mostWords) : []
        for count in (1..<max(1, words.count)).reversed() {
            let (name, area) = (words.prefix(count), words.dropFirst(count))
            let found = find(named: Self.key(name.joined()), in: [Self.key(area.joined())], limit)
            if !found.isEmpty { return (found, true) }
        }
        let bytes = Array(wanted.utf8)
        // Two letters begin too many names.
        let begun = bytes.count > 2 ? find(in: areas, limit) { own, _ in own.contains { $0.starts(with: bytes) } } : []
        if !begun.isEmpty { return (begun, false) }
        // Only the names themselves: of all spellings, one is always near.
        let names = lines.compactMap { spellings($0)?.own.first.map { String(decoding: $0, as: UTF8.self) } }
        guard let near = Spelling.nearest(to: wanted, among: names) else { return ([], false) }
        return (find(in: areas, limit) { own, _ in own.contains { $0.elementsEqual(near.utf8) } }, false)
    }

    /// The cities of exactly that name; if there is none, those that are also called so.
    private func find(named name: String, in areas: some Collection<String>, _ limit: Int) -> [City] {
        let bytes = Array(name.utf8)
        guard !bytes.isEmpty else { return [] }
        let exact = find(in: areas, limit) { own, _ in own.contains { $0.elementsEqual(bytes) } }
        guard exact.isEmpty else { return exact }
        return find(in: areas, limit) { _, others in others.contains { $0.elementsEqual(bytes) } }
    }

    /// - Parameters:
    ///   - areas: the regions and countries that have the city, as keys.
    ///   - fits: from the spellings of a city's name and those of its other names.
    private func find(
        in areas: some Collection<String>,
        _ limit: Int,
        _ fits: (_ own: [ArraySlice<UInt8>], _ others: [ArraySlice<UInt8>]) -> Bool
    ) -> [City] {
        var found: [City] = []
        for line in lines where found.count < limit {
            guard let (own, others) = spellings(line), fits(own, others), let city = city(line),
                areas.allSatisfy({ isIn($0, city) })
            else { continue }
            found.append(city)
        }
        return found
    }

    /// The city that is nearest to a point; nil where none is within the distance.
    package func nearest(to point: Coordinates, within kilometres: Double) -> City? {
        var (nearest, distance): (City?, Double) = (nil, kilometres)
        for line in lines {
            guard let there = Self.coordinates(Self.fields(bytes[line])) else { continue }
            let here = there.distance(to: point)
            if here <= distance, let city = city(line) { (nearest, distance) = (city, here) }
        }
        return nearest
    }

    package func largest(in timezone: String) -> City? {
        let name = Array(timezone.utf8)
        return lines.lazy.filter { Self.fields(bytes[$0]).dropFirst(5).first?.elementsEqual(name) == true }
            .compactMap(city).first
    }

    /// Whether a country or a region of that key has the city.
    private func isIn(_ key: String, _ city: City) -> Bool {
        let region = city.region.map { "\(city.country) \($0)" }
        return [city.country, region].compactMap(\.self).contains { areas[$0]?.keys.contains { $0 == key } ?? false }
    }

    /// The spellings of the name of a line's city, and those of its other names.
    private func spellings(_ line: Range<Int>) -> (own: [ArraySlice<UInt8>], others: [ArraySlice<UInt8>])? {
        let text = bytes[line]
        guard let last = text.lastIndex(of: UInt8(ascii: "\t")),
            let first = text[..<last].lastIndex(of: UInt8(ascii: "\t"))
        else { return nil }
        func parts(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] { text.split(separator: UInt8(ascii: "|")) }
        return (parts(text[(first + 1)..<last]), parts(text[(last + 1)...]))
    }

    private func city(_ line: Range<Int>) -> City? {
        let fields = Self.fields(bytes[line])
        guard let point = Self.coordinates(fields) else { return nil }
        func text(_ index: Int) -> String { String(decoding: fields[index], as: UTF8.self) }
        let country = text(1)
        return City(
            name: text(0),
            country: country,
            countryName: areas[country]?.name ?? country,
            region: fields[2].isEmpty ? nil : text(2),
            coordinates: point,
            timezone: text(5)
        )
    }

    /// Nil for a line that is damaged.
    private static func coordinates(_ fields: [ArraySlice<UInt8>]) -> Coordinates? {
        guard fields.count == 8, let latitude = Double(String(decoding: fields[3], as: UTF8.self)),
            let longitude = Double(String(decoding: fields[4], as: UTF8.self))
        else { return nil }
        return try? Coordinates(latitude: latitude, longitude: longitude)  // reason: see above
    }

    private static func fields(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    }
}
