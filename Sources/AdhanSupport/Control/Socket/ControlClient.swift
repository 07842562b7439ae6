/// The client of the control socket, for commands. Calls block.
package struct ControlClient {
    package let path: String
    /// How long a request and its answer may take together.
    package var patience: Duration = .seconds(10)

    package init(path: String, patience: Duration = .seconds(10)) {
        (self.path, self.patience) = (path, patience)
    }

    /// Throws `ControlFault.refused` where the daemon refuses; another `ControlFault` where it does not answer.
    package func ask<Answer: Decodable>(
        _ request: ControlRequest,
        for answer: Answer.Type = Answer.self
    ) throws(ControlFault) -> Answer {
        try ControlCall(path, patience).ask(request)
    }

    /// Subscribes to the events, without the daemon's answer.
    ///
    /// - Parameter recent: whether those of the last two minutes about occasions come first.
    package func follow<Event: Decodable>(
        _ type: Event.Type = Event.self,
        recent: Bool = false
    ) throws(ControlFault) -> ControlEvents<Event> {
        let call = try ControlCall(path, patience)
        let _: DaemonEvent = try call.ask(ControlRequest(.events, value: recent ? ControlRequest.recent : nil))
        return ControlEvents(call, first: nil)
    }

    /// Subscribes to the events. The first one is the daemon's answer.
    package func events<Event: Decodable>(
        of type: Event.Type = Event.self
    ) throws(ControlFault) -> ControlEvents<Event> {
        let call = try ControlCall(path, patience)
        return ControlEvents(call, first: try call.ask(ControlRequest(.events)))
    }
}

/// The daemon's events, as they happen.
package final class ControlEvents<Event: Decodable> {
    private let call: ControlCall
    private var first: Event?

    package enum Next {
        case event(Event)
        /// None has happened yet.
        case quiet
        /// The daemon has stopped, or has disconnected this client because it read too slowly.
        case ended
    }

    init(_ call: ControlCall, first: Event?) { (self.call, self.first) = (call, first) }

    /// Waits without a limit; nil where the daemon has stopped, or has disconnected a client that read too slowly.
    package func next() throws(ControlFault) -> Event? {
        if let first = first.take() { return first }
        guard let line = try call.line(until: nil) else { return nil }
        return try call.decode(Event.self, line)
    }

    /// Waits for the next event, so long at most.
    package func next(within limit: Duration) throws(ControlFault) -> Next {
        do {
            guard let line = try call.line(until: BootClock.now() + limit) else { return .ended }
            return .event(try call.decode(Event.self, line))
        } catch {
            if case .noAnswer = error { return .quiet }
            throw error
        }
    }
}
