import AdhanCore
import CSystemd
import Glibc
import Logging

/// Writes lines with their fields to the journal, so that `journalctl PRAYER=fajr` finds them.
package struct JournalLog: LogSink {
    /// Nil where stderr does not lead to the journal but to a terminal, a file or another log.
    package init?(environment: [String: String] = Environment.variables) {
        guard StderrLog.isJournal(environment), access(Self.socket, W_OK) == 0 else { return nil }
    }

    private static let socket = "/run/systemd/journal/socket"

    package func write(_ line: LogLine) {
        var fields = [
            "MESSAGE=\(OneLine.of(line.message))", "PRIORITY=\(line.level.priority)", "SYSLOG_IDENTIFIER=adhand",
        ]
        for (name, value) in line.fields { fields.append("\(name)=\(OneLine.of(value))") }
        let bytes = fields.map { Array($0.utf8) }
        // One buffer for all fields: their bytes must not move until the call is over.
        var joined = bytes.flatMap(\.self)
        let result = joined.withUnsafeMutableBytes { buffer -> Int32 in
            var start = 0
            var vectors = bytes.map { field in
                defer { start += field.count }
                return iovec(iov_base: buffer.baseAddress.map { $0 + start }, iov_len: field.count)
            }
            return sd_journal_sendv(&vectors, Int32(vectors.count))
        }
        // It returns 0 even where no journal listens. On an error the line goes to stderr.
        if result < 0 { StderrLog().write(line) }
    }
}

extension Logger.Level {
    /// The syslog priority.
    package var priority: Int {
        switch self {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}
