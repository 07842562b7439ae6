import AdhanCore
import AdhanSystem
import Foundation

/// What a mirror remembers of its files, in `files.json`. It is written only when something has changed, for the sake of SD cards.
struct MirrorMemory: Codable, Equatable {
    var files: [MirrorPath: MirroredFile] = [:]
    /// Versions whose content was refused, by their keys, so that they are not fetched again and again.
    var rejected: [String: Rejection] = [:]

    struct Rejection: Codable, Equatable {
        let etag: String
        let reason: String
        /// In seconds since 1970.
        let at: Int64
    }

    /// In bytes: fifty thousand files with long names.
    private static let sizeLimit = 64 << 20

    private enum Keys: String, CodingKey { case files, rejected }

    init() {}

    /// A list for each file is read several times as fast as an object for each.
    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Keys.self)
        var list = try object.nestedUnkeyedContainer(forKey: .files)
        if let count = list.count { files.reserveCapacity(count) }
        while !list.isAtEnd {
            var row = try list.nestedUnkeyedContainer()
            let path = try MirrorPath(try row.decode(String.self))
            let etag = ETag(try row.decode(String.self))
            let (size, md5) = (try row.decode(Int.self), try row.decode(String.self))
            let (changedAt, written) = (try row.decode(Int64.self), try row.decode(Int64.self))
            files[path] = MirroredFile(
                etag: etag,
                size: size,
                md5: md5.isEmpty ? etag.text : md5,
                changedAt: changedAt,
                stamp: MirrorStamp(size: size, written: written)
            )
        }
        rejected = try object.decode([String: Rejection].self, forKey: .rejected)
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Keys.self)
        var list = object.nestedUnkeyedContainer(forKey: .files)
        for (path, file) in files.sorted(by: { $0.key < $1.key }) {
            var row = list.nestedUnkeyedContainer()
            try row.encode(path.text)
            try row.encode(file.etag.text)
            try row.encode(file.size)
            // Mostly the same as the ETag.
            try row.encode(file.md5 == file.etag.text ? "" : file.md5)
            try row.encode(file.changedAt)
            try row.encode(file.stamp.written)
        }
        try object.encode(rejected, forKey: .rejected)
    }

    static func path(_ folder: String) -> String { "\(folder)/\(MirrorPath.ownFolder)/files.json" }

    /// - Returns: nothing where there is no such file, or one that cannot be used: the files themselves are then looked at.
    static func load(_ folder: String) -> MirrorMemory {
        do {
            let bytes = try BoundedFile.read(path(folder), limit: sizeLimit, followsLink: false)
            return try JSONDecoder().decode(MirrorMemory.self, from: Data(bytes))
        } catch {
            return MirrorMemory()
        }
    }

    func save(_ folder: String) throws(MirrorFault) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        do {
            try AtomicFile.replace(Self.path(folder), with: Array(try encoder.encode(self)), mode: 0o640)
        } catch {
            throw .other("what is known of the files cannot be kept: \(error)")
        }
    }
}
