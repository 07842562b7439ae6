/// The kind and the size of a picture that somebody has uploaded, read from its header alone: nothing on the box
/// decodes it.
package struct PictureSize: Equatable, Sendable {
    package enum Kind: String, Sendable { case png, jpeg }

    /// Why a picture is not accepted.
    package enum Fault: Error, Equatable { case noPicture, tooLarge }

    /// The most pixels of a side, and in all: the box's browser needs four bytes for each.
    package static let (mostOfSide, mostPixels) = (8192, 16 << 20)

    package let kind: Kind
    /// In pixels.
    package let width, height: Int

    /// - Throws: `Fault` for what is no whole PNG or JPEG picture, and for one with too many pixels.
    package init(_ bytes: [UInt8]) throws(Fault) {
        guard let found = Self.png(bytes) ?? Self.jpeg(bytes) else { throw .noPicture }
        guard found.width > 0, found.height > 0 else { throw .noPicture }
        guard found.width <= Self.mostOfSide, found.height <= Self.mostOfSide,
            found.width * found.height <= Self.mostPixels
        else { throw .tooLarge }
        self = found
    }

    private init(kind: Kind, width: Int, height: Int) { (self.kind, self.width, self.height) = (kind, width, height) }

    /// The big-endian number of `count` bytes; nil behind the end.
    private static func number(_ bytes: [UInt8], at index: Int, _ count: Int) -> Int? {
        guard index <= bytes.count - count else { return nil }
        return bytes[index..<index + count].reduce(0) { $0 << 8 | Int($1) }
    }

    /// PNG, third edition, 5: a signature, then chunks of length, type, data and checksum, from IHDR to IEND.
    private static func png(_ bytes: [UInt8]) -> PictureSize? {
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
            number(bytes, at: 8, 4) == 13, number(bytes, at: 12, 4) == 0x4948_4452,
            let width = number(bytes, at: 16, 4), let height = number(bytes, at: 20, 4)
        else { return nil }
        var index = 8
        while let length = number(bytes, at: index, 4), let type = number(bytes, at: index + 4, 4) {
            index += length + 12
            if type == 0x4945_4E44, index <= bytes.count {
                return PictureSize(kind: .png, width: width, height: height)
            }
        }
        return nil
    }

    /// ITU-T T.81, B.1 and B.2: markers with their lengths, until the header of the frame.
    private static func jpeg(_ bytes: [UInt8]) -> PictureSize? {
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
        var index = 2
        while let mark = number(bytes, at: index, 2), mark >> 8 == 0xFF {
            let code = mark & 0xFF
            // A marker may be filled with more bytes before it.
            if code == 0xFF {
                index += 1
                continue
            }
            guard let length = number(bytes, at: index + 2, 2), length >= 2 else { return nil }
            let isFrame = (0xC0...0xCF).contains(code) && ![0xC4, 0xC8, 0xCC].contains(code)
            if isFrame {
                guard let height = number(bytes, at: index + 5, 2), let width = number(bytes, at: index + 7, 2) else {
                    return nil
                }
                return PictureSize(kind: .jpeg, width: width, height: height)
            }
            index += 2 + length
        }
        return nil
    }
}
