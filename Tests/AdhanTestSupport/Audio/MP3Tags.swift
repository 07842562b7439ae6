/// Tags before and after an MP3's frames.
package enum MP3Tags {
    package enum Where: CaseIterable, Sendable { case none, inFront, behind, all }

    package static func around(_ bytes: [UInt8], _ place: Where, picture: Int = 3000) -> [UInt8] {
        switch place {
        case .none: bytes
        case .inFront: id3v2(picture: picture) + bytes
        case .behind: bytes + ape + id3v1
        case .all: id3v2(picture: picture) + bytes + ape + id3v1
        }
    }

    /// An ID3v2.3 tag with a title and a picture of that many bytes, which look like MP3 frames.
    package static func id3v2(picture: Int) -> [UInt8] {
        let title = frame("TIT2", [0] + Array("Adhan".utf8))
        let image = (0..<picture).map { [0xFF, 0xFB, 0x90, 0x64][$0 % 4] as UInt8 }
        let body = title + frame("APIC", [0] + Array("image/jpeg".utf8) + [0, 3, 0] + image)
        return Array("ID3".utf8) + [3, 0, 0] + [21, 14, 7, 0].map { UInt8((body.count >> $0) & 0x7F) } + body
    }

    private static func frame(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: content.count >> $0) } + [0, 0] + content
    }

    /// 128 bytes.
    package static let id3v1 = Array("TAG".utf8) + [UInt8](repeating: 32, count: 125)

    /// A Lyrics3v2 tag with one field of 5,000 bytes.
    package static let lyrics: [UInt8] = {
        let body = Array("LYRICSBEGINLYR05000".utf8) + [UInt8](repeating: 0x41, count: 5000)
        return body + Array("005019LYRICS200".utf8)
    }()

    /// An APEv2 tag with header, one item of 5,000 bytes and footer.
    package static let ape: [UInt8] = {
        let value = [UInt8](repeating: 0x41, count: 5000)
        let item = little(value.count) + little(0) + Array("Comment".utf8) + [0] + value
        func edge(_ flags: Int) -> [UInt8] {
            Array("APETAGEX".utf8) + little(2000) + little(item.count + 32) + little(1) + little(flags)
                + [UInt8](repeating: 0, count: 8)
        }
        return edge(0xA000_0000) + item + edge(0x8000_0000)
    }()

    private static func little(_ number: Int) -> [UInt8] {
        [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
