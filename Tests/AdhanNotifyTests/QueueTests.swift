import AdhanCore
import AdhanSQLite
import AdhanSupport
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import adhand_notify

/// The queue of messages: order, limits, and what happens to it when disk, clock and process fail.
@Suite(.serialized) struct QueueTests {
    private let directory: TestDirectory
    private let log = RecordedLog()
    private let clock = VirtualHostClock()

    init() throws { directory = try TestDirectory() }

    private var path: String { directory.file("notify/queue.sqlite") }

    private func queue(_ limits: QueueLimits = QueueLimits(), path: String? = nil) -> MessageQueue {
        MessageQueue(path ?? self.path, limits: limits, clock: clock, log: log.logger)
    }

    /// The file's content for another process, when all is in it.
    private func file(_ queue: MessageQueue) throws -> QueueContents {
        #expect(queue.flush(within: .seconds(20)))
        return try QueueFile(reading: path).contents()
    }

    private func waiting(_ queue: MessageQueue) throws -> [String] { try file(queue).messages.map(\.message.key) }

    /// Takes all that waits for a receiver.
    private func drain(_ queue: MessageQueue, _ receiver: String = "a") -> [String] {
        var keys: [String] = []
        while let waiting = queue.first(for: receiver, atLeast: .info) {
            keys.append(waiting.message.key)
            queue.finish(waiting)
        }
        return keys
    }

    @Test func `each receiver gets each message once, in their order, after a restart too`() throws {
        let first = queue()
        for key in ["1", "2", "3"] { first.add(.sample(key), for: ["a", "b"]) }
        #expect(drain(first) == ["1", "2", "3"])
        #expect(try waiting(first) == ["1", "2", "3"])
        let second = queue()
        second.add(.sample("4"), for: ["a", "b"])
        // Again, from whoever made it.
        second.add(.sample("2"), for: ["a", "b"])
        #expect(drain(second) == ["4"])
        #expect(drain(second, "b") == ["1", "2", "3", "4"])
        #expect(try waiting(second).isEmpty)
        #expect(log.lines.isEmpty)
    }

