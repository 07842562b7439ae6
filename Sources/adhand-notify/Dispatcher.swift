import AdhanCore
import AdhanSupport
import Glibc
import Logging
import Synchronization

/// Gives each receiver its messages from the queue, on a thread a receiver: one that hangs holds up no other.
final class Dispatcher: Sendable {
    /// A receiver of messages, and how it gets them.
    struct Entry: Sendable {
        let settings: NotifyConfiguration.Receiver
        let receiver: any Receiver
    }

    private struct State {
        var lines: [String: ReceiverLine] = [:]
        var zone: ZoneRules
        var isStopped = false
    }

    private let queue: MessageQueue
    private let clock: any HostClock
    private let log: Logger
    private let state: Mutex<State>

    /// - Parameters:
    ///   - zone: the mosque's, for the quiet hours.
    init(_ queue: MessageQueue, zone: ZoneRules, clock: any HostClock = LinuxClock(), log: Logger) {
        (self.queue, self.clock, self.log) = (queue, clock, log)
        state = Mutex(State(zone: zone))
    }

    /// Queues a message for all that want it; returns at once.
    func enqueue(_ message: Message) {
        let second = secondOfDay()
        let lines = state.withLock { Array($0.lines.values) }.filter { $0.entry.settings.wants(message, at: second) }
        let names = lines.map(\.name).sorted()
        guard !names.isEmpty else { return }
        queue.add(message, for: names)
        for line in lines { line.wake() }
    }

    /// Replaces the receivers by those of a new config. What waits for one of the same name goes to its successor at
    /// once.
    func apply(_ entries: [Entry], zone: ZoneRules) {
        let (old, new) = state.withLock { state in
            state.zone = zone
            guard !state.isStopped else { return ([ReceiverLine](), [ReceiverLine]()) }
            let old = state.lines
            state.lines = [:]
            for entry in entries {
                let name = entry.settings.name
                do throws(SystemFault) {
                    state.lines[name] = try ReceiverLine(entry, after: old[name], queue, clock, log) { [weak self] in
                        self?.secondOfDay() ?? 0
                    }
                } catch {
                    log.error("\(name) is told nothing until the next reload: \(error)")
                }
            }
            return (Array(old.values), Array(state.lines.values))
        }
        for line in old { line.stop() }
        queue.keep(only: entries.map(\.settings.name))
        for line in new {
            // One that still sends must not be overtaken by its successor.
            let predecessor = old.first { $0.name == line.name }
            line.start(after: predecessor)
        }
    }

    /// Stops after the deliveries that run, and waits for them and for the queue.
    ///
    /// - Returns: whether all ended within the limit. What waits is told after the next start.
    @discardableResult
    func stop(within limit: Duration) -> Bool {
        let lines = state.withLock { state in
            state.isStopped = true
            defer { state.lines = [:] }
            return Array(state.lines.values)
        }
        for line in lines { line.stop() }
        let end = BootClock.now() + limit
        let haveEnded = lines.map { $0.ends(by: end) }.allSatisfy(\.self)
        return queue.flush(within: end - BootClock.now()) && haveEnded
    }

    /// The receivers that have failed for a minute, in the order of their names.
    func failing(_ zone: ZoneRules) -> [FailingReceiver] {
        let lines = state.withLock { $0.lines.values.sorted { $0.name < $1.name } }
        return lines.compactMap { $0.failing(zone) }
    }

    private func secondOfDay() -> Int { state.withLock(\.zone).wall(at: clock.wall()).secondOfDay }
}

/// One receiver's thread.
final class ReceiverLine: Sendable {
    /// How long it waits at most before it looks into the queue again: for the end of quiet hours.
    private static let look: Duration = .seconds(60)

    let entry: Dispatcher.Entry
    private let queue: MessageQueue
    private let clock: any HostClock
    private let log: Logger
    private let secondOfDay: @Sendable () -> Int
    /// Gets something for a new message and at a stop.
    private let arrived: Mailbox<Void>
    private let isStopped = Atomic(false)
    /// Nil where the last message was accepted.
    private let failure: Mutex<Failure?>
    private let end = WaitGroup(1)

