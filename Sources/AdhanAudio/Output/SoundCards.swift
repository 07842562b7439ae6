import AdhanSupport
import CALSA
import Glibc

package struct SoundCard: Sendable, Hashable {
    /// The kernel's number, from 0; it may change with each boot.
    package let number: Int
    /// The short name, as in `plughw:CARD=Headphones`; it does not change.
    package let id: String
    /// The full name.
    package let title: String
}

/// A name by which a playback device can be opened.
package struct PlaybackName: Sendable, Hashable {
    package let name: String
    /// ALSA's description, on one line.
    package let title: String
}

/// The sound cards of the machine, as ALSA sees them.
package enum SoundCards {
    /// All cards that this user may open, by number.
    package static func all() -> [SoundCard] {
        ALSALibrary.refresh()
        var cards: [SoundCard] = []
        var number: Int32 = -1
        while snd_card_next(&number) == 0, number >= 0 {
            if let card = card(Int(number)) { cards.append(card) }
        }
        return cards
    }

    /// The names that are of use in a config: `default`, those of the box's own ALSA config, and for each card the one
    /// with ALSA's format conversion.
    package static func playbackNames() -> [PlaybackName] {
        ALSALibrary.refresh()
        var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        guard snd_device_name_hint(-1, "pcm", &hints) == 0, let hints else { return [] }
        defer { snd_device_name_free_hint(hints) }
        var names: [PlaybackName] = []
        for index in 0... {
            guard let hint = hints[index] else { break }
            // A hint without a direction is for both.
            guard let name = text("NAME", of: hint), text("IOID", of: hint) ?? "Output" == "Output", isUsable(name)
            else {
                continue
            }
            let title = text("DESC", of: hint)?.split(whereSeparator: \.isNewline).joined(separator: "; ")
            names.append(PlaybackName(name: name, title: title ?? ""))
        }
        return names
    }

    /// Whether ALSA's config defines the name; true where that is unknown, as for `default` without a card.
    package static func isDefined(_ name: String) -> Bool {
        guard !CardReference.isOfACard(name) else { return true }
        ALSALibrary.refresh()
        var top, found: OpaquePointer?
        // With a reference: another thread may refresh the configuration meanwhile.
        guard snd_config_update_ref(&top) >= 0, let top else { return true }
        defer { snd_config_unref(top) }
        let result = snd_config_search_definition(top, "pcm", name, &found)
        if result >= 0, let found { snd_config_delete(found) }
        return result != -ENOENT
    }

    /// Whether the name is of use in a config. ALSA also lists converters, and devices that take one format only.
    private static func isUsable(_ name: String) -> Bool {
        let kind = name.prefix { $0 != ":" }
        guard kind.count < name.utf8.count else { return !converters.contains(String(kind)) }
        return ["plughw", "default", "hdmi"].contains(kind)
    }

    private static let converters: Set = [
        "null", "lavrate", "samplerate", "speexrate", "speex", "upmix", "vdownmix", "oss", "a52", "usbstream",
    ]

    private static func text(_ key: String, of hint: UnsafeMutableRawPointer) -> String? {
        guard let text = snd_device_name_get_hint(hint, key) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }

    /// - Returns: nil where the card is gone, or this user may not open it.
    static func card(_ number: Int) -> SoundCard? {
        var opened, made: OpaquePointer?
        guard snd_ctl_open(&opened, "hw:\(number)", 0) == 0, let control = opened else { return nil }
        defer { snd_ctl_close(control) }
        guard snd_ctl_card_info_malloc(&made) == 0, let info = made else { return nil }
        defer { snd_ctl_card_info_free(info) }
        guard snd_ctl_card_info(control, info) == 0, let id = snd_ctl_card_info_get_id(info) else { return nil }
        let title = snd_ctl_card_info_get_name(info).map { String(cString: $0) }
        return SoundCard(number: number, id: String(cString: id), title: title ?? "")
    }

    /// Whether there is a card that this user may not open. ALSA hides such cards.
    package static var hasDenied: Bool {
        let folder = "/dev/snd/"
        // No folder: there is no card, so none that is denied. A kernel has 32 cards, with some files each.
        return Folder.names(in: folder, limit: 10_000).contains {
            $0.hasPrefix("control") && access(folder + $0, R_OK | W_OK) != 0 && errno == EACCES
        }
    }
}
