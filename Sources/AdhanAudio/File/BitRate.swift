/// The bit rate of an MP3.
package struct BitRate: Hashable, Sendable, CustomStringConvertible {
    /// The mean in kbit/s; 0 where nothing was decoded.
    package let kilobits: Int
    /// Whether it varies between frames.
    package let isVariable: Bool

    package var description: String { "\(kilobits) kbit/s \(isVariable ? "VBR" : "CBR")" }
}
