/// How many bits a second of an MP3 takes.
package struct BitRate: Hashable, Sendable, CustomStringConvertible {
    /// On the whole, in kbit/s; 0 where nothing was decoded.
    package let kilobits: Int
    /// Whether it changes from frame to frame.
    package let isVariable: Bool

    package var description: String { "\(kilobits) kbit/s \(isVariable ? "VBR" : "CBR")" }
}
