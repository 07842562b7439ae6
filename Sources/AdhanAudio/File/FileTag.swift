/// The tags between and behind an MP3's frames, which are no damage.
enum FileTag {
    private static let names = [
        Array("ID3".utf8), Array("TAG".utf8), Array("APETAGEX".utf8), Array("LYRICSBEGIN".utf8),
    ]

    static func begins(_ bytes: ArraySlice<UInt8>) -> Bool {
        names.contains { bytes.starts(with: $0) }
    }

    /// How many bytes in front are ID3v2 tags, by the sizes that they declare.
    static func length(inFrontOf bytes: [UInt8]) -> Int {
        var end = 0
        while true {
            let head = bytes.dropFirst(end).prefix(10)
            // The size has seven bits in each of its four bytes; another bit means that this is no tag.
            guard head.count == 10, head.starts(with: names[0]), head.suffix(4).allSatisfy({ $0 < 0x80 }) else {
                return end
            }
            end += 10 + head.suffix(4).reduce(0) { $0 << 7 | Int($1) }
        }
    }

    /// How many bytes at the end are tags: an ID3v1 tag, and an APE tag before it.
    static func length(atEndOf bytes: [UInt8]) -> Int {
        var end = bytes.count
        if bytes.suffix(128).starts(with: names[1]), end >= 128 { end -= 128 }
        let footer = Array(bytes.prefix(end).suffix(32))
        guard footer.count == 32, footer.starts(with: names[2]) else { return bytes.count - end }
        // The size of the items and the footer; there may be a header of 32 bytes besides.
        let size = footer[12..<16].reversed().reduce(0) { $0 << 8 | Int($1) }
        return bytes.count - max(0, end - size)
    }
}
