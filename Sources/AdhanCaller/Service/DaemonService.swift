import AdhanSupport
import AdhanCore
import Glibc
import Logging

/// The daemon's side towards people and systemd: it answers the control socket, informs systemd and the journal, and
/// reloads the config. It runs on the loop's thread; what may block goes to a worker.
package final class DaemonService {
    package var parts: DaemonParts
    /// The config that is taken up as soon as nothing sounds.
    var loadedConfig: LoadedConfig?
    var model: StatusModel
    package let log: Logger
    package let notifier: Notifier
    package let inbox: Mailbox<LoopEvent>
    let read: @Sendable () -> Result<LoadedConfig, ReloadFault>
    /// The programs before and after each playback.
    let hooks: Hooks
    /// Nil where the socket could not be made.
    package var server: ControlServer?
    /// The queues for what may block: a disk or a server that hangs delays only what needs it.
    let workers = Workers()
    let desks: Desks
    /// When to look whether somebody has taken up the programs of `[hooks]`; nil where none waits.
    private var hooksDue: MonotonicInstant?

    struct Workers {
        /// Reads the config and the files that it names.
        package let config = Worker("config", on: .shared, limit: limit)
        /// Writes to the state directory: the mute, the place, the config.
        package let state = Worker("state", on: .shared)
        package let timetable = Worker("timetable-asked", on: .shared, limit: limit)
        package let times = Worker("times-asked", on: .shared, limit: limit)
        package let recordings = Worker("recording-asked", on: .shared, limit: limit)
        package let clock = Worker("clock-confirm", on: .shared, limit: limit)

        /// How many requests of a kind may wait; a further client is told to try again.
        private static let limit = 4
    }

    /// Whether somebody has muted or unmuted since the start, so that a saved mute that comes late is ignored.
    var isMuteDecided = false
    /// What people have set while the settings of before the start could not be read yet; nil where they have been.
    var changesBeforeRead: [Preferences.Change]?
    var saves: [StateFile: StateSaves] = [:]
    /// The congregations that were saved last.
    var congregations: [PinnedDay] = []
    /// Whether they may have changed since.
    var needsSave = false
    /// When the self-test is due, and the one that runs.
    var plan: SelfTestPlan
    var test: Test?
    var lastTested: MonotonicInstant?
    /// When to check next whether a self-test is due.
    var nextTestLook = MonotonicInstant.start
    var systemdStatus = SystemdStatus.awaitsReady

    enum SystemdStatus: Equatable {
        /// After a start or a reload it gets `ready`, with the status line.
        case awaitsReady
        /// It has this status line.
        case told(String)
    }

    /// When the line for systemd is made again although nothing has happened; nil for at once. Making it costs more
    /// than the rest of a tick.
    var statusDue: MonotonicInstant?
    private static let statusInterval: Duration = .minutes(1)
    /// The answer to `status` in this wake-up; nil once something has happened.
    var statusAnswer: [UInt8]?
    var recentEvents = RecentEvents()
    /// When to tell systemd's watchdog again that the loop runs; nil for at once.
    private var feedDue: MonotonicInstant?

    /// - Parameters:
    ///   - read: reads the config again; it may block.
    package init(
        _ parts: DaemonParts,
        since: Instant,
        log: Logger,
        notifier: Notifier,
        inbox: Mailbox<LoopEvent>,
        desks: Desks,
        read: @escaping @Sendable () -> Result<LoadedConfig, ReloadFault>
    ) {
        (self.parts, self.log, self.inbox, self.read) = (parts, log, inbox, read)
        (self.notifier, self.desks) = (notifier, desks)
        model = StatusModel(since: since)
        plan = SelfTestPlan(at: parts.configuration.audio.selfTest)
        hooks = Hooks(parts.configuration.hooks, mark: parts.hookMark, to: desks.hooks)
        // Weak: the hooks have the desk.
        desks.hooks.follow { [weak hooks] outcome in
            log.log(level: outcome.isFailure ? .warning : .info, "\(outcome.words)")
            hooks?.ended(outcome)
            inbox.post(.service { $0.hooked(outcome, $1, $2) })
        }
    }

    var recordingWatch: RecordingWatch {
        RecordingWatch(recordings: parts.recordings, hooks: parts.configuration.hooks, log: log, inbox: inbox)
    }

    package func handle(_ notice: Notice, _ zone: ZoneRules, _ now: Instant) {
        hooks.handle(notice, zone, now)
        (statusDue, statusAnswer, needsSave) = (nil, nil, true)
        model.handle(notice, now)
        log.log(level: notice.level, "\(notice.words(zone))", metadata: notice.fields)
        if case .refreshed(let reason, _) = notice {
            let today = zone.wall(at: now).date
            if case .fileChanged = reason { noteTimetable(today: today) }
            sayReach(today: today)
        }
        publish(NoticeEvent(notice, zone: zone, at: now))
    }

    package func perform(_ job: LoopEvent.ServiceJob, _ loop: DaemonLoop, _ now: Instant) {
        (statusDue, statusAnswer) = (nil, nil)
        job(self, loop, now)
    }

    package func receive(
        _ request: ControlRequest,
        _ caller: ControlCaller,
        _ replier: ControlReplier,
        _ loop: DaemonLoop,
        _ now: Instant
    ) {
        statusDue = nil
        let isQuiet = request.command.traits.isQuiet
        log.log(level: isQuiet ? .debug : .info, "\(caller.name) asks: \(request.command.rawValue)")
        if !isQuiet { statusAnswer = nil }
        answer(request, caller, replier, loop, now)
    }

    /// When the next `tick` is due, unless an event comes before.
    package var due: MonotonicInstant {
        let looks =
            [statusDue ?? .start, feedDue, hooksDue, test == nil ? nextTestLook : nil] + saves.values.map(\.due)
        return loadedConfig == nil ? looks.compactMap(\.self).min() ?? .start : .start
    }

    /// Called after each tick of the loop.
    ///
    /// - Returns: the loop's new setup; nil where the config has not changed.
    func tick(_ loop: DaemonLoop, _ now: Instant, _ monotonic: MonotonicInstant) -> LoopSetup? {
        statusAnswer = nil
        recentEvents.tick(monotonic)
        // Before systemd gets the status, which should be that of the new config.
        if let setup = applyLoadedConfig(loop) { return setup }
        tellSystemd(loop, now, monotonic)
        // A stuck player is worth a restart by the watchdog; a missing card is not.
        if let interval = notifier.watchdogInterval, !loop.player.isStuck, feedDue.map({ monotonic >= $0 }) ?? true {
            notifier.feedWatchdog()
            feedDue = Ticker.again(after: interval, from: monotonic)
        }
        testIfDue(loop, now, monotonic)
        keepCongregations(loop, now)
        tickSaves(loop, monotonic)
        hooksDue = desks.hooks.checkWaiting(monotonic)
        return nil
    }

    /// Sends systemd the status line where it has changed.
    private func tellSystemd(_ loop: DaemonLoop, _ now: Instant, _ monotonic: MonotonicInstant) {
        // The daemon is ready once the ledger has answered, for which the loop waits `loadPatience` at most.
        guard systemdStatus == .awaitsReady || statusDue.map({ monotonic >= $0 }) ?? true, loop.timetable != nil else {
            return
        }
        statusDue = Ticker.again(after: Self.statusInterval, from: monotonic)
        let report = model.report(loop.snapshot(now), parts)
        model.note(report.problems, at: now)
        let line = report.line
        if systemdStatus == .awaitsReady {
            // This message must arrive: where the queue is full, it is tried again.
            guard notifier.ready(line) else { return }
        } else if systemdStatus != .told(line) {
            notifier.status(line)
        }
        systemdStatus = .told(line)
    }

    package func stopping() { notifier.stopping() }

    func publish(_ event: NoticeEvent?) {
        guard let event, let server else { return }
        do {
            let line = try server.publish(event)
            if event.occasion != nil { recentEvents.add(line) }
        } catch {
            log.error("\(error)")
        }
    }
}
