import AdhanAudio
import AdhanCore
import Dispatch
import Glibc
import Logging

/// The daemon's side of whoever looks after it: answers the control socket, keeps systemd and the journal informed, reads the
/// config anew. It runs on the loop's thread; what may block goes to a queue of its own.
final class Caretaker {
    private(set) var assembly: Assembly
    /// The config to be taken up as soon as nothing sounds.
    private var successor: Assembly?
    var board: StatusBoard
    let log: Logger
    private let notifier = Notifier()
    let inbox: Mailbox<DriveEvent>
    private let read: @Sendable () -> Result<Assembly, ReloadFault>
    /// The programs around a sound.
    let hooks: Hooks
    /// Nil where the socket could not be had.
    var server: ControlServer?
    /// Reads files for us, one after another.
    let queue = DispatchQueue(label: "adhand.caretaker")
    /// When the sound is to be tried out, what of it is under way, and what the last came to.
    var plan: SelfTestPlan
    var test: Test?
    var lastResult: SelfTestResult?
    /// Monotonic.
    var lastTested: Duration?
    /// Of a timetable's faults; a year of them would fill the journal.
    private static let problemsSaid = 20
    /// What systemd was told last; empty where it waits for `ready`.
    private var lastStatus = ""
    private var lastFed: Duration?

    /// - Parameters:
    ///   - inbox: where what the queue finds is posted.
    ///   - read: reads the config anew; it may block.
    init(
        _ assembly: Assembly,
        since: Instant,
        log: Logger,
        inbox: Mailbox<DriveEvent>,
        read: @escaping @Sendable () -> Result<Assembly, ReloadFault>
    ) {
        (self.assembly, self.log, self.inbox, self.read) = (assembly, log, inbox, read)
        board = StatusBoard(since: since)
        plan = SelfTestPlan(at: assembly.configuration.audio.selfTest)
        hooks = Hooks(assembly.configuration.hooks, mark: assembly.hookMark) {
            log.log(level: $0.isFailure ? .warning : .info, "\($0.words)")
            inbox.post(.caretaker(.hooked($0)))
        }
    }

    var recordingWatch: RecordingWatch {
        RecordingWatch(recordings: assembly.recordings, log: log, inbox: inbox)
    }

    /// A life begins with this config.
    func take(_ next: Assembly) {
        for remote in next.remotes { remote.adopt(assembly.remotes, today: next.today) }
        (assembly, successor) = (next, nil)
        hooks.configure(next.configuration.hooks)
        board.restart()
        Announcement(assembly).say(log)
        noteTimetable()
        (plan, lastResult, lastTested) = (SelfTestPlan(at: assembly.configuration.audio.selfTest), nil, nil)
        // The same devices, which have not answered yet, are not tried beside that.
        if test?.devices != assembly.configuration.audio.devices { test = nil }
        rememberPlace()
    }

    func hear(_ notice: Notice, _ zone: ZoneRules, _ now: Instant) {
        hooks.hear(notice, zone, now)
        board.hear(notice, now)
        log.log(level: notice.level, "\(notice.words(zone))", metadata: notice.fields)
        if case .refreshed(.fileChanged, _) = notice { noteTimetable() }
        publish(NoticeEvent(notice, zone: zone, at: now))
    }

    func receive(_ event: CaretakerEvent, _ loop: DaemonLoop, _ now: Instant) {
        switch event {
        case .order(let request, let caller, let replier):
            // Whoever only looks may do so every second, and is not to fill the journal.
            // What a stop has ended says so itself.
            let isLook = [.status, .history, .events, .stop].contains(request.command)
            log.log(level: isLook ? .debug : .info, "\(caller.name) asks: \(request.command.rawValue)")
            answer(request, caller, replier, loop, now)
        case .read(let result, let asked):
            received(result, asked, loop)
        case .looked(let faults):
            board.looked(at: faults)
        case .tested(let result):
            received(result, loop, now)
        case .toPlay(let request, let caller, let replier):
            play(request, caller, replier, loop, now)
        case .timetableRead(let isUrgent, let replier):
            if board.timetableProblems != assembly.timetableFile?.problems ?? [] { noteTimetable() }
            let resting = assembly.remotes.compactMap { remote in remote.rest(now).map { (remote.name, $0) } }
            let next = loop.refresh(askedAt: now, isUrgent: isUrgent)
            let rests = words(resting, loop.settings.zone, isUrgent: isUrgent)
            replier.answer(Done(refreshed(next, now, isUrgent: isUrgent) + rests))
        case .hooked(let outcome):
            board.hooked(outcome)
        case .muteKept(let problem):
            if let problem { log.warning("\(problem)") }
            board.mute(problem)
        }
    }

