import AdhanSupport
import AdhanAudio
import AdhanCore
import Glibc

/// Checks whether there is a sound card for the adhan.
package enum CardCheck {
    /// - Parameter config: the config file, for the advice.
    package static func judge(_ look: CardLook, config: String) -> Finding {
        let audio = look.daemon?.audio
        guard let probe = look.probe else {
            let sounding =
                look.daemon?.sounding ?? look.owners.first(where: \.isAdhand).map { "it holds card \($0.card)" }
            return audio?.state == "failing"
                ? .bad("the daemon has no card: \(audio?.words ?? "")", do: "look again when no adhan is near")
                : .good("not tried, since adhand itself uses it: \(sounding ?? "an adhan is about to sound")")
        }
        let reasons = probe.failures.map(\.problem).joined(separator: "; ")
        if probe.problem == nil, let device = probe.device {
            // `ConfigCheck` reports devices behind it.
            if let audio, audio.state == "failing", !OutputDevice(device).isSilent {
                let see = OutputDevice(device).isCard ? "" : "see 'permissions' below; then "
                return .bad(
                    "\(device) opens here, but did not for the daemon: \(audio.words)",
                    do: "\(see)have the daemon try again: sudo adhand reload, then: adhand status"
                )
            }
            if let words = OutputDevice(device).unheard { return .good(words) }
            let card = probe.card.map { " (card \($0))" } ?? ""
            return .good("\(device) opens\(card)\(reasons.isEmpty ? "" : "; others do not: \(reasons)")")
        }
        if case .deviceClosed(let device, _, let code, _) = probe.failures.last, !OutputDevice(device).isCard {
            return unwritable(look, reasons, isDenied: code == EACCES && geteuid() != 0, config)
        }
        if look.isDenied {
            // That another program may not open the card is no fault of the box.
            if let audio, audio.state == "ok" { return .good("the daemon says that \(audio.words)") }
            return .bad(
                "you may not open the sound card: \(reasons)",
                do:
                    "look as root: sudo adhand doctor; or join its group: sudo adduser \"$USER\" audio, "
                    + "then log in anew"
            )
        }
        if probe.hasFailed(EBUSY) {
            return .bad(
                "the card is in use by \(look.users ?? "another program"): \(reasons)",
                do: "end that program; to see which it is: sudo fuser -v /dev/snd/*"
            )
        }
        if let unknown = look.unknown.first {
            return .bad(
                "\(look.unknown.map(\.problem).joined(separator: ", ")): \(reasons)",
                do: "correct [audio] devices of \(config), or plug the card in: \(unknown.remedy)"
            )
        }
        guard let other = look.others.first else {
            return .bad(
                "no sound card opens: \(reasons)",
                do:
                    "plug one in or switch it on (Raspberry Pi: dtparam=audio=on in /boot/firmware/config.txt), then: "
                    + "aplay -l"
            )
        }
        let more = look.others.dropFirst().joined(separator: ", ")
        return .bad(
            "no device of [audio] opens: \(reasons)",
            do:
                "write into [audio] of \(config): devices = "
                + "[\"\(other)\"]\(more.isEmpty ? "" : " (there are also \(more))")"
        )
    }

    /// No card opens, nor the WAV file that stands in for one.
    private static func unwritable(_ look: CardLook, _ reasons: String, isDenied: Bool, _ config: String) -> Finding {
        guard isDenied else {
            return .bad(
                "nothing can be played into the file: \(reasons)",
                do: "let the daemon write there, or name another file in [audio] devices of \(config)"
            )
        }
        // That another user may not write it is no fault of the box.
        if let audio = look.daemon?.audio, audio.state == "silent" { return .good(audio.words) }
        return .bad("you may not write to the file: \(reasons)", do: "look as root: sudo adhand doctor")
    }
}
