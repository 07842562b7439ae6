import AdhanAudio
import AdhanSupport
import AdhanCore
import Glibc

/// Checks whether a mixer control between the recording and the loudspeaker is too low.
enum VolumeCheck {
    /// The sound passes through all of these, one after the other.
    private static let ways = ["Master", "PCM", "Digital"]
    /// The sound comes out of each of these that is on.
    private static let outlets = ["Speaker", "Headphone"]
    /// Prefixes of controls that belong to inputs or shape the sound.
    private static let others = ["Mic", "Sidetone", "Line", "Aux", "CD", "Beep", "Loopback", "Bass", "Treble", "Auto"]

    struct Control: Sendable, Equatable {
        /// ALSA's name for it.
        let name: String
        /// `amixer`'s option that selects its card.
        let option: String
        /// Its name for people.
        let title: String

        /// Of the card on which the daemon plays; nil if there is none.
        init?(_ cards: CardState, _ audio: AudioConfiguration) {
            if let number = cards.card {
                (name, option, title) = ("hw:\(number)", "-c \(number)", "card \(number)")
            } else {
                // If adhand uses a device that is no card, it is assumed to be the config's first.
                let device = if let probe = cards.probe { probe.device } else { audio.devices.first }
                guard let device, OutputDevice(device).isCard else { return nil }
                (name, option, title) = (device, "-D \(shellWord(device))", device)
            }
        }
    }

    static func findings(
        _ cards: CardState,
        _ audio: AudioConfiguration,
        _ preferences: Preferences = Preferences()
    ) -> [Finding] {
        let low =
            preferences.faint.map { Finding.bad($0.words, do: $0.remedy) }
            + audio.faintVolumes.map { ConfigCheck.finding($0.fault) }
        guard low.isEmpty else { return low }
        guard let control = Control(cards, audio) else {
            if cards.isDenied { return [.forRoot("you may not look at it")] }
            let isSilent = cards.probe?.problem == nil
            return [isSilent ? .good("[audio] devices names no sound card, so there is no volume") : .needs("card")]
        }
        do {
            return findings(try Mixer.knobs(of: control.name), control)
        } catch .deviceClosed(_, _, ENOENT, _) {
            return findings([], control)
        } catch {
            return [.bad("\(error)", do: "see what the mixer says: amixer \(control.option)")]
        }
    }

    static func findings(_ knobs: [Mixer.Knob], _ control: Control) -> [Finding] {
        var ways = knobs.filter { Self.ways.contains($0.name) }
        let outlets = knobs.filter { Self.outlets.contains($0.name) }
        if ways.isEmpty, outlets.isEmpty {
            // The controls of a USB card have the names that its manufacturer chose.
            let unknown = knobs.filter { knob in !Self.others.contains(where: knob.name.hasPrefix) }
            guard !unknown.isEmpty else { return [.good("\(control.title) has no volume of its own")] }
            guard unknown.count == 1 else {
                let states = unknown.map(\.state).joined(separator: ", ")
                return [.good("\(control.title): \(states); their names do not tell which one matters")]
            }
            ways = unknown
        }
        let shut = ways.filter(\.isShut) + (outlets.allSatisfy(\.isShut) ? outlets : [])
        guard !shut.isEmpty else {
            return [.good("\(control.title): \((ways + outlets).map(\.state).joined(separator: ", "))")]
        }
        return shut.map { knob in
            .bad(
                Fault(.cardMuted, detail: "\(control.title): \(knob.state)").sentence,
                do: "amixer \(control.option) sset \(shellWord(knob.label)) \(knob.opening) && sudo alsactl store"
            )
        }
    }
}

extension Mixer.Knob {
    /// Whether no sound passes through it.
    fileprivate var isShut: Bool { isMuted || percent == 0 }

    fileprivate var state: String {
        label + (percent.map { " at \($0) %" } ?? "") + (isMuted ? (percent == nil ? " muted" : ", muted") : "")
    }

    /// `amixer`'s arguments that open it.
    fileprivate var opening: String {
        [percent == 0 ? "80%" : nil, isMuted ? "unmute" : nil].compactMap(\.self).joined(separator: " ")
    }
}
