import Glibc
import Synchronization

/// Makes test recordings with `lame` from computed samples.
package enum MP3Fixture {
    private struct Made {
        var phrases: [String: [Int16]] = [:]
        /// By the hash of what was encoded.
        var files: [Int: [UInt8]] = [:]
    }

    /// Many tests need the same recording.
    private static let made = Mutex(Made())

    /// A phrase with low autocorrelation: a rising tone with a slow swell and a little noise from a fixed seed.
    package static func phrase(seconds: Double, rate: Int = 44_100, channels: Int = 2, seed: UInt64 = 1) -> [Int16] {
        let name = "\(seconds) \(rate) \(channels) \(seed)"
        if let samples = made.withLock({ $0.phrases[name] }) { return samples }
        var noise = SeededGenerator(seed: seed)
        let frames = Int(seconds * Double(rate))
        var samples: [Int16] = []
        samples.reserveCapacity(frames * channels)
        var phase = 0.0
        for frame in 0..<frames {
            let time = Double(frame) / Double(rate)
            phase += 2 * .pi * (220 + 40 * time + 60 * sin(1.7 * time)) / Double(rate)
            let swell = 0.55 + 0.35 * sin(2.3 * time + 0.4)
            let sample = 9000 * swell * sin(phase) + Double(Int.random(in: -200...200, using: &noise))
            for channel in 0..<channels { samples.append(Int16(channel == 0 ? sample : sample * 0.8)) }
        }
        made.withLock { $0.phrases[name] = samples }
        return samples
    }

    /// Encodes samples with `lame`, each recording once a run.
    ///
    /// - Parameters:
    ///   - samples: interleaved.
    ///   - rate: in Hz, a rate that MP3 supports.
    ///   - channels: 1 or 2.
    ///   - options: options of lame, for example `["-b", "128"]`, `["-V", "4"]` or `["-t"]` for a file without a tag.
    ///   - directory: the folder for the file.
    ///   - name: the name of the file.
    /// - Returns: the path of the MP3.
    /// - Throws: `ChildProcess.Failure` if `lame` is missing or fails.
    package static func encode(
        _ samples: [Int16],
        rate: Int = 44_100,
        channels: Int = 2,
        options: [String] = ["-b", "128"],
        in directory: TestDirectory,
        name: String = "adhan.mp3"
    ) throws -> String {
        let bytes = samples.withUnsafeBytes { Array($0) }
        var hasher = Hasher()
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        hasher.combine([rate, channels])
        hasher.combine(options)
        let key = hasher.finalize()
        if let file = made.withLock({ $0.files[key] }) { return try directory.write(file, to: name) }
        let raw = try directory.write(bytes, to: name + ".raw")
        let path = directory.file(name)
        let form = ["-s", "\(Double(rate) / 1000)", "--signed", "--bitwidth", "16", "--little-endian"]
        try ChildProcess.run(
            ["lame", "--quiet", "-r"] + form + ["-m", channels == 1 ? "m" : "j"] + options + [raw, path]
        )
        made.withLock { $0.files[key] = TestDirectory.bytes(of: path) }
        return path
    }
}

/// SplitMix64: the same numbers from the same seed on every machine.
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
