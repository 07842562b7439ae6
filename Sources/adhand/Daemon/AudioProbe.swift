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
    init(_ devices: [String]) {
        for device in devices {
            guard device != PlayerConfiguration.silent else {
                self.device = device
                return
            }
            do {
                let output = try ALSAOutput(name: device, format: SoundFormat(rate: 44_100, channels: 2))
                (self.device, card) = (device, output.card)
                output.close()
                return
            } catch {
                failures.append(error)
            }
        }
    }
}
