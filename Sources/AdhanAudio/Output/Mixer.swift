import CALSA

/// The knobs of a sound card, which stand between the recording and the loudspeaker.
package enum Mixer {
    /// One knob for playback, with its switch.
    package struct Knob: Sendable, Hashable {
        /// As `amixer` names it: `Master`.
        package let name: String
        /// Tells apart those of one name; the first has 0.
        package let index: Int
        /// Of its loudest channel, 0…100 of the card's own range; nil where it has a switch only.
        package let percent: Int?
        /// Every channel is switched off.
        package let isMuted: Bool

        package init(name: String, index: Int = 0, percent: Int?, isMuted: Bool = false) {
            (self.name, self.index, self.percent, self.isMuted) = (name, index, percent, isMuted)
        }
    }

    /// - Parameter control: ALSA's name of the card's control, `hw:0` or `default`.
    /// - Returns: the knobs for playback; none where the card has none.
    /// - Throws: `AudioError.deviceClosed` where the control cannot be opened; its code is `ENOENT` where there is none.
    package static func knobs(of control: String) throws(AudioError) -> [Knob] {
        ALSALibrary.refresh()
        var opened: OpaquePointer?
        try check(snd_mixer_open(&opened, 0), control)
        guard let mixer = opened else { return [] }
        defer { snd_mixer_close(mixer) }
        try check(snd_mixer_attach(mixer, control), control)
        try check(snd_mixer_selem_register(mixer, nil, nil), control)
        try check(snd_mixer_load(mixer), control)
        var knobs: [Knob] = []
        var next = snd_mixer_first_elem(mixer)
        while let element = next {
            if let knob = knob(element) { knobs.append(knob) }
            next = snd_mixer_elem_next(element)
        }
        return knobs
    }

    private static func check(_ result: Int32, _ control: String) throws(AudioError) {
        guard result < 0 else { return }
        throw .deviceClosed(
            device: control,
            doing: "opening its volume control",
            code: 0 &- result,
            message: ALSALibrary.message
        )
    }

    private static func knob(_ element: OpaquePointer) -> Knob? {
        let hasVolume = snd_mixer_selem_has_playback_volume(element) != 0
        let hasSwitch = snd_mixer_selem_has_playback_switch(element) != 0
        guard hasVolume || hasSwitch, let name = snd_mixer_selem_get_name(element) else { return nil }
        let channels = (SND_MIXER_SCHN_FRONT_LEFT.rawValue...SND_MIXER_SCHN_LAST.rawValue)
            .map { snd_mixer_selem_channel_id_t(rawValue: $0) }
            .filter { snd_mixer_selem_has_playback_channel(element, $0) != 0 }
        var (low, high) = (0, 0)
        snd_mixer_selem_get_playback_volume_range(element, &low, &high)
        let volumes = channels.map { channel in
            var volume = low
            snd_mixer_selem_get_playback_volume(element, channel, &volume)
            return volume
        }
        let isOn = channels.contains { channel in
            var isOn: Int32 = 1
            snd_mixer_selem_get_playback_switch(element, channel, &isOn)
            return isOn != 0
        }
        return Knob(
            name: String(cString: name),
            index: Int(snd_mixer_selem_get_index(element)),
            percent: hasVolume ? percent(volumes.max() ?? low, low, high) : nil,
            isMuted: hasSwitch && !isOn
        )
    }

    /// In whole percent; 0 only where it is at its lowest, so that the quietest step is not taken for none.
    private static func percent(_ volume: Int, _ low: Int, _ high: Int) -> Int {
        guard high > low, volume > low else { return 0 }
        let share = (Double(volume) - Double(low)) / (Double(high) - Double(low))
        return min(max(Int((share * 100).rounded()), 1), 100)
    }
}
