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
    static let configInterval: Duration = .minutes(1)
    /// How long a daemon may be away, as for a restart, before that is a fault.
    private static let absence: Duration = .minutes(2)
    private static let saveInterval: Duration = .hours(1)
    /// How many saves wait for the disk.
    private static let mostSaves = 8
    /// How long a fault waits until its beginning is on the disk: usually, and once the disk has not answered.
    private static let (savePatience, hangingPatience): (Duration, Duration) = (.seconds(5), .milliseconds(100))
    /// How long the end waits for what is being sent.
    private static let stopPatience: Duration = .seconds(3)

    struct State {
        var record = FaultRecord()
        /// When the record was last saved.
        var savedAt: MonotonicInstant?
        /// Messages that perhaps are in memory alone, and the record before them.
        var unsaved: (before: FaultRecord, messages: [Message])?
        /// Whether the last beginning of a fault was not on the disk in time.
        var hangs = false
        /// The moment from which the daemon has not answered; nil while it does.
        var awaySince: MonotonicInstant?
        var askedAt: MonotonicInstant?
        var configAt: MonotonicInstant?
        var reported: [FailingReceiver]?
        var reportedAt = MonotonicInstant.start
        /// Nil before the first config.
        var applied: Applied?
        /// The times of today, as they were told last; nil where they may have changed.
        var today: TimesReport.Day?
        /// The mosque's, as in keys and topics.
        var name = ""
        var links: [MQTTLink] = []
    }

    let socket: String
    let locations: Locations
    private let client: ControlClient
    let clock: any HostClock
    let log: Logger
    private let queue: MessageQueue
    let dispatcher: Dispatcher
    private let file: JSONFile<FaultRecord>
    private let saves: Worker
    /// Reads the config: its disk may hang.
    let configReads: Worker
    let configs: @Sendable () throws -> [Configuration]
    let state = Mutex(State())

    /// - Parameters:
    ///   - configs: reads the configs that the daemon may be using, the likeliest first; it may block.
    /// - Throws: `SystemFault` where the machine has no thread left.
    init(
        socket: String,
        folder: String,
        clock: any HostClock,
        log: Logger,
        locations: Locations = Locations(resources: nil, daemon: false),
        configs: @escaping @Sendable () throws -> [Configuration]
    ) throws {
        (self.socket, self.clock, self.log, self.configs) = (socket, clock, log, configs)
        self.locations = locations
        client = ControlClient(path: socket)
        queue = MessageQueue(folder + "/queue.sqlite", clock: clock, log: log)
        dispatcher = Dispatcher(queue, zone: .utc, clock: clock, log: log)
        saves = try Worker("faults", limit: 64)
        configReads = try Worker("config", limit: 1)
        file = JSONFile(folder + "/faults.json", limit: 1 << 20, mode: 0o600)
        let read = TimeLimit.run(Self.savePatience, on: file.path) { [file] in
            Result { () throws(FileFault) in
                Folder.make(folder)
                return try file.load { _ in "it cannot be understood" }
            }
        }
        switch read {
        case .success(let kept?): state.withLock { $0.record = kept }
        case .success(nil): break
        case .failure(let fault): log.warning("\(fault); faults that were told are told again")
        case nil: log.error("\(file.path): its disk does not answer; faults that were told are told again")
        }
    }

    /// Follows the daemon, on a thread of its own.
    func run(until isDone: () -> Bool = { false }) {
        // Nobody could be told of an event before.
        applyConfig()
        let follower = EventFollower(client, clock, waits: .seconds(1)...(.seconds(5)), recent: true)
        follower.run(
            tell: { [self] in isAway($0) },
            until: {
                lookAtConfig(); noteAbsence(); return isDone()
            }
        ) { event in
            if let event, let message = Message(event, at: clock.wall()) { enqueue(message) }
            if event.map({ Self.changes.contains($0.event) }) ?? false { state.withLock { $0.today = nil } }
            return try tellStatus()
        }
    }

    private func isAway(_ problem: String?) {
        let now = clock.monotonic()
        let links = state.withLock { state in
            state.awaySince = problem == nil ? nil : state.awaySince ?? now
            if problem != nil { state.today = nil }
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
        note([problem], isStatus: false)
    }

    /// - Returns: when to ask again, where no event comes before.
    private func tellStatus() throws -> Duration {
        let now = clock.monotonic()
        let rest = state.withLock { state in
            let rest = state.askedAt.map { Self.soonest - (now - $0) } ?? .zero
            if rest <= .zero { state.askedAt = now }
            return rest
        }
        // A change since then is told as soon as the status may be asked for.
        guard rest <= .zero else { return rest }
        try report()
        guard state.withLock({ $0.applied?.receivers.isEmpty == false }) else { return Self.interval }
        let status = try client.ask(ControlRequest(.status), for: StatusReport.self)
        let links = state.withLock(\.links)
        note(status.problems)
        guard !links.isEmpty else { return Self.interval }
        let today = try times(of: status.date)
        for link in links { link.update(status, today: today) }
        return Self.interval
    }

    /// Reports the failing receivers to the daemon, for its status.
    private func report() throws {
        let (now, zone, links) = state.withLock { (clock.monotonic(), $0.applied?.zone ?? .utc, $0.links) }
        let disk = queue.problem.map {
            FailingReceiver(FailingReceiver.queue, "messages wait in memory only, and a power cut loses them: \($0)")
        }
        let failing = dispatcher.failing(zone) + links.compactMap { $0.failing(zone) } + [disk].compactMap(\.self)
        let isDue = state.withLock { state in
            let isDue = state.reported != failing || now - state.reportedAt >= Self.interval
            if isDue { (state.reported, state.reportedAt) = (failing, now) }
            return isDue
        }
        guard isDue else { return }
        do throws(ControlFault) {
            let _: Done = try client.ask(ControlRequest(.notify, failing: failing))
        } catch {
            // An earlier version of the daemon does not know the order.
            guard case .refused = error else { throw error }
        }
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
    private func note(_ problems: [StatusReport.Problem], isStatus: Bool = true) {
        let (now, monotonic) = (clock.wall(), clock.monotonic())
        let (unsaved, messages, record, isDue) = state.withLock { state in
            state.record.follow(now, uptime: monotonic.sinceStart.components.seconds)
            let before = state.record
            let messages = state.record.update(problems, at: now, isStatus: isStatus)
            // The beginning of what waits to be told, and now and then until when it was seen.
            let isOld = state.savedAt.map { monotonic - $0 >= Self.saveInterval } ?? true
            let isDue = before.ids != state.record.ids || isOld && !before.ids.isEmpty || !messages.isEmpty
            if isDue { state.savedAt = monotonic }
            if !messages.isEmpty {
                state.unsaved = (state.unsaved?.before ?? before, (state.unsaved?.messages ?? []) + messages)
            }
            return (state.unsaved, messages, state.record, isDue)
        }
        guard isDue else { return }
        // The beginnings first: the keys of what a crash has told again are the same then.
        if let unsaved, !messages.isEmpty { saveFirst(record.before(telling: unsaved.messages, after: unsaved.before)) }
        for message in messages { enqueue(message) }
        // A disk that hangs gets the latest record when it answers.
        guard saves.unfinished < Self.mostSaves else { return }
        saves.perform { [self] in
            // A message in memory alone must be told again after a crash.
            guard queue.flush(within: .minutes(1)) else { return state.withLock { $0.savedAt = nil } }
            save(record)
            state.withLock { state in
                guard let all = state.unsaved?.messages else { return }
                let rest = Array(all.dropFirst(unsaved?.messages.count ?? 0))
                state.unsaved = rest.isEmpty ? nil : (record, rest)
            }
        }
    }

    /// Saves the record before its messages are queued. A disk that hangs must not keep a fault silent.
    private func saveFirst(_ record: FaultRecord) {
        let isSaved = WaitGroup(1)
        let patience = state.withLock(\.hangs) ? Self.hangingPatience : Self.savePatience
        saves.perform { [self] in
            save(record)
            isSaved.leave()
        }
        let hangs = !isSaved.wait(within: patience)
        state.withLock { $0.hangs = hangs }
    }

    private func save(_ record: FaultRecord) {
        do {
            try file.save(record)
        } catch {
            log.warning("\(error); after a restart, faults that were told are told again")
        }
    }

    /// Ends. What waits is told after the next start.
    func stop() {
        let links = state.withLock(\.links)
        for link in links { link.stop(within: .seconds(1)) }
        saves.finish(within: .seconds(1))
        configReads.finish(within: .zero)
        dispatcher.stop(within: Self.stopPatience)
    }
}
