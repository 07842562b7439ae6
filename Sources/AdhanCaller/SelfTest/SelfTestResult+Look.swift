import AdhanAudio
import AdhanSupport

extension SelfTestResult {
    /// Enough silence for a device to start and to drain.
    private static let silence: Duration = .milliseconds(300)

    /// Opens the first device that takes all formats of the recordings, and plays a little silence on it. It may block
    /// for as long as a sound server does.
    ///
    /// - Parameter playsSilence: false to only open the device.
    init(_ devices: [String], _ recordings: KeptRecordings, _ hooks: HooksConfiguration, playsSilence: Bool) {
        let problems = hooks.problems
        let probe = AudioProbe(devices, recordings.formats, silence: playsSilence ? Self.silence : .zero)
        self.init(
            devices: devices,
            device: probe.device,
            problem: probe.problem,
            faults: recordings.faults.map(\.problem),
            recordings: recordings.paths,
            hooks: HookOutcome.Kind.allCases.compactMap { problems[$0] },
            // The failure of a single device is told already.
            unknown: devices.count > 1 ? devices.compactMap(UnknownDevice.init).map(\.words) : []
        )
    }

    /// The result of a test that has not returned.
    ///
    /// - Parameters:
    ///   - file: the recording whose disk the test waits for; nil where it waits for a device.
    ///   - faults: the known faults of the recordings.
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
