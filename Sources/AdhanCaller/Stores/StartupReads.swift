import AdhanSupport
import AdhanCore
import Logging

/// Reads the daemon's own files at a start, all at the same time. A file that does not answer in time is logged, and
/// the start goes on without it; a late answer is logged, too.
struct StartupReads {
    typealias Read<Value: Sendable> = (name: String, work: TimeLimit.Work<Value>)

    private let limit: Duration
    private let end: BootInstant
    private let log: Logger

    init(within limit: Duration, _ log: Logger) {
        (self.limit, end, self.log) = (limit, BootClock.now() + limit, log)
    }

    /// - Parameters:
    ///   - subject: the file or folder that the work waits for.
    ///   - late: gets a result that came after the start went on.
    package func begin<Value: Sendable>(
        _ name: String,
        on subject: String,
        _ work: @escaping @Sendable () -> Value,
        late: @escaping @Sendable (Value) -> Void = { _ in }
    ) -> Read<Value> {
        let name = "\(name) (\(subject))"
        let begun = TimeLimit.begin(on: subject, work) { [log] value in
            log.notice("\(name): the disk has answered late")
            late(value)
        }
        return (name, begun)
    }

    /// Waits for a result until the common limit; nil where it is late.
    package func answer<Value: Sendable>(_ read: Read<Value>) -> Value? {
        if let value = read.work.answer(by: end) { return value }
        log.error("\(read.name): the disk has not answered within \(limit.tenths); the daemon goes on without it")
        return nil
    }

    /// The control socket, with its folder. A late one is taken up at once.
    ///
    /// - Parameter hooks: gets the requests about `[hooks]` itself: a stop waits for them when the loop has ended.
    package func socket(
        _ path: String,
        _ inbox: Mailbox<LoopEvent>,
        _ hooks: HookDesk
    ) -> Read<Result<ControlServer, any Error>> {
        begin("the control socket", on: path) {
            Folder.make(PathName.folder(of: path))
            return Result {
                try ControlServer(path: path, renewed: { renewed(path, $0) }) {
                    if hooks.answer($0, $1, $2) { return }
                    inbox.post(.order($0, $1, $2))
                }
            }
        } late: {
            let found = $0
            inbox.post(.service { service, _, _ in service.servedLate(found) })
        }
    }

    private func renewed(_ path: String, _ result: Result<Void, ControlFault>) {
        switch result {
        case .success: log.warning("the control socket '\(path)' or its lock had been removed, and is made again")
        case .failure(let fault):
            log.error("no command reaches this daemon, whose control socket or its lock was removed: \(fault)")
        }
    }

    /// The saved mute. A late one is taken up at once.
    package func mute(_ store: MuteStore, _ zone: ZoneRules, _ inbox: Mailbox<LoopEvent>) -> Read<Mute?> {
        kept("the mute", in: store.file, lost: StateFileWatch.mute) { [log] in
            try store.load { until in
                let limit = "a mute lasts \(DurationText.format(MuteText.longest)) at most, from its beginning"
                log.warning(
                    "\(store.file): it mutes until \(zone.formatted(until)), which is too long; \(limit)"
                )
            }
        } late: {
            if let mute = $0 { inbox.post(.service { $0.found(mute, $1, $2) }) }
        }
    }

    /// What people had set. Late settings are taken up at once.
    package func preferences(_ store: PreferenceStore, _ inbox: Mailbox<LoopEvent>) -> Read<Preferences?> {
        kept("the settings", in: store.file, lost: StateFileWatch.settings) { [log] in
            try store.load { log.warning("\(store.file): \($0); it is left out") }
        } late: {
            let preferences = $0 ?? Preferences()
            inbox.post(.service { $0.found(preferences, $1, $2) })
        }
    }

    /// The congregations that an earlier process pinned. Late ones are not taken up:
    /// the congregation may have been told another time.
    package func pinned(_ parts: DaemonParts) -> Read<PinnedCongregations?> {
        let lost = ", so the iqama of a prayer that was called already is taken from the timetable"
        return kept("the iqamas", in: parts.congregations().file, lost: lost) {
            try parts.pinned()
        } late: { _ in
        }
    }

    /// The occasion for which an `after` hook is owed. Where it comes late, the hook runs at once.
    package func left(_ hooks: Hooks) -> Read<HookOccasion?> {
        kept("the mark of the hooks", in: hooks.markFile, lost: StateFileWatch.hook) {
            try hooks.left()
        } late: {
            if let left = $0 { hooks.recover(left) }
        }
    }

    /// The power cut before this boot. A late one is taken up.
    func powerCut(_ record: RunRecord, _ inbox: Mailbox<LoopEvent>) -> Read<RunRecord.PowerCut?> {
        kept("the record of runs", in: record.file, lost: ", so that a power cut may not be noticed") {
            try record.begin()
        } late: {
            let cut = $0
            inbox.post(.service { service, _, _ in service.model.powerCut = cut })
        }
    }

    /// What an earlier process has saved in a file. An unreadable file is logged and counts as none.
    ///
    /// - Parameters:
    ///   - late: gets what came after the start went on; nil where nothing was saved.
    private func kept<Value: Sendable>(
        _ name: String,
        in file: String,
        lost: String,
        _ load: @escaping @Sendable () throws -> Value?,
        late: @escaping @Sendable (Value?) -> Void
    ) -> Read<Value?> {
        begin(name, on: file) { [log] () -> Value? in
            do {
                return try load()
            } catch {
                log.error("\(error)\(lost)")
                return nil
            }
        } late: {
            late($0)
        }
    }
}
