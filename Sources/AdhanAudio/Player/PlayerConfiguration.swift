import AdhanCore
import AdhanSupport

/// The player's part of `[audio]`, and its time limits.
package struct PlayerConfiguration: Sendable {
    /// Names as in `OutputDevice`, tried in order.
    package var devices: [String]
    /// Silence before the first sample, for HDMI and for amplifiers that sleep; 0.5…30 s.
    package var leadIn: Duration
    /// Silence after the last sample, for amplifiers that cut the end off; 0…30 s.
    package var tail: Duration
    /// Nil to play each recording as loud as it is.
    package var loudness: Loudness?
    /// How long a call into the sound library may take before its thread is given up.
    package var deadline: Duration
    /// The same where another device of the list can go on with the playback.
    package var shortDeadline: Duration
    /// The longest gap after which a playback still goes on.
    package var longestGap: Duration

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

/// The file that is played.
package struct Recording: Sendable {
    package let file: SoundFile
    /// Why it is not the file on the disk; nil where it is.
    package let remark: String?

    package init(_ file: SoundFile, remark: String? = nil) {
        (self.file, self.remark) = (file, remark)
    }
}

/// Gets a sound file, on the player's thread, from the disk or from memory. It calls `onProgress` repeatedly, so that a
/// slow disk is not taken for a dead one. While a read of a file has not returned, it refuses another of the same file
/// at once (`RecordingReads`): the player gives up a thread for each read that hangs, and does not count them.
package typealias RecordingReader =
    @Sendable (_ path: String, _ onProgress: () -> Void) throws(AudioError) -> Recording

/// Opens a device by name; `AudioOutputs.open`, except in tests.
package typealias DeviceOpener =
    @Sendable (_ name: String, _ format: SoundFormat, _ clock: any HostClock) throws(AudioError) -> any AudioOutput
