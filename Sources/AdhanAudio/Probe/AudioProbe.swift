import AdhanCore
import Glibc

/// Checks without a sound whether a sound card works: opens the devices in order until one opens, and closes it again.
package struct AudioProbe: Sendable {
    /// The first device that opens; nil where none does.
    package var device: String?
    /// The number of the sound card behind it, from 0; nil where there is no single card, as behind a sound server.
    package var card: Int?
    /// Why the devices before it do not open.
    package var failures: [AudioError] = []

    /// Why nothing would be heard; nil where a card opens, or the config names none.
    package var problem: Fault? {
        guard device.map({ !OutputDevice($0).isCard }) ?? true, !failures.isEmpty else { return nil }
        return AudioError.fault(of: failures)
    }
}

extension AudioProbe {
    /// Longer than a sound server needs to play a short sound.
    private static let patience: Duration = .seconds(5)

    /// Probes the devices in their order. It may block for as long as a sound server does.
    ///
    /// - Parameters:
    ///   - formats: those of the recordings: a device must accept all of them.
    ///   - silence: how much silence to play; zero to only open the device.
    package init(_ devices: [String], _ formats: [SoundFormat], silence: Duration = .zero) {
        for device in devices {
            // A file is not opened as a device: that would erase the last recording in it.
            let output = OutputDevice(device)
            if !output.isCard {
                if let fault = AudioOutputs.fault(of: output) {
                    failures.append(fault)
                    continue
                }
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
    /// The formats of the recordings, each once; that of a CD where none can be read. It reads the files.
    package static func formats(of files: [String]) -> [SoundFormat] {
        // Faults of the files are reported by the check of the recordings.
        formats(files.map { try? MP3Decoder(SoundFile(path: $0)).format })  // reason: see above
    }

    /// Each format once; that of a CD where there is none.
    package static func formats(_ found: [SoundFormat?]) -> [SoundFormat] {
        let formats = found.reduce(into: [SoundFormat]()) { formats, format in
            if let format, !formats.contains(format) { formats.append(format) }
        }
        return formats.isEmpty ? [SoundFormat(rate: 44_100, channels: 2)] : formats
    }
}
