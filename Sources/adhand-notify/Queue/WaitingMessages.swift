import AdhanCore

/// How much the queue keeps.
struct QueueLimits: Sendable {
    /// Messages, each for any number of receivers.
    var messages = 1000
    /// The time in which adhand ran; a clock that is set changes nothing.
    var age: Duration = .seconds(7 * 86_400)
    /// The keys that receivers have had.
    var told = 20_000
}

struct WaitingMessage: Equatable, Sendable {
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

struct QueuedMessage: Sendable {
    struct Attempts: Equatable, Sendable {
        var count = 0
        /// Why the last one failed.
        var reason: String?
    }

    let message: Message
    /// The second of the process' uptime at which it was queued; negative where an earlier process has queued it.
    let at: Int64
    /// Ascending in the order of the messages.
    var number: Int64 = 0
    /// By the receivers' names.
    var receivers: [String: Attempts]

    /// One for each receiver, in the order of their names.
    var waiting: [WaitingMessage] { receivers.keys.sorted().compactMap(waiting) }

    /// Nil where it does not wait for that receiver.
    func waiting(for receiver: String) -> WaitingMessage? {
        receivers[receiver].map {
            WaitingMessage(receiver: receiver, message: message, attempts: $0.count, reason: $0.reason)
        }
    }
}

/// The messages that wait, and what of them the file does not have yet.
struct WaitingMessages: Sendable {
    /// Changes that the file is to get.
    struct Changes: Sendable {
        /// New messages, and others with changed receivers or attempts; oldest first.
        var messages: [QueuedMessage] = []
        /// The keys of messages that wait no more.
        var removed: [String] = []
        /// The times of new deliveries, in seconds of the process' uptime.
        var told: [DeliveredMessage: Int64] = [:]
        /// The second of the uptime from which on told keys are remembered.
        var remembersFrom: Int64
        /// How many messages were dropped since the last changes.
        var dropped = 0
    }

    private let limits: QueueLimits
    private var messages: [String: QueuedMessage] = [:]
    /// The keys of the messages, oldest first.
    private var order: [String] = []
    private var told: [DeliveredMessage: Int64] = [:]
    private var remembersFrom = Int64.min / 2

    /// The keys of the messages that the file has.
    private var filed: Set<String> = []
    /// The keys of messages that differ from the file's.
    private var changed: Set<String> = []
    private var newlyTold: Set<DeliveredMessage> = []
    /// How many messages were dropped since the file's number of them was written.
    private(set) var newlyDropped = 0

    init(_ limits: QueueLimits) { self.limits = limits }

    /// Whether the file lacks something.
    var isChanged: Bool { !changed.isEmpty || !newlyTold.isEmpty || newlyDropped > 0 }

    func first(for receiver: String, atLeast severity: Message.Severity) -> WaitingMessage? {
        for case let queued? in order.lazy.map({ messages[$0] }) where queued.message.severity >= severity {
            if let waiting = queued.waiting(for: receiver) { return waiting }
        }
        return nil
    }

    /// Adds a message for those receivers that have not had it, and drops what is above the limits.
    ///
    /// - Parameter uptime: the process', in seconds.
    mutating func add(_ message: Message, for receivers: [String], at uptime: Int64) {
        let key = message.key
        let known = messages[key]?.receivers ?? [:]
        let new = receivers.filter { known[$0] == nil && told[DeliveredMessage(receiver: $0, key: key)] == nil }
        guard !new.isEmpty else { return }
        let number = (order.last.flatMap { messages[$0]?.number } ?? 0) + 1
        var queued = messages[key] ?? QueuedMessage(message: message, at: uptime, number: number, receivers: [:])
        if messages[key] == nil { order.append(key) }
        for receiver in new { queued.receivers[receiver] = QueuedMessage.Attempts() }
        put(queued)
        prune(at: uptime)
    }

    /// Removes a message that the receiver has, or will never accept, and remembers its key.
    mutating func finish(_ done: DeliveredMessage, at uptime: Int64) {
        told[done] = uptime
        newlyTold.insert(done)
        guard var queued = messages[done.key] else { return }
        queued.receivers[done.receiver] = nil
        put(queued)
    }

    /// Notes a failed attempt. The message stays the receiver's first.
    mutating func postpone(_ waiting: WaitingMessage, reason: String) {
        guard var queued = messages[waiting.message.key], queued.receivers[waiting.receiver] != nil else { return }
        queued.receivers[waiting.receiver] = .init(count: waiting.attempts + 1, reason: reason)
        put(queued)
    }

