import AdhanCore
import AdhanSupport
import Glibc

/// The files of the page, as they were at one moment.
package struct PageFiles: Sendable {
    package struct File: Sendable {
        package let answer: WebAnswer
        /// Where the browser has it already.
        package let same: WebAnswer
        package let tag: String
    }

    /// Many times what the page has.
    private static let mostFiles = 200
    private static let largest = 4 << 20

    /// By its path on the server.
    private var files: [String: File]
    /// The program's version and a digest of all files: it changes with each of them.
    package let version: String
    /// The text of the page itself.
    private let html: String
    private let policy: String
    /// As the files were before they were read.
    let stamps: [String: FileStamp]
    fileprivate let others: [(name: String, path: String)]

    /// - Parameters:
    ///   - folder: of the resources, as `display`.
    ///   - others: files of other folders, each by its name on the server and its path.
    ///   - policy: what a browser may do with the files; see `WebAnswer.policy`.
    /// - Throws: `FileFault` where one cannot be read, or the page itself is missing; `DigestFault`.
    package init(
        _ folder: String,
        beside others: [(name: String, path: String)] = [],
        policy: String = WebAnswer.policy()
    )
        throws
    {
        (stamps, self.others) = (Self.stamps(folder), others)
        var files: [String: File] = [:]
        var contents = ""
        var page: [UInt8]?
        for (name, path) in stamps.keys.sorted().map({ ($0, "\(folder)/\($0)") }) + others {
            guard let type = Self.type(of: name) else { continue }
            let bytes = try BoundedFile.read(path, limit: Self.largest)
            // A power cut leaves files of no bytes or of NULs.
            guard bytes.contains(where: { $0 != 0 }) else {
                throw FileFault(path: path, reason: "it has lost its content; install adhand again")
            }
            let isText = type.hasPrefix("text/") || type == "application/json"
            let needed = isText ? Self.withoutComments(bytes) : bytes
            let file = try File(type, needed, policy)
            files["/" + name] = file
            contents += "\(name) \(file.tag)\n"
            if name == "index.html" { page = needed }
        }
        guard let page else { throw FileFault(path: folder + "/index.html", errno: ENOENT) }
        version = "\(Release.version)-\(try Digest.hex(.sha256, of: Array(contents.utf8)).prefix(12))"
        // The page knows of itself which files it is: those that a browser loads later may already be others.
        html = String(decoding: page, as: UTF8.self)
            .replacing("<html ", with: "<html data-version=\"\(version)\" ", maxReplacements: 1)
        self.policy = policy
        self.files = files
        let named = try self.page { $0 }
        (self.files["/"], self.files["/index.html"]) = (named, named)
    }

    /// The page itself with another text.
    package func page(_ change: (String) -> String) throws -> File {
        try File("text/html; charset=utf-8", Array(change(html).utf8), policy)
    }

    package subscript(path: String) -> File? { files[path] }

    /// A page, style or script without the lines that are comments, and without indentation: a slow network has less to
    /// carry.
    static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
        var end: String?
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map { $0.drop { $0 == UInt8(ascii: " ") } }
        let needed = lines.filter { line in
            if let awaited = end {
                if line.suffix(awaited.utf8.count).elementsEqual(awaited.utf8) { end = nil }
                return false
            }
            let comment = [("/*", "*/"), ("<!--", "-->")].first { line.starts(with: $0.0.utf8) }
            guard let comment else { return !line.starts(with: "//".utf8) }
            guard let first = line.firstRange(of: comment.1.utf8) else {
                end = comment.1
                return false
            }
            return first.upperBound < line.endIndex
        }
        return Array(needed.joined(separator: [UInt8(ascii: "\n")]))
    }

    /// The files of a folder that a browser may need, by their names in it.
    static func stamps(_ folder: String) -> [String: FileStamp] {
        names(in: folder).sorted().prefix(mostFiles).filter { type(of: $0) != nil }.reduce(into: [:]) {
            $0[$1] = FileStamp("\(folder)/\($1)")
        }
    }

    /// The names of all files in the folder and those below it, as many levels down as `depth`.
    private static func names(in folder: String, depth: Int = 4) -> [String] {
        Folder.names(in: folder, limit: mostFiles * 2).flatMap { name -> [String] in
            guard ![".", ".."].contains(name) else { return [] }
            let path = "\(folder)/\(name)"
            guard depth > 1, Folder.exists(path) else { return [name] }
            return names(in: path, depth: depth - 1).map { "\(name)/\($0)" }
        }
    }

    /// Nil for a file that no browser needs, such as a licence.
    private static func type(of name: String) -> String? {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "json": "application/json"
        case "woff2": "font/woff2"
        case "svg": "image/svg+xml"
        default: nil
        }
    }
}

extension PageFiles.File {
    fileprivate init(_ type: String, _ bytes: [UInt8], _ policy: String) throws(DigestFault) {
        tag = "\"\(try Digest.hex(.sha256, of: bytes).prefix(32))\""
        // With each use the browser asks whether it has changed, so that an update shows at once.
        let headers = [("ETag", tag), ("Cache-Control", "no-cache"), ("Content-Security-Policy", policy)]
        answer = WebAnswer(200, type, bytes, headers)
        same = WebAnswer(304, type, [], headers)
    }
}

/// Finds out whether the page's files have changed: an upgrade may copy them after the display has started.
package struct PageWatch {
    private let folder: String
    private let others: [(name: String, path: String)]
    /// At the last check, and when the files were last read.
    private var seen, read: [String: FileStamp]

    package init(_ folder: String, _ files: PageFiles) {
        (self.folder, others, seen, read) = (folder, files.others, files.stamps, files.stamps)
    }

    /// It may block.
    ///
    /// - Returns: the files once they have changed and are the same at two checks,
    ///   since one after the other is copied; else nil.
    package mutating func changedFiles() throws -> PageFiles? {
        let now = PageFiles.stamps(folder)
        defer { seen = now }
        guard now != read, now == seen else { return nil }
        let files = try PageFiles(folder, beside: others)
        // One was copied meanwhile.
        guard files.stamps == now, PageFiles.stamps(folder) == now else { return nil }
        read = now
        return files
    }
}
