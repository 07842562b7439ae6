import AdhanCore

/// The socket's protocol: JSON values, each with a newline behind it.
package enum ControlLine {
    package static func encode(_ value: some Encodable) throws(ControlFault) -> [UInt8] {
        do {
            return try JSONText.bytes(of: value) + [newline]
        } catch {
            throw .unencodable(reason: "\(error)")
        }
    }

    package static let newline = UInt8(ascii: "\n")

    /// Received bytes, split into lines.
    package struct Buffer {
        private var bytes: [UInt8] = []
        /// Where the next line begins. What is before it goes at the next `append`,
        /// so that many lines take linear time.
        private var start = 0
        /// The bytes before it contain no newline of a further line.
        private var searched = 0

        package var count: Int { bytes.count - start }

        package mutating func append(_ new: some Collection<UInt8>) {
            bytes.removeFirst(start)
            (start, searched) = (0, searched - start)
            bytes += new
        }

        /// - Returns: the first line, without its newline; nil where none is complete.
        package mutating func nextLine() -> [UInt8]? {
            guard let end = bytes[searched...].firstIndex(of: newline) else {
                searched = bytes.count
                return nil
            }
            defer { (start, searched) = (end + 1, end + 1) }
            return Array(bytes[start..<end])
        }

        /// - Returns: the bytes that no newline follows.
        package mutating func removeRest() -> [UInt8] {
            defer { (bytes, start, searched) = ([], 0, 0) }
            return Array(bytes[start...])
        }
    }
}