    /// After each tick.
    ///
    /// - Parameter monotonic: for the watchdog.
    /// - Returns: the config with which another life is to begin; nil to go on.
    func beat(_ loop: DaemonLoop, _ now: Instant, _ monotonic: Duration) -> Assembly? {
        let line = board.report(loop, assembly, now: now).line
        if lastStatus.isEmpty {
            // Before the ledger has answered, for which the loop waits `recallPatience` at most, there is nothing to be ready with.
            if loop.timetable != nil {
                notifier.ready(line)
                lastStatus = line
            }
        } else if line != lastStatus {
            notifier.status(line)
            lastStatus = line
        }
        // A player that has given up for good is worth a restart; a card that is missing is not.
        if let interval = notifier.watchdogInterval, !loop.player.isStuck,
            lastFed.map({ monotonic - $0 >= interval }) ?? true
        {
            notifier.feedWatchdog()
            lastFed = monotonic
        }
        testIfDue(loop, now, monotonic)
        return loop.isQuiet ? successor : nil
    }

    func stopping() { notifier.stopping() }

    /// Reads the config anew; what comes of it arrives as an event.
    func reload(asked replier: ControlReplier? = nil, monotonic: Duration) {
        notifier.reloading(monotonic)
        queue.async { [read, inbox] in inbox.post(.caretaker(.read(read(), asked: replier))) }
    }

    private func received(_ result: Result<Assembly, ReloadFault>, _ replier: ControlReplier?, _ loop: DaemonLoop) {
        // Either way the reload is over for systemd.
        lastStatus = ""
        switch result {
        case .success(let next):
            board.configurationProblem = nil
            next.recordings.adopt(assembly.recordings)
            successor = next
            let file = next.configuration.file ?? "the defaults"
            let when = taking(loop)
            log.notice("\(file) is in order, and taken up \(when)")
            replier?.answer(Done("\(file) is in order, and taken up \(when)"))
        case .failure(let fault):
            board.configurationProblem = fault.words
            log.error("the changed config is refused, and the one before stands: \(fault.words)")
            replier?.refuse(ControlFailure(fault.words, code: EX_CONFIG))
        }
    }

    /// When a new config is taken up.
    private func taking(_ loop: DaemonLoop) -> String {
        switch loop.activity {
        case _ where loop.isQuiet: "now"
        case .armed(let due, _), .begun(let due, audible: false): "when \(due.key) is over, which is not heard yet"
        case .idle, .ending, .begun(_, audible: true): "when what sounds has ended"
        }
    }

    /// - Parameter next: when the sources on the network are asked; nil where there are none.
    private func refreshed(_ next: Instant?, _ now: Instant, isUrgent: Bool) -> String {
        let done = "the timetable has been taken anew"
        guard let next else { return done }
        let names = assembly.remotes.map(\.name.rawValue).joined(separator: " and ")
        guard next > now else { return "\(done); \(names) are asked now, and adhand status says what comes of it" }
        let wait = DurationText.format(.seconds(now.duration(to: next).components.seconds))
        let reason =
            isUrgent
            ? "since they were asked just now"
            : "this box's share of [refresh] spread; at once: adhand refresh --now"
        return "\(done); \(names) are asked in \(wait), \(reason)"
    }

    /// - Parameter resting: the sources whose servers want to be left alone, and until when.
    private func words(_ resting: [(SourceName, until: Instant)], _ zone: ZoneRules, isUrgent: Bool) -> String {
        resting.map { name, until in
            "; \(name.rawValue) wants no question before \(zone.formatted(until.flooredToSecond)), "
                + (isUrgent ? "and is asked all the same" : "and is then asked; before that: adhand refresh --now")
        }.joined()
    }

    /// For a config that names none; a mere point of a zone is none.
    private func rememberPlace() {
        let (place, store) = (assembly.configuration.place, assembly.places())
        guard place.knowledge == .given else { return }
        queue.async { [log] in
            do {
                try store.keep(place.place)
            } catch {
                log.warning("the place is not remembered for a config that names none: \(error)")
            }
        }
    }

    private func noteTimetable() {
        let problems = assembly.timetableFile?.problems ?? []
        for problem in problems.prefix(Self.problemsSaid) { log.warning("\(problem)") }
        if problems.count > Self.problemsSaid {
            log.warning("and \(problems.count - Self.problemsSaid) more faults in the timetable")
        }
        board.timetableProblems = problems
    }

    private func publish(_ event: NoticeEvent?) {
        guard let event, let server else { return }
        do {
            try server.publish(event)
        } catch {
            log.error("\(error)")
        }
    }
}
