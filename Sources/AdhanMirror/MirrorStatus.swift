import AdhanCore
import AdhanSystem
import Foundation

/// How a mirror is, in `status.json`: written at the end of each pass.
package struct MirrorStatus: Codable, Equatable, Sendable {
    package struct Refusal: Codable, Equatable, Sendable {
        package let key: String
        package let reason: String
    }

    /// When the last pass ended, and the last one that could do all of it; in seconds since 1970.
    package var lastPass: Int64 = 0
    package var lastSuccess: Int64?
    /// Why the last pass failed; nil if it did not.
    package var error: String?
    package var files = 0
    /// In bytes.
    package var size = 0
    package var refused: [Refusal] = []
    /// Paths that are gone from the bucket and are still here.
    package var withheld: [String] = []

    package init() {}

    private static let sizeLimit = 64 << 20

    private static func path(_ folder: String) -> String { "\(folder)/\(MirrorPath.ownFolder)/status.json" }

    /// - Returns: nil before the first pass, and where it cannot be read.
    package static func load(_ folder: String) -> MirrorStatus? {
        do {
            let bytes = try BoundedFile.read(path(folder), limit: sizeLimit, followsLink: false)
            return try JSONDecoder().decode(MirrorStatus.self, from: Data(bytes))
        } catch {
            return nil
        }
    }

    func save(_ folder: String) throws(MirrorFault) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        do {
            try AtomicFile.replace(Self.path(folder), with: Array(try encoder.encode(self)), mode: 0o640)
        } catch {
            throw .other("the state of the mirror cannot be kept: \(error)")
        }
    }
}
