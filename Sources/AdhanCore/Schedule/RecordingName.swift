/// A recording's name for people. Every text for a person takes the name from here; the fields for programs have the
/// path and the digest.
package struct RecordingName: Sendable, Hashable, Encodable, CustomStringConvertible {
    /// The SHA-256 of the tone that comes with adhand, so that a recording put in its place is not taken for it.
    package static let placeholderSHA256 = "8edc7b3f81e57a18651408255831c1c13a59e7fad7959699a3f8ee29160320ec"
    package static let placeholder = "placeholder tone (no recording chosen)"
    /// The advice about the placeholder.
    package static let remedy = "to choose a recording: sudo adhand config set audio.adhan FILE"
    /// In bytes. With the digest and a temporary file's ending it stays below the 255 that a file system allows.
    private static let longest = 150

    /// Whether it is the tone that comes with adhand.
    package let isPlaceholder: Bool
    /// The file's name; of an upload the name that the person's file had.
    package let description: String

    /// - Parameter sha256: of the file's bytes, in lower-case hex; nil where it is not known.
    package init(_ path: String, sha256: String?) {
        isPlaceholder = sha256 == Self.placeholderSHA256
        let name = path.split(separator: "/").last ?? "?"
        let parts = name.split(separator: "-", maxSplits: 2)
        let isUpload = parts.count == 3 && parts[0] == "recording" && parts[1].utf8.count == 16
        description = isPlaceholder ? Self.placeholder : String(isUpload ? parts[2] : name).visibleName ?? "?"
    }

    /// For the box's caretaker: the path of a file that has no other name than its own.
    package static func located(_ path: String, sha256: String) -> String {
        let name = RecordingName(path, sha256: sha256).description
        return path.hasSuffix("/" + name) ? path : name
    }

    /// The end of an upload's file name, behind `recording-DIGEST`.
    package static func ending(of given: String) -> String {
        let stem = given.lowercased().hasSuffix(".mp3") ? String(given.dropLast(4)) : given
        // `.new-` is part of the names of temporary files. Of a name with a backslash the settings take no file.
        let safe = stem.replacing("/", with: "_").replacing(".new-", with: "-new-")
        let name = OneLine.of(safe.visibleName ?? "", limit: longest).replacing("\\", with: "_")
        return "-\(name.isEmpty ? "recording" : name).mp3"
    }
}
