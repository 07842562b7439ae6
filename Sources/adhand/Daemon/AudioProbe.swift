import AdhanAudio
import AdhanCore

/// Whether a sound card is there, without a sound.
enum AudioProbe {
    /// Opens the devices in their order until one does, and closes it again.
    ///
    /// - Returns: the one that opens; else why none does.
    static func open(_ devices: [String]) -> (device: String?, problem: String?) {
        var problems: [String] = []
        for device in devices {
            if device == "silent" { return (device, problems.isEmpty ? nil : problems.joined(separator: "; ")) }
            do {
                _ = try ALSAOutput(name: device, format: SoundFormat(rate: 44_100, channels: 2))
                return (device, nil)
            } catch {
                problems.append("\(error)")
            }
        }
        return (nil, problems.joined(separator: "; "))
    }
}
