import AdhanCore
import AdhanSQLite

/// A recording that somebody has uploaded.
struct UploadedRecording: Sendable, Equatable {
    /// Its name in the panel's folder.
    let file: String
    /// The name that the person's file had, as the file's own name has it.
    let title: String
    /// The account's name.
    let who: String
    /// In seconds since 1970 UTC.
    let at: Int64
    let facts: CheckedRecording
}

/// The recordings, with what the check of each has found.
extension PanelStore {
    static let mostRecordings: Int64 = 40

    /// The recordings, the latest first.
    func recordings() throws -> [UploadedRecording] {
        try read { connection in
            let rows = try connection.prepare("SELECT * FROM recording ORDER BY at DESC, file")
            var recordings: [UploadedRecording] = []
            while try rows.next() {
                guard let file = rows.text("file"), let title = rows.text("title"), let who = rows.text("who"),
                    let at = try rows.integer("at"), let facts = rows.text("facts")
                else { continue }
                recordings.append(
                    UploadedRecording(
                        file: file,
                        title: title,
                        who: who,
                        at: at,
                        facts: try JSONText.decode(from: Array(facts.utf8))
                    )
                )
            }
            return recordings
        }
    }

    func add(_ recording: UploadedRecording) throws -> Bool {
        let facts = try JSONText.encode(recording.facts, isPretty: false)
        return try write { connection in
            let others = "SELECT count(*) AS n FROM recording WHERE file <> ?"
            guard try connection.count(others, [.text(recording.file)]) < Self.mostRecordings else { return false }
            let sql = "INSERT OR REPLACE INTO recording (file, title, who, at, facts) VALUES (?, ?, ?, ?, ?)"
            let values: [SQLiteValue] = [
                .text(recording.file), .text(recording.title), .text(recording.who), .integer(recording.at),
                .text(facts),
            ]
            try connection.run(sql, values)
            return true
        }
    }

    func removeRecording(_ file: String) throws {
        try write { try $0.run("DELETE FROM recording WHERE file = ?", [.text(file)]) }
    }
}
