import AdhanAudio
import AdhanConfig
import AdhanControl
import AdhanCore
import AdhanEngine
import AdhanHooks
import AdhanSystem
import Dispatch
import Logging

/// `adhand run`: the loop with all that it is given, from the start to a signal.
package struct Daemon {
    package let log: Logger
    /// The config's path, by which a read of it that hangs is known.
    package let subject: String
    /// Reads the config anew; it may block.
    package let read: @Sendable () -> Result<Assembly, ReloadFault>

    package init(log: Logger, subject: String, read: @escaping @Sendable () -> Result<Assembly, ReloadFault>) {
        (self.log, self.subject, self.read) = (log, subject, read)
    }

    /// For the daemon's own files at the start, and at a reload. One whose disk does not answer is gone without.
    private static let patience: Duration = .seconds(5)
    /// For the control socket to be removed, for systemd to hear that it ends, and for the log to be written.
    package static let farewell: Duration = .milliseconds(500)
    /// How long a stop takes where everything hangs.
    package static let longestStop = EventLoop.stopPatience + Hooks.hurriedPatience + farewell * 3

    /// Runs until it is signalled, or the service has come to run beside it.
    ///
    /// - Parameter problem: why the first config is not that of the file; nil where it is.
    /// - Throws: `ControlFault.otherDaemon` and `LockFault.held` and `.inUse` where another one runs already, `ControlFault.serviceHasCome`
    ///   once that has come later, `ControlFault.notOurs`
    ///   where that cannot be known, since the runtime folder or what is in it is another user's; `SystemFault` where the kernel has
    ///   no timer or no thread for us.
    package func run(_ first: Assembly, configurationProblem problem: String? = nil) throws {
        let inbox = try Mailbox<DaemonEvent>()
        let locks = LedgerLocks(log: log)
        // Until the process has gone: to close what is locked may block, too.
        _ = Unmanaged.passRetained(locks)
        let ledger = first.configuration.ledger.file
        // All at the same time: no disk that hangs takes the others' time.
        let looks = StartLooks(within: Self.patience, log)
        let socket = looks.socket(first.socket(), inbox)
        let state = looks.begin("the state folder", on: first.locations.state) {
            Assembly.makeFolder(of: first.mutes().file)
        }
        let mute = looks.mute(first.mutes(), inbox)
        let lock = Self.lock(ledger, locks, inbox)
        let service = try DaemonService(
            first,
            since: LinuxClock().wall(),
            log: log,
            notifier: try Notifier(),
            inbox: inbox,
            read: { [self] in prepare(inbox, locks) }
        )
        let left = looks.left(service.hooks)
        service.model.configurationProblem = problem
        defer { service.server?.stop(within: Self.farewell) }
        if let served = looks.answer(socket) { try service.serve(on: served) }
        try looks.answer(("the lock of \(ledger)", lock))?.get()
        // Only now: were there another daemon, the programs would be its own.
        if let left = looks.answer(left) ?? nil { service.hooks.recover(left) }
        _ = looks.answer(state)
        var equipment = first.equipment(log, inbox)
        equipment.settings.policy.mute = looks.answer(mute) ?? nil
        service.take(first)
        let end = try EventLoop(
            clock: LinuxClock(),
            ledger: Self.ledger(first, locks, inbox),
            marks: first.marks(),
            inbox: inbox,
            service: service
        ).run(equipment)
        service.hooks.finish(isHurried: true)
        service.notifier.flush(within: Self.farewell)
        if case .displaced(let fault) = end { throw fault }
    }

    /// Begins to lock the ledger for this process; the caretaker hears of what comes late.
    private static func lock(
        _ ledger: String,
        _ locks: LedgerLocks,
        _ inbox: Mailbox<DaemonEvent>
    ) -> TimeLimit.Work<Result<Void, LockFault>> {
        TimeLimit.begin(on: ledger) { () -> Result<Void, LockFault> in
            Assembly.makeFolder(of: ledger)
            do throws(LockFault) {
                return .success(try locks.own(ledger))
            } catch {
                return .failure(error)
            }
        } late: {
            inbox.post(.service(.locked(ledger, $0)))
        }
    }

    /// The ledger, each file of which is locked when it is opened: one that was just made, or is in another's place, was not there to
    /// be locked before. What another process has is tried again each minute, since that may end.
    private static func ledger(
        _ assembly: Assembly,
        _ locks: LedgerLocks,
        _ inbox: Mailbox<DaemonEvent>
    ) -> any Ledger {
        let file = assembly.configuration.ledger.file
        return assembly.ledger {
            do throws(LockFault) {
                let isOwn = try locks.ownOpened(file)
                if isOwn { inbox.post(.service(.locked(file, .success(())))) }
                return isOwn
            } catch {
                inbox.post(.service(.locked(file, .failure(error))))
                return false
            }
        }
    }

    /// Reads the config and all that it names, and makes what the loop is to go on with. It blocks for half a minute at most.
    private func prepare(
        _ inbox: Mailbox<DaemonEvent>,
        _ locks: LedgerLocks
    ) -> Result<Successor, ReloadFault> {
        guard let found = TimeLimit.run(DaemonConfig.patience, on: subject, read) else {
            let limit = DurationText.format(DaemonConfig.patience)
            return .failure(
                ReloadFault(
                    words:
                        "its disk or server has not answered within \(limit); if that stays so: sudo systemctl restart adhand"
                )
            )
        }
        return found.flatMap { next in
            let file = next.configuration.ledger.file
            switch Self.lock(file, locks, inbox).answer(by: BootClock.now() + Self.patience) {
            case .failure(let error): return .failure(ReloadFault(words: "[ledger] file: \(error)"))
            case nil: log.error("\(file) is not locked: its disk has not answered; the prayers are called all the same")
            case .success: inbox.post(.service(.locked(file, .success(()))))
            }
            let equipment = next.equipment(log, inbox, ledger: Self.ledger(next, locks, inbox))
            return .success(Successor(assembly: next, equipment: equipment))
        }
    }
}

/// A config that was read, with what the loop goes on with under it.
///
/// A class, since each tick asks whether there is one: a copy of all that a config holds would be most of an idle tick's cost.
package final class Successor: Sendable {
    package let assembly: Assembly
    package let equipment: Equipment

    package init(assembly: Assembly, equipment: Equipment) {
        (self.assembly, self.equipment) = (assembly, equipment)
    }
}
