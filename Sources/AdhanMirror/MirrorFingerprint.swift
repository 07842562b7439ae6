import AdhanCore
import AdhanSystem
import Foundation

/// What a pass found in the bucket and on the disk, in short. Where both are as after a pass that left nothing to do, there is nothing
/// to do again, and nothing has to be compared file by file: that is a quarter of the work of a pass.
struct MirrorFingerprint: Codable, Equatable {
    private let listing: String
    private let folder: String

    /// - Returns: nil where this system has no MD5.
    init?(_ mirror: (prefix: String, limits: MirrorLimits), _ listing: [BucketObject], _ found: [MirrorFolder.Found]) {
        var ours = Self.text(of: listing.count)
        Self.add(mirror.prefix, [mirror.limits.total, mirror.limits.file, mirror.limits.count], to: &ours)
        for object in listing {
            Self.add(object.key, [], to: &ours)
            Self.add(object.etag.text, [object.size], to: &ours)
        }
        var theirs = Self.text(of: found.count)
        for file in found { Self.add(file.path, [file.stamp.size, Int(file.stamp.written)], to: &theirs) }
        do {
            (self.listing, folder) = (try Digest.hex(.md5, of: ours), try Digest.hex(.md5, of: theirs))
        } catch {
            return nil
        }
    }

    private static func text(of entries: Int) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(entries * 100)
        return text
    }

    private static func add(_ name: String, _ numbers: [Int], to text: inout [UInt8]) {
        text.append(contentsOf: name.utf8)
        text.append(0)
        for number in numbers {
            withUnsafeBytes(of: number) { text.append(contentsOf: $0) }
        }
    }

    private static func path(_ folder: String) -> String { "\(folder)/\(MirrorPath.ownFolder)/settled.json" }

    /// That of the last pass that left nothing to do; nil where there is none, or it cannot be read: all is then compared.
    static func load(_ folder: String) -> MirrorFingerprint? {
        let bytes = try? BoundedFile.read(path(folder), limit: 1 << 10, followsLink: false)  // reason: see above
        return bytes.flatMap { try? JSONDecoder().decode(MirrorFingerprint.self, from: Data($0)) }  // reason: see above
    }

    /// Without it the next pass compares all.
    func save(_ folder: String) {
        guard let bytes = try? JSONEncoder().encode(self) else { return }  // reason: see above
        _ = try? AtomicFile.replace(Self.path(folder), with: Array(bytes), mode: 0o640)  // reason: see above
    }
}
