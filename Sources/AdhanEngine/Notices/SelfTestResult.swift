import AdhanAudio
import AdhanCore

/// What a self-test has come to.
package struct SelfTestResult: Sendable, Equatable {
    /// Those that were tried, in their order.
    package let devices: [String]
    /// The one that plays; nil where none does.
    package let device: String?
    /// Why nothing would be heard; nil where a card plays, or none was asked for.
    package let problem: String?
    /// What is wrong with the recordings.
    package let faults: [String]
    /// The recordings, by their paths.
    package let recordings: [String]
    /// What would keep the programs around a sound from being run: an amplifier that stays off is as bad as a card that is gone.
    package var hooks: [String] = []
    /// Which of the devices there are none of, where another one plays: a slip of the pen, or a card that is not plugged in.
    package var unknown: [String] = []

    package init(
        devices: [String],
        device: String?,
        problem: String?,
        faults: [String],
        recordings: [String],
        hooks: [String] = [],
        unknown: [String] = []
    ) {
        (self.devices, self.device, self.problem, self.faults, self.recordings) = (
            devices, device, problem, faults, recordings
        )
        (self.hooks, self.unknown) = (hooks, unknown)
    }

    package var isOK: Bool { problem == nil && faults.isEmpty && hooks.isEmpty }

    package var words: String {
        guard isOK else {
            // What is wrong where no device plays names each of them.
            let found = [problem].compactMap(\.self) + faults + hooks + (problem == nil ? unknown : [])
            return found.joined(separator: "; ")
        }
        let files = recordings.count == 1 ? "the recording decodes" : "\(recordings.count) recordings decode"
        let rest = (["\(files) whole"] + unknown).joined(separator: "; ")
        if let device, DeviceKind(device) != .alsa { return "nothing is to be heard, and \(rest)" }
        return "\(device ?? "a device") plays, and \(rest)"
    }
}
