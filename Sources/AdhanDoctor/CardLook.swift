import AdhanAudio
import AdhanConfig
import AdhanControl
import AdhanCore
import Foundation
import Glibc

/// What came of trying the sound cards, as the daemon would.
package struct CardLook: Sendable {
    /// What the daemon says; nil where it does not run, or may not be asked.
    package var daemon: StatusReport?
    /// Who has a card open for playing.
    package var owners: [CardOwner] = []
    /// What came of the configured devices; nil where adhand uses them now, and they are left alone.
    package var probe: AudioProbe?
    /// Other devices that open; looked for only where none of the configured ones does.
    package var others: [String] = []
    /// Of the configured devices those that ALSA does not know; looked for only where none of them opens.
    package var unknown: [UnknownDevice] = []
    /// There are sound cards that this user may not open.
    package var isDenied = false

    /// An adhan this near is not to find its card taken, even for the moment of a look. In seconds.
    private static let near = 60

    /// Whether adhand sounds, or is about to: the daemon, or a command of somebody's.
    package var isAdhands: Bool {
        daemon?.sounding != nil || daemon?.next.map { $0.inSeconds < Self.near } ?? false
            || owners.contains(where: \.isAdhand)
    }

    /// The number of the card that sounds, or would; nil where none does, or it has no number.
    package var card: Int? { if let probe { probe.card } else { owners.first(where: \.isAdhand)?.card } }
}

extension CardLook {
    /// What can be seen without opening anything.
    package init(_ daemon: Result<StatusReport, ControlFault>) {
        if case .success(let report) = daemon { self.daemon = report }
        owners = CardOwner.all()
    }

    /// Opens and closes devices, without a sound; it may block for as long as a sound server does.
    package init(_ audio: AudioConfiguration, _ daemon: Result<StatusReport, ControlFault>) {
        self.init(daemon)
        guard !isAdhands else { return }
        let formats = AudioProbe.formats(of: audio.files)
        let probe = AudioProbe(audio.devices, formats)
        // An adhan may have begun meanwhile.
        if probe.problem != nil { owners = CardOwner.all() }
        guard !isAdhands else { return }
        self.probe = probe
        guard probe.problem != nil else { return }
        isDenied = SoundCards.hasDenied || probe.hasFailed(EACCES)
        unknown = audio.devices.compactMap(UnknownDevice.init)
        others = SoundCards.all().compactMap { card in
            AudioProbe(["plughw:CARD=\(card.id)", "default:CARD=\(card.id)"], formats).device
        }
    }

    /// Who has a card open, in words; nil where nobody has.
    package var users: String? { owners.isEmpty ? nil : owners.map(\.words).joined(separator: ", ") }
}

extension AudioProbe {
    /// - Parameter code: the system's number of the reason.
    package func hasFailed(_ code: Int32) -> Bool {
        failures.contains { if case .deviceClosed(_, _, code, _) = $0 { true } else { false } }
    }
}
