package enum Release {
    package static let version = "0.1.0"

    /// The date of this version, 2026-11-21T00:00:00Z: a correct clock never shows less. Changed with every version.
    package static let date = Instant(seconds: 1_795_219_200)
}
