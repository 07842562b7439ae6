/// The daemon has done what it was asked; how, in words.
package struct Done: Codable {
    package let words: String
    /// What there is to say beside, a line each; nil where there is nothing.
    package let notes: [String]?

    package init(_ words: String, notes: [String] = []) {
        (self.words, self.notes) = (words, notes.isEmpty ? nil : notes)
    }
}

/// A sound that is tried out; `NoticeEvent.trial` has its number.
package struct TrialBegun: Codable {
    package let id: Int
    package let file: String

    package init(id: Int, file: String) {
        (self.id, self.file) = (id, file)
    }
}
