import AdhanCore
import AdhanSupport
import CZip
import Glibc

/// Reads an archive that may be damaged or hostile. Nothing that it says of itself is believed: names, kinds and sizes
/// are checked when it is opened, and the bytes when they are unpacked.
final class ArchiveReader {
    struct Entry {
        let part: MosqueArchive.Part
        /// In bytes, unpacked.
        let size: Int
        let isExecutable: Bool
        /// Whether not everybody could read it on the old box, as a secret.
        let isPrivate: Bool
        fileprivate let index: zip_uint64_t
    }

    let path: String
    private let archive: OpaquePointer
    let entries: [Entry]
    let manifest: MosqueArchive.Manifest

    /// - Throws: `ArchiveFault` for a file that `adhand export` has not made, is not whole, or is of a newer adhand.
    init(_ path: String, _ outside: OutsideFolders) throws(ArchiveFault) {
        self.path = path
        try Self.checkEnd(path)
        var code: Int32 = 0
        guard let archive = zip_open(path, ZIP_RDONLY | ZIP_CHECKCONS, &code) else {
            throw ArchiveFault(path, "it is damaged, or was made by another program: \(ZipText.of(code))")
        }
        do throws(ArchiveFault) {
            entries = try Self.entries(archive, path, outside)
            manifest = try Self.manifest(archive, path, entries)
            let hasLedger = entries.contains { $0.part == .ledger }
            guard hasLedger == (manifest.ledger != nil) else {
                let words = hasLedger ? "it has a ledger, and its adhand.json names none" : "its ledger is missing"
                throw ArchiveFault(path, "it is damaged: \(words); copy it from the old box again")
            }
        } catch {
            zip_discard(archive)
            throw error
        }
        self.archive = archive
    }

    deinit { zip_discard(archive) }

    /// Unpacks the entry, block by block.
    ///
    /// - Throws: `ArchiveFault` where it has other bytes than it says, or `use` throws.
    func unpack(_ entry: Entry, _ use: ([UInt8]) throws(ArchiveFault) -> Void = { _ in }) throws(ArchiveFault) {
        try Self.unpack(archive, path, entry, use)
    }

