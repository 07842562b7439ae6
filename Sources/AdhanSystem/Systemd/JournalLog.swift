import AdhanCore
import CSystemd
import Foundation
import Glibc
import Logging

/// Lines to the journal with their fields, so that `journalctl PRAYER=fajr` is an audit.
package struct JournalLog: LogSink {
    /// Nil where stderr is not the journal's: a terminal, a file, another log.
    package init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
        guard StderrLog.isJournal(environment), access(Self.socket, W_OK) == 0 else { return nil }
    }

    private static let socket = "/run/systemd/journal/socket"

    package func write(_ line: LogLine) {
        var fields = [
            "MESSAGE=\(OneLine.of(line.message))", "PRIORITY=\(line.level.priority)", "SYSLOG_IDENTIFIER=adhand",
        ]
        for (name, value) in line.fields { fields.append("\(name)=\(OneLine.of(value))") }
        let bytes = fields.map { Array($0.utf8) }
        // One buffer for all: each field's bytes have to stay where they are until the call is over.
        var joined = bytes.flatMap(\.self)
        let result = joined.withUnsafeMutableBytes { buffer -> Int32 in
            var start = 0
            var vectors = bytes.map { field in
                defer { start += field.count }
                return iovec(iov_base: buffer.baseAddress.map { $0 + start }, iov_len: field.count)
            }
            return sd_journal_sendv(&vectors, Int32(vectors.count))
        }
        // It says 0 even where nobody listens; where it says more, the line must not be lost.
        if result < 0 { StderrLog().write(line) }
    }
}

extension Logger.Level {
    /// syslog's number.
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
