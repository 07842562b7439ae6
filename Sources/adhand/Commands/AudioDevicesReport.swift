import AdhanAudio
import AdhanCore
import AdhanSupport
import Glibc

/// The output of `adhand audio devices`, also in its JSON form.
struct AudioDevicesReport: Encodable {
    /// An entry of `[audio] devices`.
    struct Device: Encodable {
        enum State: String, Encodable { case used, opens, fails, untried }

        let name: String
        let state: State
        /// Why it does not open, or was not tried.
        var reason: String?
        /// The number of its card.
        var card: Int?
    }

    let cards: [SoundDevices.Card]
    let names: [SoundDevices.Name]
    /// In the order of the config.
    private(set) var devices: [Device] = []
    /// What the running daemon says about its device; nil if no daemon answers.
    let daemon: String?
    /// Names that may denote another card after the next boot, and what to write instead.
    let warnings: [String]

    /// Opens and closes devices without a sound; may block for as long as a sound server does.
    ///
    /// - Parameter configuration: nil where this user may not read it; then no device is tried.
    init(
        _ configuration: Configuration?,
        _ daemon: DaemonAnswer,
        _ lookup: ResourceLookup,
        _ all: SoundDevices
    ) {
        var state = CardState(daemon)
        (cards, names) = (all.cards, all.names)
        self.daemon = state.daemon.map { "\($0.audio.state): \($0.audio.words)" }
        guard let configuration else {
            warnings = []
            return
        }
        let (audio, file) = (configuration.audio, configuration.file(of: "audio.devices"))
        let remarks = CardNumberCheck.remarks(audio.devices, SoundCards.all(), config: file)
        warnings = remarks.map { "\($0.words): \($0.advice)" }
        state.isDenied = SoundCards.hasDenied
        let formats = AudioProbe.formats(of: audio.files.map { lookup($0) })
        for name in audio.devices {
            // Checked again before each device: an adhan may have begun meanwhile.
            state.owners = CardOwner.all()
            guard !state.isInUseByAdhand else {
                let reason = "it is left alone, since an adhan sounds or is near"
                devices.append(Device(name: name, state: .untried, reason: reason))
                continue
            }
            let isFirst = !devices.contains { $0.state == .used }
            devices.append(Device(name, AudioProbe([name], formats), state, isFirst: isFirst))
        }
    }

    /// Whether all were tried and all failed.
    var isSilenced: Bool { devices.allSatisfy { $0.state == .fails } }

    var table: String {
        func indented(_ rows: [[String]]) -> [String] { columns(rows).map { "  " + $0 } }
        var lines = ["cards"] + indented(cards.map { ["\($0.number)", $0.id, $0.title] })
        let advice = geteuid() == 0 ? "none: plug a sound card in" : "none that you may open: sudo adhand audio devices"
        if cards.isEmpty { lines.append("  " + advice) }
        lines += ["", "names for [audio] devices"] + indented(names.map { ["\"\($0.name)\"", $0.title] })
        if !devices.isEmpty { lines += ["", "[audio] devices, in their order"] }
        lines += indented(devices.map { ["\"\($0.name)\"", $0.state.rawValue, $0.words] })
        let reasons = devices.compactMap(\.reason).filter { $0.count > 20 }
        let words = daemon.map { daemon in reasons.reduce(daemon) { $0.replacing($1, with: "see above") } }
        if let words { lines += ["", "the daemon's is \(words)"] }
        if !warnings.isEmpty { lines += [""] + warnings.map { "! \($0)" } }
        return lines.map { OneLine.of($0) + "\n" }.joined()
    }
}

extension AudioDevicesReport.Device {
    init(_ name: String, _ probe: AudioProbe, _ cards: CardState, isFirst: Bool) {
        self.name = name
        card = probe.card
        state = probe.device == nil ? .fails : isFirst ? .used : .opens
        guard let failure = probe.failures.first else {
            reason = OutputDevice(name).kind?.purpose
            return
        }
        let cause: String? =
            if probe.hasFailed(EBUSY) {
                cards.users.map { "it is in use by \($0)" } ?? failure.remedy
            } else if probe.hasFailed(EACCES) || cards.isDenied {
                "you may not open the sound card, look as root: sudo adhand audio devices"
            } else if failure.fault().id == Fault.Meaning.cardMissing.rawValue {
                nil  // This command is its remedy.
            } else {
                failure.remedy
            }
        reason = failure.problem + (cause.map { "; \($0)" } ?? "")
    }

    fileprivate var words: String {
        [card.map { "card \($0)" }, reason].compactMap(\.self).joined(separator: "; ")
    }
}
