import AdhanSystem

/// What the player is told by `[audio]`, and the bounds it keeps to.
package struct PlayerConfiguration: Sendable {
    /// Names as `DeviceKind` has them, tried in order.
    package var devices: [String]
    /// Silence before the first sample, for HDMI and for amplifiers that sleep; 0.5…30 s.
    package var leadIn: Duration
    /// Silence after the last sample, for amplifiers that cut the end off; 0…30 s.
    package var tail: Duration
    /// Nil where every recording is as loud as it was made.
    package var loudness: Loudness?
    /// How long a call into the sound device may stay away before its thread is given up.
    package var deadline: Duration
    /// The same, where another device of the list can go on with the sound.
    package var shortDeadline: Duration
    /// How long a sound may be away in its middle and still go on.
    package var longestGap: Duration

    package static let silent = "silent"
    static let leadInRange = Duration.milliseconds(500)...Duration.seconds(30)
    static let tailRange = Duration.zero...Duration.seconds(30)

    package init(
        devices: [String],
        leadIn: Duration = .seconds(2),
        tail: Duration = .zero,
        loudness: Loudness? = nil,
        deadline: Duration = .seconds(10),
        shortDeadline: Duration = .seconds(3),
        longestGap: Duration = .seconds(30)
    ) {
        self.devices = devices
        self.leadIn = min(max(leadIn, Self.leadInRange.lowerBound), Self.leadInRange.upperBound)
        self.tail = min(max(tail, Self.tailRange.lowerBound), Self.tailRange.upperBound)
        self.loudness = loudness
        (self.deadline, self.shortDeadline, self.longestGap) = (deadline, min(deadline, shortDeadline), longestGap)
    }
}

/// What a sound is played from.
package struct Recording: Sendable {
    package let file: SoundFile
    /// Why it is not the file as it lies on the disk; nil where it is.
    package let remark: String?

    package init(_ file: SoundFile, remark: String? = nil) {
        (self.file, self.remark) = (file, remark)
    }
}

/// Gets a sound file's bytes, on the player's thread: from the disk, or what is kept of it in memory. To be told of its progress,
/// so that a slow disk is not taken for a dead one.
package typealias RecordingReader =
    @Sendable (_ path: String, _ onProgress: () -> Void) throws(AudioError) -> Recording

/// Opens a device by name; `ALSAOutput` but in tests.
package typealias DeviceOpener =
    @Sendable (_ name: String, _ format: SoundFormat, _ clock: any HostClock) throws(AudioError) -> any AudioOutput
