import Foundation

/// What goes over the socket: one JSON value, and a newline.
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

    /// Bytes as they arrive, and the lines among them.
    package struct Buffer {
        private var bytes: [UInt8] = []
        /// So many at the front are known to hold no newline, and are not looked at again.
        private var searched = 0

        package var count: Int { bytes.count }

        package mutating func append(_ new: some Collection<UInt8>) { bytes += new }

        /// - Returns: the first line, without its newline; nil where none is whole.
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

        /// - Returns: what no newline follows.
        package mutating func takeRest() -> [UInt8] {
            defer { (bytes, searched) = ([], 0) }
            return bytes
        }
    }
}
