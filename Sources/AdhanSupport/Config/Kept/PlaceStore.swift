import AdhanCore

/// Stores the place that the daemon last ran with: if the config loses it by mistake or by a package update, the mosque
/// is not silent.
package struct PlaceStore: Sendable {
    package var file: String { kept.path }
    private let kept: JSONFile<Row>
    private let zones: ZoneStore

    private static let sizeLimit = 16_384
    /// Of its name, in bytes; in a config the name may be as long as the config.
    private static let nameLimit = 200

    private struct Row: Codable {
        let name: String
        let latitude: Double
        let longitude: Double
        let elevation: Double
        let timezone: String
    }

    package init(_ locations: Locations) {
        kept = JSONFile(locations.state + "/place.json", limit: Self.sizeLimit)
        zones = ZoneStore(locations)
    }

    /// - Throws: `FileFault` if the file exists but contains no place.
    package func load() throws(FileFault) -> Place? {
        guard let row = try kept.load(fault: Self.words) else { return nil }
        do {
            let coordinates = try Coordinates(
                latitude: row.latitude,
                longitude: row.longitude,
                elevation: row.elevation
            )
            do {
                // The daemon could not run with an unknown zone.
                _ = try zones.find(row.timezone)
            } catch is TzdataFault {
                // It says nothing about the name.
            }
            return Place(name: row.name, coordinates: coordinates, timezone: row.timezone)
        } catch {
            throw FileFault(path: file, reason: "the last known place is not used: \(error)")
        }
    }

    /// Stores the place if it differs from the stored one; may block.
    package func keep(_ place: Place) throws(AtomicFile.Fault) {
        let row = Row(
            name: String(String.UnicodeScalarView(place.name.unicodeScalars.prefix(Self.nameLimit))),
            latitude: place.coordinates.latitude,
            longitude: place.coordinates.longitude,
            elevation: place.coordinates.elevation,
            timezone: place.timezone
        )
        try kept.save(row)
    }

    private static func words(_ error: any Error) -> String {
        let reason =
            switch error as? DecodingError {
            case .keyNotFound(let key, _): "'\(key.stringValue)' is missing"
            case .typeMismatch(_, let context), .valueNotFound(_, let context):
                "'\(context.codingPath.last?.stringValue ?? "the file")' is of another kind"
            default: "it is not JSON"
            }
        return "the last known place cannot be read from it, and is not used: \(reason)"
    }
}
