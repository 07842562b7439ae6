import AdhanAudio
import AdhanCore
import Logging

/// `adhand run`: the loop with all that it is given, from the start to a signal.
struct Daemon {
    let log: Logger
    /// Reads the config anew; it may block.
    let read: @Sendable () -> Result<Assembly, ReloadFault>

    /// For the daemon's own files at the start, and at a reload. One whose disk does not answer is gone without.
    private static let patience: Duration = .seconds(5)
    /// What even the last of them is given.
    private static let leastPatience: Duration = .milliseconds(200)
    /// For systemd to hear that it ends, and for the log to be written.
    static let farewell: Duration = .milliseconds(500)
    /// How long a stop takes where everything hangs.
    static let longestStop = Drive.stopPatience + Hooks.hurriedPatience + ControlNames.patience + farewell + farewell

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
        let knobs = KnobStore(file: first.knobFile, log: log, disk: try Worker("knobs"))
        let until = BootClock.uptime() + Self.patience
        patiently("the folders of the daemon", until) { first.makeFolders() }
        patiently("the cards' knobs (\(first.knobFile))", until) { knobs.load() }
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
        try patiently("the lock of \(ledger)", until) { Result { try locks.own(ledger) } }?.get()
        let hooks = caretaker.hooks
        patiently("what the hooks owe", until) {
            do {
                try hooks.recover()
            } catch {
                log.error("\(error): no program is run for what it may have told of")
            }
        }
        var equipment = first.equipment(log, inbox, knobs: knobs)
        equipment.settings.policy.mute = mute(first, until)
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
    ///
    /// - Parameter until: by the boot clock.
    @discardableResult
    private func patiently<Value: Sendable>(
        _ name: String,
        _ until: Duration,
        _ work: @escaping @Sendable () -> Value
    ) -> Value? {
        let patience = max(until - BootClock.uptime(), Self.leastPatience)
        if let value = TimeLimit.run(patience, work) { return value }
        log.error("\(name): the disk has not answered within \(patience.tenths); the daemon goes on without")
        return nil
    }

    private func mute(_ assembly: Assembly, _ until: Duration) -> Mute? {
        let (store, log) = (assembly.mutes(), log)
        let found = patiently("the mute (\(store.file))", until) { () -> Mute? in
            do {
                return try store.load()
            } catch {
                log.error("\(error)")
                return nil
            }
        }
        return found ?? nil
    }

    /// Reads the config and all that it names, and makes what the loop is to go on with. It blocks for half a minute at most.
    private static func prepare(
        _ read: @escaping @Sendable () -> Result<Assembly, ReloadFault>,
        _ log: Logger,
        _ inbox: Mailbox<DriveEvent>,
        _ locks: LedgerLocks,
        _ knobs: KnobStore
    ) -> Result<Successor, ReloadFault> {
        guard let found = TimeLimit.run(DaemonConfig.patience, read) else {
            let limit = DurationText.format(DaemonConfig.patience)
            return .failure(ReloadFault(words: "its disk or server has not answered within \(limit)"))
        }
        return found.flatMap { next in
            let file = next.configuration.ledger.file
            let locked = TimeLimit.run(Self.patience) {
                next.makeFolders()
                return Result { try locks.own(file) }
            }
            switch locked {
            case .failure(let error): return .failure(ReloadFault(words: "[ledger] file: \(error)"))
            case nil: log.error("\(file) is not locked: its disk has not answered; the prayers are called all the same")
            case .success: break
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
