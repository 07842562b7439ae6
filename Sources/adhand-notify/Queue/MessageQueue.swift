import AdhanCore
import AdhanSQLite
import AdhanSupport
import Glibc
import Logging
import Synchronization

/// How much the queue keeps.
struct QueueLimits: Sendable {
    /// Messages, each for any number of receivers.
    var messages = 1000
    /// The time in which adhand ran; a clock that is set changes nothing.
    var age: Duration = .seconds(7 * 86_400)
}

/// A message and the names of its receivers.
struct QueuedMessage: Equatable, Sendable {
    let message: Message
    let receivers: [String]
}

/// A message that waits for one receiver.
struct WaitingMessage: Equatable, Sendable {
    /// Ascending in the order of the messages.
    let number: Int64
    let receiver: String
    let message: Message
    /// How many attempts have failed.
    let attempts: Int
    /// Why the last attempt failed.
    let reason: String?
}

/// A message that one receiver has, by its key.
struct DeliveredMessage: Hashable, Sendable {
    let receiver: String
    let key: String
}

/// The messages that wait, in the order in which they came. It survives a kill at any moment.
///
/// A message that the disk refuses waits in memory, in a queue with the same limits, until the disk works
/// again. A damaged file is renamed and a new one made. Calls may block as long as the disk does.
final class MessageQueue: Sendable {
    private struct State {
        var file: QueueFile?
        /// Messages that the disk has refused; nil if none.
        var spare: QueueFile?
        /// Messages that the receivers have and the disk still lists.
        var delivered: Set<DeliveredMessage> = []
        /// The last fault of the disk, which is logged once.
        var fault: String?
        /// Nothing is written before: each attempt writes all that the disk has refused so far.
        var nextWrite = MonotonicInstant.start
    }

    /// Between attempts to write after a fault of the disk.
    private static let pause: Duration = .seconds(10)

    private let path: String
    private let limits: QueueLimits
    private let clock: any HostClock
    private let log: Logger
    private let state = Mutex(State())

    /// - Parameter path: of the file; its folder is made.
    init(_ path: String, limits: QueueLimits = QueueLimits(), clock: any HostClock = LinuxClock(), log: Logger) {
        (self.path, self.limits, self.clock, self.log) = (path, limits, clock, log)
    }

    private var uptime: Duration { clock.monotonic().sinceStart }

    /// Adds a message for receivers that have not had it. Without a disk it stays in memory.
    func add(_ message: Message, for receivers: [String]) {
        let queued = QueuedMessage(message: message, receivers: receivers)
        state.withLock { state in
            let dropped = write(&state) { try $0.add([queued], uptime: uptime, limits) }
            report(dropped ?? addInMemory(queued, &state))
        }
    }

    private func addInMemory(_ queued: QueuedMessage, _ state: inout State) -> Int {
        do {
            let spare = try state.spare ?? QueueFile(QueueFile.inMemory, uptime: uptime)
            state.spare = spare
            return try spare.add([queued], uptime: uptime, limits)
        } catch {
            log.error("a message could not be queued, not even in memory: \(error): \(queued.message.words)")
            return 0
        }
    }

    private func report(_ dropped: Int) {
        guard dropped > 0 else { return }
        log.warning("\(dropped) waiting messages were dropped: more than \(limits.messages), or older than 7 days")
    }

    /// The receiver's oldest message of at least that severity; nil if none waits.
    func first(for receiver: String, atLeast severity: Message.Severity) -> WaitingMessage? {
        state.withLock { state in
            var number: Int64 = 0
            while let found = read(
                &state,
                { file, _ in try file.first(for: receiver, atLeast: severity, after: number) }
            ) {
                // Inner nil: none waits on the disk.
                guard let found else { break }
                let key = DeliveredMessage(receiver: receiver, key: found.message.key)
                if !state.delivered.contains(key) { return found }
                number = found.number
            }
            // reason: a database in memory only fails without memory
            return try? state.spare?.first(for: receiver, atLeast: severity, after: 0)
        }
    }

    /// Removes a message that the receiver has, or will never accept. Its key is remembered for a week.
    func finish(_ waiting: WaitingMessage) {
        let done = DeliveredMessage(receiver: waiting.receiver, key: waiting.message.key)
        state.withLock { state in
            let isDone = write(&state) { try $0.finish([done], uptime: uptime) } != nil
            if !isDone { state.delivered.insert(done) }
            try? state.spare?.finish([done], uptime: uptime)  // reason: as in `first`
        }
    }

