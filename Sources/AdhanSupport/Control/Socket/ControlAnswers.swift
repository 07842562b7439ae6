import AdhanCore

/// The answer to a request that was carried out.
package struct Done: Codable {
    package let words: String
    /// Remarks, one line each; nil where there are none.
    package let notes: [String]?
    /// The number of remarks, the first ones, that tell of something wrong; nil for none.
    package let faults: Int?

    package init(_ words: String, notes: [String] = [], faults: Int = 0) {
        (self.words, self.notes) = (words, notes.isEmpty ? nil : notes)
        self.faults = faults > 0 ? faults : nil
    }

    /// The same answer with one more remark.
    package func with(_ note: String) -> Done { Done(words, notes: (notes ?? []) + [note], faults: faults ?? 0) }
}

/// A trial has begun; `NoticeEvent.trial` has the same number.
package struct TrialBegun: Codable {
    package let id: Int
    package let file: String

    package init(id: Int, file: String) {
        (self.id, self.file) = (id, file)
    }
}

/// The answer to `fetches`.
package struct Fetches: Codable {
    package let questions: [FetchQuestion]
    /// The folder for the answers. Each file has the question's number as its name.
    package let folder: String

    package init(_ questions: [FetchQuestion], folder: String) {
        (self.questions, self.folder) = (questions, folder)
    }
}

/// The answer to `settings`.
package struct Settings: Codable {
    /// A setting that a person has changed.
    package struct Change: Codable, Equatable {
        package let key: String
        /// Nil where the setting is cleared.
        package let value: String?
        package let who: String
        /// ISO 8601 with the offset of the mosque's zone.
        package let at: String

        package init(key: String, value: String?, who: String, at: String) {
            (self.key, self.value, self.who, self.at) = (key, value, who, at)
        }
    }

    /// The settings in use now.
    package let settings: [Change]
    /// The latest changes in the ledger, the latest first.
    package let changes: [Change]
    /// Why the ledger's changes are missing; nil where they are not.
    package let problem: String?

    package init(settings: [Change], changes: [Change], problem: String?) {
        (self.settings, self.changes, self.problem) = (settings, changes, problem)
    }
}
