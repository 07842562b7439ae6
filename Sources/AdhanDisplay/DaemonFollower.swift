import AdhanConfig
import AdhanControl
import AdhanCore
import AdhanSystem

/// Follows the daemon over its control socket, on a thread of its own, for ever. A daemon that is gone or hangs is asked again.
package final class DaemonFollower: Sendable {
    package enum News: Sendable {
        /// Something of the view has changed.
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
    private let clock: any HostClock
    private let tell: @Sendable (News) -> Void

    /// - Parameters:
    ///   - socket: the daemon's.
    ///   - tell: called on the follower's thread.
    package init(socket: String, clock: any HostClock, tell: @escaping @Sendable (News) -> Void) {
        (client, self.clock, self.tell) = (ControlClient(path: socket, patience: Self.patience), clock, tell)
    }

    /// Follows the daemon.
    ///
    /// - Parameter isDone: whether to end; it is asked at each event and after each wait.
    package func run(until isDone: () -> Bool = { false }) {
        var view = DaemonView(since: clock.wall())
        var wait = Duration.seconds(1)
        while !isDone() {
            do {
                try follow(&view, until: isDone) { wait = .seconds(1) }
            } catch {
                let isNew = view.isHere || view.problem == nil
                if view.isHere { view.since = clock.wall() }
                (view.isHere, view.problem) = (false, "\(error)")
                if isNew { tell(.changed(view)) }
            }
            clock.sleep(wait)
            wait = min(wait * 2, Self.longestWait)
        }
    }

    /// Follows one connection until it ends.
    private func follow(_ view: inout DaemonView, until isDone: () -> Bool, answered: () -> Void) throws {
        let events = try client.follow(NoticeEvent.self)
        var next: NoticeEvent?
        var isFirst = true
        while !isDone() {
            if isFirst || next.map(Self.changesTimes) == true || view.times.map(isOld) == true {
                let times = try client.ask(Self.request(clock.wall(), view.zone), for: TimesReport.self)
                view.zone = try SystemZones.find(times.place.timezone)
                view.times = times
                view.loads += 1
            }
            view.status = try client.ask(ControlRequest(.status), for: StatusReport.self)
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

    /// Whether the days may be others after it.
    private static func changesTimes(_ event: NoticeEvent) -> Bool {
        ["refresh", "timetable", "setting", "clock"].contains(event.event)
    }

    /// Whether its days are no more those around today.
    private func isOld(_ times: TimesReport) -> Bool {
        // Where the zone is unknown, they are asked again.
        guard let zone = try? SystemZones.find(times.place.timezone),  // reason: see above
            let first = times.days.first
        else { return true }
        return first.date != zone.wall(at: clock.wall()).date.adding(days: -1).description
    }

    private static func request(_ now: Instant, _ zone: ZoneRules) -> ControlRequest {
        let first = zone.wall(at: now).date.adding(days: -1)
        return ControlRequest(.times, from: first.description, to: first.adding(days: days).description)
    }
}
