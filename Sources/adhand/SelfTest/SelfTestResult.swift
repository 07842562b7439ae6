import AdhanAudio
import AdhanCore

/// What a self-test has come to.
struct SelfTestResult: Sendable, Equatable {
    /// Those that were tried, in their order.
    let devices: [String]
    /// The one that plays; nil where none does.
    let device: String?
    /// Why nothing would be heard; nil where a card plays, or silence is all that was asked for.
    let problem: String?
    /// What is wrong with the recordings.
    let faults: [String]
    /// The recordings, by their paths.
    let recordings: [String]
    /// What would keep the programs around a sound from being run: an amplifier that stays off is as bad as a card that is gone.
    var hooks: [HookOutcome.Kind: String] = [:]

    var isOK: Bool { problem == nil && faults.isEmpty && hooks.isEmpty }

    var words: String {
        guard isOK else {
            let found = [problem].compactMap(\.self) + faults + HookOutcome.Kind.allCases.compactMap { hooks[$0] }
            return found.joined(separator: "; ")
        }
        let files = recordings.count == 1 ? "the recording decodes" : "\(recordings.count) recordings decode"
        if device == PlayerConfiguration.silent { return "nothing is to be heard, and \(files) whole" }
        return "\(device ?? "a device") plays, and \(files) whole"
    }
}

extension SelfTestResult {
    /// Silence enough for a device to start and to drain.
    private static let silence: Duration = .milliseconds(300)

    /// Opens the first device that takes each of the recordings' formats, and plays a little silence on it; may block for as long as
    /// a sound server does.
    ///
    /// - Parameter playsSilence: false to open the device only.
    init(_ devices: [String], _ recordings: KeptRecordings, _ hooks: HooksConfiguration, playsSilence: Bool) {
        let probe = AudioProbe(devices, recordings.formats, silence: playsSilence ? Self.silence : .zero)
        self.init(
            devices: devices,
            device: probe.device,
            problem: probe.problem,
            faults: recordings.faults.map(\.problem),
            recordings: recordings.paths,
            hooks: hooks.problems
        )
    }

    /// Of one that has not come back.
    ///
    /// - Parameters:
    ///   - file: the recording whose disk it waits for; nil where it waits for a device.
    ///   - faults: of the recordings, as they are known.
    init(late devices: [String], _ recordings: [String], waitingFor file: String?, faults: [String]) {
        let device = "\(devices.joined(separator: ", ")): the sound device has not answered for a minute"
        self.init(
            devices: devices,
            device: nil,
            problem: file == nil ? device : nil,
            faults: (file.map { ["\($0): its disk or server has not answered for a minute"] } ?? []) + faults,
            recordings: recordings
        )
    }
}