    @Test func `a failed attempt is counted, and the message stays the first`() throws {
        let first = queue()
        first.add(.sample("1"), for: ["a"])
        first.add(.sample("2", .critical), for: ["a"])
        first.postpone(try #require(first.first(for: "a", atLeast: .info)), reason: "it answered 500")
        #expect(first.flush(within: .seconds(20)))
        let waiting = try #require(queue().first(for: "a", atLeast: .info))
        #expect(waiting.message.key == "1" && waiting.attempts == 1 && waiting.reason == "it answered 500")
        // In quiet hours.
        #expect(queue().first(for: "a", atLeast: .critical)?.message.key == "2")
    }

    @Test func `above the limit the oldest message of the least severity goes, and is counted`() throws {
        let queue = queue(QueueLimits(messages: 3))
        queue.add(.sample("1", .critical), for: ["a"])
        queue.add(.sample("2"), for: ["a"])
        queue.add(.sample("3", .warning), for: ["a"])
        queue.add(.sample("4"), for: ["a"])
        queue.add(.sample("5", .warning), for: ["a"])
        #expect(try file(queue).dropped == 2)
        #expect(drain(queue) == ["1", "3", "5"])
        #expect(log.lines.count == 2)
    }

    @Test func `a message goes after seven days of work, whatever the clock was set to`() throws {
        let first = queue()
        first.add(.sample("1"), for: ["a"])
        clock.stepWall(by: .days(4000))
        first.add(.sample("2"), for: ["a"])
        #expect(try waiting(first) == ["1", "2"])
        clock.sleep(.days(4))
        first.add(.sample("3"), for: ["a"])
        #expect(first.flush(within: .seconds(20)))
        let second = queue()
        #expect(second.first(for: "a", atLeast: .info)?.message.key == "1")
        #expect(try waiting(second).count == 3)
        clock.sleep(.days(4))
        second.keep(only: ["a"])
        #expect(try waiting(second) == ["3"])
        #expect(try file(second).dropped == 2)
    }

    @Test func `a message that is not understood is dropped alone, and counted`() throws {
        do {
            let first = queue()
            for key in ["1", "2", "3"] { first.add(.sample(key), for: ["a"]) }
            #expect(first.flush(within: .seconds(20)))
        }
        try SQLiteConnection(path).execute("UPDATE message SET body = replace(body, 'adhan', 'duha') WHERE key = '1'")
        let queue = queue()
        #expect(drain(queue) == ["2", "3"])
        #expect(log.lines.count == 1 && log.lines.first?.contains("is not understood and dropped") == true)
        #expect(try file(queue).dropped == 1)
        #expect(!FileManager.default.fileExists(atPath: path + ".damaged"))
    }

    @Test func `a receiver that is gone gets nothing any more`() {
        let queue = queue()
        queue.add(.sample("1"), for: ["a", "b"])
        queue.keep(only: ["b"])
        #expect(drain(queue) == [] && drain(queue, "b") == ["1"])
    }

    @Test(arguments: ["no database at all", ""]) func `a damaged file is set aside and named`(_ text: String) throws {
        do {
            let first = queue()
            for number in 1...30 { first.add(.sample("\(number)"), for: ["a"]) }
            #expect(first.flush(within: .seconds(20)))
        }
        // Closed: SQLite would write into the damaged file what its journal still has.
        #expect(eventually { access(path + "-wal", F_OK) != 0 })
        var bytes = TestDirectory.bytes(of: path)
        if text.isEmpty {
            // In the middle of the tables.
            for index in bytes.indices where index > 4096 { bytes[index] = 0x55 }
        } else {
            bytes = Array(text.utf8)
        }
        _ = try directory.write(bytes, to: "notify/queue.sqlite")
        let second = queue()
        second.add(.sample("new"), for: ["a"])
        #expect(drain(second) == ["new"])
        #expect(log.lines.contains { $0.contains("\(path).damaged") })
        let isKept = TestDirectory.bytes(of: path + ".damaged") == bytes
        #expect(isKept)
    }

    @Test func `a table of somebody else is set aside, too`() throws {
        Folder.make(directory.file("notify"))
        try SQLiteConnection(path).execute("CREATE TABLE mine (a)")
        let queue = queue()
        queue.add(.sample("1"), for: ["a"])
        #expect(drain(queue) == ["1"])
        #expect(log.lines.contains { $0.contains("not a queue") })
    }

    @Test func `a disk that does not answer holds nothing up, and gets all later`() throws {
        let queue = queue()
        queue.add(.sample("1"), for: ["a", "b"])
        #expect(queue.flush(within: .seconds(20)))
        // SQLite waits five seconds for the lock.
        let other = try SQLiteConnection(path)
        try other.execute("BEGIN IMMEDIATE TRANSACTION")
        for number in 2...300 { queue.add(.sample("\(number)"), for: ["a", "b"]) }
        #expect(drain(queue) == (1...300).map { "\($0)" })
        #expect(!queue.flush(within: .milliseconds(100)))
        clock.sleep(.seconds(30))
        #expect(queue.problem?.contains("its disk hangs") == true)
        #expect(try QueueFile(reading: path).contents().messages.map(\.message.key) == ["1"])
        try other.execute("ROLLBACK TRANSACTION")
        #expect(
            eventually {
                clock.sleep(.seconds(10))
                return queue.flush(within: .seconds(20))
            }
        )
        #expect(queue.problem == nil)
        let next = self.queue()
        #expect(drain(next).isEmpty && drain(next, "b") == (1...300).map { "\($0)" })
    }

