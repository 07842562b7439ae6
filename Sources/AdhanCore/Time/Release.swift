/// Which adhand this is.
package enum Release {
    package static let version = "0.1.0"

    /// When this version was made, 2026-11-21T00:00:00Z: no clock that is right shows less. Set with the version.
    package static let date = Instant(seconds: 1_795_219_200)
}
