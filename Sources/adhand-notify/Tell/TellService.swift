import AdhanCore
import AdhanSupport
import Glibc
import Logging
import Synchronization

/// Tells the receivers of `[[notify]]` what happens to the prayers and what is wrong, for as long as the process lives.
final class TellService: Sendable {
    /// How often the status is asked for, at most and at least.
    private static let soonest: Duration = .seconds(1)
    private static let interval: Duration = .seconds(15)
    /// The events after which a day may have other times.
    private static let changes: Set = ["refresh", "timetable", "setting", "clock"]
    /// How often the config is looked at.
    private static let configInterval: Duration = .minutes(1)
    /// How long a daemon may be away, as for a restart, before that is a fault.
    private static let absence: Duration = .minutes(2)
    /// How long the end waits for what is being sent.
    private static let stopPatience: Duration = .seconds(3)

    private struct State {
        var record = FaultRecord()
        /// The problems of the last status.
        var problems: [StatusReport.Problem] = []
        /// The moment from which the daemon has not answered; nil while it does.
        var awaySince: MonotonicInstant?
        var askedAt: MonotonicInstant?
        var configAt: MonotonicInstant?
        var receivers: [NotifyConfiguration.Receiver]?
        /// The times of today, as they were told last; nil where they may have changed.
        var today: TimesReport.Day?
        /// The mosque's, as in keys and topics.
        var name = ""
        var links: [MQTTLink] = []
    }

    private let socket: String
    private let client: ControlClient
    private let clock: any HostClock
    private let log: Logger
    private let dispatcher: Dispatcher
    private let file: JSONFile<FaultRecord>
    private let configs: @Sendable () throws -> [Configuration]
    private let state = Mutex(State())

    /// - Parameters:
    ///   - folder: where the queue and the faults are kept.
    ///   - configs: reads the configs that the daemon may be using, the likeliest first; it may block.
    /// - Throws: `SystemFault` where the machine has no thread left.
    init(
        socket: String,
        folder: String,
        clock: any HostClock,
        log: Logger,
        configs: @escaping @Sendable () throws -> [Configuration]
    ) throws {
        (self.socket, self.clock, self.log, self.configs) = (socket, clock, log, configs)
        client = ControlClient(path: socket)
        Folder.make(folder)
        let queue = MessageQueue(folder + "/queue.sqlite", clock: clock, log: log)
        dispatcher = try Dispatcher(queue, zone: .utc, clock: clock, log: log)
        file = JSONFile(folder + "/faults.json", limit: 1 << 20, mode: 0o600)
        do {
            let kept = try file.load { _ in "it cannot be understood" }
            if let kept { state.withLock { $0.record = kept } }
        } catch {
            log.warning("\(error); faults that were told are told again")
        }
    }

    /// Follows the daemon, on a thread of its own.
    func run(until isDone: () -> Bool = { false }) {
        let follower = EventFollower(client, clock, interval: Self.interval, waits: .seconds(1)...(.seconds(5)))
        follower.run(
            tell: { [self] in isAway($0) },
            until: {
                applyConfig(); noteAbsence(); return isDone()
            }
        ) { event in
            if let event, let message = Message(event, at: clock.wall()) { enqueue(message) }
            if event.map({ Self.changes.contains($0.event) }) ?? false { state.withLock { $0.today = nil } }
            try tellStatus()
        }
    }

    private func isAway(_ problem: String?) {
        let now = clock.monotonic()
        let links = state.withLock { state in
            state.awaySince = problem == nil ? nil : state.awaySince ?? now
            state.today = nil
            return state.links
        }
        if let problem { for link in links { link.lostDaemon(problem) } }
    }

