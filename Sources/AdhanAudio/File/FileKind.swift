/// Tells by its first bytes what a file that is no MP3 seems to be.
///
/// Known kinds are refused before the decoder sees them: bytes that it takes for a frame would be heard as noise.
enum FileKind {
    static let mustBeConverted = ", which must be converted to MP3 first"

    private static let signatures: [(bytes: [UInt8], offset: Int, name: String)] = [
        ([0x89, 0x50, 0x4E, 0x47], 0, "a PNG picture"),
        ([0xFF, 0xD8, 0xFF], 0, "a JPEG picture"),
        (Array("GIF8".utf8), 0, "a GIF picture"),
        (Array("%PDF".utf8), 0, "a PDF document"),
        ([0x50, 0x4B, 0x03, 0x04], 0, "a ZIP archive or an office document"),
        ([0x1F, 0x8B], 0, "a gzip archive"),
        (Array("WEBP".utf8), 8, "a WebP picture"),
        (Array("WAVE".utf8), 8, "a WAV recording" + mustBeConverted),
        (Array("OggS".utf8), 0, "an Ogg recording" + mustBeConverted),
        (Array("fLaC".utf8), 0, "a FLAC recording" + mustBeConverted),
        (Array("ftyp".utf8), 4, "an MP4 or M4A recording" + mustBeConverted),
        ([0x1A, 0x45, 0xDF, 0xA3], 0, "a Matroska or WebM film"),
        (Array("<!DOCTYPE".utf8), 0, "a web page, as a failed download leaves behind"),
        (Array("<html".utf8), 0, "a web page, as a failed download leaves behind"),
        (Array("<?xml".utf8), 0, "an XML document, as a failed download leaves behind"),
        (Array("version https://git-lfs".utf8), 0, "a Git LFS pointer instead of the file itself"),
    ]

    /// - Returns: the kind with its article, or nil where the bytes say nothing.
    static func foreign(_ bytes: [UInt8]) -> String? {
        signatures.first { bytes.dropFirst($0.offset).starts(with: $0.bytes) }?.name
    }

    /// The kind of a file in which no sound was found; nil where the bytes say nothing.
    static func seeming(_ bytes: [UInt8]) -> String? {
        if let name = foreign(bytes) { return name }
        let head = bytes.prefix(256)
        return head.allSatisfy { $0 == 0 }
            ? "a file of zeros, as a power cut leaves behind"
            : head.allSatisfy { $0 == 9 || $0 == 10 || $0 == 13 || (32...126).contains($0) } ? "plain text" : nil
    }
}
