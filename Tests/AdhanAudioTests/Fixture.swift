import AdhanAudio
import AdhanTestSupport

/// An MP3 in a directory of its own.
struct Fixture {
    let directory: TestDirectory
    let path: String
    let bytes: [UInt8]

    init(seconds: Double, rate: Int = 44_100, channels: Int = 2, options: [String] = ["-b", "128"]) throws {
        directory = try TestDirectory()
        let samples = MP3Fixture.phrase(seconds: seconds, rate: rate, channels: channels)
        path = try MP3Fixture.encode(samples, rate: rate, channels: channels, options: options, in: directory)
        bytes = TestDirectory.bytes(of: path)
    }

    /// The option of lame that keeps the rate, also at a low bit rate.
    static func keeping(_ rate: Int) -> [String] { ["--resample", "\(Double(rate) / 1000)"] }

    /// Writes another file beside it.
    func write(_ bytes: some Sequence<UInt8>) throws -> String { try directory.write(Array(bytes), to: "other.mp3") }

    /// Its bytes, with `value` in these ranges.
    func zeroed(_ ranges: [Range<Int>], with value: UInt8 = 0) -> [UInt8] {
        var bytes = bytes
        for range in ranges { bytes.replaceSubrange(range, with: [UInt8](repeating: value, count: range.count)) }
        return bytes
    }

    /// Its bytes, with more of them at `offset`.
    func bytes(inserting more: [UInt8], at offset: Int) -> [UInt8] {
        bytes.prefix(offset) + more + bytes.dropFirst(offset)
    }

    func decoded() throws -> [Int16] { try Self.decode(path) }

    /// Every sample of a file, interleaved.
    static func decode(_ path: String, block: Int = 8192) throws -> [Int16] {
        try decode(MP3Decoder(SoundFile(path: path)), block: block)
    }

    static func decode(_ decoder: MP3Decoder, block: Int = 8192) -> [Int16] {
        var samples: [Int16] = []
        while true {
            let piece = decoder.read(maxFrames: block)
            if piece.isEmpty { return samples }
            samples += piece
        }
    }

    /// The first of two channels.
    static func left(_ samples: [Int16]) -> [Float] {
        stride(from: 0, to: samples.count, by: 2).map { Float(samples[$0]) }
    }
}

extension [UInt8] {
    static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}

extension BidirectionalCollection<Int16> {
    /// The samples without the silence at both ends.
    func trimmed() -> [Int16] {
        guard let first = firstIndex(where: { $0 != 0 }), let last = lastIndex(where: { $0 != 0 }) else { return [] }
        return Array(self[first...last])
    }
}
