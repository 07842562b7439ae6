import AdhanCore

/// Whether a sound card is there, without a sound: the devices opened in their order until one does, and closed again.
package struct AudioProbe: Sendable {
    /// The one that opens; nil where none does.
    package var device: String?
    /// The number of the sound card behind it, from 0; nil where there is no one card, as behind a sound server.
    package var card: Int?
    /// Why those before it do not.
    package var failures: [AudioError] = []

    /// Why nothing is heard; nil where a card opens, or none was asked for.
    package var problem: String? {
        guard device.map({ DeviceKind($0) != .alsa }) ?? true, !failures.isEmpty else { return nil }
        return failures.map(\.description).joined(separator: "; ")
    }
}

extension AudioProbe {
    /// Longer than a sound server needs for the end of a short sound.
    private static let patience: Duration = .seconds(5)

    /// May block for as long as a sound server does.
    ///
    /// - Parameters:
    ///   - devices: in their order.
    ///   - formats: what is to be played; a device that refuses one of them would fail at the prayer that needs it.
    ///   - silence: how much silence it is to play, whole; none for a device that is only to open.
    package init(_ devices: [String], _ formats: [SoundFormat], silence: Duration = .zero) {
        for device in devices {
            // A file is not opened: what was played into it last is to stay.
            guard DeviceKind(device) == .alsa else {
                self.device = device
                return
            }
            do {
                for format in formats {
                    let output = try ALSAOutput(name: device, format: format)
                    defer { output.close() }
                    card = output.card
                    if silence > .zero { try output.playSilence(silence, within: Self.patience) }
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

extension AudioProbe {
    /// Each format that one of the recordings has, and that of a CD where none can be read. Reads the files.
    package static func formats(of files: [String]) -> [SoundFormat] {
        // What is wrong with a file is said by whoever looks at the recordings.
        formats(files.map { try? MP3Decoder(SoundFile(path: $0)).format })  // reason: see above
    }

    /// Each of them once, and that of a CD where there is none.
    package static func formats(_ found: [SoundFormat?]) -> [SoundFormat] {
        let formats = found.reduce(into: [SoundFormat]()) { formats, format in
            if let format, !formats.contains(format) { formats.append(format) }
        }
        return formats.isEmpty ? [SoundFormat(rate: 44_100, channels: 2)] : formats
    }
}