    /// The record at the end of every ZIP file, before a comment of 64 KiB at most: it has the number of entries, for
    /// which libzip would make room.
    private static func checkEnd(_ path: String) throws(ArchiveFault) {
        var status = stat()
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw ArchiveFault(path, String(cString: strerror(errno))) }
        defer { close(descriptor) }
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw ArchiveFault(path, "it is not an ordinary file; copy the archive into one")
        }
        let start = max(0, off_t(status.st_size) - 22 - 0xFFFF)
        var bytes = [UInt8](repeating: 0, count: 22 + 0xFFFF)
        let count = pread(descriptor, &bytes, bytes.count, start)
        let tail = bytes.prefix(max(0, count))
        guard let end = tail.ranges(of: [0x50, 0x4B, 0x05, 0x06]).last?.lowerBound, end + 22 <= tail.count else {
            var first: [UInt8] = [0, 0, 0, 0]
            let isCut = pread(descriptor, &first, 4, 0) == 4 && first == [0x50, 0x4B, 0x03, 0x04]
            let words =
                isCut ? "its end is missing; copy it from the old box again" : "it is no archive of adhand export"
            throw ArchiveFault(path, words)
        }
        let entries = Int(tail[end + 10]) | Int(tail[end + 11]) << 8
        guard entries <= MosqueArchive.mostEntries else { throw tooMany(path) }
    }

    private static func tooMany(_ path: String) -> ArchiveFault {
        ArchiveFault(path, "it has more than \(MosqueArchive.mostEntries) files, which is more than an export has")
    }

    private static func entries(
        _ archive: OpaquePointer,
        _ path: String,
        _ outside: OutsideFolders
    ) throws(ArchiveFault) -> [Entry] {
        let count = zip_get_num_entries(archive, 0)
        guard (0...zip_int64_t(MosqueArchive.mostEntries)).contains(count) else { throw tooMany(path) }
        var (found, names, folders, size): ([Entry], Set<String>, Set<String>, Int) = ([], [], [], 0)
        for index in 0..<zip_uint64_t(count) {
            let raw = zip_get_name(archive, index, zip_flags_t(ZIP_FL_ENC_RAW)).map { String(cString: $0) } ?? ""
            let shown = OneLine.of(raw, limit: 200)
            guard let part = MosqueArchive.Part(raw, outside) else {
                throw ArchiveFault(path, "'\(shown)' in it is no path that adhand export writes; nothing is unpacked")
            }
            var facts = zip_stat_t()
            zip_stat_init(&facts)
            guard zip_stat_index(archive, index, 0, &facts) == 0, facts.size <= zip_uint64_t(MosqueArchive.largestFile)
            else { throw ArchiveFault(path, "'\(shown)' in it has more than \(MosqueArchive.largestFile >> 20) MB") }
            var (system, attributes): (zip_uint8_t, zip_uint32_t) = (0, 0)
            zip_file_get_external_attributes(archive, index, 0, &system, &attributes)
            let mode = Int32(system) == ZIP_OPSYS_UNIX ? mode_t(attributes >> 16) : 0
            guard [0, S_IFREG].contains(mode & S_IFMT) else {
                throw ArchiveFault(path, "'\(shown)' in it is a link, a device or a folder; nothing is unpacked")
            }
            // libzip refuses two entries of one name.
            names.insert(raw)
            var above = raw
            while let slash = above.utf8.lastIndex(of: UInt8(ascii: "/")) {
                above = String(above[..<slash])
                folders.insert(above)
            }
            size += Int(facts.size)
            guard size <= MosqueArchive.largest else {
                throw ArchiveFault(path, "it unpacks to more than \(MosqueArchive.largest >> 30) GB")
            }
            let (isExecutable, isPrivate) = (mode & 0o100 != 0, mode & 0o004 == 0)
            let size = Int(facts.size)
            found.append(
                Entry(part: part, size: size, isExecutable: isExecutable, isPrivate: isPrivate, index: index)
            )
        }
        if let both = names.first(where: folders.contains) {
            throw ArchiveFault(path, "'\(OneLine.of(both, limit: 200))' in it is a file and a folder")
        }
        return found
    }

    private static func manifest(
        _ archive: OpaquePointer,
        _ path: String,
        _ entries: [Entry]
    ) throws(ArchiveFault) -> MosqueArchive.Manifest {
        guard let entry = entries.first(where: { $0.part == .manifest }), entry.size <= MosqueArchive.longestManifest
        else { throw ArchiveFault(path, "it is no archive of adhand export: it has no adhand.json") }
        var bytes: [UInt8] = []
        try unpack(archive, path, entry) { block throws(ArchiveFault) in bytes += block }
        struct Version: Decodable { let format: Int, version: String }
        do {
            let made = try JSONText.decode(Version.self, from: bytes)
            guard made.format <= MosqueArchive.format else {
                let version = OneLine.of(made.version, limit: 40)
                let words =
                    "it was made by a newer adhand (\(version)), and this one (\(Release.version)) cannot read it"
                throw ArchiveFault(path, "\(words): install that version here")
            }
            return try JSONText.decode(from: bytes)
        } catch let fault as ArchiveFault {
            throw fault
        } catch {
            throw ArchiveFault(path, "its adhand.json cannot be understood: \(error)")
        }
    }

    private static func unpack(
        _ archive: OpaquePointer,
        _ path: String,
        _ entry: Entry,
        _ use: ([UInt8]) throws(ArchiveFault) -> Void
    ) throws(ArchiveFault) {
        let name = entry.part.name
        guard let file = zip_fopen_index(archive, entry.index, 0) else {
            throw ArchiveFault(path, "'\(name)' in it cannot be read: \(ZipText.of(zip_strerror(archive)))")
        }
        defer { zip_fclose(file) }
        var block = [UInt8](repeating: 0, count: 1 << 16)
        var rest = entry.size
        while true {
            let count = Int(zip_fread(file, &block, zip_uint64_t(block.count)))
            guard count >= 0 else {
                throw ArchiveFault(path, "'\(name)' in it is damaged: \(ZipText.of(zip_file_strerror(file)))")
            }
            guard count > 0, count <= rest else {
                if count == 0, rest == 0 { return }
                throw ArchiveFault(path, "'\(name)' in it is damaged: it has not \(entry.size) bytes")
            }
            rest -= count
            try use(Array(block.prefix(count)))
        }
    }
}
