import AdhanAudio
import AdhanConfig
import AdhanControl
import AdhanCore
import AdhanEngine
import AdhanHooks
import AdhanSystem
import AdhanTimetables
import Dispatch
import Glibc
import Logging

/// The daemon's side of whoever looks after it: answers the control socket, keeps systemd and the journal informed, reads the
/// config anew. It runs on the loop's thread; what may block goes to a worker.
package final class DaemonService {
    package var assembly: Assembly
    /// The config to be taken up as soon as nothing sounds.
    package var successor: Successor?
    package var model: StatusModel
    package let log: Logger
    package let notifier: Notifier
    package let inbox: Mailbox<DaemonEvent>
    package let read: @Sendable () -> Result<Successor, ReloadFault>
    /// The programs around a sound.
    package let hooks: Hooks
    /// Nil where the socket could not be had.
    package var server: ControlServer?
    /// What may block, each on a thread of its own: a disk or a server that hangs holds up what needs it, and nothing else.
    package let workers: Workers

    package struct Workers {
        /// Reads the config and all that it names.
        package let config: Worker
        /// Writes the state directory: the mute, the place.
        package let state: Worker
        package let timetable: Worker
        package let recordings: Worker
        package let clock: Worker

        /// Of the same kind at a time; who asks more is told to try again.
        private static let limit = 4

        package init() throws(SystemFault) {
            (config, state) = (try Worker("config", limit: Self.limit), try Worker("state"))
            timetable = try Worker("timetable-asked", limit: Self.limit)
            recordings = try Worker("recording-asked", limit: Self.limit)
            clock = try Worker("clock-confirm", limit: Self.limit)
        }
    }

    /// Whether somebody has muted or unmuted since the start: what the process before had muted counts no more.
    package var isMuteDecided = false
    /// When the sound is to be tried out, what of it is under way, and what the last came to.
    package var plan: SelfTestPlan
    package var test: Test?
    package var lastResult: SelfTestResult?
    /// Monotonic.
    package var lastTested: Duration?
    /// When it is looked again whether a test is due, monotonic.
    package var nextTestLook = Duration.zero
    /// What systemd was told last; empty where it waits for `ready`.
    package var lastStatus = ""
    /// When the line for systemd is made anew although nothing has happened, monotonic; nil for at once. To make it costs more than
    /// all the rest of a tick.
    package var statusDue: Duration?
    private static let statusInterval: Duration = .minutes(1)
    /// What `status` was answered in this wake-up; nil once something has happened.
    package var statusAnswer: [UInt8]?
    private var lastFed: Duration?

    /// - Parameters:
    ///   - inbox: where what the workers find is posted.
    ///   - read: reads the config anew; it may block.
    /// - Throws: `SystemFault` where the machine has no thread left.
    package init(
        _ assembly: Assembly,
        since: Instant,
        log: Logger,
        notifier: Notifier,
        inbox: Mailbox<DaemonEvent>,
        read: @escaping @Sendable () -> Result<Successor, ReloadFault>
    ) throws {
        (self.assembly, self.log, self.inbox, self.read) = (assembly, log, inbox, read)
        (self.notifier, workers) = (notifier, try Workers())
        model = StatusModel(since: since)
        plan = SelfTestPlan(at: assembly.configuration.audio.selfTest)
        hooks = try Hooks(assembly.configuration.hooks, mark: assembly.hookMark) {
            log.log(level: $0.isFailure ? .warning : .info, "\($0.words)")
            inbox.post(.service(.hooked($0)))
        }
    }

    package var recordingWatch: RecordingWatch {
        RecordingWatch(
            recordings: assembly.recordings,
            hooks: assembly.configuration.hooks,
            log: log,
            inbox: inbox
        )
    }

    package func hear(_ notice: Notice, _ zone: ZoneRules, _ now: Instant) {
        hooks.hear(notice, zone, now)
        (statusDue, statusAnswer) = (nil, nil)
        model.hear(notice, now)
        log.log(level: notice.level, "\(notice.words(zone))", metadata: notice.fields)
        if case .refreshed(let reason, _) = notice {
            if case .fileChanged = reason { noteTimetable() }
            sayReach(today: zone.wall(at: now).date)
        }
        publish(NoticeEvent(notice, zone: zone, at: now))
    }

    package func receive(_ event: ServiceEvent, _ loop: DaemonLoop, _ now: Instant) {
        if case .order = event {} else { statusAnswer = nil }
        if case .looked(let faults, let hooks) = event {
            if model.looked(at: faults, hooks: hooks) { statusDue = nil }
            return
        }
        statusDue = nil
        switch event {
        case .order(let request, let caller, let replier):
            // Whoever only looks may do so every second, and is not to fill the journal.
            // What a stop has ended says so itself.
            let isLook = [.status, .history, .events, .stop].contains(request.command)
            log.log(level: isLook ? .debug : .info, "\(caller.name) asks: \(request.command.rawValue)")
            if !isLook { statusAnswer = nil }
            answer(request, caller, replier, loop, now)
        case .read(let result, let asked):
            received(result, asked, loop)
        case .looked: break
        case .tested(let result):
            received(result, loop, now)
        case .toPlay(let request, let caller, let replier):
            play(request, caller, replier, loop, now)
        case .timetableRead(let isUrgent, let replier):
            timetableRead(isUrgent: isUrgent, replier, loop, now)
        case .hooked(let outcome):
            model.hooked(outcome)
        case .muteKept(let problem):
            if let problem { log.warning("\(problem)") }
            model.mute(problem)
        case .muteFound(let mute):
            found(mute, loop, now)
        case .locked(let ledger, let result):
            locked(ledger, result)
        case .served(let found):
            servedLate(found)
        }
    }

    /// After each tick.
    ///
    /// - Parameter monotonic: for the watchdog.
    /// - Returns: what the loop is to go on with from now on; nil where nothing changes.
    package func tick(_ loop: DaemonLoop, _ now: Instant, _ monotonic: Duration) -> Equipment? {
        statusAnswer = nil
        // Before systemd is told: it is to hear of the new config.
        if let equipment = takeSuccessor(loop) { return equipment }
        tellSystemd(loop, now, monotonic)
        // A player that has given up for good is worth a restart; a card that is missing is not.
        if let interval = notifier.watchdogInterval, !loop.player.isStuck,
            lastFed.map({ monotonic - $0 >= interval }) ?? true
        {
            notifier.feedWatchdog()
            lastFed = monotonic
        }
        testIfDue(loop, now, monotonic)
        return nil
    }

    /// Says what `systemctl status` shows, where it is another line than before.
    private func tellSystemd(_ loop: DaemonLoop, _ now: Instant, _ monotonic: Duration) {
        // Before the ledger has answered, for which the loop waits `recallPatience` at most, there is nothing to be ready with.
        guard lastStatus.isEmpty || statusDue.map({ monotonic >= $0 }) ?? true, loop.timetable != nil else { return }
        statusDue = monotonic + Self.statusInterval
        let line = model.report(loop.snapshot(now), assembly).line
        if lastStatus.isEmpty {
            // It is to hear of this one: where the queue is full, that is tried again.
            guard notifier.ready(line) else { return }
        } else if line != lastStatus {
            notifier.status(line)
        }
        lastStatus = line
    }

    package func stopping() { notifier.stopping() }

    private func publish(_ event: NoticeEvent?) {
        guard let event, let server else { return }
        do {
            try server.publish(event)
        } catch {
            log.error("\(error)")
        }
    }
}
