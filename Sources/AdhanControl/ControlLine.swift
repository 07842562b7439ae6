import Foundation

/// The socket's protocol: JSON values, each with a newline behind it.
package enum ControlLine {
    package static func encode(_ value: some Encodable) throws(ControlFault) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(value)) + [newline]
        } catch {
            throw .unencodable(reason: "\(error)")
        }
    }

    fileprivate static let newline = UInt8(ascii: "\n")

    /// Received bytes, split into lines.
    package struct Buffer {
        private var bytes: [UInt8] = []
        /// So many bytes at the front contain no newline and need not be searched again.
        private var searched = 0

        package var count: Int { bytes.count }

        package mutating func append(_ new: some Collection<UInt8>) { bytes += new }

        /// - Returns: the first line, without its newline; nil where none is complete.
        package mutating func take() -> [UInt8]? {
            guard let end = bytes[searched...].firstIndex(of: newline) else {
                searched = bytes.count
                return nil
            }
            defer {
                bytes.removeFirst(end + 1)
                searched = 0
            }
            return Array(bytes[..<end])
        }

        /// - Returns: the bytes that no newline follows.
        package mutating func takeRest() -> [UInt8] {
            defer { (bytes, searched) = ([], 0) }
            return bytes
        }
    }
}
