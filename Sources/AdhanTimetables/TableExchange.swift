import AdhanCore

/// What the daemon and the child that recognises a table say to each other: the child gets a line of JSON, a
/// `Request`, and behind it the table's bytes; it gives an `Answer` as JSON.
package enum TableExchange {
    package struct Request: Codable, Sendable {
        /// The process that asks. The child does not outlive it.
        let parent: Int32
        /// The most writable memory of the child, in bytes.
        let memory: Int
        /// The most CPU time of the child.
        let seconds: Int
        let facts: TableFacts
    }

    struct Answer: Codable {
        let written: WrittenTimetable?
        /// Why nothing in it can be used; nil if it can.
        let refusal: String?
    }
}
