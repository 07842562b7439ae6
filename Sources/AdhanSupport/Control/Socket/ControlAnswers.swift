import AdhanCore

/// The answer to a request that was carried out.
package struct Done: Codable {
    package let words: String
    /// Objections to what is taken up all the same; nil where there are none.
    package let objections: [ConfigNote]?
    package let remarks: [ConfigNote]?

    package init(_ words: String, objections: [ConfigNote] = [], remarks: [ConfigNote] = []) {
        self.words = words
        self.objections = objections.isEmpty ? nil : objections
        self.remarks = remarks.isEmpty ? nil : remarks
    }

    package var notes: [ConfigNote] { (objections ?? []) + (remarks ?? []) }

    /// The same answer with one more remark.
    package func with(_ remark: String) -> Done {
        Done(words, objections: objections ?? [], remarks: (remarks ?? []) + [ConfigNote(remark)])
    }
}

/// A trial has begun; `NoticeEvent.trial` has the same number.
package struct TrialBegun: Codable {
    package let id: Int
    package let file: String
    /// What people call it; nil from a daemon that does not tell.
    package let recording: String?

    package init(id: Int, file: String, recording: String? = nil) {
        (self.id, self.file, self.recording) = (id, file, recording)
    }
}

package struct Fetches: Codable {
    package let questions: [FetchQuestion]
    /// The folder for the answers. Each file has the question's number as its name.
    package let folder: String

    package init(_ questions: [FetchQuestion], folder: String) {
        (self.questions, self.folder) = (questions, folder)
    }
}

package struct Settings: Codable {
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

    /// The number of changes that are told.
    package static let mostChanges = 50

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
