import Logging
import Synchronization

/// A logger that keeps each line with its level.
package final class RecordedLog: Sendable {
    private let recorded = Mutex<[String]>([])

    package init() {}

    /// Each line as `level: message`, in the order in which they were logged.
    package var lines: [String] { recorded.withLock { $0 } }

    package var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

    private struct Handler: LogHandler {
        let log: RecordedLog
        var logLevel = Logger.Level.info
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { log.recorded.withLock { $0.append("\(event.level): \(event.message)") } }
    }
}
