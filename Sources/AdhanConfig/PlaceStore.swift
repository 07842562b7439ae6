import AdhanCore
import AdhanSystem
import Foundation

/// Stores the place that the daemon last ran with: if the config loses it by mistake or by a package update, the mosque
/// is not silent.
package struct PlaceStore: Sendable {
    package let file: String

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

    package init(_ locations: Locations) { file = locations.state + "/place.json" }

    /// - Returns: nil if none is stored.
    /// - Throws: `FileFault` if the file exists but contains no place.
    package func load() throws(FileFault) -> Place? {
        let bytes: [UInt8]
        do {
            bytes = try BoundedFile.read(file, limit: Self.sizeLimit)
        } catch  where error.isMissing {
            return nil
        }
        do {
            let row = try JSONDecoder().decode(Row.self, from: Data(bytes))
            let coordinates = try Coordinates(
                latitude: row.latitude,
                longitude: row.longitude,
                elevation: row.elevation
            )
            // The daemon could not run with an unknown zone.
            _ = try SystemZones.find(row.timezone)
            return Place(name: row.name, coordinates: coordinates, timezone: row.timezone)
        } catch let error as DecodingError {
            throw FileFault(
                path: file,
                reason: "the last known place cannot be read from it, and is not used: \(Self.words(error))"
            )
        } catch {
            throw FileFault(path: file, reason: "the last known place is not used: \(error)")
        }
    }

    /// Stores the place if it differs from the stored one; may block.
    ///
    /// - Throws: `AtomicFile.Fault` if it cannot be written, the encoder's error if it cannot be encoded as JSON.
    package func keep(_ place: Place) throws {
        let name = String(String.UnicodeScalarView(place.name.unicodeScalars.prefix(Self.nameLimit)))
        let place = Place(name: name, coordinates: place.coordinates, timezone: place.timezone)
        // A damaged one is replaced.
        if let kept = try? load(), kept == place { return }  // reason: see above
        let row = Row(
            name: place.name,
            latitude: place.coordinates.latitude,
            longitude: place.coordinates.longitude,
            elevation: place.coordinates.elevation,
            timezone: place.timezone
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try AtomicFile.replace(file, with: [UInt8](try encoder.encode(row)))
    }

    private static func words(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _): "'\(key.stringValue)' is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "'\(context.codingPath.last?.stringValue ?? "the file")' is of another kind"
        default: "it is not JSON"
        }
    }
}
