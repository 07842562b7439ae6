import AdhanSupport
import AdhanCore
import Synchronization

/// Follows the daemon over its control socket, on a thread of its own, for ever.
/// A daemon that is gone or hangs is asked again.
final class DaemonFollower: Sendable {
    enum News: Sendable {
        case changed(DaemonView)
        /// An event of the daemon, for whoever follows this process.
        case event(NoticeEvent)
    }

    /// How many days it asks for, from yesterday on: the calendar's, and what a page without a daemon lives on.
    static let days = 62
    /// How long the daemon may take for an answer.
    private static let patience: Duration = .seconds(5)
    /// How often it is asked for its status though nothing happens: a hung one is seen by that.
    private static let interval: Duration = .seconds(20)
    private static let longestWait: Duration = .seconds(10)

    private let client: ControlClient
    private let zones: ZoneStore
    private let clock: any HostClock
    /// What is wrong with the display, and how it is in words, for the daemon's status.
    private let problems: @Sendable () -> [String]
    private let words: @Sendable () -> String?
    private let tell: @Sendable (News) -> Void
    /// Whether the display has told the daemon that it ends. Held while the daemon is told anything.
    private let hasLeft = Mutex(false)

    /// - Parameters:
    ///   - zones: also has the daemon's zone where tzdata is damaged.
    ///   - problems: what is wrong with the display; called on the follower's thread, as `words` and `tell` are.
    ///   - words: how many pages follow the display, and the like.
    init(
        socket: String,
        zones: ZoneStore,
        clock: any HostClock,
        problems: @escaping @Sendable () -> [String] = { [] },
        words: @escaping @Sendable () -> String? = { nil },
        tell: @escaping @Sendable (News) -> Void
    ) {
        client = ControlClient(path: socket, patience: Self.patience)
        (self.zones, self.clock) = (zones, clock)
        (self.problems, self.words, self.tell) = (problems, words, tell)
    }

    /// Follows the daemon until `isDone`, which is asked at each event and after each wait.
    func run(until isDone: () -> Bool = { false }) {
        var view = DaemonView(since: clock.wall())
        var wait = Duration.seconds(1)
        while !isDone() {
            do {
                try follow(&view, until: isDone) { wait = .seconds(1) }
            } catch {
                let isNew = view.isHere || view.problem == nil
                if view.isHere { view.since = clock.wall() }
                (view.isHere, view.problem) = (false, "\(error)")
                // Nobody tells when it ends.
                view.call = view.call?.ended(clock.wall())
                if isNew { tell(.changed(view)) }
            }
            clock.sleep(wait)
            wait = min(wait * 2, Self.longestWait)
        }
    }

    private func follow(_ view: inout DaemonView, until isDone: () -> Bool, answered: () -> Void) throws {
        let events = try client.follow(NoticeEvent.self)
        var next: NoticeEvent?
        var isFirst = true
        var told: (problems: [String], at: MonotonicInstant)?
        while !isDone() {
            if isFirst || next.map(Self.changesTimes) == true || isOld(view) {
                let times = try client.ask(Self.request(clock.wall(), view.zone), for: TimesReport.self)
                view.zone = try zones.find(times.place.timezone).rules
                view.times = times
                view.loads += 1
            }
            // Before the status, which has it then.
            let (problems, now) = (ControlRequest.short(self.problems()), clock.monotonic())
            if told?.problems != problems || told.map({ now - $0.at >= Self.interval }) ?? true {
                try report(problems)
                told = (problems, now)
            }
            let status = try client.ask(ControlRequest(.status), for: StatusReport.self)
            (view.status, view.call) = (status, SoundingCall.after(status, view.call))
            view.unheard = status.unheard(after: view.unheard)
            if !view.isHere { view.since = clock.wall() }
            (view.isHere, view.problem) = (true, nil)
            answered()
            tell(.changed(view))
            if let next { tell(.event(next)) }
            isFirst = false
            switch try events.next(within: Self.interval) {
            case .event(let event): next = event
            case .quiet: next = nil
            case .ended: throw ControlFault.hungUp(path: client.path)
            }
        }
    }

    /// Tells the daemon what is wrong with the display, until that has left.
    private func report(_ problems: [String]) throws {
        try hasLeft.withLock { hasLeft in
            if hasLeft { return }
            do {
                let _: Done = try client.ask(ControlRequest(.display, value: words(), problems: problems))
            } catch let fault as ControlFault {
                guard case .refused = fault else { throw fault }
                // A daemon of another version, or one that has had too many orders: it is told again.
            }
        }
    }

    /// Tells the daemon that the display ends because it was told to, so that it is not missed.
    func leave() {
        hasLeft.withLock { hasLeft in
            hasLeft = true
            do {
                let _: Done = try client.ask(ControlRequest(.display))
            } catch {
                // Without a daemon nobody misses the display.
            }
        }
    }

    /// Whether the days may be others after it.
    private static func changesTimes(_ event: NoticeEvent) -> Bool {
        ["refresh", "timetable", "setting", "clock"].contains(event.event)
    }

    /// Whether its days are no more those around today.
    private func isOld(_ view: DaemonView) -> Bool {
        guard let times = view.times else { return false }
        return times.days.first?.date != view.zone.wall(at: clock.wall()).date.adding(days: -1)
    }

    private static func request(_ now: Instant, _ zone: ZoneRules) -> ControlRequest {
        let first = zone.wall(at: now).date.adding(days: -1)
        return ControlRequest(.times, from: first.description, to: first.adding(days: days).description)
    }
}
