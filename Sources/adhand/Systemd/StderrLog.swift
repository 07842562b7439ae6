import AdhanCore
import Foundation
import Glibc
import Logging

/// Plain lines on stderr: into the journal with the level in front, as systemd's `SyslogLevelPrefix=` reads it; elsewhere with
/// the time.
struct StderrLog: LogHandler {
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    private let isJournal: Bool

    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        isJournal = Self.isJournal(environment)
    }

    /// Whether stderr leads to the journal. systemd names device and inode of what it connected: a redirected stderr is
    /// somebody's wish.
    static func isJournal(_ environment: [String: String]) -> Bool {
        var status = stat()
        guard let stream = environment["JOURNAL_STREAM"], fstat(STDERR_FILENO, &status) == 0 else { return false }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let head = isJournal ? "<\(event.level.priority)>" : "\(Self.now()) \(event.level.rawValue): "
        let text = head + OneLine.of(event.message.description) + "\n"
        // One write a line, so that lines of several threads do not mix.
        text.withCString { start in _ = write(STDERR_FILENO, start, strlen(start)) }
    }

    private static func now() -> String {
        Date.now.formatted(.iso8601.time(includingFractionalSeconds: true))
    }
}
