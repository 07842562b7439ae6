import AdhanCore

/// A receiver of `[[notify]]` that fails, or the queue's disk.
package struct FailingReceiver: Codable, Equatable, Sendable {
    /// The name of the queue. No receiver's name has a space.
    package static let queue = "the queue"

    package let name: String
    /// A sentence for people.
    package let words: String

    package init(_ name: String, _ words: String) { (self.name, self.words) = (name, words) }

    /// At most so many, and so much of each, as the daemon keeps.
    package static func short(_ all: [FailingReceiver]) -> [FailingReceiver] {
        all.prefix(40).map { FailingReceiver(OneLine.of($0.name, limit: 64), OneLine.of($0.words, limit: 300)) }
    }
}
