import CEBUR128
import Glibc

/// Measures a sound's peaks, and its loudness by ITU-R BS.1770 with the gating of EBU R 128.
///
/// A mono sound counts twice, since ALSA plays it on both loudspeakers: it is as loud as the same sound in stereo, 3 dB
/// more than BS.1770 says for one loudspeaker.
final class LoudnessMeter {
    private let format: SoundFormat
    private var state: UnsafeMutablePointer<ebur128_state>?

    /// - Parameter truePeak: whether to measure the true peak, which costs three times as much as the rest.
    /// - Throws: `AudioError.loudnessFailed` where there is no memory, or the library does not take the format.
    init(_ format: SoundFormat, truePeak: Bool = true) throws(AudioError) {
        self.format = format
        let peak = truePeak ? EBUR128_MODE_TRUE_PEAK : EBUR128_MODE_SAMPLE_PEAK
        let mode = Int32(bitPattern: EBUR128_MODE_I.rawValue | peak.rawValue)
        state = ebur128_init(UInt32(clamping: format.channels), UInt(clamping: format.rate), mode)
        guard state != nil else { throw .loudnessFailed(reason: "libebur128 does not take \(format)") }
        if format.channels == 1 { ebur128_set_channel(state, 0, Int32(EBUR128_DUAL_MONO.rawValue)) }
    }

    deinit {
        ebur128_destroy(&state)
    }

    /// - Parameter samples: interleaved; an incomplete last frame is ignored.
    /// - Throws: `AudioError.loudnessFailed` where memory runs out.
    func add(_ samples: [Int16]) throws(AudioError) {
        let result = ebur128_add_frames_short(state, samples, samples.count / format.channels)
        guard result == EBUR128_SUCCESS.rawValue else { throw .loudnessFailed(reason: "error \(result) of libebur128") }
    }

    /// The highest sample, in dB of full scale; nil for silence.
    var peak: Double? { highest(ebur128_sample_peak) }

    /// The true peak, that of the curve through the samples, in dB of full scale; above 0 an amplifier may distort. Nil
    /// for silence, and where it is not measured.
    var truePeak: Double? { highest(ebur128_true_peak) }

    /// The integrated loudness in LUFS; nil for silence (below -70 LUFS) and for less than a block of 400 ms.
    var loudness: Double? {
        var loudness = 0.0
        guard ebur128_loudness_global(state, &loudness) == EBUR128_SUCCESS.rawValue, loudness.isFinite else {
            return nil
        }
        return loudness
    }

    private func highest(
        _ ask: (UnsafeMutablePointer<ebur128_state>?, UInt32, UnsafeMutablePointer<Double>?) -> Int32
    ) -> Double? {
        let peaks = (0..<UInt32(clamping: format.channels)).map { channel in
            var peak = 0.0
            return ask(state, channel, &peak) == EBUR128_SUCCESS.rawValue ? peak : 0
        }
        guard let highest = peaks.max(), highest > 0 else { return nil }
        return 20 * log10(highest)
    }
}
