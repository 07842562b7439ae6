import AdhanCore
import AdhanSupport

/// A digest of the bucket's listing and of the files on the disk. If it is that of the last pass, and that pass left
/// nothing to do, the files need not be compared one by one: a quarter of the work of a pass.
struct MirrorInventory: Equatable {
    private let digest: String

    /// An object and its file with names of a usual length, in bytes.
    private static let usualSize = 160

    init?(_ prefix: String, _ limits: MirrorLimits, _ listing: [BucketObject], _ found: [MirrorFolder.Found]) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(listing.count * Self.usualSize)
        Self.add(prefix, [limits.total, limits.file, limits.count, listing.count, found.count], to: &bytes)
        for object in listing {
            Self.add(object.key, [], to: &bytes)
            Self.add(object.etag.text, [object.size], to: &bytes)
        }
        for file in found { Self.add(file.path, [file.stamp.size, Int(file.stamp.written)], to: &bytes) }
        do throws(DigestFault) { digest = try Digest.hex(.sha256, of: bytes) } catch { return nil }
    }

    private static func add(_ name: String, _ numbers: [Int], to bytes: inout [UInt8]) {
        bytes.append(contentsOf: name.utf8)
        bytes.append(0)
        for number in numbers {
            withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
        }
    }

    private static func path(_ folder: String) -> String { "\(folder)/\(MirrorPath.ownFolder)/inventory" }

    private init(digest: String) { self.digest = digest }

    /// That of the last pass, if it left nothing to do; nil if there is none or it cannot be read.
    static func load(_ folder: String) -> MirrorInventory? {
        let bytes = try? BoundedFile.read(path(folder), limit: 1 << 10, followsLink: false)  // reason: see above
        return bytes.map { MirrorInventory(digest: String(decoding: $0, as: UTF8.self)) }
    }

    /// Without it the next pass compares all.
    func save(_ folder: String) {
        // reason: see above
        _ = try? AtomicFile.replace(Self.path(folder), with: Array(digest.utf8), mode: 0o640, makesFolder: false)
    }

    /// Called before a pass changes files: if the bucket changed back, the old inventory would match, and those changes
    /// would be overlooked.
    static func remove(_ folder: String) throws(MirrorFault) {
        do throws(AtomicFile.Fault) {
            try AtomicFile.remove(path(folder))
        } catch {
            throw .other("\(error)")
        }
    }
}
