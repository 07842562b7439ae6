import AdhanConfig
import AdhanControl
import AdhanCore
import AdhanSystem
import Glibc
import Logging
import Synchronization

/// `adhand display`: serves the page and the same facts for machines, and follows the daemon for them. The daemon knows nothing of it: it
/// is a client of the control socket like any other.
package final class DisplayService: Sendable {
    /// How often the pages get the time. After 30 s without it they say that the box is away.
    private static let clockInterval: Duration = .seconds(10)
    /// How often the pages get the plan though it is the same.
    private static let planInterval: Duration = .hours(6)
    /// How often the mosque's own files are looked at.
    private static let lookInterval: Duration = .seconds(30)
    /// How many pages and programs may follow, and how many of one address.
    private static let (mostStreams, mostOfAddress) = (256, 32)

    private struct Said {
        var page, times: String?
    }

    private struct State {
        var view: DaemonView
        var settings: DisplayPlan.Settings
        /// Finds the mosque's own files in the mirrors.
        var lookup: ResourceLookup
        var material = Material()
        /// Without its `now`, as JSON.
        var plan = ""

        /// What of the view may be shown.
        var shown: DaemonView {
            var shown = view
            shown.times = view.times?.without(settings.withheld)
            return shown
        }
    }

    private let state: Mutex<State>
    /// Held while the plan is made, so that an older one never replaces a newer.
    private let renewing = Mutex(())
    private let pages = EventHub(limit: mostStreams, ofAddress: mostOfAddress)
    private let followers = EventHub(limit: mostStreams, ofAddress: mostOfAddress)
    private let heartbeats = Heartbeats()
    private let files: PageFiles
    private let clock: any HostClock
    private let log: Logger
    private let locations: Locations
    private let reload: @Sendable () throws -> Configuration
    /// Reads the config, whose disk may hang: one read runs, and one waits.
    private let reader: Worker
    private let follower = Mutex<DaemonFollower?>(nil)
    /// What was last said of the page on the box's screen, and of times that cannot be shown.
    private let said = Mutex(Said())

    /// - Parameters:
    ///   - configuration: of the start.
    ///   - reload: reads the config again.
    ///   - log: must not block.
    /// - Throws: where the page's files cannot be read, or the machine has no thread left.
    package init(
        _ configuration: Configuration,
        _ locations: Locations,
        clock: any HostClock,
        log: Logger,
        reload: @escaping @Sendable () throws -> Configuration
    ) throws {
        files = try PageFiles(locations.resource("display"))
        (self.clock, self.log, self.reload, self.locations) = (clock, log, reload, locations)
        reader = try Worker("config", limit: 2)
        state = Mutex(
            State(
                view: DaemonView(since: clock.wall()),
                settings: DisplayPlan.Settings(configuration),
                lookup: configuration.lookup(locations)
            )
        )
        renew()
    }

    /// Listens.
    ///
    /// - Returns: where.
    /// - Throws: where the address cannot be had.
    package func listen() throws -> ListenAddress {
        let display = state.withLock(\.settings.display)
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        let own = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        let server = try WebServer(display.listen, AllowedHosts(own: own, more: display.hosts)) { [self] in respond($0)
        }
        return server.address
    }

    /// Follows the daemon on a thread of its own, and tells it what is wrong here.
    ///
    /// - Throws: `SystemFault` where the machine has no thread left.
    package func follow(_ socket: String) throws(SystemFault) {
        let follower = DaemonFollower(socket: socket, clock: clock, problems: { [self] in problems }) { [self] in
            receive($0)
        }
        self.follower.withLock { $0 = follower }
        try SystemThread { follower.run() }.detach()
    }

    /// Tells the daemon that the display ends, since it was told to.
    package func leave() { follower.withLock(\.self)?.leave() }

    /// Looks at the mosque's own files on a thread of its own, since their disk may block.
    ///
    /// - Throws: `SystemFault` where the machine has no thread left.
    package func watchFiles() throws(SystemFault) {
        try SystemThread { [self] in
            var files = OwnFiles()
            while true {
                look(&files)
                clock.sleep(Self.lookInterval)
            }
        }.detach()
    }

    /// Takes up what has changed in the mosque's own files. It may block.
    func look(_ files: inout OwnFiles) {
        let (places, lookup) = state.withLock { ($0.settings.display.files, $0.lookup) }
        let material = Material(places, &files, now: clock.wall().seconds, lookup: lookup)
        let said = state.withLock { state in
            defer { state.material = material }
            return Set(state.material.problems)
        }
        for problem in material.problems where !said.contains(problem) { log.warning("\(problem)") }
        if renew() { pages.send(planEvent()) }
    }

    /// Gives the pages the time, until `isDone`.
    ///
    /// - Parameter tell: called with what is wrong with the page on the box's screen, and with nil once that is mended.
    package func run(tell: (String?) -> Void = { _ in }, until isDone: () -> Bool) {
        var (told, planned) = (clock.monotonic(), clock.monotonic())
        while !isDone() {
            let now = clock.monotonic()
            if now - told >= Self.clockInterval {
                told = now
                pages.send(EventHub.event("clock", "{\"now\":\(seconds(clock.wall()))}"))
                // Of a client that is gone nothing is heard, until something is sent to it.
                followers.send(EventHub.comment)
                watchScreen(tell)
            }
            if now - planned >= Self.planInterval {
                planned = now
                pages.send(planEvent())
            }
        }
    }

    /// What is wrong with the pages and the mosque's own files, in sentences, the most urgent first.
    var problems: [String] {
        let now = clock.wall()
        let (zone, material) = state.withLock { ($0.view.zone, $0.material) }
        let times = said.withLock(\.times).map { "the daemon's times cannot be shown: \($0)" }
        let unshown = heartbeats.unshown(now).compactMap { material.names[$0] }.sorted().prefix(FileProblems.most)
        return [heartbeats.problem(now, zone), times].compactMap(\.self)
            + unshown.map { "\($0) cannot be shown by the browser; save it again as PNG or JPEG" } + material.problems
    }

    private func watchScreen(_ tell: (String?) -> Void) {
        let problem = heartbeats.problem(clock.wall(), state.withLock(\.view.zone))
        let before = said.withLock { said in
            defer { said.page = problem }
            return said.page
        }
        guard problem != before else { return }
        if let problem { log.warning("\(problem)") } else { log.notice("the page on this box's screen is drawn again") }
        tell(problem)
    }

    // MARK: The daemon

    private func receive(_ news: DaemonFollower.News) {
        switch news {
        case .event(let event):
            // What is encoded here is what the daemon sent.
            guard let data = try? JSONText.encode(event, isPretty: false) else { return }  // reason: see above
            followers.send(EventHub.event(event.event, data))
        case .changed(let view):
            let before = state.withLock { state in
                defer { state.view = view }
                return state.view
            }
            if before.isHere != view.isHere {
                log.notice("\(view.isHere ? "the daemon answers" : view.problem ?? "the daemon is away")")
                pages.send(daemonEvent(view))
            }
            if renew() { pages.send(planEvent()) }
            guard before.loads != view.loads else { return }
            // Where two reads wait already, they will find what is there then.
            _ = reader.perform { [self] in
                takeConfiguration()
                if renew() { pages.send(planEvent()) }
            }
        }
    }

    /// Takes up a config that has changed; a broken one changes nothing.
    private func takeConfiguration() {
        do {
            let configuration = try reload()
            let (settings, lookup) = (DisplayPlan.Settings(configuration), configuration.lookup(locations))
            state.withLock { ($0.settings, $0.lookup) = (settings, lookup) }
        } catch {
            log.warning("the config is not taken up: \(error)")
        }
    }

    /// Makes the plan anew.
    ///
    /// - Returns: whether it has changed.
    @discardableResult
    private func renew() -> Bool { renewing.withLock { _ in remake() } }

    private func remake() -> Bool {
        let (view, settings, material) = state.withLock { ($0.shown, $0.settings, $0.material) }
        do {
            let now = clock.wall()
            let times = view.times?.near(view.zone.wall(at: now).date)
            var plan = try DisplayPlan(times, view.status, view.zone, settings, material, now: now)
            plan.now = 0
            let text = try JSONText.encode(plan, isPretty: false)
            said.withLock { $0.times = nil }
            return state.withLock { state in
                defer { state.plan = text }
                return state.plan != text
            }
        } catch {
            let isNew = said.withLock { said in
                defer { said.times = "\(error)" }
                return said.times != "\(error)"
            }
            if isNew { log.error("the daemon's times cannot be shown: \(error)") }
            return false
        }
    }

    private func planEvent() -> [UInt8] {
        let plan = state.withLock(\.plan).replacing(
            "\"now\":0,",
            with: "\"now\":\(seconds(clock.wall())),",
            maxReplacements: 1
        )
        return EventHub.event("plan", plan)
    }

    private func daemonEvent(_ view: DaemonView) -> [UInt8] {
        EventHub.event("daemon", "{\"since\":\(view.since.seconds),\"state\":\"\(view.isHere ? "here" : "away")\"}")
    }

    private func seconds(_ now: Instant) -> Double { Double(now.microseconds) / 1_000_000 }

    // MARK: Requests

    /// On the server's thread.
    private func respond(_ request: WebRequest) -> WebAnswer {
        switch request.path {
        case "/api/display/events":
            let first = planEvent() + daemonEvent(state.withLock(\.view))
            return pages.open(request, first: first) ?? Self.tooMany
        case "/api/display/heartbeat":
            heartbeats.beat(request, clock.wall())
            return Self.beaten
        case "/api/events":
            let view = state.withLock(\.view)
            return followers.open(request, first: daemonEvent(view)) ?? Self.tooMany
        case "/api/status", "/api/times", "/api/hijri", "/calendar.ics", "/metrics":
            let (view, calendar) = state.withLock { ($0.shown, $0.settings.hijri) }
            let api = API(
                view: view,
                problems: problems,
                calendar: calendar,
                pages: heartbeats,
                streams: pages.count + followers.count,
                now: clock.wall()
            )
            return api.answer(request)
        case let path:
            if let answer = state.withLock({ $0.material.answers[path] }) { return answer }
            guard let file = files[path] else { return Self.missing }
            return request.header("If-None-Match") == file.tag ? file.same : file.answer
        }
    }

    private static let tooMany = WebAnswer.text(503, "too many follow already", [("Retry-After", "10")])
    private static let beaten = WebAnswer(204, "text/plain", [], [("Cache-Control", "no-store")])
    private static let missing = WebAnswer.text(404, "there is nothing by that name")
}
