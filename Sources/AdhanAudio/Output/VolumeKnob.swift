import AdhanCore

/// A knob of a sound card, turned for one sound and turned back after it. Lives on the player's thread and is never shared.
package protocol VolumeKnob: AnyObject {
    /// Turns it to the volume, or as near to it as it comes from below: never louder, but where its lowest place is.
    ///
    /// - Returns: where it stands now; what is missing is for the samples to do.
    func turn(to volume: Volume) throws(AudioError) -> Volume

    /// Turns it back to where it was found.
    func restore() throws(AudioError)
}

/// Finds a knob by its name, on the mixer of that name; `MixerKnob` but in tests.
package typealias KnobOpener =
    @Sendable (_ name: String, _ control: String) throws(AudioError) -> any VolumeKnob
