import Glibc

/// The best match of a sound within a recording.
package struct Correlation: Sendable {
    /// −1…1; 1 if the recording contains the sound, whatever its loudness.
    package let value: Double
    /// The frame of the recording at which the sound begins.
    package let offset: Int
    /// The share of the recording's energy outside the sound; near 0 if it was played once and nothing else was.
    package let residue: Double

    /// Finds the sound in the recording: first roughly by loudness, then more precisely by its samples.
    ///
    /// - Parameters:
    ///   - sound: one channel.
    ///   - recording: one channel at the same rate, at least as long.
    package init(of sound: [Float], in recording: [Float]) {
        let byLoudness =
            Self.best(Self.decimate(sound.map(abs), by: 512), Self.decimate(recording.map(abs), by: 512)) * 512
        // The loudness of steady tones hardly changes and says little about their position; their onset does.
        let byOnset = Self.begin(of: recording) - Self.begin(of: sound)
        let found = [byLoudness, byOnset].map { start in
            let best = Self.refined(start, sound, recording)
            return (best, best < 0 ? 0 : Self.normalised(sound, recording, at: min(best, recording.count)))
        }.max { $0.1 < $1.1 }
        (offset, value) = found ?? (0, 0)
        let begin = min(max(0, offset), recording.count)
        let end = min(recording.count, begin + sound.count)
        let total = Self.energy(recording, 0, recording.count)
        residue = total > 0 ? (total - Self.energy(recording, begin, end)) / total : 0
    }

    /// The best shift near an estimate.
    private static func refined(_ guess: Int, _ sound: [Float], _ recording: [Float]) -> Int {
        // The loudest part is enough to find the shift, and is faster.
        let piece = loudest(sound, length: min(sound.count, 3 * 44_100))
        let part = Array(sound[piece..<min(sound.count, piece + 3 * 44_100)])
        var best = guess
        for step in [8, 1] {
            let reach = step == 8 ? 1024 : 16
            let start = min(max(0, best + piece - reach), recording.count)
            let end = min(max(start, best + piece + part.count + reach), recording.count)
            let window = Array(recording[start..<end])
            best = start - piece + Self.best(decimate(part, by: step), decimate(window, by: step)) * step
        }
        return best
    }

    /// The frame at which the level rises above a fiftieth of the peak.
    private static func begin(of samples: [Float]) -> Int {
        let peak = samples.lazy.map(abs).max() ?? 0
        return onset(in: samples, above: peak / 50) ?? 0
    }

    /// The first frame whose magnitude is above the threshold, or nil.
    package static func onset(in samples: [Float], above threshold: Float) -> Int? {
        samples.firstIndex { abs($0) > threshold }
    }

    private static func best(_ sound: [Float], _ recording: [Float]) -> Int {
        var (best, highest) = (0, -Double.infinity)
        for lag in 0...max(0, recording.count - sound.count) {
            let value = normalised(sound, recording, at: lag)
            if value > highest { (best, highest) = (lag, value) }
        }
        return best
    }

    /// Samples beyond the recording's end count as silence.
    private static func normalised(_ sound: [Float], _ recording: [Float], at lag: Int) -> Double {
        sound.withUnsafeBufferPointer { sound in
            recording.withUnsafeBufferPointer { recording in
                var (product, left, right) = (Float(0), Float(0), Float(0))
                var (products, lefts, rights) = (0.0, 0.0, 0.0)
                var index = 0
                let count = sound.count
                let available = max(0, min(count, recording.count - lag))
                while index < count {
                    let a = sound[index]
                    let b = index < available ? recording[lag + index] : 0
                    product += a * b
                    left += a * a
                    right += b * b
                    index += 1
                    // Summed in parts: a single Float would lose small values.
                    if index & 1023 == 0 {
                        products += Double(product)
                        lefts += Double(left)
                        rights += Double(right)
                        (product, left, right) = (0, 0, 0)
                    }
                }
                let energy = (lefts + Double(left)) * (rights + Double(right))
                return energy > 0 ? (products + Double(product)) / energy.squareRoot() : 0
            }
        }
    }

    private static func decimate(_ samples: [Float], by step: Int) -> [Float] {
        guard step > 1 else { return samples }
        return samples.withUnsafeBufferPointer { samples in
            (0..<samples.count / step).map { block in
                var sum: Float = 0
                var index = block * step
                while index < (block + 1) * step {
                    sum += samples[index]
                    index += 1
                }
                return sum / Float(step)
            }
        }
    }

    private static func energy(_ samples: [Float], _ begin: Int, _ end: Int) -> Double {
        samples.withUnsafeBufferPointer { samples in
            var sum = 0.0
            var index = begin
            while index < end {
                sum += Double(samples[index]) * Double(samples[index])
                index += 1
            }
            return sum
        }
    }

    private static func loudest(_ samples: [Float], length: Int) -> Int {
        let starts = stride(from: 0, through: max(0, samples.count - length), by: max(1, length / 2))
        return starts.max { energy(samples, $0, $0 + length) < energy(samples, $1, $1 + length) } ?? 0
    }
}
