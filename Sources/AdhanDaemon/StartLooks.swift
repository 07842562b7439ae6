import AdhanAudio
import AdhanControl
import AdhanCore
import AdhanHooks
import AdhanSystem
import Logging

/// What lies on the daemon's own disks at a start, looked at all at the same time. What does not answer in time is gone without, and
/// said; where it comes late, that is said, too.
package struct StartLooks {
    package typealias Look<Value: Sendable> = (name: String, work: TimeLimit.Work<Value>)

    private let limit: Duration
    private let end: BootInstant
    private let log: Logger

    package init(within limit: Duration, _ log: Logger) {
        (self.limit, end, self.log) = (limit, BootClock.now() + limit, log)
    }

    /// - Parameters:
    ///   - subject: what it waits for: a file or a folder.
    ///   - late: gets what came after the start has gone on without it.
    package func begin<Value: Sendable>(
        _ name: String,
        on subject: String,
        _ work: @escaping @Sendable () -> Value,
        late: @escaping @Sendable (Value) -> Void = { _ in }
    ) -> Look<Value> {
        let name = "\(name) (\(subject))"
        let begun = TimeLimit.begin(on: subject, work) { [log] value in
            log.notice("\(name): the disk has answered late")
            late(value)
        }
        return (name, begun)
    }

    /// Waits for what was begun, until the time of all of them is over.
    package func answer<Value: Sendable>(_ look: Look<Value>) -> Value? {
        if let value = look.work.answer(by: end) { return value }
        log.error("\(look.name): the disk has not answered within \(limit.tenths); the daemon goes on without")
        return nil
    }

    /// The control socket, in a folder that is made for it; late, it is taken up at once.
    package func socket(_ path: String, _ inbox: Mailbox<DaemonEvent>) -> Look<Result<ControlServer, any Error>> {
        begin("the control socket", on: path) {
            Assembly.makeFolder(of: path)
            return Result {
                try ControlServer(path: path, renewed: { renewed(path, $0) }) {
                    inbox.post(.service(.order($0, $1, $2)))
                }
            }
        } late: {
            inbox.post(.service(.served($0)))
        }
    }

    private func renewed(_ path: String, _ result: Result<Void, ControlFault>) {
        switch result {
        case .success: log.warning("the control socket '\(path)' or its lock had been removed, and is made again")
        case .failure(let fault):
            log.error("no command reaches this daemon, whose control socket or its lock was removed: \(fault)")
        }
    }

    /// What is muted; late, it is taken up at once.
    package func mute(_ store: MuteStore, _ inbox: Mailbox<DaemonEvent>) -> Look<Mute?> {
        kept("the mute", in: store.file) {
            try store.load()
        } late: {
            inbox.post(.service(.muteFound($0)))
        }
    }

    /// What the programs around a sound owe; late, it is seen to at once.
    package func left(_ hooks: Hooks) -> Look<HookOccasion?> {
        kept("what the hooks owe", in: hooks.markFile, lost: ": no program is run for what it may have told of") {
            try hooks.left()
        } late: {
            hooks.recover($0)
        }
    }

    /// What a process before this one has left in a file. One that cannot be read is said, and counts as none.
    ///
    /// - Parameter lost: what is said beside its fault.
    private func kept<Value: Sendable>(
        _ name: String,
        in file: String,
        lost: String = "",
        _ load: @escaping @Sendable () throws -> Value?,
        late: @escaping @Sendable (Value) -> Void
    ) -> Look<Value?> {
        begin(name, on: file) { [log] () -> Value? in
            do {
                return try load()
            } catch {
                log.error("\(error)\(lost)")
                return nil
            }
        } late: {
            if let value = $0 { late(value) }
        }
    }
}
