import Foundation

/// The sanitizer for which the tests and the processes that they start are built: `make sanitize`.
package enum Sanitizer {
    private static let name = ProcessInfo.processInfo.environment["ADHAND_SANITIZER"]

    /// False under a sanitizer. Its own memory is counted with the process', and its checks take the processor several
    /// times as long as the code: a limit on either says nothing of the product there.
    package static let allowsLimits = name == nil

    /// False under ThreadSanitizer: at the start of a process it writes a file, which a limit on files cuts off.
    package static let allowsFileLimits = name != "thread"
}
