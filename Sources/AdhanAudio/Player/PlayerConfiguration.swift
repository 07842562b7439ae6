/// What the player is told by `[audio]`, and the bounds it keeps to.
package struct PlayerConfiguration: Sendable {
    /// ALSA names, tried in order; `silent` stands for no sound on purpose.
    package var devices: [String]
    /// Linear, 0…1; 1 leaves every sample as the decoder gave it.
    package var gain: Double
    /// Silence before the first sample, for HDMI and for amplifiers that sleep; 0.5…30 s.
    package var leadIn: Duration
    /// How long a call into the sound device may stay away before its thread is given up.
    package var deadline: Duration
    /// How long a sound may be away in its middle and still go on.
    package var longestGap: Duration

    package static let silent = "silent"
    static let leadInRange = Duration.milliseconds(500)...Duration.seconds(30)

    package init(
        devices: [String],
        gain: Double = 1,
        leadIn: Duration = .seconds(2),
        deadline: Duration = .seconds(10),
        longestGap: Duration = .seconds(30)
    ) {
        self.devices = devices
        self.gain = gain.isFinite ? min(max(gain, 0), 1) : 1
        self.leadIn = min(max(leadIn, Self.leadInRange.lowerBound), Self.leadInRange.upperBound)
        (self.deadline, self.longestGap) = (deadline, longestGap)
    }
}

/// Opens a device by name; `ALSAOutput` but in tests.
package typealias DeviceOpener =
    @Sendable (_ name: String, _ format: SoundFormat, _ clock: any PlayerClock) throws(AudioError) -> any AudioOutput
