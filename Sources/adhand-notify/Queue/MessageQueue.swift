import AdhanCore
import AdhanSQLite
import AdhanSupport
import Glibc
import Logging
import Synchronization

/// The messages that wait, in the order in which they came.
///
/// They are in memory, and a worker writes them into a file: what is on the disk survives a kill at any moment. A disk
/// that hangs or is full holds up nothing. What it lacks is written when it works again. A damaged file is renamed and
/// a new one made.
final class MessageQueue: Sendable {
    private struct State {
        var waiting: WaitingMessages
        /// Nil for all.
        var receivers: Set<String>?
        /// Whether the worker will write.
        var isAsked = false
        /// The moment at which it began to write; nil where it does not.
        var writesSince: MonotonicInstant?
        /// The last fault of the disk, which is logged once.
        var fault: String?
        /// Nothing is written before.
        var nextWrite = MonotonicInstant.start
        /// Whether an attempt to read the file has ended.
        var isTried = false
        var isRead = false
    }

    /// Between attempts to write after a fault of the disk.
    private static let pause: Duration = .seconds(10)
    /// How long a start waits for the file, so that older messages are told first.
    private static let readPatience: Duration = .seconds(5)
    /// After so long a disk is taken to hang.
    private static let writePatience: Duration = .seconds(20)

    private let path: String
    private let clock: any HostClock
    private let log: Logger
    private let state: Mutex<State>
    /// Only for the worker's thread: it is held for as long as the disk takes.
    private let file = Mutex<QueueFile?>(nil)
    private let worker = Worker("queue", on: .shared)
    private let reading = WaitGroup(1)
    private let readLimit = BootClock.now() + MessageQueue.readPatience

    init(_ path: String, limits: QueueLimits = QueueLimits(), clock: any HostClock = LinuxClock(), log: Logger) {
        (self.path, self.clock, self.log) = (path, clock, log)
        state = Mutex(State(waiting: WaitingMessages(limits)))
        save()
    }

    private var uptime: Int64 { clock.monotonic().sinceStart.components.seconds }

    /// The disk's fault; nil where it has none.
    var problem: String? {
        let now = clock.monotonic()
        return state.withLock { state in
            if let since = state.writesSince, now - since >= Self.writePatience { return "\(path): its disk hangs" }
            return state.fault
        }
    }

    /// Adds a message for receivers that have not had it; returns at once.
    func add(_ message: Message, for receivers: [String]) {
        change { $0.add(message, for: receivers, at: uptime) }
    }

    func first(for receiver: String, atLeast severity: Message.Severity) -> WaitingMessage? {
        if !state.withLock(\.isTried) { reading.wait(within: readLimit - BootClock.now()) }
        // A refused write is tried again.
        save()
        return state.withLock { $0.waiting.first(for: receiver, atLeast: severity) }
    }

    /// Removes a message that the receiver has, or will never accept. Its key is remembered for a week.
    func finish(_ waiting: WaitingMessage) {
        let done = DeliveredMessage(receiver: waiting.receiver, key: waiting.message.key)
        change { $0.finish(done, at: uptime) }
    }

    /// Notes a failed attempt. The message stays the receiver's first.
    func postpone(_ waiting: WaitingMessage, reason: String) {
        change { $0.postpone(waiting, reason: reason) }
    }

    /// Drops what waits for receivers that the config no longer has, and what is too old.
    func keep(only receivers: [String]) {
        let names = Set(receivers)
        state.withLock { $0.receivers = names }
        change { waiting in
            keep(only: names, in: &waiting)
            waiting.prune(at: uptime)
        }
    }

    /// Waits until the file has all.
    ///
    /// - Returns: false where the disk does not take it within the limit.
    @discardableResult
    func flush(within limit: Duration) -> Bool {
        save()
        let done = WaitGroup(1)
        worker.perform { done.leave() }
        return done.wait(within: limit) && state.withLock { !$0.waiting.isChanged }
    }

    private func change(_ body: (inout WaitingMessages) -> Void) {
        state.withLock { state in
            let before = state.waiting.newlyDropped
            body(&state.waiting)
            let dropped = state.waiting.newlyDropped - before
            if dropped > 0 { log.warning("\(dropped) waiting messages were dropped: too many wait, or for too long") }
        }
        save()
    }

    private func keep(only receivers: Set<String>, in waiting: inout WaitingMessages) {
        let gone = waiting.keep(only: receivers)
        if gone > 0 { log.notice("\(gone) messages to receivers that are gone were dropped") }
    }

    /// Has the worker write what the file lacks.
    private func save() {
        let now = clock.monotonic()
        let isDue = state.withLock { state in
            let isDue = !state.isAsked && (state.waiting.isChanged || !state.isRead) && now >= state.nextWrite
            if isDue { state.isAsked = true }
            return isDue
        }
        guard isDue, !worker.perform({ [self] in write() }) else { return }
        state.withLock { $0.isAsked = false }
    }

    private func write() {
        state.withLock { ($0.isAsked, $0.writesSince) = (false, clock.monotonic()) }
        let fault = file.withLock { file in
            do {
                try write(to: &file)
                return String?.none
            } catch {
                // After another fault than a full disk, a different one may come back.
                if (error as? SQLiteFault)?.isFull != true, !(error is AtomicFile.Fault) { file = nil }
                guard Self.isDamage(error) else { return "\(error)" }
                setAside(error)
            }
            do {
                try write(to: &file)
                return nil
            } catch {
                file = nil
                return "\(error)"
            }
        }
        let (before, isFirst) = state.withLock { state in
            defer { (state.fault, state.isTried, state.writesSince) = (fault, true, nil) }
            if fault != nil { state.nextWrite = clock.monotonic() + Self.pause }
            return (state.fault, !state.isTried)
        }
        if isFirst { reading.leave() }
        if let fault, fault != before { log.error("\(path): messages wait in memory only: \(fault)") }
        if fault == nil, before != nil { log.notice("\(path): the queue is on the disk again") }
    }

    private func write(to file: inout QueueFile?) throws {
        let open = try file ?? read()
        file = open
        let changes = state.withLock { $0.waiting.takeChanges() }
        do {
            try open.write(changes, uptime: uptime)
        } catch {
            state.withLock { $0.waiting.giveBack(changes) }
            throw error
        }
    }

    /// Opens the file, and takes up what it has.
    private func read() throws -> QueueFile {
        // If it cannot be made, SQLite reports why.
        Folder.make(PathName.folder(of: path))
        let file = try QueueFile(path, uptime: uptime)
        let contents = try file.contents()
        let receivers = state.withLock { state in
            state.isRead = true
            return state.receivers
        }
        change { waiting in
            waiting.merge(contents, at: uptime)
            if let receivers { keep(only: receivers, in: &waiting) }
        }
        for reason in contents.unreadable.values {
            log.error("\(path): a message, perhaps of a newer adhand, is not understood and dropped: \(reason)")
        }
        try file.drop(contents.unreadable.keys)
        return file
    }

    private static func isDamage(_ error: any Error) -> Bool {
        (error as? SQLiteFault)?.isDamage == true || error is QueueFileFault || error is StrangeRow
    }

    /// Renames the file, so that a new one takes its place. An earlier damaged one is replaced.
    private func setAside(_ error: any Error) {
        let other = path + ".damaged"
        for suffix in ["-wal", "-shm", ""] { rename(path + suffix, other + suffix) }
        log.error("\(path): \(error); it is now \(other), and a new queue is made")
    }
}
