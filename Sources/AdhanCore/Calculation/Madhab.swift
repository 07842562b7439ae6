/// The school of law, as far as the times ask: when Asr begins.
package enum Madhab: String, Sendable, Hashable, Codable, CaseIterable {
    /// Asr when a shadow has grown by the length of what casts it; so too Maliki, Hanbali and Jafari.
    case shafi
    /// Asr when it has grown by twice that length.
    case hanafi

    /// By how many times a thing's own length its shadow has grown since noon when Asr begins.
    package var shadow: Double {
        switch self {
        case .shafi: 1
        case .hanafi: 2
        }
    }
}
