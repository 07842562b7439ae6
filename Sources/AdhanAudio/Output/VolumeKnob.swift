import AdhanCore

/// A knob of a sound card, turned for one sound and turned back after it. Lives on the player's thread and is never shared.
package protocol VolumeKnob: AnyObject {
    /// Where it stands: a number a channel, in the card's own range.
    func places() throws(AudioError) -> [Int]

    /// Where it would stand for the volume, or as near to it as it comes from below: never louder, but where its lowest place is.
    ///
    /// - Returns: for `turn(to:)`, and the volume there; what is missing is for the samples to do.
    func aim(at volume: Volume) throws(AudioError) -> (places: [Int], volume: Volume)

    /// - Parameter places: a number a channel, as `places` has them.
    func turn(to places: [Int]) throws(AudioError)
}

/// Finds a knob by its name, on the mixer of that name; `MixerKnob` but in tests.
package typealias KnobOpener =
    @Sendable (_ name: String, _ control: String) throws(AudioError) -> any VolumeKnob
