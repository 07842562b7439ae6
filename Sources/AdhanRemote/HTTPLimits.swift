/// What bounds a request besides `FetchPatience`.
package struct HTTPLimits: Sendable, Hashable {
    /// Until a connection stands, with its encryption.
    package var connect: Duration = .seconds(10)
    /// How long an answer may come more slowly than `slowest`, or not at all. Whole seconds.
    package var quiet: Duration = .seconds(20)
    /// Bytes a second.
    package var slowest = 100
    /// How many redirects are followed.
    package var redirects = 3

    package init() {}
}
