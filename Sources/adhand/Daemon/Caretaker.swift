import AdhanAudio
import AdhanCore
import Dispatch
import Glibc
import Logging

/// The daemon's side of whoever looks after it: answers the control socket, keeps systemd and the journal informed, reads the
/// config anew. It runs on the loop's thread; what may block goes to a worker.
final class Caretaker {
    private(set) var assembly: Assembly
    /// The config to be taken up as soon as nothing sounds.
    private var successor: Successor?
    var board: StatusBoard
    let log: Logger
    let notifier: Notifier
    let inbox: Mailbox<DriveEvent>
    private let read: @Sendable () -> Result<Successor, ReloadFault>
    /// The programs around a sound.
    let hooks: Hooks
    /// Nil where the socket could not be had.
    var server: ControlServer?
    /// What may block, each on a thread of its own: a disk or a server that hangs holds up what needs it, and nothing else.
    let workers: Workers

    struct Workers {
        /// Reads the config and all that it names.
        let config: Worker
        /// Writes the state directory: the mute, the place.
        let state: Worker
        let timetable: Worker
        let recordings: Worker
        let clock: Worker

        /// Of the same kind at a time; who asks more is told to try again.
        private static let limit = 4

        init() throws(SystemFault) {
            (config, state) = (try Worker("config", limit: Self.limit), try Worker("state"))
            timetable = try Worker("timetable-asked", limit: Self.limit)
            recordings = try Worker("recording-asked", limit: Self.limit)
            clock = try Worker("clock-confirm", limit: Self.limit)
        }
    }

    /// Whether somebody has muted or unmuted since the start: what the process before had muted counts no more.
    var isMuteDecided = false
    /// When the sound is to be tried out, what of it is under way, and what the last came to.
    var plan: SelfTestPlan
    var test: Test?
    var lastResult: SelfTestResult?
    /// Monotonic.
    var lastTested: Duration?
    /// When it is looked again whether a test is due, monotonic.
    var nextTestLook = Duration.zero
    /// Of a timetable's faults; a year of them would fill the journal.
    private static let problemsSaid = 20
    /// What systemd was told last; empty where it waits for `ready`.
    private var lastStatus = ""
    /// When the line for systemd is made anew although nothing has happened, monotonic; nil for at once. To make it costs more than
    /// all the rest of a tick.
    private var statusDue: Duration?
    private static let statusInterval: Duration = .minutes(1)
    /// What `status` was answered in this wake-up; nil once something has happened.
    var statusAnswer: [UInt8]?
    private var lastFed: Duration?
    /// For the check of a config that is taken up. Whoever asked waits ten seconds for the answer, and the files may have cost five of them.
    private static let checkPatience: Duration = .seconds(3)

    /// - Parameters:
    ///   - inbox: where what the workers find is posted.
    ///   - read: reads the config anew; it may block.
    /// - Throws: `SystemFault` where the machine has no thread left.
    init(
        _ assembly: Assembly,
        since: Instant,
        log: Logger,
        notifier: Notifier,
        inbox: Mailbox<DriveEvent>,
        read: @escaping @Sendable () -> Result<Successor, ReloadFault>
    ) throws {
        (self.assembly, self.log, self.inbox, self.read) = (assembly, log, inbox, read)
        (self.notifier, workers) = (notifier, try Workers())
        board = StatusBoard(since: since)
        plan = SelfTestPlan(at: assembly.configuration.audio.selfTest)
        hooks = try Hooks(assembly.configuration.hooks, mark: assembly.hookMark) {
            log.log(level: $0.isFailure ? .warning : .info, "\($0.words)")
            inbox.post(.caretaker(.hooked($0)))
        }
    }

    var recordingWatch: RecordingWatch {
        RecordingWatch(
            recordings: assembly.recordings,
            hooks: assembly.configuration.hooks,
            log: log,
            inbox: inbox
        )
    }

    /// The loop goes on with this config.
    func take(_ next: Assembly) {
        next.recordings.adopt(assembly.recordings)
        next.timetableFile?.adopt(assembly.timetableFile)
        next.bundle.adopt(assembly.bundle)
        for remote in next.remotes { remote.adopt(assembly.remotes, today: next.today) }
        (assembly, successor, statusDue) = (next, nil, nil)
        hooks.configure(next.configuration.hooks)
        board.restart()
        Announcement(assembly).say(log)
        noteTimetable()
        (plan, lastResult, lastTested) = (SelfTestPlan(at: assembly.configuration.audio.selfTest), nil, nil)
        nextTestLook = .zero
        // What has not answered yet is not tried a second time beside that.
        let isSame = test?.devices == next.configuration.audio.devices && test?.recordings == next.recordings.paths
        if !isSame { test = nil }
        rememberPlace()
        keepConfig()
    }

    func hear(_ notice: Notice, _ zone: ZoneRules, _ now: Instant) {
        hooks.hear(notice, zone, now)
        (statusDue, statusAnswer) = (nil, nil)
        board.hear(notice, now)
        log.log(level: notice.level, "\(notice.words(zone))", metadata: notice.fields)
        if case .refreshed(let reason, _) = notice {
            if case .fileChanged = reason { noteTimetable() }
            sayReach(today: zone.wall(at: now).date)
        }
        publish(NoticeEvent(notice, zone: zone, at: now))
    }

