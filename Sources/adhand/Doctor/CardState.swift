import AdhanAudio
import AdhanCore
import AdhanSupport
import Glibc

/// The result of trying the sound cards as the daemon would.
struct CardState: Sendable {
    /// The daemon's status; nil if it does not run or may not be asked.
    var daemon: StatusReport?
    /// The programs that have a card open for playback.
    var owners: [CardOwner] = []
    /// The result of trying the configured devices; nil if adhand is using them, and they are left alone.
    var probe: AudioProbe?
    /// Other devices that open; searched for only if no configured one does.
    var others: [String] = []
    /// The configured devices unknown to ALSA; searched for only if none of them opens.
    var unknown: [UnknownDevice] = []
    /// There are sound cards that this user may not open.
    var isDenied = false

    /// In seconds. If an adhan is this near, no device is opened even for a moment.
    private static let near = 60

    /// Whether adhand plays or is about to: the daemon, or a command typed by somebody.
    var isInUseByAdhand: Bool {
        daemon?.sounding != nil || daemon?.starting != nil || daemon?.next.map { $0.inSeconds < Self.near } ?? false
            || owners.contains(where: \.isAdhand)
    }

    /// The number of the card that plays or would play; nil if there is none or it has no number.
    var card: Int? { if let probe { probe.card } else { owners.first(where: \.isAdhand)?.card } }

    /// The state of the device of the next adhan; nil if it was not tried, or this user may not open it.
    var device: SoundFacts.Device? {
        guard let probe, !isDenied else { return nil }
        if let problem = probe.problem { return .fails(problem) }
        return probe.device.map { name in
            OutputDevice(name).unheard.map { .unheard(name, because: $0) } ?? .opens(name)
        }
    }

    /// The programs that have a card open, in words; nil if none has.
    var users: String? { owners.isEmpty ? nil : owners.map(\.words).joined(separator: ", ") }
}

extension CardState {
    /// What can be found without opening anything.
    init(_ daemon: DaemonAnswer) {
        if case .success(let report) = daemon { self.daemon = report }
        owners = CardOwner.all()
    }

    /// Opens and closes devices without a sound; may block for as long as a sound server does.
    init(_ audio: AudioConfiguration, _ daemon: DaemonAnswer, _ lookup: ResourceLookup = .none) {
        self.init(daemon)
        guard !isInUseByAdhand else { return }
        let formats = AudioProbe.formats(of: audio.files.map { lookup($0) })
        let probe = AudioProbe(audio.devices, formats)
        // An adhan may have begun meanwhile.
        if probe.problem != nil { owners = CardOwner.all() }
        guard !isInUseByAdhand else { return }
        self.probe = probe
        guard probe.problem != nil else { return }
        isDenied = SoundCards.hasDenied || probe.hasFailed(EACCES)
        unknown = audio.devices.compactMap(UnknownDevice.init)
        others = SoundCards.all().compactMap { card in
            AudioProbe(["plughw:CARD=\(card.id)", "default:CARD=\(card.id)"], formats).device
        }
    }
}

extension AudioProbe {
    func hasFailed(_ code: Int32) -> Bool {
        failures.contains { if case .deviceClosed(_, _, code, _) = $0 { true } else { false } }
    }
}
