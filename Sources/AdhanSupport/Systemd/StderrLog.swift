import Logging
import AdhanCore
import Glibc
import Synchronization

/// Writes plain lines to stderr: with the level in front for the journal, as systemd's `SyslogLevelPrefix=` expects it,
/// elsewhere with the time.
package struct StderrLog: LogSink {
    private static let zone = Mutex(ZoneRules.utc)

    /// Has the times in front of lines in the mosque's zone, as those in the lines are, once the config is read.
    package static func use(_ zone: ZoneRules) { Self.zone.withLock { $0 = zone } }

    private let isJournal: Bool

    package init(environment: [String: String] = Environment.variables) {
        isJournal = Self.isJournal(environment)
    }

    /// Whether stderr leads to the journal: systemd names device and inode of the stream that it has connected. A
    /// redirected stderr has another.
    package static func isJournal(_ environment: [String: String]) -> Bool {
        var status = stat()
        guard let stream = environment["JOURNAL_STREAM"], fstat(STDERR_FILENO, &status) == 0 else { return false }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }

    /// Makes a write to stderr fail where it would wait. C libraries write to it too, as libpulse does while a device
    /// is opened for an adhan. Such text is then lost, lines of the log are not. A file is left as it is.
    ///
    /// - Returns: false for a terminal that this user may not open.
    package static func neverWait() -> Bool {
        var status = stat()
        guard fstat(STDERR_FILENO, &status) == 0 else { return true }
        let kind = status.st_mode & S_IFMT
        guard [S_IFIFO, S_IFCHR, S_IFSOCK].contains(kind) else { return true }
        if kind != S_IFSOCK {
            // The open terminal or pipe is shared with other programs, which may not expect that; opened again it is
            // not.
            let reopened = open("/proc/self/fd/\(STDERR_FILENO)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
            defer { if reopened >= 0 { close(reopened) } }
            if reopened >= 0, dup2(reopened, STDERR_FILENO) >= 0 { return true }
            guard kind == S_IFIFO else { return false }
        }
        let flags = fcntl(STDERR_FILENO, F_GETFL)
        return flags >= 0 && fcntl(STDERR_FILENO, F_SETFL, flags | O_NONBLOCK) == 0
    }

    package func write(_ line: LogLine) {
        let time = Self.time(line.at, Self.zone.withLock(\.self))
        let head = isJournal ? "<\(line.level.priority)>" : "\(time) \(line.level.rawValue): "
        let text = head + OneLine.of(line.message) + "\n"
        Self.write(text, to: STDERR_FILENO)
    }

    /// Writes the text in one call where possible, so that lines of several processes do not mix.
    package static func write(_ text: String, to descriptor: Int32) {
        var rest = ArraySlice(Array(text.utf8))
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // By `neverWait`, or by another process that shares the terminal or the pipe.
                var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard poll(&polled, 1, -1) >= 0 || errno == EINTR else { return }
            } else if errno != EINTR {
                return
            }
        }
    }

    /// `05:48:00.123`.
    static func time(_ moment: Instant, _ zone: ZoneRules) -> String {
        let wall = zone.wall(at: moment)
        let milliseconds = (moment.microseconds - moment.flooredToSecond.microseconds) / 1000
        return "\(wall.clockText):\(wall.second.padded(to: 2)).\(milliseconds.padded(to: 3))"
    }
}
