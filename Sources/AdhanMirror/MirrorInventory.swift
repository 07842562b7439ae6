import AdhanCore
import AdhanSystem

/// What a pass found in the bucket and on the disk. Where both are as after a pass that left nothing to do, there is nothing to do
/// again, and nothing has to be compared file by file: that is a quarter of the work of a pass.
struct MirrorInventory: Equatable {
    private let bytes: [UInt8]

    /// Far above that of the most files that a mirror takes, in bytes.
    private static let sizeLimit = 256 << 20
    /// What an object and its file take, for names of a usual length, in bytes.
    private static let usualSize = 160

    init(_ prefix: String, _ limits: MirrorLimits, _ listing: [BucketObject], _ found: [MirrorFolder.Found]) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(listing.count * Self.usualSize)
        Self.add(prefix, [limits.total, limits.file, limits.count, listing.count, found.count], to: &bytes)
        for object in listing {
            Self.add(object.key, [], to: &bytes)
            Self.add(object.etag.text, [object.size], to: &bytes)
        }
        for file in found { Self.add(file.path, [file.stamp.size, Int(file.stamp.written)], to: &bytes) }
        self.bytes = bytes
    }

    private static func add(_ name: String, _ numbers: [Int], to bytes: inout [UInt8]) {
        bytes.append(contentsOf: name.utf8)
        bytes.append(0)
        for number in numbers {
            withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
        }
    }

    private static func path(_ folder: String) -> String { "\(folder)/\(MirrorPath.ownFolder)/inventory" }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// That of the last pass that left nothing to do; nil where there is none, or it cannot be read: all is then compared.
    static func load(_ folder: String) -> MirrorInventory? {
        let bytes = try? BoundedFile.read(path(folder), limit: sizeLimit, followsLink: false)  // reason: see above
        return bytes.map { MirrorInventory(bytes: $0) }
    }

    /// Without it the next pass compares all.
    func save(_ folder: String) {
        _ = try? AtomicFile.replace(Self.path(folder), with: bytes, mode: 0o640)  // reason: see above
    }
}
