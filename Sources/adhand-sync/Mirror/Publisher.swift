import AdhanSupport
import AdhanCore
import Glibc

/// Puts files into a mirror's bucket, after the checks of the box.
struct Publisher {
    /// The objects of the bucket, and the changes of an upload.
    enum Difference: Equatable, CustomStringConvertible {
        case new(size: Int)
        case same
        case changed(from: Int, to: Int)
        /// The bucket has an object of the same size whose ETag is no MD5.
        case unknown(size: Int)

        var description: String {
            switch self {
            case .new(let size): "new, \(size) bytes"
            case .same: "the same is there already"
            case .changed(let from, let to): "another is there: \(from) bytes; \(to) bytes would replace it"
            case .unknown(let size):
                "one of the same size is there, \(size) bytes; whether it is the same cannot be told"
            }
        }

        /// The description after the upload.
        var done: String {
            switch self {
            case .new(let size): "uploaded, new: \(size) bytes"
            case .same: description
            case .changed(let from, let to): "uploaded: \(to) bytes, in place of another of \(from)"
            case .unknown(let size): "uploaded: \(size) bytes, in place of one of the same size"
            }
        }
    }

    /// A file that may be uploaded.
    struct Item {
        let path: MirrorPath
        let key: String
        let bytes: [UInt8]
        let isTimetable: Bool
    }

    private let mirror: MirrorConfiguration.Mirror
    private let check: ContentCheck
    private let client: S3Client
    private let keyFiles: Set<Inode>

    /// - Parameter keyFiles: the files with keys, besides the mirror's own.
    init(
        _ mirror: MirrorConfiguration.Mirror,
        _ check: ContentCheck,
        _ client: S3Client,
        keyFiles: [String] = []
    ) {
        (self.mirror, self.check, self.client) = (mirror, check, client)
        self.keyFiles = Set((keyFiles + [mirror.credentials].compactMap(\.self)).compactMap { Inode($0) })
    }

    /// Checks a file as the box would.
    ///
    /// - Parameter folder: the folder in the bucket, below the mirror's prefix; empty for none.
    /// - Throws: `FileFault` if it cannot be read, `PublishFault` if the box would refuse it.
    func item(_ file: String, folder: String = "", isTimetable: Bool) throws -> Item {
        let name = PathName.name(of: file)
        let path: MirrorPath
        do throws(KeyFault) {
            path = try MirrorPath(folder.isEmpty ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)")
        } catch {
            throw PublishFault(file: file, reason: "\(error)")
        }
        let isTimetable = isTimetable || check.isTimetable(path)
        guard !isTimetable || check.canCheckTimetables else {
            let words = "its times cannot be checked without a place: put latitude, longitude and timezone into [place]"
            throw PublishFault(file: file, reason: words)
        }
        var status = stat()
        if lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
            throw PublishFault(file: file, reason: "it is a symbolic link; name the file itself")
        }
        if stat(file, &status) == 0, status.st_size > mirror.limits.file {
            let limit = "file_megabytes of \(mirror.table) allows \(mirror.limits.file >> 20) MB"
            throw PublishFault(file: file, reason: "it has \(status.st_size) bytes, and \(limit)")
        }
        let bytes = try BoundedFile.read(file, limit: mirror.limits.file, followsLink: false)
        guard !bytes.isEmpty else { throw PublishFault(file: file, reason: "it is empty") }
        // By its inode, since a hard link has another path.
        if let inode = Inode(file), keyFiles.contains(inode) {
            throw PublishFault(file: file, reason: "it is the key file that the config names in credentials")
        }
        if SecretKeys.areIn(bytes) {
            throw PublishFault(file: file, reason: "it contains a secret key, which must not be in a bucket")
        }
        let reason =
            isTimetable
            ? check.objection(toTimetable: file, named: path.text, mustBeAhead: true)
            : check.objection(to: path, at: file)
        if let reason { throw PublishFault(file: file, reason: reason) }
        let key = mirror.prefix + path.text
        return Item(path: path, key: key, bytes: bytes, isTimetable: isTimetable)
    }

    /// Compares it with the bucket's object.
    func difference(_ item: Item, until end: BootInstant) throws -> Difference {
        guard let found = try object(item, until: end) else { return .new(size: item.bytes.count) }
        guard found.size == item.bytes.count else { return .changed(from: found.size, to: item.bytes.count) }
        guard let md5 = found.etag.md5 else { return .unknown(size: found.size) }
        return try md5 == Digest.hex(.md5, of: item.bytes) ? .same : .changed(from: found.size, to: item.bytes.count)
    }

    /// Fetches the bucket's object into a new file.
    func fetch(_ item: Item, into file: String, until end: BootInstant) throws {
        guard let found = try object(item, until: end) else { return }
        guard found.size <= mirror.limits.file else { throw PublishFault(file: item.key, reason: "it is too large") }
        var fault: FetchFault?
        var hasChanged = false
        client.download([S3Download(object: found, part: file)], until: end) { _, outcome in
            switch outcome {
            case .whole: break
            case .changed: hasChanged = true
            case .failed(let reason): fault = reason
            }
            return false
        }
        if let fault { throw fault }
        if hasChanged {
            throw PublishFault(file: item.key, reason: "it was changed in the bucket meanwhile; try again")
        }
    }

    /// By the file's ending.
    private static let contentTypes = [
        "mp3": "audio/mpeg", "json": "application/json", "csv": "text/csv; charset=utf-8",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "md": "text/markdown; charset=utf-8", "toml": "application/toml", "txt": "text/plain; charset=utf-8",
        "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp",
    ]

    private func object(_ item: Item, until end: BootInstant) throws -> BucketObject? {
        try client.list(prefix: item.key, until: end).first { $0.key.utf8.elementsEqual(item.key.utf8) }
    }

    func upload(_ item: Item, until end: BootInstant) throws {
        let type = Self.contentTypes[item.path.ending] ?? "application/octet-stream"
        try client.upload(item.bytes, key: item.key, type: type, until: end)
    }
}

/// Why a file is not uploaded.
struct PublishFault: Error, CustomStringConvertible {
    let file: String
    let reason: String

    var description: String { "\(file) is not published: \(reason)" }
}
