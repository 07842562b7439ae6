import Logging
import Foundation
import Glibc
import Synchronization

@testable import AdhanSupport

/// The log behind its real queue, with a reader that goes away and comes back. The box's thread posts lines, the queue's thread writes.
final class CampaignLog {
    private final class Sink: LogSink {
        struct State {
            var hangs = false
            var isOver = false
            var written = 0
            var dropped = 0
            var isOnTheLoop = false
        }

        let state = Mutex(State())
        private let box = pthread_self()
        private let answered = DispatchSemaphore(value: 0)

        func write(_ line: LogLine) {
            // Waiting here would hang the box for good.
            if pthread_equal(pthread_self(), box) != 0 { return state.withLock { $0.isOnTheLoop = true } }
            while state.withLock({ $0.hangs && !$0.isOver }) { answered.wait() }
            state.withLock { state in
                if line.message.contains("lines of the log were dropped") {
                    state.dropped += line.message.split(separator: " ").first.flatMap { Int($0) } ?? 0
                } else {
                    state.written += 1
                }
            }
        }

        func hang(_ hangs: Bool) {
            state.withLock { $0.hangs = hangs }
            answered.signal()
        }

        func end() {
            state.withLock { $0.isOver = true }
            answered.signal()
        }
    }

    private var sink = Sink()
    private var queue: LogQueue?
    private var said = 0

    /// Whether nobody reads the log; this outlives a restart.
    var hangs = false {
        didSet { sink.hang(hangs) }
    }

    deinit { end() }

    /// A process begins, with a new queue.
    func start() throws {
        end()
        (sink, said) = (Sink(), 0)
        sink.hang(hangs)
        queue = try LogQueue(sink)
    }

    /// The process has ended; nobody waits for its last lines.
    func end() { sink.end() }

    func say(_ words: String) {
        said += 1
        queue?.post(LogLine(level: .info, message: words))
    }

    /// Whether the loop's own thread wrote a line; it would have waited for the reader.
    var isOnTheLoop: Bool { sink.state.withLock(\.isOnTheLoop) }

    /// The lines that are neither written nor counted as dropped, once the log is read again.
    func lost() -> Int {
        hangs = false
        queue?.flush(within: .seconds(20))
        return sink.state.withLock { said - $0.written - $0.dropped }
    }
}