    @Test func `what a disk that fails at the start has is told when it is back`() throws {
        let first = queue()
        first.add(.sample("1"), for: ["a", "gone"])
        #expect(first.flush(within: .seconds(20)))
        let (folder, away) = (directory.file("notify"), directory.file("away"))
        #expect(rename(folder, away) == 0)
        try directory.write([], to: "notify")
        let second = queue()
        second.keep(only: ["a"])
        #expect(second.first(for: "a", atLeast: .info) == nil && second.problem != nil)
        second.add(.sample("2"), for: ["a"])
        #expect(!second.flush(within: .seconds(20)))
        unlink(folder)
        #expect(rename(away, folder) == 0)
        #expect(
            eventually {
                clock.sleep(.seconds(10))
                return second.first(for: "a", atLeast: .info)?.message.key == "1"
            }
        )
        #expect(second.first(for: "gone", atLeast: .info) == nil)
        #expect(second.flush(within: .seconds(20)) && second.problem == nil)
    }

    /// SQLite follows links, also those into another process' mounts. So the test runs in a process of its own.
    @Test(.enabled(if: SmallDisk.isPossible)) func `what a full disk refuses waits in memory, in order`() throws {
        let mount = "mkdir \(directory.file("disk")) && mount -t tmpfs -o size=512k none \(directory.file("disk"))"
        let child = try ChildProcess(
            ["unshare", "-m", "sh", "-c", "\(mount) && exec \"$@\"", "sh"]
                + Self.thisProcess(only: "theDiskThatIsFull"),
            environment: ["ADHAND_QUEUE_DISK": directory.file("disk"), "TMPDIR": directory.path],
            output: directory.file("said"),
            errors: directory.file("errors")
        )
        let code = child.wait()
        let words = ["said", "errors"].map {
            String(decoding: TestDirectory.bytes(of: directory.file($0)), as: UTF8.self)
        }
        #expect(code == 0 && words.joined().contains("with 1 test"), "\(words.joined().suffix(3000))")
    }

    @Test(.enabled(if: getenv("ADHAND_QUEUE_DISK") != nil)) func theDiskThatIsFull() throws {
        let disk = getenv("ADHAND_QUEUE_DISK").map { String(cString: $0) } ?? ""
        let queue = queue(path: disk + "/queue.sqlite")
        queue.add(.sample("1"), for: ["a", "b"])
        #expect(queue.flush(within: .seconds(20)))
        try ChildProcess.run(["sh", "-c", "dd if=/dev/zero of=\(disk)/filler bs=512; true"])
        for number in 2...300 {
            queue.add(.sample("\(number)"), for: ["a", "b"])
            queue.flush(within: .seconds(20))
            clock.sleep(.seconds(10))
        }
        #expect(log.lines.count == 1 && log.lines.first?.contains("wait in memory only") == true, "\(log.lines)")
        #expect(drain(queue) == (1...300).map { "\($0)" })
        #expect(log.lines.count == 1, "\(log.lines)")
        unlink(disk + "/filler")
        clock.sleep(.seconds(10))
        queue.add(.sample("301"), for: ["a", "b"])
        #expect(queue.flush(within: .seconds(20)) && queue.problem == nil)
        #expect(log.lines.last?.contains("on the disk again") == true)
        let next = self.queue(path: disk + "/queue.sqlite")
        #expect(drain(next) == ["301"])
        #expect(drain(next, "b") == (1...301).map { "\($0)" })
    }

    /// How often the writer is killed.
    private static let kills = ProcessInfo.processInfo.environment["ADHAND_QUEUE_KILLS"].flatMap(Int.init) ?? 6

    @Test func `killed at any moment, it has lost nothing that it had accepted`() throws {
        for round in 0..<Self.kills {
            let file = directory.file("kill-\(round)/queue.sqlite")
            let output = directory.file("accepted")
            let writer = try ChildProcess(
                Self.thisProcess(only: "theWriterThatIsKilled"),
                environment: ["ADHAND_QUEUE_WRITER": file, "TMPDIR": directory.path],
                output: output,
                errors: directory.file("errors")
            )
            func accepted() -> [String] {
                String(decoding: TestDirectory.bytes(of: output), as: UTF8.self).split(separator: "\n").map(String.init)
                    .filter { $0.hasPrefix("accepted ") }
            }
            #expect(eventually { accepted().count > 3 })
            usleep(UInt32.random(in: 0...60_000))
            kill(writer.pid, SIGKILL)
            _ = writer.wait()
            // Each line is one write, so that it is there whole or not at all.
            let keys = accepted().map { String($0.dropFirst("accepted ".count)) }
            let queue = queue(path: file)
            // Opens it, and names what is wrong with it.
            _ = queue.first(for: "b", atLeast: .info)
            let waiting = try QueueFile(reading: file).contents().messages
                .filter { $0.receivers["b"] != nil }.map(\.message.key)
            #expect(Array(waiting.prefix(keys.count)) == keys, "round \(round)")
            #expect(waiting.count >= keys.count && waiting.count <= keys.count + 2)
            #expect(log.lines.isEmpty, "\(log.lines)")
        }
    }

    private static func thisProcess(only test: String) -> [String] {
        let own = (try? String(contentsOfFile: "/proc/self/cmdline", encoding: .utf8)) ?? ""
        let words = own.split(separator: "\0").map(String.init)
        let bundle = words.first ?? ""
        return [bundle, "--testing-library", "swift-testing", "--filter", test]
    }

    @Test(.enabled(if: getenv("ADHAND_QUEUE_WRITER") != nil)) func theWriterThatIsKilled() {
        guard let file = getenv("ADHAND_QUEUE_WRITER") else { return }
        let queue = queue(path: String(cString: file))
        for number in 1...900 {
            queue.add(.sample("\(number)"), for: ["a", "b"])
            guard queue.flush(within: .seconds(20)) else { continue }
            let line = Array("accepted \(number)\n".utf8)
            write(STDOUT_FILENO, line, line.count)
            if let waiting = queue.first(for: "a", atLeast: .info) { queue.finish(waiting) }
        }
    }

    @Test func `the pauses grow to an hour, and longer where the receiver asks for it`() {
        #expect(Backoff.wait(after: 1, asked: .zero, chance: 0) == .seconds(1))
        #expect(Backoff.wait(after: 1, asked: .zero, chance: 1) == .seconds(2))
        #expect(Backoff.wait(after: 2, asked: .zero, chance: 1) == .seconds(4))
        #expect(Backoff.wait(after: 1000, asked: .zero, chance: 1) == .seconds(3600))
        #expect(Backoff.wait(after: 3, asked: .seconds(120), chance: 1) == .seconds(120))
        #expect(Backoff.wait(after: 3, asked: .days(400), chance: 1) == .hours(6))
    }
}

