import AdhanCore
import AdhanSupport
import Glibc

/// The outputs that `[audio] devices` can name, each with how it is opened and checked.
package enum AudioOutputs {
    private struct Row {
        /// Why nothing can be played into the path, whoever asks; found without opening it.
        var problem: @Sendable (_ path: String) -> String? = { _ in nil }
        /// Why the system does not let this process write there; found without a change.
        var refusal: @Sendable (_ path: String) -> Int32? = { _ in nil }
        let open: @Sendable (_ path: String, SoundFormat, any HostClock) throws(AudioError) -> any AudioOutput
    }

    /// Opens the output. It may block for as long as a sound server does.
    static func open(
        _ name: String,
        _ format: SoundFormat,
        _ clock: any HostClock
    ) throws(AudioError) -> any AudioOutput {
        let device = OutputDevice(name)
        guard let row = row(device) else {
            return try ALSAOutput(name: name, format: format, clock: clock)
        }
        return try row.open(device.file ?? "", format, clock)
    }

    /// Why nothing can be played into an output that is no card; nil if something can, and for a card.
    package static func problem(of device: OutputDevice) -> String? { row(device)?.problem(device.file ?? "") }

    /// Like the above, but also if this process may not write there.
    static func fault(of device: OutputDevice) -> AudioError? {
        let problem = problem(of: device)
        guard let code = problem == nil ? row(device)?.refusal(device.file ?? "") : EINVAL else { return nil }
        return .deviceClosed(device: device.name, doing: "opening it", code: code, message: problem ?? "")
    }

    /// Nil for a name of ALSA's.
    private static func row(_ device: OutputDevice) -> Row? {
        switch device.kind {
        case nil: nil
        case .silent: Row { SilentOutput(format: $1, clock: $2) }
        case .wav:
            Row(problem: FileOutput.problem, refusal: FileOutput.refusal) { path, format, clock throws(AudioError) in
                try FileOutput(path: path, format: format, clock: clock)
            }
        }
    }
}
