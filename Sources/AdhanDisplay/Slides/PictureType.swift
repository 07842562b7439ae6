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
