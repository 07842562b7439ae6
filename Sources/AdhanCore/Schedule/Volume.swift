import Glibc

/// The volume of a recording: decibels relative to the recording itself, at most 0.
package struct Volume: Sendable, Hashable, Comparable {
    /// At most 0; `-infinity` for silence.
    package let decibels: Double

    /// The recording unchanged.
    package static let full = Volume(decibels: 0)
    package static let silent = Volume(decibels: -.infinity)
    /// The decibels that a person may choose: below -96 dB nothing is left of 16 bits.
    package static let audible = -96.0...0

    /// - Parameter decibels: a value above 0, or NaN, counts as 0.
    package init(decibels: Double) {
        self.decibels = decibels < 0 ? decibels : 0
    }

    /// From the scale 0…100 on which equal steps sound equal: a sample's factor is the cube of percent / 100, as in
    /// alsamixer (volume_mapping.c) and PulseAudio (volume.c). 100 is 0 dB, 80 is -5.8 dB, 50 is -18.1 dB, 25 is -36.1
    /// dB and 0 is silence.
    package init(percent: Double) {
        self = percent > 0 ? Volume(decibels: 60 * log10(percent / 100)) : .silent
    }

    /// The position on the scale 0…100.
    package var percent: Double { 100 * pow(10, decibels / 60) }

    /// The position as people are shown it: rounded to a hundredth, below that to a millionth.
    package var roundedPercent: Double {
        let scale = percent < 0.01 ? 1_000_000.0 : 100
        return (percent * scale).rounded() / scale
    }

    /// The same as a person writes it: `60`, and not `60.0`.
    package var text: String {
        let rounded = roundedPercent
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }

    /// Whether the loudest 16-bit sample becomes smaller than one.
    package var isInaudible: Bool { decibels < -90 }

    /// The factor on every sample, 0…1; exactly 1 at 0 dB.
    package var gain: Double { pow(10, decibels / 20) }

    package static func < (left: Volume, right: Volume) -> Bool { left.decibels < right.decibels }
}
