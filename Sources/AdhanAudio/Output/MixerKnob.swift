import AdhanCore
import CALSA

/// A knob of ALSA's mixer: set in decibels where it says which it has, else by its range as on the scale of 0…100.
package final class MixerKnob: VolumeKnob {
    private let control: String
    private let mixer: OpaquePointer
    private let element: OpaquePointer
    private let channels: [snd_mixer_selem_channel_id_t]
    /// As the channels were found.
    private var found: [Int] = []

    /// - Parameters:
    ///   - name: as `amixer` writes it: `Master`, or `Master,1` for the second of that name.
    ///   - control: ALSA's name of the card's mixer, `hw:0` or `default`.
    /// - Throws: `AudioError.deviceClosed` where there is no such mixer, `knobMissing` where it has no such knob.
    package init(name: String, control: String) throws(AudioError) {
        self.control = control
        guard let mixer = try Mixer.open(control) else {
            throw .deviceClosed(device: control, doing: "opening its volume control", code: ENOMEM, message: "")
        }
        let elements = Mixer.elements(of: mixer).filter { snd_mixer_selem_has_playback_volume($0) != 0 }
        guard let element = elements.first(where: { Mixer.knob($0)?.label == name }) else {
            let names = elements.compactMap { Mixer.knob($0)?.label }
            snd_mixer_close(mixer)
            throw .knobMissing(name: name, control: control, has: names)
        }
        (self.mixer, self.element) = (mixer, element)
        channels = Mixer.channels(of: element)
    }

    deinit {
        snd_mixer_close(mixer)
    }

    package func turn(to volume: Volume) throws(AudioError) -> Volume {
        found = channels.map { channel in
            var volume = 0
            snd_mixer_selem_get_playback_volume(element, channel, &volume)
            return volume
        }
        var (low, high) = (0, 0)
        if snd_mixer_selem_get_playback_dB_range(element, &low, &high) == 0, low < high {
            return try turn(to: volume, between: low, and: high)
        }
        snd_mixer_selem_get_playback_volume_range(element, &low, &high)
        let place = (Double(high) - Double(low)) * volume.percent / 100
        try check(snd_mixer_selem_set_playback_volume_all(element, low + Int(place.rounded())))
        return volume
    }

    package func restore() throws(AudioError) {
        for (channel, volume) in zip(channels, found) {
            try check(snd_mixer_selem_set_playback_volume(element, channel, volume))
        }
    }

    /// - Parameters:
    ///   - volume: as `turn(to:)` has it.
    ///   - low: hundredths of a decibel; that of a mute where the lowest place is one.
    ///   - high: likewise.
    private func turn(to volume: Volume, between low: Int, and high: Int) throws(AudioError) -> Volume {
        let wanted = Int((max(volume.decibels, -1000) * 100).rounded(.down))
        let target = min(max(wanted, low), high)
        try check(snd_mixer_selem_set_playback_dB_all(element, target, -1))
        if reached <= Int(SND_CTL_TLV_DB_GAIN_MUTE) {
            // Quiet is not to become silent: the lowest place with a sound, and the samples do the rest.
            try check(snd_mixer_selem_set_playback_dB_all(element, target, 1))
        }
        return Volume(decibels: Double(reached) / 100)
    }

    /// Hundredths of a decibel, of the loudest channel.
    private var reached: Int {
        channels.map { channel in
            var value = Int(SND_CTL_TLV_DB_GAIN_MUTE)
            snd_mixer_selem_get_playback_dB(element, channel, &value)
            return value
        }.max() ?? 0
    }

    private func check(_ result: Int32) throws(AudioError) {
        guard result < 0 else { return }
        throw .deviceClosed(device: control, doing: "setting its volume", code: 0 &- result, message: "")
    }
}
