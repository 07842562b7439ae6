import AdhanSupport
import AdhanAudio
import AdhanCore
import Glibc

/// The output of `adhand audio devices`, also in its JSON form.
struct AudioDevicesReport: Encodable {
    struct Card: Encodable {
        var number: Int
        var id: String
        var title: String
    }

    struct Name: Encodable {
        var name: String
        var title: String
    }

    /// An entry of `[audio] devices`.
    struct Device: Encodable {
        enum State: String, Encodable { case used, opens, fails, untried }

        var name: String
        var state: State
        /// Why it does not open, or was not tried.
        var reason: String?
        /// The number of its card.
        var card: Int?
    }

    var cards: [Card]
    var names: [Name]
    /// In the order of the config.
    var devices: [Device]
    /// What the running daemon says about its device; nil if no daemon answers.
    var daemon: String?
    /// Names that may denote another card after the next boot, and what to write instead.
    var warnings: [String]

    /// Whether all were tried and all failed.
    var isSilenced: Bool { devices.allSatisfy { $0.state == .fails } }
}

extension AudioDevicesReport {
    /// Opens and closes devices without a sound; may block for as long as a sound server does.
    ///
    /// - Parameter lookup: finds the recordings in the mirrors.
    init(
        _ audio: AudioConfiguration,
        _ daemon: Result<StatusReport, ControlFault>,
        _ lookup: ResourceLookup,
        config: String
    ) {
        var look = CardLook(daemon)
        let cards = SoundCards.all()
        self.cards = cards.map { Card(number: $0.number, id: $0.id, title: $0.title) }
        names = SoundCards.playbackNames().map { Name(name: $0.name, title: $0.title) }
        warnings = CardNumberCheck.remarks(audio.devices, cards, config: config).map {
            "\($0.words): \($0.advice)"
        }
        self.daemon = look.daemon.map { "\($0.audio.state): \($0.audio.words)" }
        (look.isDenied, devices) = (SoundCards.hasDenied, [])
        let formats = AudioProbe.formats(of: audio.files.map { lookup($0) })
        for name in audio.devices {
            // Checked again before each device: an adhan may have begun meanwhile.
            look.owners = CardOwner.all()
            guard !look.isAdhands else {
                devices.append(Device(name: name, state: .untried, reason: Self.untried))
                continue
            }
            devices.append(
                Device(name, AudioProbe([name], formats), look, isFirst: !devices.contains { $0.state == .used })
            )
        }
    }

    private static let untried = "it is left alone, since an adhan sounds or is near"

    var table: String {
        var lines = ["cards"]
        lines += Self.indented(cards.map { ["\($0.number)", $0.id, $0.title] })
        if cards.isEmpty { lines.append("  none that you may open") }
        lines += ["", "names for [audio] devices"]
        lines += Self.indented(names.map { ["\"\($0.name)\"", $0.title] })
        lines += ["", "[audio] devices, in their order"]
        lines += Self.indented(devices.map { ["\"\($0.name)\"", $0.state.rawValue, $0.words] })
        if let daemon { lines += ["", "the daemon's is \(daemon)"] }
        if !warnings.isEmpty { lines += [""] + warnings.map { "! \($0)" } }
        return lines.map { OneLine.of($0) + "\n" }.joined()
    }

    var json: String { get throws { try JSONText.encode(self) + "\n" } }

    private static func indented(_ rows: [[String]]) -> [String] { columns(rows).map { "  " + $0 } }
}

extension AudioDevicesReport.Device {
    /// - Parameter isFirst: whether no device before it opens.
    init(_ name: String, _ probe: AudioProbe, _ look: CardLook, isFirst: Bool) {
        self.name = name
        card = probe.card
        state = probe.device == nil ? .fails : isFirst ? .used : .opens
        guard let failure = probe.failures.first else {
            reason = OutputDevice(name).kind?.purpose
            return
        }
        let cause: String? =
            if probe.hasFailed(EBUSY) {
                "it is in use by \(look.users ?? "another program")"
            } else if probe.hasFailed(EACCES) || look.isDenied {
                "you may not open the sound card, look as root: sudo adhand audio devices"
            } else {
                failure.remedy
            }
        reason = failure.problem + (cause.map { "; \($0)" } ?? "")
    }

    fileprivate var words: String {
        [card.map { "card \($0)" }, reason].compactMap(\.self).joined(separator: "; ")
    }
}
