import AdhanAudio
import AdhanCore
import Logging

/// `adhand run`: the loop with all that it is given, from the start to a signal.
struct Daemon {
    let log: Logger
    /// Reads the config anew; it may block.
    let read: @Sendable () -> Result<Assembly, ReloadFault>

    /// For each file that is read at the start. One whose disk does not answer is gone without.
    private static let patience: Duration = .seconds(5)
    /// For systemd to hear that it ends.
    private static let farewell: Duration = .seconds(1)

    /// Runs until it is signalled.
    ///
    /// - Parameter problem: why the first config is not that of the file; nil where it is.
    /// - Throws: `ControlFault.otherDaemon` and `LockFault.held` where another one runs already, `ControlFault.notOurs` where that cannot
    ///   be known, since the runtime folder or what is in it is another user's; `SystemFault` where the kernel has no
    ///   timer or no thread for us.
    func run(_ first: Assembly, configurationProblem problem: String? = nil) throws {
        let inbox = try Mailbox<DriveEvent>()
        let locks = LedgerLocks(log: log)
        let ledger = first.configuration.ledger.file
        let knobs = KnobStore(file: first.knobFile, log: log)
        patiently("the folders of the daemon") { first.makeFolders() }
        patiently("the cards' knobs (\(first.knobFile))") { knobs.load() }
        let caretaker = try Caretaker(
            first,
            since: SystemPlayerClock().wall(),
            log: log,
            notifier: try Notifier(),
            inbox: inbox,
            read: { [read, log] in Self.prepare(read, log, inbox, locks, knobs) }
        )
        caretaker.board.configurationProblem = problem
        caretaker.server = try server(first.socket(), inbox)
        try patiently("the lock of \(ledger)") { Result { try locks.own(ledger) } }?.get()
        let hooks = caretaker.hooks
        patiently("what the hooks owe") {
            do {
                try hooks.recover()
            } catch {
                log.error("\(error): no program is run for what it may have told of")
            }
        }
        var equipment = first.equipment(log, inbox, knobs: knobs)
        equipment.settings.policy.mute = mute(first)
        caretaker.take(first)
        _ = try Drive(
            clock: SystemPlayerClock(),
            ledger: first.ledger(),
            marks: first.marks(),
            inbox: inbox,
            caretaker: caretaker
        ).run(equipment)
        caretaker.hooks.finish(isHurried: true)
        caretaker.server?.stop()
        caretaker.notifier.flush(within: Self.farewell)
    }

    /// Does what may block on a thread of its own, and goes on without it where it takes too long.
    @discardableResult
    private func patiently<Value: Sendable>(_ name: String, _ work: @escaping @Sendable () -> Value) -> Value? {
        if let value = TimeLimit.run(Self.patience, work) { return value }
        log.error(
            "\(name) could not be looked at within \(DurationText.format(Self.patience)); the daemon goes on without"
        )
        return nil
    }

    private func mute(_ assembly: Assembly) -> Mute? {
        let (store, log) = (assembly.mutes(), log)
        let found = patiently("the mute (\(store.file))") { () -> Mute? in
            do {
                return try store.load()
            } catch {
                log.error("\(error)")
                return nil
            }
        }
        return found ?? nil
    }

    /// Reads the config and all that it names, and makes what the loop is to go on with. It may block.
    private static func prepare(
        _ read: () -> Result<Assembly, ReloadFault>,
        _ log: Logger,
        _ inbox: Mailbox<DriveEvent>,
        _ locks: LedgerLocks,
        _ knobs: KnobStore
    ) -> Result<Successor, ReloadFault> {
        read().flatMap { next in
            next.makeFolders()
            let file = next.configuration.ledger.file
            do {
                try locks.own(file)
            } catch {
                return .failure(ReloadFault(words: "[ledger] file: \(error)"))
            }
            let equipment = next.equipment(log, inbox, ledger: next.ledger(), knobs: knobs)
            return .success(Successor(assembly: next, equipment: equipment))
        }
    }

    /// - Returns: nil where the socket cannot be had: the prayers are called all the same.
    private func server(_ path: String, _ inbox: Mailbox<DriveEvent>) throws -> ControlServer? {
        do {
            return try ControlServer(path: path) { inbox.post(.caretaker(.order($0, $1, $2))) }
        } catch let fault as ControlFault {
            switch fault {
            case .otherDaemon, .notOurs: throw fault
            default: log.error("\(fault); the prayers are called all the same, but no command reaches the daemon")
            }
            return nil
        }
    }
}

/// A config that was read, with what the loop goes on with under it.
struct Successor: Sendable {
    let assembly: Assembly
    let equipment: Equipment
}