extension Message {
    /// A message of a test.
    static func sample(
        _ key: String,
        _ severity: Severity = .info,
        kind: Kind = .adhan,
        prayer: Prayer? = .fajr
    ) -> Message {
        Message(
            key: key,
            kind: kind,
            severity: severity,
            at: 1_795_240_080,
            occasion: prayer.map { "adhan-\($0.rawValue)" },
            prayer: prayer,
            date: "2026-11-21",
            due: 1_795_240_080,
            words: "The adhan of Fajr."
        )
    }
}

/// The queue in memory, and its changes for the file.
@Suite struct WaitingMessagesTests {
    private func keys(_ waiting: inout WaitingMessages) -> [String] {
        waiting.takeChanges().messages.map(\.message.key)
    }

    @Test func `what could not be written is written later, with what came since`() {
        var waiting = WaitingMessages(QueueLimits())
        waiting.add(.sample("1"), for: ["a", "b"], at: 0)
        waiting.add(.sample("2"), for: ["a"], at: 1)
        let lost = waiting.takeChanges()
        #expect(lost.messages.map(\.message.key) == ["1", "2"] && !waiting.isChanged)
        waiting.finish(DeliveredMessage(receiver: "a", key: "2"), at: 2)
        waiting.add(.sample("3"), for: ["a"], at: 3)
        waiting.giveBack(lost)
        let changes = waiting.takeChanges()
        #expect(changes.messages.map(\.message.key) == ["1", "3"] && changes.removed == ["2"])
        #expect(changes.told == [DeliveredMessage(receiver: "a", key: "2"): 2] && !waiting.isChanged)
    }

    @Test func `told keys that could not be written are written later`() {
        var waiting = WaitingMessages(QueueLimits())
        let done = DeliveredMessage(receiver: "a", key: "1")
        waiting.add(.sample("1"), for: ["a"], at: 0)
        waiting.finish(done, at: 1)
        waiting.giveBack(waiting.takeChanges())
        #expect(waiting.takeChanges().told == [done: 1])
    }

    @Test func `another disk gets all that waits, and what it alone has is told first`() throws {
        var waiting = WaitingMessages(QueueLimits())
        waiting.add(.sample("1"), for: ["a"], at: 5)
        _ = waiting.takeChanges()
        let old = QueuedMessage(message: .sample("0"), at: -9, receivers: ["a": .init(count: 2, reason: "500")])
        let told = DeliveredMessage(receiver: "b", key: "7")
        waiting.merge(QueueContents(messages: [old], told: [told: -5]), at: 6)
        #expect(waiting.first(for: "a", atLeast: .info)?.attempts == 2)
        #expect(keys(&waiting) == ["1"])
        waiting.add(.sample("7"), for: ["b"], at: 7)
        #expect(waiting.first(for: "b", atLeast: .info) == nil)
    }

    @Test func `what memory has finished does not come back from a file`() {
        var waiting = WaitingMessages(QueueLimits())
        let old = QueuedMessage(message: .sample("0"), at: 0, receivers: ["a": .init()])
        waiting.merge(QueueContents(messages: [old]), at: 0)
        waiting.finish(DeliveredMessage(receiver: "a", key: "0"), at: 1)
        waiting.merge(QueueContents(messages: [old]), at: 2)
        #expect(waiting.first(for: "a", atLeast: .info) == nil && waiting.takeChanges().removed == ["0"])
    }

    @Test func `of the told keys the latest are remembered`() {
        var waiting = WaitingMessages(QueueLimits(told: 2))
        for number in 1...4 {
            let key = "\(number)"
            waiting.add(.sample(key), for: ["a"], at: Int64(number))
            waiting.finish(DeliveredMessage(receiver: "a", key: key), at: Int64(number))
        }
        waiting.prune(at: 5)
        for number in 1...4 { waiting.add(.sample("\(number)"), for: ["a"], at: 6) }
        #expect(waiting.first(for: "a", atLeast: .info)?.message.key == "1")
        #expect(waiting.takeChanges().messages.map(\.message.key) == ["1", "2"])
    }
}
