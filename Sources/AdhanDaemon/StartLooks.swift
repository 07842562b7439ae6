import AdhanAudio
import AdhanCore
import AdhanHooks
import AdhanSystem
import Logging

/// What lies on the daemon's own disks at a start, looked at all at the same time. What does not answer in time is gone without, and
/// said; where it comes late, that is said, too.
package struct StartLooks {
    package typealias Look<Value: Sendable> = (name: String, work: TimeLimit.Work<Value>)

    private let limit: Duration
    /// By the boot clock.
    private let end: Duration
    private let log: Logger

    package init(within limit: Duration, _ log: Logger) {
        (self.limit, end, self.log) = (limit, BootClock.uptime() + limit, log)
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

    /// What is muted.
    package func mute(_ store: MuteStore, late: @escaping @Sendable (Mute) -> Void) -> Look<Mute?> {
        begin("the mute", on: store.file) { [log] () -> Mute? in
            do {
                return try store.load()
            } catch {
                log.error("\(error)")
                return nil
            }
        } late: {
            if let mute = $0 { late(mute) }
        }
    }

    /// What the programs around a sound owe; late, it is seen to at once.
    package func left(_ hooks: Hooks) -> Look<HookOccasion?> {
        begin("what the hooks owe", on: hooks.markFile) { [log] () -> HookOccasion? in
            do {
                return try hooks.left()
            } catch {
                log.error("\(error): no program is run for what it may have told of")
                return nil
            }
        } late: {
            if let left = $0 { hooks.recover(left) }
        }
    }
}
