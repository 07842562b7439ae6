/// A command's end of the control socket. Calls block.
package struct ControlClient {
    package let path: String
    /// For all of a request and its answer.
    package var patience: Duration = .seconds(10)

    package init(path: String, patience: Duration = .seconds(10)) {
        (self.path, self.patience) = (path, patience)
    }

    /// Asks, and waits for the answer.
    ///
    /// - Throws: `ControlFault.refused` where the daemon says no; any other where it could not be asked.
    package func ask<Answer: Decodable>(
        _ request: ControlRequest,
        for answer: Answer.Type = Answer.self
    ) throws(ControlFault) -> Answer {
        try ControlCall(path, patience).ask(request)
    }

    /// Subscribes. The daemon's answer is the first of the events.
    package func events<Event: Decodable>(
        of type: Event.Type = Event.self
    ) throws(ControlFault) -> ControlEvents<Event> {
        let call = try ControlCall(path, patience)
        return ControlEvents(call, first: try call.ask(ControlRequest(.events)))
    }
}

/// What the daemon tells, as it happens.
package final class ControlEvents<Event: Decodable> {
    private let call: ControlCall
    private var first: Event?

    package init(_ call: ControlCall, first: Event) {
        (self.call, self.first) = (call, first)
    }

    /// Waits for the next, however long.
    ///
    /// - Returns: nil when the daemon has stopped, or has given this reader up for being slow.
    package func next() throws(ControlFault) -> Event? {
        if let first = first.take() { return first }
        guard let line = try call.line(until: nil) else { return nil }
        return try call.decode(Event.self, line)
    }
}
