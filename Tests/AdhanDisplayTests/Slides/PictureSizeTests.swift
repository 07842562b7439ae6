import Testing

@testable import AdhanDisplay

/// The header of an uploaded picture.
@Suite struct PictureSizeTests {
    private static func png(_ width: [UInt8], _ height: [UInt8]) -> [UInt8] {
        let head: [UInt8] = [0, 0, 0, 13] + Array("IHDR".utf8) + width + height + [8, 2, 0, 0, 0, 1, 2, 3, 4]
        let text: [UInt8] = [0, 0, 0, 2] + Array("tEXt".utf8) + [9, 9, 0, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + head + text + [0, 0, 0, 0] + Array("IEND".utf8)
            + [0, 0, 0, 0]
    }

    /// With a segment before the frame, and bytes that fill.
    private static let jpeg: [UInt8] =
        [
            0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC4, 0, 3, 7, 0xFF, 0xC2, 0, 11, 8, 0x04, 0x38, 0x07, 0x80,
            3,
        ]

    @Test func `the size is that of the header`() throws {
        let png = try PictureSize(Self.png([0, 0, 1, 0], [0, 0, 0, 9]))
        #expect(png.kind == .png && png.width == 256 && png.height == 9)
        let jpeg = try PictureSize(Self.jpeg)
        #expect(jpeg.kind == .jpeg && jpeg.width == 1920 && jpeg.height == 1080)
    }

    @Test func `a picture with too many pixels is too large`() {
        for size: [UInt8] in [[0, 0, 0x20, 1], [0xFF, 0xFF, 0xFF, 0xFF]] {
            #expect(throws: PictureSize.Fault.tooLarge) { try PictureSize(Self.png(size, [0, 0, 0, 1])) }
        }
        #expect(throws: PictureSize.Fault.tooLarge) { try PictureSize(Self.png([0, 0, 0x1F, 0], [0, 0, 0x1F, 0])) }
    }

    @Test func `no beginning of a picture is one, and no byte of it makes the reader fail`() {
        for whole in [Self.png([0, 0, 1, 0], [0, 0, 0, 9]), Array(Self.jpeg.dropLast())] {
            for count in whole.indices {
                #expect(throws: PictureSize.Fault.noPicture) { try PictureSize(Array(whole.prefix(count))) }
            }
            for index in whole.indices {
                for byte: UInt8 in [0, 0x7F, 0xFF] {
                    var changed = whole
                    changed[index] = byte
                    _ = try? PictureSize(changed)
                }
            }
        }
        #expect(throws: PictureSize.Fault.noPicture) { try PictureSize(Self.png([0, 0, 0, 0], [0, 0, 0, 9])) }
        #expect(throws: PictureSize.Fault.noPicture) { try PictureSize([]) }
    }
}
