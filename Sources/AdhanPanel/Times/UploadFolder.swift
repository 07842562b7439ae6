import AdhanCore
import AdhanSupport
import Glibc
import Synchronization

/// The uploaded timetables that nobody has confirmed or dropped yet: two files for each, one with the bytes as they
/// came, one with what is known of them. Nothing in the folder is ever run.
final class UploadFolder: Sendable {
    struct Upload: Codable, Equatable, Sendable {
        /// The first digits of the SHA-256 of its bytes.
        let id: String
        /// The file's name on the phone.
        let name: String
        /// The member's name.
        let by: String
        /// In seconds since 1970.
        let at: Int64
        /// A person's word about the table.
        var year: Int?
        var columns: [String: String] = [:]
    }

    /// The most uploads; the oldest of the person with most makes room.
    static let most = 8
    private static let idLength = 16
    private static let longestName = 120
    private static let largestFacts = 16 << 10
    private static let largestTable = 4 << 20
    /// More names than such a folder has.
    private static let mostNames = 100

    private let path: String
    private let turn = Mutex(())

    init(_ path: String) { self.path = path }

    /// A file's name as the page may show it: without folders, on one line.
    static func name(_ given: String) -> String {
        let last = given.split { "/\\".contains($0) }.last.map(String.init) ?? ""
        return OneLine.of(last.visibleName ?? "?", limit: longestName)
    }

    private func table(_ id: String) -> String { "\(path)/\(id).table" }

    private func facts(_ id: String) -> JSONFile<Upload> {
        JSONFile("\(path)/\(id).json", limit: Self.largestFacts, mode: 0o600)
    }

    static func isID(_ text: String) -> Bool {
        text.utf8.count == idLength && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// Keeps a file. The same bytes again replace what was known of them.
    ///
    /// - Throws: `AtomicFile.Fault`, `DigestFault`.
    func keep(_ bytes: [UInt8], name: String, by member: String, now: Int64) throws -> Upload {
        let id = String(try Digest.hex(.sha256, of: bytes).prefix(Self.idLength))
        let upload = Upload(id: id, name: Self.name(name), by: member, at: now)
        try turn.withLock { _ in
            guard Folder.make(path) == 0 else { throw FileFault(path: path, errno: errno) }
            try AtomicFile.replace(table(id), with: bytes, mode: 0o600, leavesReserve: true)
            try facts(id).save(upload)
            _ = clean(behind: upload)
        }
        return upload
    }

    /// Keeps what a person says of an upload.
    func note(_ upload: Upload) throws { try turn.withLock { _ in try facts(upload.id).save(upload) } }

    /// The uploads that are kept, the newest first.
    func all() -> [Upload] { turn.withLock { _ in clean() } }

    /// - Returns: nil where there is none of that id, or no longer.
    func load(_ id: String) throws -> (upload: Upload, bytes: [UInt8])? {
        guard Self.isID(id) else { return nil }
        return try turn.withLock { _ in
            guard let upload = clean().first(where: { $0.id == id }) else { return nil }
            return (upload, try BoundedFile.read(table(id), limit: Self.largestTable, followsLink: false))
        }
    }

    func drop(_ id: String) {
        guard Self.isID(id) else { return }
        turn.withLock { _ in remove(id) }
    }

    private func remove(_ id: String) {
        for end in ["json", "table"] { unlink("\(path)/\(id).\(end)") }
    }

    /// Removes what is too much, and what a crash has left; gives the rest, the newest first. None is removed by its
    /// age: the clock may be wrong for a while.
    ///
    /// - Parameter newest: the upload that has just come. Those of a later time came while the clock was ahead.
    private func clean(behind newest: Upload? = nil) -> [Upload] {
        let names = Set(Folder.names(in: path, limit: Self.mostNames))
        let known = names.compactMap { name -> Upload? in
            guard name.hasSuffix(".json") else { return nil }
            let id = String(name.dropLast(5))
            guard Self.isID(id), names.contains(id + ".table") else { return nil }
            // reason: one that cannot be read is removed below
            let found = try? facts(id).load { _ in "it is no upload" }
            return found.flatMap { $0.id == id ? $0 : nil }
        }
        func age(_ upload: Upload) -> Int64 {
            guard let newest else { return upload.at }
            return upload.id == newest.id ? .max : upload.at > newest.at ? 0 : upload.at
        }
        var kept = known.sorted { (age($0), $0.id) > (age($1), $1.id) }
        while kept.count > Self.most {
            let counts = Dictionary(grouping: kept, by: \.by).mapValues(\.count)
            let most = counts.values.max()
            kept.remove(at: kept.lastIndex { counts[$0.by] == most } ?? kept.startIndex)
        }
        let ids = Set(kept.map(\.id))
        for name in names.subtracting([".", ".."]) where !ids.contains(String(name.prefix(Self.idLength))) {
            unlink("\(path)/\(name)")
        }
        return kept
    }
}
