/// Scales the samples between the decoder and the device: gain, fade-in, and dither for the rounding.
///
/// A factor of exactly 1 leaves a sample as it is. A result depends only on the sample and its place in the sound, so
/// that a block which has to be written again is the same.
struct Level {
    private let gain: Double
    private let fadeFrames: Int

    init(gain: Double, fadeFrames: Int = 0) {
        self.gain = gain.isFinite ? max(gain, 0) : 1
        self.fadeFrames = fadeFrames
    }

    /// - Parameters:
    ///   - decoded: interleaved, whole frames.
    ///   - frame: the number of the first frame within the sound.
    ///   - falling: whether to fade them out, linearly to zero.
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

    /// The fade follows the volume scale, so that it sounds even: half-way it is at volume 50, which is -18 dB.
    private func factor(at frame: Int) -> Double {
        guard frame < fadeFrames else { return gain }
        let share = Double(frame) / Double(fadeFrames)
        return gain * share * share * share
    }

    private static func scaled(_ sample: Int16, by factor: Double, noise: Double) -> Int16 {
        if factor == 1 { return sample }
        // Silence needs no dither.
        if factor == 0 { return 0 }
        return Int16(min(max((Double(sample) * factor + noise).rounded(), -32_768), 32_767))
    }

    /// TPDF dither, between -1 and 1: the rounding error becomes a steady hiss far below the sound, instead of a
    /// distortion. It is the difference of the two halves of SplitMix64 of the sample's index.
    private static func noise(at index: Int) -> Double {
        var mixed = (UInt64(truncatingIfNeeded: index) &+ 1) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        return (Double(mixed >> 32) - Double(mixed & 0xFFFF_FFFF)) / 0x1p32
    }
}
