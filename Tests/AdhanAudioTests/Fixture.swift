import AdhanAudio
import AdhanTestSupport
import Glibc

/// A directory with one MP3, and its decoded samples.
struct Fixture {
    let directory: TestDirectory
    let path: String

    init(seconds: Double, rate: Int = 44_100, channels: Int = 2, options: [String] = ["-b", "128"]) throws {
        directory = try TestDirectory()
        path = try MP3Fixture.encode(
            MP3Fixture.phrase(seconds: seconds, rate: rate, channels: channels),
            rate: rate,
            channels: channels,
            options: options,
            in: directory
        )
    }

    var bytes: [UInt8] { TestDirectory.bytes(of: path) }

    /// Every sample of the file, interleaved.
    static func decode(_ path: String) throws -> [Int16] {
        let decoder = try MP3Decoder(SoundFile(path: path))
        var samples: [Int16] = []
        while true {
            let block = decoder.read(maxFrames: 8192)
            if block.isEmpty { return samples }
            samples += block
        }
    }

    /// The first of two channels.
    static func left(_ samples: [Int16]) -> [Float] {
        stride(from: 0, to: samples.count, by: 2).map { Float(samples[$0]) }
    }
}

extension Collection<Int16> where SubSequence: Collection<Int16> {
    /// The samples without the silence at both ends.
    func trimmed() -> [Int16] {
        let front = Array(drop { $0 == 0 })
        return Array(front.reversed().drop { $0 == 0 }.reversed())
    }
}