    /// Drops what waits for other receivers than these.
    mutating func keep(only receivers: Set<String>) -> Int {
        var dropped = 0
        for key in order {
            guard var queued = messages[key] else { continue }
            let count = queued.receivers.count
            queued.receivers = queued.receivers.filter { receivers.contains($0.key) }
            guard queued.receivers.count < count else { continue }
            dropped += count - queued.receivers.count
            put(queued)
        }
        return dropped
    }

    /// Drops what is too old or too much: the oldest of the least severity.
    ///
    /// - Parameter uptime: the process', in seconds.
    mutating func prune(at uptime: Int64) {
        let oldest = uptime - limits.age.components.seconds
        let count = order.count
        while let key = order.first, let queued = messages[key], queued.at < oldest { remove(key) }
        while order.count > limits.messages, let key = leastImportant { remove(key) }
        newlyDropped += count - order.count
        remember(from: oldest)
    }

    /// The key of the oldest message of the least severity.
    private var leastImportant: String? {
        messages.values.min { ($0.message.severity, $0.number) < ($1.message.severity, $1.number) }?.message.key
    }

    private mutating func remember(from oldest: Int64) {
        remembersFrom = max(remembersFrom, oldest)
        if told.count > limits.told {
            let moments = told.values.sorted()
            remembersFrom = max(remembersFrom, moments[told.count - limits.told])
        }
        let first = remembersFrom
        guard told.contains(where: { $0.value < first }) else { return }
        told = told.filter { $0.value >= first }
        newlyTold.formIntersection(told.keys)
    }

    /// Stores a message of which something has changed, or removes one that waits for nobody.
    private mutating func put(_ queued: QueuedMessage) {
        let key = queued.message.key
        guard !queued.receivers.isEmpty else { return remove(key) }
        messages[key] = queued
        changed.insert(key)
    }

    private mutating func remove(_ key: String) {
        guard messages.removeValue(forKey: key) != nil else { return }
        if let index = order.firstIndex(of: key) { order.remove(at: index) }
        if filed.contains(key) { changed.insert(key) } else { changed.remove(key) }
    }

    /// Takes up what a file has: at a start what an earlier process has left, later what another disk may have. Where
    /// the two differ, memory is right.
    mutating func merge(_ file: QueueContents, at uptime: Int64) {
        for (done, moment) in file.told { told[done] = max(moment, told[done] ?? .min) }
        newlyTold = Set(told.keys).subtracting(file.told.keys)
        filed = Set(file.messages.map(\.message.key))
        for queued in file.messages where !changed.contains(queued.message.key) {
            let key = queued.message.key
            messages[key] = messages[key] ?? queued
        }
        let new = order.filter { !filed.contains($0) }
        changed.formUnion(new)
        order = file.messages.map(\.message.key).filter { messages[$0] != nil } + new
        for (number, key) in zip(Int64(1)..., order) { messages[key]?.number = number }
        for key in order {
            guard var queued = messages[key] else { continue }
            let count = queued.receivers.count
            queued.receivers = queued.receivers.filter { told[DeliveredMessage(receiver: $0.key, key: key)] == nil }
            if queued.receivers.count < count { put(queued) }
        }
        prune(at: uptime)
    }

    /// The changes that the file is to get. From now on it is taken to have them.
    mutating func takeChanges() -> Changes {
        var changes = Changes(remembersFrom: remembersFrom, dropped: newlyDropped)
        changes.messages = changed.compactMap { messages[$0] }.sorted { $0.number < $1.number }
        changes.removed = changed.filter { messages[$0] == nil }
        for done in newlyTold { changes.told[done] = told[done] }
        filed.formUnion(changes.messages.map(\.message.key))
        filed.subtract(changes.removed)
        (changed, newlyTold, newlyDropped) = ([], [], 0)
        return changes
    }

    /// Takes changes back that could not be written.
    mutating func giveBack(_ changes: Changes) {
        changed.formUnion(changes.messages.map(\.message.key))
        changed.formUnion(changes.removed)
        filed.formUnion(changes.removed)
        newlyTold.formUnion(changes.told.keys.filter { told[$0] != nil })
        newlyDropped += changes.dropped
    }
}
