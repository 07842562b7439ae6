import AdhanAudio
import AdhanSupport
import AdhanCore
import Glibc

/// Checks whether a mixer control between the recording and the loudspeaker is too low.
package enum VolumeCheck {
    /// The sound passes through all of these, one after the other.
    private static let ways = ["Master", "PCM", "Digital"]
    /// The sound comes out of each of these that is on.
    private static let outlets = ["Speaker", "Headphone"]
    /// Prefixes of controls that belong to inputs or shape the sound.
    private static let beside = ["Mic", "Sidetone", "Line", "Aux", "CD", "Beep", "Loopback", "Bass", "Treble", "Auto"]

    /// A control of a card.
    package struct Control: Sendable, Equatable {
        /// ALSA's name for it.
        package let name: String
        /// `amixer`'s option that selects its card.
        package let option: String
        /// Its name for people.
        package let title: String

        /// Of the card on which the daemon plays; nil if there is none.
        package init?(_ look: CardLook, _ audio: AudioConfiguration) {
            if let number = look.card {
                (name, option, title) = ("hw:\(number)", "-c \(number)", "card \(number)")
            } else {
                // If adhand uses a device that is no card, it is assumed to be the config's first.
                let device = if let probe = look.probe { probe.device } else { audio.devices.first }
                guard let device, OutputDevice(device).isCard else { return nil }
                (name, option, title) = (device, "-D \(shellWord(device))", device)
            }
        }
    }

    package static func findings(
        _ look: CardLook,
        _ audio: AudioConfiguration,
        _ preferences: Preferences = Preferences()
    ) -> [Finding] {
        let low =
            preferences.faint.map { Finding.bad($0.words, do: $0.remedy) } + audio.faintVolumes.map(ConfigCheck.judge)
        return low.isEmpty ? findings(look, audio) : low
    }

    private static func findings(_ look: CardLook, _ audio: AudioConfiguration) -> [Finding] {
        guard let control = Control(look, audio) else {
            if look.isDenied { return [.bad("you may not look at it", do: "look as root: sudo adhand doctor")] }
            let isSilent = look.probe?.problem == nil
            return [isSilent ? .good("[audio] devices names no sound card, so there is no volume") : .needs(.card)]
        }
        do {
            return judge(try Mixer.knobs(of: control.name), control)
        } catch .deviceClosed(_, _, ENOENT, _) {
            return judge([], control)
        } catch {
            return [.bad("\(error)", do: "see what the mixer says: amixer \(control.option)")]
        }
    }

    package static func judge(_ knobs: [Mixer.Knob], _ control: Control) -> [Finding] {
        var ways = knobs.filter { Self.ways.contains($0.name) }
        let outlets = knobs.filter { Self.outlets.contains($0.name) }
        if ways.isEmpty, outlets.isEmpty {
            // The controls of a USB card have the names that its manufacturer chose.
            let others = knobs.filter { knob in !Self.beside.contains(where: knob.name.hasPrefix) }
            guard !others.isEmpty else { return [.good("\(control.title) has no volume of its own")] }
            guard others.count == 1 else {
                let states = others.map(\.state).joined(separator: ", ")
                return [.good("\(control.title): \(states); their names do not tell which one matters")]
            }
            ways = others
        }
        let shut = ways.filter(\.isShut) + (outlets.allSatisfy(\.isShut) ? outlets : [])
        guard !shut.isEmpty else {
            return [.good("\(control.title): \((ways + outlets).map(\.state).joined(separator: ", "))")]
        }
        return shut.map { knob in
            .bad(
                "\(control.title): \(knob.state), so nothing is heard",
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
