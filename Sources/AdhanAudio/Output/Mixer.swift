import CALSA

/// The volume controls ("knobs") of a sound card.
package enum Mixer {
    /// One playback control, with its switch.
    package struct Knob: Sendable, Hashable {
        /// ALSA's name: `Master`.
        package let name: String
        /// The index among those of one name, from 0.
        package let index: Int
        /// The volume of its loudest channel, 0…100 % of the card's range; nil where it has a switch only.
        package let percent: Int?
        /// Whether every channel is switched off.
        package let isMuted: Bool

        /// The name for `amixer`.
        package var label: String { index == 0 ? name : "\(name),\(index)" }

        package init(name: String, index: Int = 0, percent: Int?, isMuted: Bool = false) {
            (self.name, self.index, self.percent, self.isMuted) = (name, index, percent, isMuted)
        }
    }

    /// The playback controls of a card.
    ///
    /// - Parameter control: ALSA's name of the card's control device, `hw:0` or `default`.
    /// - Throws: `AudioError.deviceClosed` where the control cannot be opened; `ENOENT` where there is none.
    package static func knobs(of control: String) throws(AudioError) -> [Knob] {
        guard let mixer = try open(control) else { return [] }
        defer { snd_mixer_close(mixer) }
        return elements(of: mixer).compactMap(knob)
    }

    /// - Returns: a mixer, which the caller closes by `snd_mixer_close`; nil only where memory runs out.
    static func open(_ control: String) throws(AudioError) -> OpaquePointer? {
        ALSALibrary.refresh()
        var opened: OpaquePointer?
        try check(snd_mixer_open(&opened, 0), control)
        guard let mixer = opened else { return nil }
        do throws(AudioError) {
            try check(snd_mixer_attach(mixer, control), control)
            try check(snd_mixer_selem_register(mixer, nil, nil), control)
            try check(snd_mixer_load(mixer), control)
        } catch {
            snd_mixer_close(mixer)
            throw error
        }
        return mixer
    }

    static func elements(of mixer: OpaquePointer) -> [OpaquePointer] {
        var elements: [OpaquePointer] = []
        var next = snd_mixer_first_elem(mixer)
        while let element = next {
            elements.append(element)
            next = snd_mixer_elem_next(element)
        }
        return elements
    }

    static func channels(of element: OpaquePointer) -> [snd_mixer_selem_channel_id_t] {
        (SND_MIXER_SCHN_FRONT_LEFT.rawValue...SND_MIXER_SCHN_LAST.rawValue)
            .map { snd_mixer_selem_channel_id_t(rawValue: $0) }
            .filter { snd_mixer_selem_has_playback_channel(element, $0) != 0 }
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

    static func knob(_ element: OpaquePointer) -> Knob? {
        let hasVolume = snd_mixer_selem_has_playback_volume(element) != 0
        let hasSwitch = snd_mixer_selem_has_playback_switch(element) != 0
        guard hasVolume || hasSwitch, let name = snd_mixer_selem_get_name(element) else { return nil }
        let channels = channels(of: element)
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

    /// In whole percent; 0 only at the minimum, so that the quietest step is not taken for silence.
    private static func percent(_ volume: Int, _ low: Int, _ high: Int) -> Int {
        guard high > low, volume > low else { return 0 }
        let share = (Double(volume) - Double(low)) / (Double(high) - Double(low))
        return min(max(Int((share * 100).rounded()), 1), 100)
    }
}
