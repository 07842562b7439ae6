import AdhanCore
import CALSA

/// A knob of ALSA's mixer: set in decibels where it says which it has, else by its range as on the scale of 0…100.
package final class MixerKnob: VolumeKnob {
    private let control: String
    private let mixer: OpaquePointer
    private let element: OpaquePointer
    private let channels: [snd_mixer_selem_channel_id_t]

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

    package func places() throws(AudioError) -> [Int] {
        var places: [Int] = []
        for channel in channels {
            var place = 0
            try check(snd_mixer_selem_get_playback_volume(element, channel, &place), doing: "asking for its volume")
            places.append(place)
        }
        return places
    }

    package func aim(at volume: Volume) throws(AudioError) -> (places: [Int], volume: Volume) {
        var (low, high) = (0, 0)
        if snd_mixer_selem_get_playback_dB_range(element, &low, &high) == 0, low < high {
            return try aim(at: volume, between: low, and: high)
        }
        snd_mixer_selem_get_playback_volume_range(element, &low, &high)
        let place = (Double(high) - Double(low)) * volume.percent / 100
        return (channels.map { _ in low + Int(place.rounded()) }, volume)
    }

    package func turn(to places: [Int]) throws(AudioError) {
        for (channel, place) in zip(channels, places) {
            try check(snd_mixer_selem_set_playback_volume(element, channel, place), doing: "setting its volume")
        }
    }

    /// - Parameters:
    ///   - volume: as `aim(at:)` has it.
    ///   - low: hundredths of a decibel; that of a mute where the lowest place is one.
    ///   - high: likewise.
    private func aim(at volume: Volume, between low: Int, and high: Int) throws(AudioError) -> (
        places: [Int], volume: Volume
    ) {
        let wanted = Int((max(volume.decibels, -1000) * 100).rounded(.down))
        let target = min(max(wanted, low), high)
        var nearest = try place(of: target, rounded: -1)
        if nearest.decibels <= Int(SND_CTL_TLV_DB_GAIN_MUTE) {
            // Quiet is not to become silent: the lowest place with a sound, and the samples do the rest.
            nearest = try place(of: target, rounded: 1)
        }
        return (channels.map { _ in nearest.place }, Volume(decibels: Double(nearest.decibels) / 100))
    }

    /// - Parameters:
    ///   - target: hundredths of a decibel.
    ///   - direction: -1 for none that is louder, 1 for none that is quieter.
    private func place(of target: Int, rounded direction: Int32) throws(AudioError) -> (place: Int, decibels: Int) {
        var (place, decibels) = (0, 0)
        try check(
            snd_mixer_selem_ask_playback_dB_vol(element, target, direction, &place),
            doing: "asking for a place"
        )
        try check(snd_mixer_selem_ask_playback_vol_dB(element, place, &decibels), doing: "asking for its decibels")
        return (place, decibels)
    }

    private func check(_ result: Int32, doing: String) throws(AudioError) {
        guard result < 0 else { return }
        throw .deviceClosed(device: control, doing: doing, code: 0 &- result, message: "")
    }
}
