import AdhanCore
import AdhanSupport
import AdhanWeb
import Glibc

/// The mosque's own files, each read again when it has changed, within limits for all together.
struct MosqueFiles {
    struct Picture: Sendable {
        /// On this server.
        let path: String
        let answer: WebAnswer
    }

    enum Content: Sendable {
        case text([UInt8])
        case picture(Picture)
        /// Why it cannot be shown, with what to do.
        case fault(String)
    }

    private struct Kept {
        /// At the last check, and when the content was read.
        var seen, read: FileStamp?
        var content: Content?
    }

    static let largestText = 16 << 10
    static let largestPicture = 8 << 20
    /// All pictures together: what the process may use is not much more.
    static let mostBytes = 24 << 20
    /// A file that was written within so many seconds may still be half copied, until it is the same at two checks.
    private static let settledAfter = 10

    private var kept: [String: Kept] = [:]
    private var asked: Set<String> = []
    private var room = mostBytes

    /// Begins a check of all of them.
    mutating func begin() { (asked, room) = ([], Self.mostBytes) }

    /// Ends it, and forgets those that nobody has asked for.
    mutating func end() { kept = kept.filter { asked.contains($0.key) } }

    /// What is in a file. It may block.
    ///
    /// - Parameters:
    ///   - followsLink: whether it may be a symbolic link.
    ///   - now: seconds since 1970.
    /// - Returns: the former content while the file is being written; nil where there is none yet.
    mutating func read(_ path: String, isPicture: Bool, followsLink: Bool, now: Int64) -> Content? {
        asked.insert(path)
        guard let stamp = FileStamp(path) else { return Self.load(path, isPicture, followsLink) }
        let size = isPicture ? stamp.size : 0
        guard size <= Self.largestPicture else {
            kept[path] = nil
            let (tenths, most) = ((size * 10 - 1) / (1 << 20) + 1, Self.largestPicture >> 20)
            return .fault("\(path): it has \(tenths / 10).\(tenths % 10) MB; at most \(most) MB: save it smaller")
        }
        guard size <= room else {
            kept[path] = nil
            return .fault("\(path): all pictures together have more than \(Self.mostBytes >> 20) MB; make them smaller")
        }
        var known = kept[path] ?? Kept()
        defer { kept[path] = known }
        let isSettled = known.seen == stamp || !stamp.isWritten(within: Self.settledAfter, of: now)
        known.seen = stamp
        // The rights on a file may change without it.
        let isWrong = if case .fault? = known.content { true } else { false }
        if isSettled, isWrong || known.read != stamp {
            let content = Self.load(path, isPicture, followsLink)
            if FileStamp(path) == stamp { (known.content, known.read) = (content, stamp) }
        }
        if case .picture? = known.content { room -= size }
        return known.content
    }

    private static func load(_ path: String, _ isPicture: Bool, _ followsLink: Bool) -> Content {
        do {
            let bytes = try BoundedFile.read(
                path,
                limit: isPicture ? largestPicture : largestText,
                followsLink: followsLink
            )
            guard isPicture else { return .text(bytes) }
            guard let type = PictureType(bytes) else {
                return .fault("\(path): this is no PNG, JPEG, WebP or SVG picture; save it as one of these")
            }
            let name = "/slides/\(try Digest.hex(.sha256, of: bytes).prefix(32)).\(type.ending)"
            return .picture(Picture(path: name, answer: WebAnswer(lasting: "image/\(type.rawValue)", bytes)))
        } catch let fault as FileFault where fault.cause == .system(ELOOP) {
            return .fault("\(path): it is a link; put the file itself there")
        } catch {
            guard let fault = error as? FileFault else { return .fault("\(error)") }
            return .fault("\(fault)\(advice(path, fault, isFolder: false))")
        }
    }

    /// What to do about a file or a folder that the display cannot read, with a semicolon before it; empty where
    /// nothing is known.
    static func advice(_ path: String, _ fault: FileFault, isFolder: Bool) -> String {
        if let hidden = HiddenFolder.holding(path) {
            return "; the display does not see \(hidden); put it into /etc/adhand or /srv"
        }
        guard fault.isDenied else { return "" }
        return "; let the display read it: sudo chmod o+r\(isFolder ? "x" : "") '\(path)'"
    }
}

extension WebAnswer {
    /// An answer to a path whose content never changes: a picture or a fragment.
    /// Opened by itself it can run and fetch nothing.
    package convenience init(lasting type: String, _ body: [UInt8]) {
        self.init(
            200,
            type,
            body,
            [
                ("Cache-Control", "public, max-age=31536000, immutable"),
                (
                    "Content-Security-Policy",
                    "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; sandbox"
                ),
            ]
        )
    }
}

/// The kinds of pictures that the page shows, told by what is in the file.
enum PictureType: String {
    case png, jpeg, webp
    case svg = "svg+xml"

    /// The endings of their names.
    static let endings: Set = ["png", "jpg", "jpeg", "webp", "svg"]

    init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            self = .webp
        } else if let head = String(validating: bytes, as: UTF8.self), head.contains("<svg") {
            self = .svg
        } else {
            return nil
        }
    }

    var ending: String { self == .svg ? "svg" : rawValue }
}