    /// - Parameter other: its predecessor in an earlier config, whose failures it goes on with.
    init(
        _ entry: Dispatcher.Entry,
        after other: ReceiverLine?,
        _ queue: MessageQueue,
        _ clock: any HostClock,
        _ log: Logger,
        secondOfDay: @escaping @Sendable () -> Int
    ) throws(SystemFault) {
        arrived = try Mailbox()
        (self.entry, self.queue, self.clock, self.log) = (entry, queue, clock, log)
        self.secondOfDay = secondOfDay
        failure = Mutex(other?.failure.withLock(\.self))
    }

    var name: String { entry.settings.name }

    /// - Parameter other: its predecessor, which is stopped, and whose delivery it waits for.
    func start(after other: ReceiverLine?) {
        do {
            try SystemThread(named: name) { [self] in
                if let other { _ = other.ends(by: BootClock.now() + ReceiverLimits().whole * 2) }
                run()
                end.leave()
            }.detach()
        } catch {
            end.leave()
            log.error("\(name) is told nothing until the next start: \(error)")
        }
    }

    func wake() { arrived.post(()) }

    func stop() {
        isStopped.store(true, ordering: .sequentiallyConsistent)
        arrived.post(())
    }

    func failing(_ zone: ZoneRules) -> FailingReceiver? {
        let now = clock.monotonic()
        return failure.withLock { $0?.failing(name, zone, at: now) }
    }

    func ends(by limit: BootInstant) -> Bool { end.wait(within: limit - BootClock.now()) }

    private func run() {
        var partly: String?
        while !isStopped.load(ordering: .sequentiallyConsistent) {
            let least = entry.settings.least(at: secondOfDay())
            guard let waiting = queue.first(for: name, atLeast: least) else {
                rest(Self.look)
                continue
            }
            // Since it was queued, the config may have given the name to a receiver that is told less.
            guard entry.settings.wants(waiting.message) else {
                queue.finish(waiting)
                continue
            }
            switch entry.receiver.deliver(waiting.message) {
            case .done:
                queue.finish(waiting)
                if failure.withLock({ $0.take() }) != nil { log.notice("\(name) is told again") }
            case .partly(let why):
                queue.finish(waiting)
                if why != partly { log.error("\(name) was told only in part: \(why)") }
                partly = why
            case .refused(let why):
                queue.finish(waiting)
                log.error("\(name) refuses a message: \(why): \(waiting.message.words)")
            case .again(let after, let why):
                queue.postpone(waiting, reason: why)
                // A reason is logged once, until it changes.
                if isNew(why) { log.warning("\(name) was not told, and will be later: \(why)") }
                let chance = Double.random(in: 0..<1)
                pause(Backoff.wait(after: waiting.attempts + 1, asked: after, chance: chance))
            }
        }
    }

    /// Notes why a message was not accepted.
    private func isNew(_ reason: String) -> Bool {
        let (wall, now) = (clock.wall(), clock.monotonic())
        return failure.withLock { failure in
            defer { failure = Failure(reason, since: failure, wall, now) }
            return failure?.reason != reason
        }
    }

    /// Waits for that long, or until something arrives.
    private func rest(_ length: Duration) {
        var polled = pollfd(fd: arrived.descriptor, events: Int16(POLLIN), revents: 0)
        poll(&polled, 1, Int32(clamping: max(1, length.wholeMilliseconds)))
        _ = arrived.collect()
    }

    /// Waits for that long, or until a stop. A message of severity critical does not end it: the receiver is not there.
    private func pause(_ length: Duration) {
        let end = clock.monotonic() + length
        while !isStopped.load(ordering: .sequentiallyConsistent), clock.monotonic() < end {
            rest(end - clock.monotonic())
        }
    }
}
