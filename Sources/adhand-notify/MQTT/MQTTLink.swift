import AdhanCore
import AdhanSupport
import Glibc
import Logging
import Synchronization

/// Keeps what a broker knows of the box up to date, and hands the broker's commands to the daemon. It has a thread of
/// its own: a broker that is away, refuses or hangs delays nobody else.
final class MQTTLink: Sendable {
    struct Waits: Sendable {
        /// Before the second try. Each further wait is twice as long.
        var first: Duration = .seconds(1)
        var longest: Duration = .minutes(1)
        /// For the broker's answer to a connection.
        var answer: Duration = .seconds(10)
        /// A connection that lasts so long ends a series of tries. It is longer than the longest wait: two clients with
        /// one name end each other's connections, and must become slow.
        var steady: Duration = .minutes(2)
        /// In seconds; a broker that is silent for twice as long is lost.
        var keepalive: Int32 = 30
    }

    private struct Pending {
        var view = MQTTView()
        var isChanged = false
        /// Entities whose value is to be sent again though it has not changed.
        var repeated: Set<String> = []
        var isStopped = false
    }

    /// The fault of the connection, and what the log has of it.
    private struct Outage {
        /// Nil where there is a connection.
        var failure: Failure?
        /// The reasons in the log since the last steady connection.
        var logged: Set<String> = []
        /// Whether the log's last line says that there is a connection.
        var isConnectionLogged = false
    }

    /// The most reasons that are logged until a connection is steady.
    private static let mostReasons = 16
    /// The most commands that wait for the daemon.
    private static let mostCommands = 2 * MQTTOrderLimit.burst
    /// How long the daemon may take for a command.
    private static let patience: Duration = .seconds(10)

    private let settings: MQTTSettings
    private let waits: Waits
    private let client: ControlClient
    private let log: Logger
    private let commands: Worker
    private let pending = Mutex(Pending())
    private let wakes: Mailbox<Void>
    private let outage = Mutex(Outage())
    private let running = WaitGroup(1)

    /// Begins to connect.
    ///
    /// - Throws: `SystemFault` where the machine has no thread or descriptor left.
    init(_ settings: MQTTSettings, socket: String, waits: Waits = Waits(), log: Logger) throws(SystemFault) {
        (self.settings, self.waits, self.log) = (settings, waits, log)
        client = ControlClient(path: socket, patience: Self.patience)
        outage.withLock { $0.failure = Self.failure("not connected yet", since: nil) }
        commands = try Worker("mqtt-orders", limit: Self.mostCommands)
        wakes = try Mailbox()
        try SystemThread(named: "mqtt") { [self] in
            run()
            running.leave()
        }.detach()
    }

    /// Why the broker is not connected; nil where it is. For people, without the password.
    var problem: String? { outage.withLock(\.failure?.reason) }

    /// The broker as a receiver that fails, where it has not been connected for a minute; else nil.
    func failing(_ zone: ZoneRules) -> FailingReceiver? {
        let now = LinuxClock().monotonic()
        return outage.withLock { $0.failure?.failing(settings.receiver, zone, at: now) }
    }

    private static func failure(_ reason: String, since earlier: Failure?) -> Failure {
        Failure(reason, since: earlier, LinuxClock().wall(), LinuxClock().monotonic())
    }

    /// Tells the daemon's status. It returns at once.
    ///
    /// - Parameter today: the times of the status' date, from the daemon's answer to `times` without dates; nil where
    ///   they are not known.
    func update(_ status: StatusReport, today: TimesReport.Day?) {
        change { pending in
            pending.view.fault.note(status.problems, now: status.now)
            (pending.view.status, pending.view.today, pending.view.absence) = (status, today, nil)
        }
    }

    /// Tells that the daemon does not answer, and why. It returns at once.
    func lostDaemon(_ reason: String) { change { $0.view.absence = reason } }

    /// Tells the broker that the link ends, and ends it.
    ///
    /// - Parameter limit: how long to wait for that. A thread that still waits for the broker then ends by itself.
    func stop(within limit: Duration = .seconds(3)) {
        change { $0.isStopped = true }
        running.wait(within: limit)
    }

    private func change(_ body: (inout Pending) -> Void) {
        pending.withLock { pending in
            body(&pending)
            // One message is enough for all changes since the last look.
            if !pending.isChanged { wakes.post(()) }
            pending.isChanged = true
        }
    }

    // MARK: The thread

    private var isStopped: Bool { pending.withLock(\.isStopped) }

    /// The view to be told now, and whether anything has changed since the last look.
    private func look() -> Pending {
        pending.withLock { pending in
            defer { (pending.isChanged, pending.repeated) = (false, []) }
            _ = wakes.collect()
            return pending
        }
    }

