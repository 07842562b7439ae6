import AdhanAudio
import AdhanCore

/// Whether a sound card is there, without a sound: the devices opened in their order until one does, and closed again.
struct AudioProbe: Sendable {
    /// The one that opens; nil where none does.
    var device: String?
    /// The number of the sound card behind it, from 0; nil where there is no one card, as behind a sound server.
    var card: Int?
    /// Why those before it do not.
    var failures: [AudioError] = []

    /// Why nothing is heard; nil where a card opens, or silence is all that was asked for.
    var problem: String? {
        guard device == nil || device == PlayerConfiguration.silent, !failures.isEmpty else { return nil }
        return failures.map(\.description).joined(separator: "; ")
    }
}

extension AudioProbe {
    /// May block for as long as a sound server does.
    ///
    /// - Parameters:
    ///   - devices: in their order.
    ///   - formats: what is to be played; a device that refuses one of them would fail at the prayer that needs it.
    init(_ devices: [String], _ formats: [SoundFormat]) {
        for device in devices {
            guard device != PlayerConfiguration.silent else {
                self.device = device
                return
            }
            do {
                for format in formats {
                    let output = try ALSAOutput(name: device, format: format)
                    card = output.card
                    output.close()
                }
                self.device = device
                return
            } catch {
                card = nil
                failures.append(error)
            }
        }
    }
}

extension AudioConfiguration {
    /// Each format that a recording has, and that of a CD where none can be read. Reads the files.
    var formats: [SoundFormat] {
        var formats: [SoundFormat] = []
        for file in files {
            // What is wrong with it is said by whoever looks at the recordings.
            guard let format = try? MP3Decoder(SoundFile(path: file)).format else { continue }  // reason: see above
            if !formats.contains(format) { formats.append(format) }
        }
        return formats.isEmpty ? [SoundFormat(rate: 44_100, channels: 2)] : formats
    }
}
