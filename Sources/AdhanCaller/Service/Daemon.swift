import AdhanSupport
import AdhanCore
import Logging

/// `adhand run`: starts the daemon and runs it until a signal.
package struct Daemon {
    package let log: Logger
    /// The config's path: the subject of its reads for `TimeLimit`.
    package let subject: String
    package let desks: Desks
    /// Reads the config again; it may block.
    package let read: @Sendable () -> Result<DaemonParts, ReloadFault>

    package init(
        log: Logger,
        subject: String,
        desks: Desks,
        read: @escaping @Sendable () -> Result<DaemonParts, ReloadFault>
    ) {
        (self.log, self.subject, self.desks, self.read) = (log, subject, desks, read)
    }

    /// How many threads of the pool are kept: one for a job that waits, and one for the work that it waits for.
    private static let keptThreads = 2
    /// How long the daemon waits for its own files at the start and at a reload, before it goes on without them.
    private static let patience: Duration = .seconds(5)
    /// How long it waits at least, where a prayer is near.
    private static let hurriedPatience: Duration = .milliseconds(500)
    /// How long a stop waits for each of these: the removal of the control socket, the last message to systemd
    /// and at the same time the record of the run, the log.
    package static let flushPatience: Duration = .milliseconds(500)
    /// How long a stop takes at most, where everything hangs.
    static let longestStop = EventLoop.stopPatience + Hooks.stopPatience + flushPatience * 3

    /// Runs until a signal, or until the service is started beside it.
    ///
    /// - Parameters:
    ///   - problem: why the file's config is not used; nil where it is.
    /// - Throws: `ControlFault.otherDaemon`, `LockFault.held` or `.inUse` where another daemon runs already;
    ///   `ControlFault.serviceHasCome` where the service was started later; `ControlFault.notOurs` where the runtime
    ///   folder or a file in it is another user's, so that another daemon cannot be excluded; `SystemFault` where the
    ///   kernel has no timer or thread left.
    package func run(_ first: DaemonParts, since began: BootInstant, configurationProblem problem: String? = nil) throws
    {
        try ThreadPool.shared.keep(Self.keptThreads)
        let inbox = try Mailbox<LoopEvent>()
        let locks = LedgerLocks(log: log)
        // Never released: closing the locked files may block, too.
        _ = Unmanaged.passRetained(locks)
        let ledger = first.configuration.ledger.file
        // All at the same time, so that a disk that hangs takes no time from the others.
        let reads = StartupReads(within: Self.patience(first, since: began), log)
        let socket = reads.socket(first.socket(), inbox, desks.hooks)
        let state = reads.begin("the state folder", on: first.locations.state) {
            Folder.make(PathName.folder(of: first.mutes().file))
        }
        // Nothing waits for it.
        let rehearsals = RehearsalFiles(first.locations)
        _ = TimeLimit.begin(on: first.locations.state) { rehearsals.removeLeftovers() }
        let mute = reads.mute(first.mutes(), first.zone, inbox)
        let preferences = reads.preferences(first.preferences(), inbox)
        // Before the config of this start is kept, since the rules of the earlier one count.
        let pinned = reads.pinned(first)
        let lock = Self.lock(ledger, locks, inbox)
        let service = DaemonService(
            first,
            since: LinuxClock().wall(),
            log: log,
            notifier: try Notifier(),
            inbox: inbox,
            desks: desks,
            read: { [self] in prepare(inbox, locks) }
        )
        desks.fetch.announce { inbox.post(.service { $0.publishFetch($1, $2) }) }
        desks.hooks.announce { inbox.post(.service { service, _, now in service.publishHooks(now) }) }
        let left = reads.left(service.hooks)
        service.model.configurationProblem = problem
        defer { service.server?.stop(within: Self.flushPatience) }
        if let served = reads.answer(socket) { try service.serve(on: served) }
        try reads.answer(("the lock of \(ledger)", lock))?.get()
        // Only now: if another daemon ran, the hooks would be its own.
        if let left = reads.answer(left) ?? nil { service.hooks.recover(left) }
        _ = reads.answer(state)
        // Only now, too: another daemon has its own power record.
        let record = first.runRecord
        let cut = reads.powerCut(record, inbox)
        var savedState = SavedState()
        savedState.mute = reads.answer(mute) ?? nil
        let settings = reads.answer(preferences)
        if settings == nil { service.changesBeforeRead = [] }
        savedState.preferences = (settings ?? nil) ?? Preferences()
        savedState.pinned = reads.answer(pinned) ?? nil
        service.congregations = savedState.pinned?.days ?? []
        service.model.powerCut = reads.answer(cut) ?? nil
        service.applyConfig(first)
        let end = try EventLoop(
            clock: LinuxClock(),
            ledger: Self.ledger(first, locks, inbox),
            marks: first.marks(),
            inbox: inbox,
            began: began,
            service: service
        ).run(first.setup(log, inbox), saved: savedState)
        let ended = TimeLimit.begin(on: record.file) { [log] in
            do { try record.end() } catch {
                log.warning("\(error); the next boot may be taken for one after a power cut")
            }
        }
        service.finishHooks()
        let limit = BootClock.now() + Self.flushPatience
        service.notifier.flush(within: Self.flushPatience)
        _ = ended.answer(by: limit)
        if case .displaced(let fault) = end { throw fault }
    }

    /// How long a start waits for its own files: less where a prayer is near.
    private static func patience(_ first: DaemonParts, since began: BootInstant) -> Duration {
        let (now, today) = (LinuxClock().wall(), first.today)
        let start = max(now - (BootClock.now() - began), now - first.settings().policy.grace)
        let days = MosqueTimetable(first.timetableSource(), first.configuration.rules)
            .days(today.adding(days: -1)...today.adding(days: 1), in: first.zone)
        let calls = days.flatMap { day in Prayer.called.map { day.adhan(of: $0) } }
        guard let next = calls.filter({ $0 >= start }).min() else { return patience }
        return min(patience, max(hurriedPatience, next - Schedule.latestArm - now))
    }

    /// Begins to lock the ledger for this process. A late result goes to the service.
    private static func lock(
        _ ledger: String,
        _ locks: LedgerLocks,
        _ inbox: Mailbox<LoopEvent>
    ) -> TimeLimit.Work<Result<Void, LockFault>> {
        TimeLimit.begin(on: ledger) { () -> Result<Void, LockFault> in
            Folder.make(PathName.folder(of: ledger))
            do throws(LockFault) {
                return .success(try locks.acquire(ledger))
            } catch {
                return .failure(error)
            }
        } late: {
            report(ledger, $0, inbox)
        }
    }

    private static func report(_ ledger: String, _ result: Result<Void, LockFault>, _ inbox: Mailbox<LoopEvent>) {
        inbox.post(.service { service, _, _ in service.locked(ledger, result) })
    }

    /// The ledger. Its file is locked again whenever it is opened, since it may be new or replaced. A lock that another
    /// process holds is tried again each minute.
    private static func ledger(_ parts: DaemonParts, _ locks: LedgerLocks, _ inbox: Mailbox<LoopEvent>) -> any Ledger {
        let file = parts.configuration.ledger.file
        return parts.ledger {
            do throws(LockFault) {
                let isOwn = try locks.acquireOpened(file)
                if isOwn { report(file, .success(()), inbox) }
                return isOwn
            } catch {
                report(file, .failure(error), inbox)
                return false
            }
        }
    }

    /// Reads the config and the files that it names, and makes the loop's new setup.
    /// It blocks for half a minute at most.
    private func prepare(_ inbox: Mailbox<LoopEvent>, _ locks: LedgerLocks) -> Result<LoadedConfig, ReloadFault> {
        guard let found = TimeLimit.run(ConfigLoader.patience, on: subject, read) else {
            let limit = DurationText.format(ConfigLoader.patience)
            return .failure(
                ReloadFault(
                    words:
                        "its disk or server has not answered within \(limit); if that stays so: "
                        + "sudo systemctl restart adhand"
                )
            )
        }
        return found.flatMap { next in
            let file = next.configuration.ledger.file
            switch Self.lock(file, locks, inbox).answer(by: BootClock.now() + Self.patience) {
            case .failure(let error): return .failure(ReloadFault(words: "[ledger] file: \(error)"))
            case nil: log.error("\(file) is not locked: its disk has not answered; the prayers are called all the same")
            case .success: Self.report(file, .success(()), inbox)
            }
            let setup = next.setup(log, inbox, ledger: Self.ledger(next, locks, inbox))
            return .success(LoadedConfig(parts: next, setup: setup))
        }
    }
}
