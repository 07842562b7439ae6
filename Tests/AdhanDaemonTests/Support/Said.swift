import Logging
import Synchronization

/// The daemon's log lines, with their levels.
final class Said: Sendable {
    let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    var logger: Logger { Logger(label: "test") { _ in Handler(said: self) } }

    private struct Handler: LogHandler {
        let said: Said
        var logLevel = Logger.Level.info
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { said.lines.withLock { $0.append("\(event.level): \(event.message)") } }
    }
}
