import AdhanCore
import AdhanSupport

/// Bounds the work of decoding one file, whatever its bytes are.
package struct DecodingLimits: Sendable {
    /// The longest sound of one file.
    package var sound: Duration = .hours(3)
    /// How many bytes behind the tags in front may come before the first frame.
    package var search = 1 << 20
    /// The CPU time that decoding may take in addition to a quarter of the sound's length. A small box needs a tenth of
    /// that length.
    package var work: Duration = .seconds(1)
    /// The CPU time that the calling thread has used.
    package var clock: @Sendable () -> Duration = ThreadClock.now

    package init() {}

    /// MPEG's lowest bit rate is 8 kbit/s, which is a byte a millisecond. False frames of a few bytes each have less.
    func allows(bytes: Int, sound: Duration) -> Bool { sound <= .seconds(5) + .milliseconds(bytes) * 1.25 }

    func allows(work: Duration, sound: Duration) -> Bool { work <= self.work + sound / 4 }
}