    /// Tells that the daemon does not answer, once that has lasted.
    private func noteAbsence() {
        let now = clock.monotonic()
        let away = state.withLock { $0.awaySince.map { now - $0 >= Self.absence } ?? false }
        guard away else { return }
        let problem = StatusReport.Problem(
            .daemon,
            what: "adhand does not run or does not answer: no adhan is called",
            advice: "see why: systemctl status adhand"
        )
        note([problem] + state.withLock(\.problems))
    }

    private func tellStatus() throws {
        let now = clock.monotonic()
        let isDue = state.withLock { state in
            let isDue = state.askedAt.map { now - $0 >= Self.soonest } ?? true
            if isDue { state.askedAt = now }
            return isDue
        }
        guard isDue, state.withLock({ $0.receivers?.isEmpty == false }) else { return }
        let status = try client.ask(ControlRequest(.status), for: StatusReport.self)
        let links = state.withLock { state in
            state.problems = status.problems
            return state.links
        }
        note(status.problems)
        guard !links.isEmpty else { return }
        let today = try times(of: status.date)
        for link in links { link.update(status, today: today) }
    }

    /// The times of a mosque date; nil where they are not known. They are asked for once, until something changes them.
    private func times(of date: String) throws -> TimesReport.Day? {
        if let today = state.withLock(\.today), "\(today.date)" == date { return today }
        let times = try client.ask(ControlRequest(.times), for: TimesReport.self)
        let today = times.days.first { "\($0.date)" == date }
        state.withLock { $0.today = today }
        return today
    }

    /// A receiver may be told by several mosques, so the key begins with this one's name.
    private func enqueue(_ message: Message) {
        var message = message
        message.key = state.withLock(\.name) + "/" + message.key
        dispatcher.enqueue(message)
    }

    /// Tells what is new of the problems, and keeps the record.
    private func note(_ problems: [StatusReport.Problem]) {
        let now = clock.wall()
        let (messages, record) = state.withLock { ($0.record.update(problems, at: now), $0.record) }
        for message in messages { enqueue(message) }
        guard !messages.isEmpty else { return }
        do {
            try file.save(record)
        } catch {
            log.warning("\(error); after a restart, faults that were told are told again")
        }
    }

    /// Takes up the receivers of the config, where they have changed.
    private func applyConfig() {
        let now = clock.monotonic()
        let isDue = state.withLock { state in
            let isDue = state.configAt.map { now - $0 >= Self.configInterval } ?? true
            if isDue { state.configAt = now }
            return isDue
        }
        guard isDue else { return }
        do {
            guard let config = try configs().first else { return }
            let receivers = config.notify.receivers
            guard state.withLock({ $0.receivers != receivers }) else { return }
            let (zone, place) = (try config.place.zone.get().rules, config.place.place.name)
            let entries = receivers.compactMap { receiver in
                receiver.receiver(zone, mosque: place).map { Dispatcher.Entry(settings: receiver, receiver: $0) }
            }
            dispatcher.apply(entries, zone: zone)
            let old = state.withLock { state in
                (state.receivers, state.name) = (receivers, MQTTSettings.id(of: place))
                defer { state.links = [] }
                return state.links
            }
            for link in old { link.stop() }
            let links = try receivers.compactMap { try $0.link(name: place, socket: socket, log: log) }
            state.withLock { $0.links = links }
            if !receivers.isEmpty { log.info("tells \(receivers.map(\.name).joined(separator: ", "))") }
        } catch {
            log.warning("the receivers of [[notify]] stay as they are: \(CommandConfig.words(error))")
        }
    }

    /// Ends. What waits is told after the next start.
    func stop() {
        let links = state.withLock(\.links)
        for link in links { link.stop(within: .seconds(1)) }
        dispatcher.stop(within: Self.stopPatience)
    }
}

extension NotifyConfiguration.Receiver {
    /// The connection to its broker; nil where it is none.
    fileprivate func link(name: String, socket: String, log: Logger) throws -> MQTTLink? {
        guard let settings = broker(name: name) else { return nil }
        return try MQTTLink(settings, socket: socket, log: log)
    }
}