    func receive(_ event: CaretakerEvent, _ loop: DaemonLoop, _ now: Instant) {
        if case .order = event {} else { statusAnswer = nil }
        if case .looked(let faults, let hooks) = event {
            if board.looked(at: faults, hooks: hooks) { statusDue = nil }
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
        case .muteFound(let mute):
            found(mute, loop, now)
        case .locked(let ledger, let result):
            locked(ledger, result)
        }
    }

    /// After each tick.
    ///
    /// - Parameter monotonic: for the watchdog.
    /// - Returns: what the loop is to go on with from now on; nil where nothing changes.
    func beat(_ loop: DaemonLoop, _ now: Instant, _ monotonic: Duration) -> Equipment? {
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

    /// What the loop is to go on with, if a changed config can be taken up now.
    private func takeSuccessor(_ loop: DaemonLoop) -> Equipment? {
        guard let next = successor, loop.makesWay() else { return nil }
        var equipment = next.equipment
        if next.assembly.configuration.ledger.file == assembly.configuration.ledger.file { equipment.ledger = nil }
        take(next.assembly)
        return equipment
    }

    /// Says what `systemctl status` shows, where it is another line than before.
    private func tellSystemd(_ loop: DaemonLoop, _ now: Instant, _ monotonic: Duration) {
        // Before the ledger has answered, for which the loop waits `recallPatience` at most, there is nothing to be ready with.
        guard lastStatus.isEmpty || statusDue.map({ monotonic >= $0 }) ?? true, loop.timetable != nil else { return }
        statusDue = monotonic + Self.statusInterval
        let line = board.report(loop, assembly, now: now).line
        if lastStatus.isEmpty {
            // It is to hear of this one: where the queue is full, that is tried again.
            guard notifier.ready(line) else { return }
        } else if line != lastStatus {
            notifier.status(line)
        }
        lastStatus = line
    }

    func stopping() { notifier.stopping() }

    /// Reads the config anew; what comes of it arrives as an event.
    func reload(asked replier: ControlReplier? = nil, monotonic: Duration) {
        notifier.reloading(monotonic)
        let isTaken = workers.config.perform { [read, inbox] in
            inbox.post(.caretaker(.read(read(), asked: replier)))
        }
        guard !isTaken else { return }
        let fault = ReloadFault(
            words:
                "it was not read: the disk of the config before it has not answered yet; try again, and if that stays so: "
                + "sudo systemctl restart adhand"
        )
        inbox.post(.caretaker(.read(.failure(fault), asked: replier)))
    }

    private func received(_ result: Result<Successor, ReloadFault>, _ replier: ControlReplier?, _ loop: DaemonLoop) {
        // Either way the reload is over for systemd.
        lastStatus = ""
        switch result {
        case .success(let next):
            board.configurationProblem = nil
            successor = next
            let file = next.assembly.configuration.file ?? "the defaults"
            let when = taking(loop)
            log.notice("\(file) is taken up \(when)")
            if let replier { check(next.assembly, file, when, replier) }
        case .failure(let fault):
            // One that waited for a sound's end is not what stands in the file any more.
            successor = nil
            board.configurationProblem = fault.words
            log.error("the changed config is refused, and the one before stands: \(fault.words)")
            replier?.refuse(ControlFailure(fault.words, code: EX_CONFIG))
        }
    }

    /// Tells a person what is wrong with the config that is taken up, as `check-config` does. Its files may not answer.
    private func check(_ assembly: Assembly, _ file: String, _ when: String, _ replier: ControlReplier) {
        let isTaken = workers.config.perform {
            guard
                let objections = TimeLimit.run(
                    Self.checkPatience,
                    on: "the check of \(file)",
                    { assembly.objections() }
                )
            else {
                let words = "its files have not been checked within \(DurationText.format(Self.checkPatience))"
                return replier.answer(Done("\(file) is taken up \(when); \(words): adhand doctor"))
            }
            let joint = objections.isEmpty ? ", and" : ": see above; it is"
            replier.answer(
                Done("\(file) \(Assembly.verdict(on: objections))\(joint) taken up \(when)", notes: objections)
            )
        }
        if !isTaken { replier.answer(Done("\(file) is taken up \(when); to have it checked: adhand check-config")) }
    }

    /// When a new config is taken up.
    private func taking(_ loop: DaemonLoop) -> String {
        switch loop.activity {
        case .idle where loop.aside == nil: "now"
        // It has found nothing to sound on.
        case .armed(_, ready: false): "now"
        case .armed(let due, _), .begun(let due, audible: false): "when \(due.key) is over, which is about to sound"
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
        workers.state.perform { [log] in
            do {
                try store.keep(place.place)
            } catch {
                log.warning("the place is not remembered for a config that names none: \(error)")
            }
        }
    }

    /// For a start that finds the config broken.
    private func keepConfig() {
        guard let texts = assembly.configuration.texts else { return }
        let store = assembly.configs()
        workers.state.perform { [log] in
            do {
                try store.keep(texts)
            } catch {
                log.warning("the config is not kept for a start that finds it broken: \(error)")
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

    /// At the start, and at each refresh, for as long as it is so.
    private func sayReach(today: CivilDate) {
        guard let file = assembly.timetableFile, let fault = file.reach(from: today)?.fault(on: today) else { return }
        log.warning("\(file.path) \(fault)")
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
