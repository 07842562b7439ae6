import Foundation
import Testing

/// The memory of this process, in kilobytes.
struct OwnMemory {
    private let before: Int

    init() throws {
        // From here on the kernel counts the peak anew.
        try "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
        before = try Self.value("VmHWM")
    }

    static func now() throws -> Int { try value("VmRSS") }

    /// How much more it has had since, at most.
    func growth() throws -> Int { try Self.value("VmHWM") - before }

    private static func value(_ name: String) throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return try #require(line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
    }
}
