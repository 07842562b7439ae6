import AdhanCore
import AdhanSystem
import CLinux
import Glibc

/// The server's thread: it sleeps in poll(2) until a client or an errand wakes it, and owns every connection.
///
///     asking ── request whole ──▶ waiting ── answered ──▶ leaving, or following for a subscriber ──▶ gone
///        ╰── refused, or too slow ───╰── not answered in time ──▶ leaving
package struct ControlPoller {
    package let listener: ControlListener
    package let mailbox: Mailbox<ControlReplier.Errand>
    package let bounds: ControlServer.Bounds
    package let handle: ControlServer.Handler
    private let renewed: ControlServer.Renewed

    private var connections: [ControlConnection] = []
    private var lastID: UInt64 = 0
    private var pace: ControlPace
    private var names = ControlNames()
    /// Where the machine has no descriptor left: when the next client is let in.
    private var closedUntil: BootInstant?
    /// When it is looked next whether the socket's file is there.
    private var nextLook: BootInstant
    /// Why it could not be made again, said once.
    private var fault: ControlFault?

    package init(
        _ listener: ControlListener,
        _ mailbox: Mailbox<ControlReplier.Errand>,
        _ bounds: ControlServer.Bounds,
        _ renewed: @escaping ControlServer.Renewed,
        _ handle: @escaping ControlServer.Handler
    ) {
        (self.listener, self.mailbox, self.bounds, self.handle) = (listener, mailbox, bounds, handle)
        (self.renewed, pace) = (renewed, bounds.pace)
        nextLook = BootClock.now() + bounds.fileLook
    }

    package mutating func run() {
        while true {
            let ready = sleep()
            for (connection, events) in zip(connections, ready.dropFirst(2)) { serve(connection, events) }
            for errand in mailbox.collect() {
                if case .stop = errand { return }
                perform(errand)
            }
            if let closedUntil, BootClock.now() >= closedUntil { self.closedUntil = nil }
            if ready.dropFirst().first != 0 { letIn() }
            let now = BootClock.now()
            for connection in connections { expire(connection, now) }
            connections.removeAll { $0.stage == .gone }
            if nextLook <= now {
                nextLook = now + bounds.fileLook
                renew()
            }
        }
    }

    /// A socket that somebody has removed is reached by no command.
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

    /// - Returns: what happened to the mailbox, the listener and each connection, in this order.
    private func sleep() -> [Int16] {
        let descriptors = [mailbox.descriptor, listener.descriptor] + connections.map(\.descriptor)
        let interests = [Int16(POLLIN), Int16(closedUntil == nil ? POLLIN : 0)] + connections.map(\.interest)
        var polled = zip(descriptors, interests).map { pollfd(fd: $0, events: $1, revents: 0) }
        let next = (connections.compactMap(\.deadline) + [closedUntil].compactMap(\.self)).reduce(nextLook, min)
        // Rounded up: to wake a little too early would be to wake again and again.
        let rest = max(0, (next - BootClock.now()).wholeMilliseconds) + 1
        guard poll(&polled, nfds_t(polled.count), Int32(clamping: rest)) >= 0 else {
            return descriptors.map { _ in 0 }
        }
        return polled.map(\.revents)
    }

    private mutating func serve(_ connection: ControlConnection, _ events: Int16) {
        guard events != 0 else { return }
        guard connection.stage == .asking else {
            if events & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { return connection.giveUp() }
            return connection.send()
        }
        do {
            guard let line = try connection.receive(limit: bounds.request) else { return }
            let request = try ControlRequest(line: line)
            try requirePlace(for: request.command, of: connection.user)
            try pace.admit(request.command, of: connection.user, BootClock.now())
            let caller = names.caller(connection.user, BootClock.now())
            connection.wait(for: request.command, until: BootClock.now() + bounds.answerPatience)
            handle(request, caller, ControlReplier(connection: connection.id, mailbox: mailbox))
        } catch {
            refuse(connection, error)
        }
    }

    private func perform(_ errand: ControlReplier.Errand) {
        switch errand {
        case .reply(let line, let id, let thenEvents):
            guard let connection = connections.first(where: { $0.id == id && $0.stage == .waiting }) else { return }
            if thenEvents { connection.reply(line, until: nil) } else { leave(connection, line) }
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
            if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { closedUntil = BootClock.now() + .seconds(1) }
            return
        }
        var user: uid_t = 0
        guard adhand_peer_user(descriptor, &user) == 0 else {
            close(descriptor)
            return
        }
        if let silent = oldest(in: bounds.asking, for: user, where: { $0.stage == .asking }) {
            refuse(silent, .crowdedOut)
        }
        lastID += 1
        let deadline = BootClock.now() + bounds.clientPatience
        connections.append(ControlConnection(descriptor, of: user, id: lastID, deadline: deadline))
    }

    /// - Throws: `ControlRefusal` where the user, or all together, have as many of such requests under way as they may.
    private func requirePlace(
        for command: ControlRequest.Command,
        of user: uid_t
    ) throws(ControlRefusal) {
        let waiting = connections.filter { $0.stage == .waiting && $0.command?.isUrgent == command.isUrgent }.map(
            \.user
        )
        let places = command.isUrgent ? bounds.urgent : bounds.waiting
        guard places.crowd(user, among: waiting) == nil else { throw .tooManyWaiting }
        guard command == .events else { return }
        let following = connections.filter { $0.command == .events && $0.stage != .leaving }.map(\.user)
        guard bounds.following.crowd(user, among: following) == nil else { throw .tooManyFollow }
    }

    /// The answer goes out, and that is all.
    private func leave(_ connection: ControlConnection, _ line: [UInt8]) {
        oldest(in: bounds.leaving, for: connection.user, where: { $0.stage == .leaving })?.giveUp()
        connection.reply(line, until: BootClock.now() + bounds.clientPatience)
    }

    /// - Returns: the oldest connection of that kind that has to go before the user may have another; nil where there is room.
    private func oldest(
        in places: ControlPlaces,
        for user: uid_t,
        where isOfKind: (ControlConnection) -> Bool
    ) -> ControlConnection? {
        // The oldest is the first.
        let kind = connections.filter(isOfKind)
        guard let crowd = places.crowd(user, among: kind.map(\.user)) else { return nil }
        return kind.first { $0.user == crowd }
    }

    private func expire(_ connection: ControlConnection, _ now: BootInstant) {
        guard let deadline = connection.deadline, deadline <= now else { return }
        switch connection.stage {
        case .asking: refuse(connection, .requestLate(after: bounds.clientPatience))
        case .waiting: refuse(connection, .answerLate(after: bounds.answerPatience))
        case .following, .leaving, .gone: connection.giveUp()
        }
    }

    private func refuse(_ connection: ControlConnection, _ refusal: ControlRefusal) {
        leave(connection, ControlFailure(refusal).line)
    }
}
