import AdhanCore
import Foundation
import Glibc
import Logging

/// Plain lines on stderr: into the journal with the level in front, as systemd's `SyslogLevelPrefix=` reads it; elsewhere with
/// the time.
struct StderrLog: LogSink {
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

    func write(_ line: LogLine) {
        let head = isJournal ? "<\(line.level.priority)>" : "\(Self.time(line.at)) \(line.level.rawValue): "
        let text = head + OneLine.of(line.message) + "\n"
        // One write a line, so that lines of several threads do not mix.
        text.withCString { start in _ = Glibc.write(STDERR_FILENO, start, strlen(start)) }
    }

    private static func time(_ moment: Date) -> String {
        moment.formatted(.iso8601.time(includingFractionalSeconds: true))
    }
}
