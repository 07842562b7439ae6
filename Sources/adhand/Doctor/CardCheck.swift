import AdhanAudio
import AdhanCore
import AdhanSupport
import Glibc

/// Checks whether there is a sound card for the adhan.
enum CardCheck {
    static func finding(_ cards: CardState, config: String) -> Finding {
        let audio = cards.daemon?.audio
        guard let probe = cards.probe else {
            let holder = cards.owners.first(where: \.isAdhand).map { "it holds card \($0.card)" }
            return audio?.state == "failing"
                ? .bad("the daemon has no card: \(audio?.words ?? "")", do: "look again when no adhan is near")
                : .good(
                    "not tried, since adhand itself uses it: "
                        + (cards.daemon?.sounding ?? holder ?? "an adhan is about to sound")
                )
        }
        let reasons = probe.failures.map(\.problem).joined(separator: "; ")
        if probe.problem == nil, let device = probe.device {
            // `ConfigCheck` reports devices behind it.
            if let audio, audio.state == "failing", !OutputDevice(device).isSilent {
                let see = OutputDevice(device).isCard ? "" : "see 'permissions' below; then "
                return .bad(
                    "\(device) opens here, but did not for the daemon: \(audio.words)",
                    do: "\(see)have the daemon try again: sudo adhand reload; to hear it: adhand play"
                )
            }
            if let words = OutputDevice(device).unheard { return .good(words) }
            let card = probe.card.map { " (card \($0))" } ?? ""
            return .good("\(device) opens\(card)\(reasons.isEmpty ? "" : "; others do not: \(reasons)")")
        }
        if case .deviceClosed(let device, _, let code, _) = probe.failures.last, !OutputDevice(device).isCard {
            guard code == EACCES && geteuid() != 0 else {
                let advice = "let the daemon write there, or name another file in [audio] devices of \(config)"
                return .bad("nothing can be played into the file: \(reasons)", do: advice)
            }
            // The box is in order if only another user may not write the file.
            if let audio, audio.state == "silent" { return .good(audio.words) }
            return .forRoot("you may not write to the file: \(reasons)")
        }
        if cards.isDenied {
            // The box is in order if only another program may not open the card.
            if let audio, audio.state == "ok" { return .good("the daemon says that \(audio.words)") }
            let group = "; or join its group: sudo adduser \"$USER\" audio, then log in anew"
            return .bad("you may not open the sound card: \(reasons)", do: Finding.asRoot + group)
        }
        if probe.hasFailed(EBUSY) {
            let advice = "end that program; to see which it is: sudo fuser -v /dev/snd/*"
            return .bad("the card is in use by \(cards.users ?? "another program"): \(reasons)", do: advice)
        }
        if let unknown = cards.unknown.first {
            let names = cards.unknown.map(\.problem).joined(separator: ", ")
            let advice = "correct [audio] devices of \(config), or plug the card in: \(unknown.remedy)"
            return .bad("\(names): \(reasons)", do: advice)
        }
        guard let other = cards.others.first else {
            return .bad(
                "no sound card opens: \(reasons)",
                do: "plug one in or switch it on (Raspberry Pi: dtparam=audio=on in /boot/firmware/config.txt), then: "
                    + "aplay -l"
            )
        }
        let more = cards.others.dropFirst().joined(separator: ", ")
        let line = "devices = [\"\(other)\"]\(more.isEmpty ? "" : " (there are also \(more))")"
        return .bad("no device of [audio] opens: \(reasons)", do: "write into [audio] of \(config): \(line)")
    }
}
