/// What happens to the samples between the decoder and the device: the gain, the fade-in, and the dither that rounding needs.
///
/// Where the factor is exactly 1 a sample stays as it is. Each result depends on nothing but the sample and its place in the
/// sound, so that a block which has to be written again is the same again.
struct Level {
    /// The factor on every sample.
    private let gain: Double
    /// How many frames rise to it.
    private let fadeFrames: Int

    init(gain: Double, fadeFrames: Int = 0) {
        self.gain = gain.isFinite ? max(gain, 0) : 1
        self.fadeFrames = fadeFrames
    }

    /// - Parameters:
    ///   - decoded: interleaved, whole frames.
    ///   - frame: the number in the sound of the first of them.
    ///   - channels: at least 1.
    ///   - falling: whether they fall to nothing along a straight line.
    func applied(
        to decoded: ArraySlice<Int16>,
        from frame: Int,
        channels: Int,
        falling: Bool = false
    ) -> ArraySlice<Int16> {
        guard falling || gain != 1 || frame < fadeFrames else { return decoded }
        let frames = Double(max(1, decoded.count / channels))
        return ArraySlice(
            decoded.enumerated().map { index, sample in
                let fall = falling ? 1 - Double(index / channels + 1) / frames : 1
                return Self.scaled(
                    sample,
                    by: factor(at: frame + index / channels) * fall,
                    noise: Self.noise(at: frame * channels + index)
                )
            }
        )
    }

    /// The fade rises as the scale of volume does, evenly to the ear: half-way it is at 50, which is -18 dB.
    private func factor(at frame: Int) -> Double {
        guard frame < fadeFrames else { return gain }
        let share = Double(frame) / Double(fadeFrames)
        return gain * share * share * share
    }

    private static func scaled(_ sample: Int16, by factor: Double, noise: Double) -> Int16 {
        if factor == 1 { return sample }
        // Silence is silence: there is nothing left whose rounding could be heard.
        if factor == 0 { return 0 }
        return Int16(min(max((Double(sample) * factor + noise).rounded(), -32_768), 32_767))
    }

    /// Between -1 and 1 with a triangular density (TPDF): the error of rounding becomes a steady hiss far below the sound instead
    /// of a distortion that follows it. SplitMix64 of the sample's place, its two halves one against the other.
    private static func noise(at index: Int) -> Double {
        var mixed = (UInt64(truncatingIfNeeded: index) &+ 1) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        return (Double(mixed >> 32) - Double(mixed & 0xFFFF_FFFF)) / 0x1p32
    }
}
