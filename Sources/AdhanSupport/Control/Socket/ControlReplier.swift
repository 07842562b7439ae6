/// Takes the daemon's answer to one request, once, from any thread. A second or a late answer is dropped.
package struct ControlReplier: Sendable {
    /// A message from any thread to the server's.
    package enum Message: Sendable {
        case reply([UInt8], to: UInt64, thenEvents: Bool)
        case publish([UInt8])
        case stop
    }

    package let connection: UInt64
    package let mailbox: Mailbox<Message>

    /// - Parameter thenEvents: whether the client gets every event published from now on.
    package func answer(_ answer: some Encodable, thenEvents: Bool = false) {
        mailbox.post(.reply(Self.line(answer), to: connection, thenEvents: thenEvents))
    }

    /// Sends a line made by `line`, for several clients with the same request.
    package func answer(line: [UInt8], thenEvents: Bool = false) {
        mailbox.post(.reply(line, to: connection, thenEvents: thenEvents))
    }

    package static func line(_ answer: some Encodable) -> [UInt8] {
        do {
            return try ControlLine.encode(ControlReply.ok(answer))
        } catch {
            return ControlFailure(error.description, code: error.exitCode).line
        }
    }

    package func refuse(_ failure: ControlFailure) {
        mailbox.post(.reply(failure.line, to: connection, thenEvents: false))
    }
}
