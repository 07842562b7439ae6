/// The answer to a request that was carried out.
package struct Done: Codable {
    package let words: String
    /// Remarks, one line each; nil where there are none.
    package let notes: [String]?

    package init(_ words: String, notes: [String] = []) {
        (self.words, self.notes) = (words, notes.isEmpty ? nil : notes)
    }
}

/// A trial has begun; `NoticeEvent.trial` has the same number.
package struct TrialBegun: Codable {
    package let id: Int
    package let file: String

    package init(id: Int, file: String) {
        (self.id, self.file) = (id, file)
    }
}
