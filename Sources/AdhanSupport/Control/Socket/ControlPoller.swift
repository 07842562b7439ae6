import AdhanCore
import CLinux
import Glibc

/// The server's thread: it sleeps in poll(2) until a client or a message wakes it, and owns every connection.
///
///     receiving ── request complete ──▶ waiting ── answered ──▶ closing, or subscribed ──▶ closed
///            ╰── refused, or too slow ────────╰── not answered in time ──▶ closing
struct ControlPoller {
    let listener: ControlListener
    let mailbox: Mailbox<ControlReplier.Message>
    let bounds: ControlServer.Bounds
    let handle: ControlServer.Handler
    private let renewed: ControlServer.Renewed

    private var connections: [ControlConnection] = []
    private var lastID: UInt64 = 0
    private var rate: ControlRateLimit
    private var names = ControlNames()
    /// When to accept again, by the boot clock, where the process has no descriptor left; else nil.
    private var acceptPausedUntil: BootInstant?
    /// When to check next whether the socket's file is there, by the boot clock.
    private var nextFileCheck: BootInstant
    /// Why the file could not be made again, as last reported.
    private var fault: ControlFault?

    init(
        _ listener: ControlListener,
        _ mailbox: Mailbox<ControlReplier.Message>,
        _ bounds: ControlServer.Bounds,
        _ renewed: @escaping ControlServer.Renewed,
        _ handle: @escaping ControlServer.Handler
    ) {
        (self.listener, self.mailbox, self.bounds, self.handle) = (listener, mailbox, bounds, handle)
        (self.renewed, rate) = (renewed, bounds.rate)
        nextFileCheck = BootClock.now() + bounds.fileCheckInterval
    }

    mutating func run() {
        while true {
            let ready = sleep()
            for (connection, events) in zip(connections, ready.dropFirst(2)) { serve(connection, events) }
            for message in mailbox.collect() {
                if case .stop = message { return }
                perform(message)
            }
            if let acceptPausedUntil, BootClock.now() >= acceptPausedUntil { self.acceptPausedUntil = nil }
            if ready.dropFirst().first != 0 { acceptClient() }
            let now = BootClock.now()
            for connection in connections { expire(connection, now) }
            connections.removeAll { $0.stage == .closed }
            if nextFileCheck <= now {
                nextFileCheck = now + bounds.fileCheckInterval
                renew()
            }
        }
    }

    /// Makes the socket's file again where somebody has removed it, since no command could connect without it.
    private mutating func renew() {
        do throws(ControlFault) {
            let wasGone = try listener.renew()
            if wasGone { renewed(.success(())) }
            fault = nil
        } catch {
            if error != fault { renewed(.failure(error)) }
            fault = error
        }
    }

    /// - Returns: the events of poll(2) for the mailbox, the listener and each connection, in this order.
    private func sleep() -> [Int16] {
        let descriptors = [mailbox.descriptor, listener.descriptor] + connections.map(\.descriptor)
        let interests = [Int16(POLLIN), Int16(acceptPausedUntil == nil ? POLLIN : 0)] + connections.map(\.interest)
        var polled = zip(descriptors, interests).map { pollfd(fd: $0, events: $1, revents: 0) }
        let next = (connections.compactMap(\.deadline) + [acceptPausedUntil].compactMap(\.self)).reduce(
            nextFileCheck,
            min
        )
        // Rounded up: waking a little too early would repeat itself.
        let rest = max(0, (next - BootClock.now()).wholeMilliseconds) + 1
        guard poll(&polled, nfds_t(polled.count), Int32(clamping: rest)) >= 0 else {
            return descriptors.map { _ in 0 }
        }
        return polled.map(\.revents)
    }

