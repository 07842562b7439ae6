import AdhanCore
import AdhanSystem
import Foundation
import Glibc

/// The files of the page, read once at the start.
struct PageFiles: Sendable {
    struct File: Sendable {
        let answer: WebAnswer
        /// Where the browser has it already.
        let same: WebAnswer
        let tag: String
    }

    /// Many times what the page has.
    private static let mostFiles = 200
    private static let largest = 4 << 20

    /// By its path on the server.
    private let files: [String: File]

    /// - Parameter folder: `display` of the resources.
    /// - Throws: `FileFault` where one cannot be read, or the page itself is missing; `DigestFault`.
    init(_ folder: String) throws {
        var files: [String: File] = [:]
        let names = (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).sorted()
        for name in names.prefix(Self.mostFiles) {
            guard let type = Self.type(of: name) else { continue }
            files["/" + name] = try File(type, BoundedFile.read("\(folder)/\(name)", limit: Self.largest))
        }
        guard let page = files["/index.html"] else {
            throw FileFault(path: folder + "/index.html", errno: ENOENT)
        }
        files["/"] = page
        self.files = files
    }

    subscript(path: String) -> File? { files[path] }

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
    fileprivate init(_ type: String, _ bytes: [UInt8]) throws(DigestFault) {
        tag = "\"\(try Digest.hex(.sha256, of: bytes).prefix(32))\""
        // With each use the browser asks whether it has changed, so that an update shows at once.
        let headers = [("ETag", tag), ("Cache-Control", "no-cache")]
        answer = WebAnswer(200, type, bytes, headers)
        same = WebAnswer(304, type, [], headers)
    }
}
