import AdhanTestSupport

/// One line of `strace -y -xx` for a successful call.
struct SystemCall {
    enum Argument: Equatable {
        /// A descriptor, given by the path of its file.
        case descriptor(String)
        case text([UInt8])
        /// Flags, numbers and structures.
        case other(String)
    }

    struct Unreadable: Error { let line: String }

    let name: String
    let arguments: [Argument]
    let result: Int

    /// - Returns: the calls in a trace file, in order.
    /// - Throws: `Unreadable` if two calls overlapped and their order is unknown.
    static func read(_ file: String) throws -> [SystemCall] {
        let text = String(decoding: TestDirectory.bytes(of: file), as: UTF8.self)
        return try text.split(separator: "\n").compactMap { try SystemCall(String($0)) }
    }

    /// - Returns: nil for a line that is no call, and for a failed call.
    private init?(_ line: String) throws {
        guard !line.contains("<unfinished"), !line.contains(" resumed>") else { throw Unreadable(line: line) }
        guard let parts = line.firstMatch(of: /^(?:\d+ +)?(\w+)\((.*)\) += (\d+)/), let result = Int(parts.3) else {
            return nil
        }
        (name, self.result) = (String(parts.1), result)
        arguments = try parts.2.split(separator: ", ").map { word in
            // With -xx a text contains neither commas nor quotes.
            let quoted = word.split(separator: "\"", omittingEmptySubsequences: false)
            if word.hasPrefix("\""), quoted.count == 3 { return .text(try Self.bytes(quoted[1], line)) }
            guard let start = word.firstIndex(of: "<"), word.hasSuffix(">") else { return .other(String(word)) }
            let path = try Self.bytes(word[start...].dropFirst().dropLast(), line)
            return .descriptor(String(decoding: path, as: UTF8.self))
        }
    }

    private static func bytes(_ hex: Substring, _ line: String) throws -> [UInt8] {
        guard hex.hasPrefix("\\x") || hex.isEmpty else { return Array(hex.utf8) }
        return try hex.split(separator: "\\x").map { digits in
            guard let byte = UInt8(digits, radix: 16) else { throw Unreadable(line: line) }
            return byte
        }
    }

    /// The paths that it names, including those relative to a folder's descriptor.
    var paths: [String] {
        var paths: [String] = []
        for (index, argument) in arguments.enumerated() {
            switch argument {
            case .descriptor(let path): paths.append(path)
            // The data of write and read is not a path.
            case .text where name == "write" || name == "read": break
            case .text(let bytes):
                let text = String(decoding: bytes, as: UTF8.self)
                if text.hasPrefix("/") {
                    paths.append(text)
                } else if index > 0, case .descriptor(let folder) = arguments[index - 1], !text.isEmpty {
                    paths.append(folder + "/" + text)
                }
            case .other: break
            }
        }
        return paths
    }
}
