import AdhanCore
import AdhanSupport

/// A sound by which a person finds out whether a device is the right one.
package enum SoundTest {
    /// Longer than a sound server needs to begin.
    private static let patience: Duration = .seconds(5)

    /// Plays the beginning of a recording on a device. It blocks for as long.
    ///
    /// - Throws: `AudioError`, also where the recording cannot be played.
    package static func play(_ recording: String, on device: String, for length: Duration) throws(AudioError) {
        let decoder = try MP3Decoder(SoundFile(path: recording))
        let wanted = decoder.format.frames(in: length) * decoder.format.channels
        var samples: [Int16] = []
        while samples.count < wanted {
            let more = decoder.read(maxFrames: 1 << 15)
            guard !more.isEmpty else { break }
            samples += more
        }
        let output = try AudioOutputs.open(device, decoder.format, LinuxClock())
        defer { output.close() }
        try output.play(Array(samples.prefix(wanted)), within: length + patience)
    }
}
