/// The limits of a request in addition to `FetchPatience`.
package struct HTTPLimits: Sendable, Hashable {
    /// Until a connection is established, including TLS.
    package var connect: Duration = .seconds(10)
    /// How long a response may be slower than `slowest` or stall. Whole seconds.
    package var quiet: Duration = .seconds(20)
    /// In bytes per second.
    package var slowest = 100
    /// The maximum number of redirects.
    package var redirects = 3

    package init() {}
}