    private func run() {
        var wait = waits.first
        var takesOrders = true
        while !isStopped {
            let begin = BootClock.now()
            let fault: MQTTFault
            do throws(MQTTFault) {
                try session(takesOrders: takesOrders)
                return
            } catch {
                fault = error
            }
            // A huge order that the broker keeps would come again at once. Without orders, the rest works.
            if fault == .tooLong, takesOrders {
                takesOrders = false
                lost("\(fault); the next connection takes no orders")
                continue
            }
            takesOrders = true
            if problem == nil, BootClock.now() - begin >= waits.steady {
                wait = waits.first
                outage.withLock { $0.logged = [] }
            }
            lost("\(fault)")
            pause(wait)
            wait = min(wait * 2, waits.longest)
        }
    }

    /// Waits, at most until the link is stopped.
    private func pause(_ wait: Duration) {
        let end = BootClock.now() + wait
        while !isStopped, BootClock.now() < end {
            var polled = pollfd(fd: wakes.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&polled, 1, Int32(clamping: max(0, (end - BootClock.now()).wholeMilliseconds + 1)))
            pending.withLock { pending in
                _ = wakes.collect()
                pending.isChanged = false
            }
        }
    }

    /// Logs why there is no connection, each reason once.
    private func lost(_ reason: String) {
        let isNew = outage.withLock { outage in
            outage.failure = Self.failure(reason, since: outage.failure)
            guard outage.logged.count < Self.mostReasons, outage.logged.insert(reason).inserted else { return false }
            outage.isConnectionLogged = false
            return true
        }
        if isNew { log.warning("\(settings.address): \(reason); it is tried again") }
    }

    private func connected() {
        let isNew = outage.withLock { outage in
            defer { (outage.failure, outage.isConnectionLogged) = (nil, true) }
            return !outage.isConnectionLogged
        }
        if isNew { log.notice("\(settings.address): connected") }
    }

    /// One connection, until the link is stopped.
    private func session(takesOrders: Bool) throws(MQTTFault) {
        let topics = MQTTTopics(settings)
        let broker = try MQTTClient(settings, will: topics.link, keepalive: waits.keepalive)
        let deadline = BootClock.now() + waits.answer
        var told: MQTTPublisher?
        var limit = MQTTOrderLimit()
        while true {
            let pending = look()
            if var publisher = told {
                if pending.isStopped { break }
                if pending.isChanged { try publisher.publish(pending.view, again: pending.repeated) }
                told = publisher
            } else if broker.isAccepted {
                if takesOrders { try broker.subscribe(to: topics.commands) }
                var publisher = MQTTPublisher(settings, broker)
                try publisher.publish(pending.view, again: [])
                try publisher.tell(.online)
                told = publisher
                connected()
            } else if pending.isStopped {
                return
            } else if BootClock.now() >= deadline {
                throw .noAnswer(waits.answer)
            }
            try broker.step(waker: wakes.descriptor, within: told == nil ? waits.answer / 10 : .seconds(1))
            for message in broker.collect() { order(message, topics, &limit) }
            if broker.takeRefusedSubscription() {
                log.warning("\(settings.address): the user may not read \(topics.commands), so that buttons do nothing")
            }
        }
        try told?.tell(.offline)
        broker.disconnect(within: .seconds(2))
    }

    /// Hands a command to the daemon, which may take its time.
    private func order(
        _ message: MQTTClient.Message,
        _ topics: MQTTTopics,
        _ limit: inout MQTTOrderLimit
    ) {
        // A button that was pressed while nobody listened, perhaps last year, must do nothing.
        guard !message.isRetained, let command = topics.command(on: message.topic) else { return }
        let wasExceeded = limit.isExceeded
        guard limit.admit(BootClock.now()) else {
            let reason = "too many orders come over MQTT; the next ones are ignored without a word"
            return wasExceeded ? tellAgain(command) : refused(command, reason)
        }
        let request: ControlRequest
        do {
            request = try command.request(message.payload)
        } catch {
            return refused(command, "\(error)")
        }
        let isTaken = commands.perform { [self] in
            struct Answer: Decodable {}
            do {
                let _: Answer = try client.ask(request)
                log.notice("\(command.rawValue) was ordered over MQTT")
            } catch {
                refused(command, "\(error)")
            }
        }
        if !isTaken { refused(command, "too many orders wait for adhand") }
    }

    private func refused(_ command: MQTTCommand, _ reason: String) {
        log.warning("\(command.rawValue), ordered over MQTT, is not done: \(reason)")
        tellAgain(command)
    }

    /// Tells the value again, since Home Assistant already shows another.
    private func tellAgain(_ command: MQTTCommand) { change { $0.repeated.insert(command.rawValue) } }
}
