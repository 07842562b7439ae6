import CALSA

/// The sound cards of the machine, as ALSA sees them.
package enum SoundCards {
    /// The cards' short names, as in `plughw:CARD=Headphones`, in the order of their numbers. ALSA passes over those that this
    /// user may not open.
    package static func names() -> [String] {
        ALSALibrary.refresh()
        var names: [String] = []
        var number: Int32 = -1
        while snd_card_next(&number) == 0, number >= 0 {
            if let name = name(of: number) { names.append(name) }
        }
        return names
    }

    private static func name(of number: Int32) -> String? {
        var opened, made: OpaquePointer?
        guard snd_ctl_open(&opened, "hw:\(number)", 0) == 0, let control = opened else { return nil }
        defer { snd_ctl_close(control) }
        guard snd_ctl_card_info_malloc(&made) == 0, let info = made else { return nil }
        defer { snd_ctl_card_info_free(info) }
        guard snd_ctl_card_info(control, info) == 0 else { return nil }
        return snd_ctl_card_info_get_id(info).map { String(cString: $0) }
    }
}
