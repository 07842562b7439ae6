import AdhanCore

extension Grid {
    /// The tables that a text file may have: JSON, or lines of cells.
    ///
    /// - Parameter text: UTF-8.
    /// - Throws: `TimetableRefusal` if there is none.
    static func all(in text: [UInt8]) throws(TimetableRefusal) -> [Grid] {
        guard JSONNode.isLikely(text) else { return try tables(text) }
        do { return lists(try JSONNode.parse(text)) } catch { throw .notJSON(error) }
    }
}
