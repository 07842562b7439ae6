import AdhanCore

package struct SelfTestResult: Sendable, Equatable {
    /// The devices that were tried, in order.
    package let devices: [String]
    /// The first device that plays; nil where none does.
    package let device: String?
    /// Why nothing would be heard; nil where a card plays, or the config names none.
    package let problem: Fault?
    /// What is wrong with the recordings, as sentences.
    package let faults: [String]
    /// The recordings, by their paths.
    package let recordings: [String]
    /// Why hooks could not run, as sentences: an amplifier that stays off is as bad as a missing card.
    package var hooks: [String] = []
    /// The devices that do not exist although another one plays: a typing error, or a card that is not plugged in.
    package var unknown: [String] = []

    var isOK: Bool { problem == nil && faults.isEmpty && hooks.isEmpty }

    package var words: String {
        guard isOK else {
            // What is wrong where no device plays names each of them.
            let found = [problem?.sentence].compactMap(\.self) + faults + hooks + (problem == nil ? unknown : [])
            return found.joined(separator: "; ")
        }
        let files = recordings.count == 1 ? "the recording decodes" : "\(recordings.count) recordings decode"
        let rest = (["\(files) whole"] + unknown).joined(separator: "; ")
        if let device, !OutputDevice(device).isCard { return "the config names no sound card, and \(rest)" }
        return "\(device ?? "a device") plays, and \(rest)"
    }
}
