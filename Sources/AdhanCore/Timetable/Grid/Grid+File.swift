extension Grid {
    /// The tables that a text file may have: JSON, or lines of cells.
    ///
    /// - Parameter text: UTF-8.
    /// - Throws: `TimetableRefusal` if there is none.
    package static func all(in text: [UInt8]) throws(TimetableRefusal) -> [Grid] {
        let first = text.first { ![0x09, 0x0A, 0x0D, 0x20].contains($0) }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return try tables(text) }
        do { return lists(try JSONNode.parse(text)) } catch { throw .notJSON(error) }
    }
}
