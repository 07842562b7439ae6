/// How long a receiver is left alone after failed attempts.
struct Backoff: Sendable {
    private static let first = 2.0
    /// In seconds: an hour.
    private static let longest = 3600.0
    /// The most that a receiver may ask for.
    private static let mostAsked: Duration = .seconds(21_600)

    /// - Parameters:
    ///   - attempts: how many have failed, from 1.
    ///   - asked: what the receiver asks for, as by `Retry-After`; at most six hours of it count, as in later versions
    ///     of libcurl.
    ///   - chance: a random number, 0..<1, so that boxes do not return at the same time.
    static func wait(after attempts: Int, asked: Duration, chance: Double) -> Duration {
        var seconds = first
        for _ in 1..<max(2, min(attempts, 16)) where attempts > 1 { seconds = min(seconds * 2, longest) }
        // At least half of it, at most all of it.
        return max(.seconds(seconds * (0.5 + chance / 2)), min(asked, mostAsked))
    }
}
