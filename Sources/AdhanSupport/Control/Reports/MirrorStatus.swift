import AdhanCore
import Glibc

/// How a mirror is, in `status.json`: written by the mirror at the end of each pass,
/// and read by the daemon for its own status.
package struct MirrorStatus: Codable, Equatable, Sendable {
    package struct Refusal: Codable, Hashable, Sendable {
        package let key: String
        package let reason: String

        package init(key: String, reason: String) { (self.key, self.reason) = (key, reason) }
    }

    package struct Failure: Codable, Equatable, Sendable {
        /// In seconds since 1970.
        package let at: Int64
        /// One of a few words, for machines: `denied`, `unreachable`, `disk` …
        package let kind: String
        package let reason: String

        package init(at: Int64, kind: String, reason: String) { (self.at, self.kind, self.reason) = (at, kind, reason) }
    }

    /// When the last pass ended, and the last one that could do all of it; in seconds since 1970.
    package var lastPass: Int64 = 0
    package var lastSuccess: Int64?
    /// Why the last pass failed; nil if it did not.
    package var error: String?
    /// Of the last pass that failed, however many have succeeded since.
    package var lastFailure: Failure?
    package var files = 0
    /// In bytes.
    package var size = 0
    /// Objects that are not taken, at most `mostRefused` of them.
    package var refused: [Refusal] = []
    /// Of all objects that are not taken.
    package var refusedCount = 0
    /// How many files are gone from the bucket, and stay until the next listing lacks them, too.
    package var withheldCount = 0

    package init() {}

    /// The same mirror, which no pass can keep now, and why.
    package func failing(_ reason: String) -> MirrorStatus {
        var status = self
        (status.error, status.lastFailure) = (reason, nil)
        return status
    }

    /// Whether this user may read it; true where there is none.
    package static func isReadable(_ folder: String) -> Bool { access(path(folder), R_OK) == 0 || errno != EACCES }

    /// How many refusals are named. The daemon reads them again and again.
    package static let mostRefused = 50
    private static let sizeLimit = 1 << 20

    private static func path(_ folder: String) -> String { "\(folder)/\(MirrorPath.ownFolder)/status.json" }

    /// It may block for five seconds.
    ///
    /// - Returns: nil before the first pass, and where it cannot be read.
    package static func load(_ folder: String) -> MirrorStatus? {
        let bytes = TimeLimit.run(.seconds(5), on: folder) {
            Result { try BoundedFile.read(path(folder), limit: sizeLimit, followsLink: false) }
        }
        do {
            return try bytes.map { try JSONText.decode(from: $0.get()) }
        } catch {
            return nil
        }
    }

    package func save(_ folder: String) throws {
        try AtomicFile.replace(
            Self.path(folder),
            with: try JSONText.bytes(of: self),
            mode: 0o640,
            makesFolder: false
        )
    }
}
