import AdhanCore
import Logging
import Synchronization

/// A line for the log, with the moment at which it was posted: it may be written later.
package struct LogLine: Sendable {
    package var at = LinuxClock().wall()
    package let level: Logger.Level
    package let message: String
    /// Extra fields, for a log that stores them.
    package var fields: [String: String] = [:]

    /// The approximate size in bytes.
    package var size: Int { fields.reduce(message.utf8.count) { $0 + $1.key.utf8.count + $1.value.utf8.count } }
}

/// Where lines are written. A call may block for as long as nobody reads there.
package protocol LogSink: Sendable {
    func write(_ line: LogLine)
}

/// A queue in front of the log, so that logging never blocks: a terminal stopped with Ctrl-S, a full pipe or a journal
/// that does not read makes a `write` wait, and must not delay an adhan.
///
/// A worker writes the lines in order. Where too many wait, new ones are dropped and counted, and the count is logged
/// as soon as the log is read again.
package final class LogQueue: Sendable {
    private struct State {
        var lines = 0
        var bytes = 0
        var dropped = 0
    }

    /// What a busy daemon logs in an hour. Beyond that, lines are dropped.
    package static let lineLimit = 2000
    package static let byteLimit = 1 << 20

    private let sink: any LogSink
    private let worker: Worker
    private let waiting = Mutex(State())

    private static func cut(_ message: String) -> String {
        let limit = 16_384
        guard message.utf8.count > limit else { return message }
        return String(decoding: message.utf8.prefix(limit), as: UTF8.self) + "…"
    }

    /// - Throws: `SystemFault` where the machine has no thread left.
    package init(_ sink: any LogSink) throws(SystemFault) {
        self.sink = sink
        worker = try Worker("log", limit: Self.lineLimit + 1)
    }

    /// Queues a line; returns at once. A long message is cut: one line must not fill the queue.
    package func post(_ line: LogLine) {
        let line = LogLine(at: line.at, level: line.level, message: Self.cut(line.message), fields: line.fields)
        let size = line.size
        let isTaken = waiting.withLock { state in
            guard state.lines < Self.lineLimit, state.bytes + size <= Self.byteLimit else {
                state.dropped += 1
                return false
            }
            state.lines += 1
            state.bytes += size
            return true
        }
        guard isTaken else { return }
        // The worker's queue is longer than `lineLimit`, so this is never refused.
        worker.perform { [self] in
            sink.write(line)
            let dropped = waiting.withLock { state in
                state.lines -= 1
                state.bytes -= size
                defer { state.dropped = 0 }
                return state.dropped
            }
            guard dropped > 0 else { return }
            let words = "\(dropped) lines of the log were dropped: nobody had read it for too long"
            sink.write(LogLine(level: .warning, message: words))
        }
    }

    /// Waits until the lines posted so far are written.
    ///
    /// - Parameter limit: how long to wait for a log that nobody reads.
    package func flush(within limit: Duration) { worker.finish(within: limit) }
}

/// The swift-log handler that posts to the queue.
package struct QueuedLog: LogHandler {
    package var logLevel = Logger.Level.info
    package var metadata: Logger.Metadata = [:]
    private let queue: LogQueue

    package init(_ queue: LogQueue) { self.queue = queue }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let fields = (event.metadata ?? [:]).mapValues(\.description)
        queue.post(LogLine(level: event.level, message: event.message.description, fields: fields))
    }
}

extension LogQueue {
    /// The daemon's queue: to the journal where there is one, else plain lines on stderr.
    package static func daemon() throws(SystemFault) -> LogQueue { try LogQueue(JournalLog() ?? StderrLog()) }

    package var logger: Logger { Logger(label: "adhand") { _ in QueuedLog(self) } }
}