    /// Notes a failed attempt. The message stays the receiver's first.
    func postpone(_ waiting: WaitingMessage, reason: String) {
        state.withLock { state in
            _ = write(&state) { try $0.postpone(waiting, reason: reason) }
            try? state.spare?.postpone(waiting, reason: reason)  // reason: as in `first`
        }
    }

    /// Drops what waits for receivers that the config no longer has, and what is too old.
    func keep(only receivers: [String]) {
        state.withLock { state in
            let gone = write(&state) { try $0.keep(only: receivers) } ?? 0
            // reason: as in `first`
            let more = (try? state.spare?.keep(only: receivers)) ?? 0
            if gone + more > 0 { log.notice("\(gone + more) messages to receivers that are gone were dropped") }
            report(write(&state) { try $0.prune(uptime: uptime, limits) } ?? 0)
        }
    }

    /// Writes into the file, after it has got what memory holds for it.
    ///
    /// - Returns: nil where the disk refuses.
    private func write<Value>(_ state: inout State, _ body: (QueueFile) throws -> Value) -> Value? {
        guard clock.monotonic() >= state.nextWrite else { return nil }
        let value = read(&state) { file, state in
            try moveToDisk(file, &state)
            return try body(file)
        }
        guard let value else {
            state.nextWrite = clock.monotonic() + Self.pause
            return nil
        }
        if state.fault != nil { log.notice("\(path): the queue is on the disk again") }
        state.fault = nil
        return value
    }

    /// Runs the body with the file.
    ///
    /// - Returns: nil where the disk refuses.
    private func read<Value>(_ state: inout State, _ body: (QueueFile, inout State) throws -> Value) -> Value? {
        do {
            let file = try state.file ?? open()
            state.file = file
            return try body(file, &state)
        } catch let message as UnreadableMessage {
            log.error("\(path): a message, perhaps of a newer adhand, is not understood and dropped: \(message.reason)")
            try? state.file?.drop(message.number)  // reason: it is dropped at the next look otherwise
            return nil
        } catch {
            // A full disk can be read. After another fault a different disk may come back.
            if (error as? SQLiteFault)?.isFull != true { state.file = nil }
            if Self.isDamage(error) { setAside(error) }
            let words = "\(error)"
            if state.fault != words { log.error("\(path): new messages wait in memory only: \(words)") }
            state.fault = words
            return nil
        }
    }

    private func open() throws -> QueueFile {
        // If it cannot be made, SQLite reports why.
        Folder.make(PathName.folder(of: path))
        do {
            return try QueueFile(path, uptime: uptime)
        } catch  where Self.isDamage(error) {
            setAside(error)
            return try QueueFile(path, uptime: uptime)
        }
    }

    private func moveToDisk(_ file: QueueFile, _ state: inout State) throws {
        if !state.delivered.isEmpty {
            try file.finish(state.delivered, uptime: uptime)
            state.delivered = []
        }
        guard let spare = state.spare else { return }
        let waiting = try spare.waiting(limit: .max)
        // Each message once, in their order.
        var messages: [(message: Message, receivers: [String])] = []
        for one in waiting {
            if messages.last?.message.key == one.message.key {
                messages[messages.count - 1].receivers.append(one.receiver)
            } else {
                messages.append((one.message, [one.receiver]))
            }
        }
        let queued = messages.map { QueuedMessage(message: $0.message, receivers: $0.receivers) }
        report(try file.add(queued, uptime: uptime, limits))
        state.spare = nil
    }

    private static func isDamage(_ error: any Error) -> Bool {
        (error as? SQLiteFault)?.isDamage == true || error is QueueFileFault || error is DecodingError
            || error is StrangeRow
    }

    /// Renames the file, so that a new one takes its place. An earlier damaged one is replaced.
    private func setAside(_ error: any Error) {
        let other = path + ".damaged"
        for suffix in ["-wal", "-shm", ""] { rename(path + suffix, other + suffix) }
        log.error("\(path): \(error); it is now \(other), and a new queue is made")
    }
}
