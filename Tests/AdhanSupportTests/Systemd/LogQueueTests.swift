import AdhanCore
import Dispatch
import Foundation
import Glibc
import Logging
import Synchronization
import Testing

@testable import AdhanSupport

/// The log's queue, where its reader is away for a while.
@Suite struct LogQueueTests {
    private final class HeldSink: LogSink {
        let isRead = DispatchSemaphore(value: 0)
        let written = Mutex<[String]>([])

        func write(_ line: LogLine) {
            isRead.wait()
            isRead.signal()
            written.withLock { $0.append(line.message) }
        }
    }

    private let sink = HeldSink()

    private func post(_ count: Int, fieldOf size: Int, _ queue: LogQueue) -> [String] {
        for number in 0..<count {
            let fields = ["REASON": String(repeating: "x", count: size)]
            queue.post(LogLine(level: .info, message: "line \(number)", fields: fields))
        }
        sink.isRead.signal()
        queue.flush(within: .seconds(20))
        return sink.written.withLock { $0 }
    }

    @Test func `lines beyond the queue are dropped, counted, and the log says so`() throws {
        let written = post(LogQueue.lineLimit + 7, fieldOf: 1, try LogQueue(sink))
        #expect(written.count == LogQueue.lineLimit + 1 && written.first == "line 0")
        #expect(written.contains("7 lines of the log were dropped: nobody had read it for too long"))
    }

    @Test func `fields take room as the message does`() throws {
        let written = post(100, fieldOf: LogQueue.byteLimit / 10, try LogQueue(sink))
        #expect(written.count { $0.hasPrefix("line ") } == 9)
        #expect(written.contains("91 lines of the log were dropped: nobody had read it for too long"))
    }

    @Test func `a message longer than the queue is cut, and not dropped`() throws {
        let queue = try LogQueue(sink)
        sink.isRead.signal()
        queue.post(LogLine(level: .info, message: String(repeating: "ä", count: LogQueue.byteLimit)))
        queue.flush(within: .seconds(20))
        let written = sink.written.withLock { $0 }
        #expect(written.count == 1 && written.first?.hasSuffix("ä…") == true)
        #expect(written.first?.utf8.count ?? 0 < 20_000)
    }

    @Test func `a line without the journal has the time on the mosque's clock, as the sentence in it`() throws {
        let instant = try #require(Instant(iso8601: "2026-11-21T05:48:09+00:00")).advanced(by: .microseconds(7_900))
        #expect(StderrLog.time(instant, .fixed(name: "+03", offset: 10_800)) == "08:48:09.007")
        #expect(StderrLog.time(instant, .utc) == "05:48:09.007")
        let date = Date(timeIntervalSince1970: Double(instant.microseconds) / 1e6)
        #expect(StderrLog.time(instant, .utc) == date.formatted(.iso8601.time(includingFractionalSeconds: true)))
    }

    @Test func `a reader whose pipe was made non-blocking gets every byte`() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let (reader, writer) = (FileHandle(fileDescriptor: ends[0]), ends[1])
        _ = fcntl(writer, F_SETFL, O_NONBLOCK)
        // Ten times what a pipe takes.
        let text = String(repeating: "a line that is long\n", count: 40_000)
        let writing = try Worker("writing")
        writing.perform {
            StderrLog.write(text, to: writer)
            close(writer)
        }
        #expect(try reader.readToEnd()?.count == text.utf8.count)
    }
}
