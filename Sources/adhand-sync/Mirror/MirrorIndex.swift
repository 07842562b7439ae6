import AdhanCore
import AdhanSupport

/// A mirror's list of its files. It is written only when something has changed, for the sake of SD cards.
///
/// Its first line is JSON with the refused contents and the deferred deletions. Then comes a line for each file, with
/// tabs between path, ETag, size, MD5 if that is not the ETag, and the times when it changed and was written: thousands
/// of lines are read a few times as fast as JSON.
struct MirrorIndex: Equatable {
    var files: [MirrorPath: MirroredFile] = [:]
    /// Versions whose content was refused, by key, so that they are not fetched again and again.
    var rejected: [String: Rejection] = [:]
    /// Files that the last listing lacked, and that stay until the next one lacks them too.
    var deferred: Set<MirrorPath> = []
    /// In seconds since 1970.
    var deferredSince: Int64?

    /// The first line.
    private struct Head: Codable {
        let rejected: [String: Rejection]
        let withheld: [String]
        let withheldAt: Int64?
    }

    struct Rejection: Codable, Equatable {
        let etag: String
        let reason: String
        /// In seconds since 1970.
        let at: Int64
    }

    /// In bytes: fifty thousand files with long names.
    private static let sizeLimit = 64 << 20

    init() {}

    init?(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        guard let first = lines.first,
            // A damaged index is ignored: the files themselves are then read.
            let head = try? JSONText.decode(Head.self, from: Array(first))  // reason: see above
        else { return nil }
        // No pass was made before 1970.
        rejected = head.rejected.filter { $0.value.at >= 0 }
        deferredSince = head.withheldAt.flatMap { $0 >= 0 ? $0 : nil }
        deferred = Set(head.withheld.compactMap { try? MirrorPath($0) })  // reason: see above
        files.reserveCapacity(lines.count)
        for line in lines.dropFirst() {
            let parts = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map {
                String(decoding: $0, as: UTF8.self)
            }
            guard parts.count == 6, let path = try? MirrorPath(parts[0]),  // reason: see above
                let size = Int(parts[2]), let changedAt = Int64(parts[4]), let written = Int64(parts[5])
            else { return nil }
            files[path] = MirroredFile(
                etag: ETag(parts[1]),
                size: size,
                md5: parts[3].isEmpty ? parts[1] : parts[3],
                changedAt: changedAt,
                stamp: MirrorStamp(size: size, written: written)
            )
        }
    }

    func encoded() throws -> [UInt8] {
        let head = Head(rejected: rejected, withheld: deferred.map(\.text).sorted(), withheldAt: deferredSince)
        var text = String(decoding: try JSONText.bytes(of: head), as: UTF8.self) + "\n"
        for (path, file) in files.sorted(by: { $0.key < $1.key }) {
            let md5 = file.md5 == file.etag.text ? "" : file.md5
            text += "\(path.text)\t\(file.etag.text)\t\(file.size)\t\(md5)\t\(file.changedAt)\t\(file.stamp.written)\n"
        }
        return Array(text.utf8)
    }

    static func path(_ folder: String) -> String { "\(folder)/\(MirrorPath.ownFolder)/files" }

    /// Empty if the file is missing or unusable: the mirror's files themselves are then read.
    static func load(_ folder: String) -> MirrorIndex {
        let bytes = try? BoundedFile.read(path(folder), limit: sizeLimit, followsLink: false)  // reason: see above
        return bytes.flatMap(MirrorIndex.init) ?? MirrorIndex()
    }

    func save(_ folder: String) throws(MirrorFault) {
        do {
            try AtomicFile.replace(Self.path(folder), with: try encoded(), mode: 0o640, makesFolder: false)
        } catch {
            throw .other("the list of the files cannot be saved: \(error)")
        }
    }
}