    private mutating func serve(_ connection: ControlConnection, _ events: Int16) {
        guard events != 0 else { return }
        guard connection.stage == .receiving else {
            if events & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { return connection.giveUp() }
            return connection.send()
        }
        do {
            guard let line = try connection.receive(limit: bounds.request) else { return }
            let request = try ControlRequest(line: line)
            try requireRoom(for: request.command, of: connection.user)
            try rate.admit(request.command, of: connection.user, BootClock.now())
            let caller = names.caller(connection.user, BootClock.now())
            connection.wait(for: request.command, until: BootClock.now() + bounds.answerPatience)
            handle(
                request,
                caller.asking(for: request.person),
                ControlReplier(connection: connection.id, mailbox: mailbox)
            )
        } catch {
            refuse(connection, error)
        }
    }

    private func perform(_ message: ControlReplier.Message) {
        switch message {
        case .reply(let line, let id, let thenEvents):
            guard let connection = connections.first(where: { $0.id == id && $0.stage == .waiting }) else { return }
            if thenEvents { connection.reply(line, until: nil) } else { replyAndClose(connection, line) }
        case .publish(let line):
            for connection in connections where connection.stage == .subscribed {
                connection.sendEvent(line, limit: bounds.backlog)
            }
        case .stop:
            break
        }
    }

    private mutating func acceptClient() {
        let descriptor = listener.accept()
        guard descriptor >= 0 else {
            // The client stays in the backlog and would wake us again at once.
            if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) {
                acceptPausedUntil = BootClock.now() + .seconds(1)
            }
            return
        }
        var user: uid_t = 0
        guard adhand_peer_user(descriptor, &user) == 0 else {
            close(descriptor)
            return
        }
        if let silent = oldest(in: bounds.receiving, for: user, where: { $0.stage == .receiving }) {
            refuse(silent, .evicted)
        }
        lastID += 1
        let deadline = BootClock.now() + bounds.clientPatience
        connections.append(ControlConnection(descriptor, of: user, id: lastID, deadline: deadline))
    }

    /// - Throws: `ControlRefusal` where the user, or all users together, have too many such requests.
    private func requireRoom(for command: ControlRequest.Command, of user: uid_t) throws(ControlRefusal) {
        let isUrgent = command.traits.isUrgent
        let alike = connections.filter { $0.stage == .waiting && $0.command?.traits.isUrgent == isUrgent }
        let (waiting, limits) = (alike.map(\.user), isUrgent ? bounds.urgent : bounds.waiting)
        guard limits.userToEvict(for: user, among: waiting) == nil else { throw .tooManyWaiting }
        guard command == .events else { return }
        let subscribers = connections.filter { $0.command == .events && $0.stage != .closing }.map(\.user)
        guard bounds.subscribers.userToEvict(for: user, among: subscribers) == nil else { throw .tooManySubscribers }
    }

    /// Sends the answer, after which the connection is closed.
    private func replyAndClose(_ connection: ControlConnection, _ line: [UInt8]) {
        oldest(in: bounds.closing, for: connection.user, where: { $0.stage == .closing })?.giveUp()
        connection.reply(line, until: BootClock.now() + bounds.clientPatience)
    }

    /// - Returns: the connection of that kind that has to be closed before the user may have another;
    ///   nil where there is room.
    private func oldest(
        in limits: ConnectionLimits,
        for user: uid_t,
        where isOfKind: (ControlConnection) -> Bool
    ) -> ControlConnection? {
        // Connections are in the order of their age.
        let kind = connections.filter(isOfKind)
        guard let evicted = limits.userToEvict(for: user, among: kind.map(\.user)) else { return nil }
        return kind.first { $0.user == evicted }
    }

    private func expire(_ connection: ControlConnection, _ now: BootInstant) {
        guard let deadline = connection.deadline, deadline <= now else { return }
        switch connection.stage {
        case .receiving: refuse(connection, .requestLate(after: bounds.clientPatience))
        case .waiting: refuse(connection, .answerLate(after: bounds.answerPatience))
        case .subscribed, .closing, .closed: connection.giveUp()
        }
    }

    private func refuse(_ connection: ControlConnection, _ refusal: ControlRefusal) {
        replyAndClose(connection, ControlFailure(refusal).line)
    }
}
