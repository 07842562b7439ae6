/// The school of law, which decides when Asr begins.
package enum Madhab: String, Sendable, Hashable, Codable, CaseIterable {
    /// Asr begins when a shadow has grown by the length of its object; also used for Maliki, Hanbali and Jafari.
    case shafi
    /// Asr begins when it has grown by twice that length.
    case hanafi

    /// The growth of a shadow since noon at which Asr begins, in lengths of its object.
    package var shadow: Double {
        switch self {
        case .shafi: 1
        case .hanafi: 2
        }
    }
}
