import AdhanCore
import AdhanSystem
import Foundation

/// Keeps the place that the daemon last ran with: a config that loses it, by a slip or a package's update, is not to silence the
/// mosque.
package struct PlaceStore: Sendable {
    package let file: String

    private static let sizeLimit = 16_384
    /// Of its name; a config's may be as long as the config.
    private static let nameLimit = 200

    private struct Row: Codable {
        let name: String
        let latitude: Double
        let longitude: Double
        let elevation: Double
        let timezone: String
    }

    package init(_ locations: Locations) { file = locations.state + "/place.json" }

    /// - Returns: nil where none was kept.
    /// - Throws: `FileFault` where the file is there and names no place.
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
            // With a zone that nobody knows there would be no daemon.
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

    /// Keeps the place, where it is another than the one kept; it may block.
    ///
    /// - Throws: `AtomicFile.Fault` where it cannot be written, the encoder's where it cannot be put into JSON.
    package func keep(_ place: Place) throws {
        let name = String(String.UnicodeScalarView(place.name.unicodeScalars.prefix(Self.nameLimit)))
        let place = Place(name: name, coordinates: place.coordinates, timezone: place.timezone)
        // One that is broken is replaced.
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
