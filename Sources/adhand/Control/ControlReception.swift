import AdhanCore
import Glibc

/// The server's thread: it sleeps in poll(2) until a client or an errand wakes it, and owns every connection.
///
///     asking ── request whole ──▶ waiting ── answered ──▶ leaving, or following for a subscriber ──▶ gone
///        ╰── refused, or too slow ───╰── not answered in time ──▶ leaving
struct ControlReception {
    let listener: ControlListener
    let mailbox: Mailbox<ControlReplier.Errand>
    let bounds: ControlServer.Bounds
    let handle: ControlServer.Handler

    private var connections: [ControlConnection] = []
    private var lastID: UInt64 = 0
    /// Where the machine has no descriptor left: when the next client is let in.
    private var closedUntil: Duration?

    init(
        _ listener: ControlListener,
        _ mailbox: Mailbox<ControlReplier.Errand>,
        _ bounds: ControlServer.Bounds,
        _ handle: @escaping ControlServer.Handler
    ) {
        (self.listener, self.mailbox, self.bounds, self.handle) = (listener, mailbox, bounds, handle)
    }

    mutating func run() {
        while true {
            let ready = sleep()
            for (connection, events) in zip(connections, ready.dropFirst(2)) { serve(connection, events) }
            for errand in mailbox.collect() {
                if case .stop = errand { return }
                perform(errand)
            }
            if let closedUntil, BootClock.uptime() >= closedUntil { self.closedUntil = nil }
            if ready.dropFirst().first != 0 { letIn() }
            let now = BootClock.uptime()
            for connection in connections { expire(connection, now) }
            connections.removeAll { $0.stage == .gone }
        }
    }

    /// - Returns: what happened to the mailbox, the listener and each connection, in this order.
    private func sleep() -> [Int16] {
        let descriptors = [mailbox.descriptor, listener.descriptor] + connections.map(\.descriptor)
        let interests = [Int16(POLLIN), Int16(closedUntil == nil ? POLLIN : 0)] + connections.map(\.interest)
        var polled = zip(descriptors, interests).map { pollfd(fd: $0, events: $1, revents: 0) }
        let next = (connections.compactMap(\.deadline) + [closedUntil].compactMap(\.self)).min()
        // Rounded up: to wake a little too early would be to wake again and again.
        let rest = next.map { max(0, ($0 - BootClock.uptime()).wholeMilliseconds) + 1 }
        guard poll(&polled, nfds_t(polled.count), rest.map { Int32(clamping: $0) } ?? -1) >= 0 else {
            return descriptors.map { _ in 0 }
        }
        return polled.map(\.revents)
    }

    private func serve(_ connection: ControlConnection, _ events: Int16) {
        guard events != 0 else { return }
        guard connection.stage == .asking else {
            if events & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { return connection.giveUp() }
            return connection.send()
        }
        do {
            guard let line = try connection.receive(limit: bounds.request) else { return }
            let request = try ControlRequest(line: line)
            let caller = try ControlCaller(at: connection.descriptor)
            connection.wait(until: BootClock.uptime() + bounds.answerPatience)
            handle(request, caller, ControlReplier(connection: connection.id, mailbox: mailbox))
        } catch let refusal as ControlRefusal {
            refuse(connection, refusal)
        } catch {
            connection.reply(ControlFailure("\(error)").line, until: BootClock.uptime() + bounds.clientPatience)
        }
    }

    private func perform(_ errand: ControlReplier.Errand) {
        switch errand {
        case .reply(let line, let id, let thenEvents):
            let connection = connections.first { $0.id == id && $0.stage == .waiting }
            connection?.reply(line, until: thenEvents ? nil : BootClock.uptime() + bounds.clientPatience)
        case .publish(let line):
            for connection in connections where connection.stage == .following {
                connection.follow(line, limit: bounds.backlog)
            }
        case .stop:
            break
        }
    }

    private mutating func letIn() {
        let descriptor = listener.accept()
        guard descriptor >= 0 else {
            // The client stays at the door and would wake us without end.
            if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { closedUntil = BootClock.uptime() + .seconds(1) }
            return
        }
        lastID += 1
        let deadline = BootClock.uptime() + bounds.clientPatience
        let connection = ControlConnection(descriptor, id: lastID, deadline: deadline)
        guard connections.count < bounds.connections else {
            return connection.reply(ControlFailure(.busy(connections: bounds.connections)).line, until: deadline)
        }
        connections.append(connection)
    }

    private func expire(_ connection: ControlConnection, _ now: Duration) {
        guard let deadline = connection.deadline, deadline <= now else { return }
        switch connection.stage {
        case .asking: refuse(connection, .requestLate(after: bounds.clientPatience))
        case .waiting: refuse(connection, .answerLate(after: bounds.answerPatience))
        case .following, .leaving, .gone: connection.giveUp()
        }
    }

    private func refuse(_ connection: ControlConnection, _ refusal: ControlRefusal) {
        connection.reply(ControlFailure(refusal).line, until: BootClock.uptime() + bounds.clientPatience)
    }
}
