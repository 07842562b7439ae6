import AdhanSupport
import AdhanCore
import AdhanWeb
import Glibc
import Logging
import Synchronization

/// `adhand display`: serves the page and the same facts for machines, and follows the daemon for them. The daemon knows
/// nothing of it: it is a client of the control socket like any other.
package final class DisplayService: Sendable {
    /// How often the pages get the time. After 30 s without it they say that the box is away.
    private static let clockInterval: Duration = .seconds(10)
    /// How often the pages get the plan though it is the same.
    private static let planInterval: Duration = .hours(6)
    /// How often the mosque's files are read.
    private static let lookInterval: Duration = .seconds(30)
    /// How many pages and programs may follow, and how many of these places are left for the box's own address.
    private static let (mostStreams, reservedStreams) = (256, 32)

    /// The last reports on the page of the box's screen, on times that cannot be shown, on the page's files and on
    /// the mosque's own.
    struct Said {
        var page, times, files: String?
        var shown: Set<String> = []
    }

    struct State {
        var view: DaemonView
        var settings: DisplayPlan.Settings
        /// Finds the mosque's own files in the mirrors.
        var lookup: ResourceLookup
        var material = Material()
        /// The page's.
        var files: PageFiles
        /// Without its `now` and `order`, as JSON.
        var plan = ""
        /// How many plans there were.
        var order: Int64 = 0
        /// Shown on the box's own screen alone.
        var invitation: Invitation?

        /// What of the view may be shown.
        var shown: DaemonView {
            var shown = view
            shown.times = view.times?.without(settings.withheld)
            return shown
        }
    }

    let state: Mutex<State>
    /// Held while the plan is made, and while one is sent, so that an older one never replaces a newer.
    private let renewing = Mutex(())
    private let telling = Mutex(())
    let pages = EventHub(limit: mostStreams, reserved: reservedStreams)
    let followers = EventHub(limit: mostStreams, reserved: reservedStreams)
    let heartbeats = Heartbeats()
    let clock: any HostClock
    let log: Logger
    /// The log of what pages say.
    let warnings: HourlyWarnings
    private let locations: Locations
    private let reload: @Sendable () throws -> Configuration
    /// Reads the config, whose disk may hang: one read runs, and one waits.
    private let reader: Worker
    private let follower = Mutex<DaemonFollower?>(nil)
    let said = Mutex(Said())

    /// - Parameters:
    ///   - log: must not block.
    /// - Throws: where the page's files cannot be read, or the machine has no thread left.
    package init(
        _ configuration: Configuration,
        _ locations: Locations,
        clock: any HostClock,
        log: Logger,
        reload: @escaping @Sendable () throws -> Configuration
    ) throws {
        let files = try PageFiles(locations.resource("display"), beside: FaultTexts.files(locations))
        (self.clock, self.log, self.reload, self.locations) = (clock, log, reload, locations)
        warnings = HourlyWarnings(log, clock)
        reader = try Worker("config", limit: 2)
        state = Mutex(
            State(
                view: DaemonView(since: clock.wall()),
                settings: DisplayPlan.Settings(configuration),
                lookup: configuration.lookup(locations),
                files: files
            )
        )
        renew()
    }

    /// Returns where it listens; throws where the address cannot be had.
    package func listen() throws -> ListenAddress {
        let display = state.withLock(\.settings.display)
        let (hosts, names) = (
            AllowedHosts(more: display.hosts), WebServer.Names(table: "display", executable: "adhand-display")
        )
        return try WebServer(display.listen, hosts, names) { [self] in respond($0) }.address
    }

    /// Follows the daemon on a thread of its own, and tells it what is wrong here.
    package func follow(_ socket: String) throws(SystemFault) {
        let follower = DaemonFollower(
            socket: socket,
            zones: ZoneStore(locations),
            clock: clock,
            problems: { [self] in problems },
            words: { [self] in words },
            tell: { [self] in receive($0) }
        )
        self.follower.withLock { $0 = follower }
        try SystemThread { follower.run() }.detach()
    }

    /// Tells the daemon that the display ends, since it was told to.
    package func leave() { follower.withLock(\.self)?.leave() }

    /// Reads the mosque's own files on a thread of its own, since their disk may block.
    package func watchFiles() throws(SystemFault) {
        try SystemThread { [self] in
            var files = MosqueFiles()
            var page = PageWatch(locations.resource("display"), state.withLock(\.files))
            while true {
                read(&files)
                read(&page)
                clock.sleep(Self.lookInterval)
            }
        }.detach()
    }

    /// Reads what has changed of the mosque's own files. It may block.
    func read(_ files: inout MosqueFiles) {
        let (places, lookup) = state.withLock { ($0.settings.display.files, $0.lookup) }
        let material = Material(places, &files, now: clock.wall().seconds, lookup: lookup)
        let said = state.withLock { state in
            defer { state.material = material }
            return Set(state.material.problems)
        }
        for problem in material.problems where !said.contains(problem) { log.warning("\(problem)") }
        if renew() { tellPlan() }
    }

    /// Reads changed files of the page, which then loads itself again. It may block.
    func read(_ page: inout PageWatch) {
        var fault: String?
        do {
            guard let files = try page.changedFiles() else { return }
            state.withLock { $0.files = files }
            log.notice("the page's files have changed: the pages load version \(files.version)")
            if renew() { tellPlan() }
        } catch {
            fault = "the page's files have changed, but cannot be read: \(error)"
        }
        let before = note(\.files, fault)
        if let fault, fault != before { log.error("\(fault)") }
    }

    /// Notes what is said now, and returns what was said before.
    func note<Words: Sendable>(_ subject: WritableKeyPath<Said, Words>, _ words: Words) -> Words {
        said.withLock { said in
            defer { said[keyPath: subject] = words }
            return said[keyPath: subject]
        }
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
                // A dead client shows only on the next write.
                followers.send(EventHub.comment)
                watchScreen(tell)
                warnings.logCounted()
                readInvitation()
            }
            if now - planned >= Self.planInterval {
                planned = now
                tellPlan()
            }
        }
    }

    /// Reads the invitation to the committee's page, which is in memory and ends by itself.
    func readInvitation() {
        let invitation = Invitation.read(Invitation.file(locations), now: clock.wall().seconds)
        state.withLock { $0.invitation = invitation }
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
                for hub in [pages, followers] { hub.send(daemonEvent) }
            }
            if renew() { tellPlan() }
            guard before.loads != view.loads else { return }
            // Where two reads wait already, they will find what is there then.
            _ = reader.perform { [self] in
                applyConfiguration()
                if renew() { tellPlan() }
            }
        }
    }

    /// Applies a changed config; a broken one changes nothing.
    private func applyConfiguration() {
        do {
            let configuration = try reload()
            let (settings, lookup) = (DisplayPlan.Settings(configuration), configuration.lookup(locations))
            state.withLock { ($0.settings, $0.lookup) = (settings, lookup) }
        } catch {
            log.warning("the config is not taken up: \(error)")
        }
    }

    /// Makes the plan anew, and returns whether it has changed.
    @discardableResult
    private func renew() -> Bool { renewing.withLock { _ in remake() } }

    private func remake() -> Bool {
        let (view, settings, material, version) = state.withLock {
            ($0.shown, $0.settings, $0.material, $0.files.version)
        }
        do {
            let now = clock.wall()
            let times = view.times?.near(view.zone.wall(at: now).date)
            var plan = try DisplayPlan(
                times,
                view.status,
                view.zone,
                settings,
                material,
                call: view.call,
                unheard: view.unheard,
                version: version,
                now: now
            )
            plan.now = 0
            let text = try JSONText.encode(plan, isPretty: false)
            _ = note(\.times, nil)
            return state.withLock { state in
                guard state.plan != text else { return false }
                state.plan = text
                state.order += 1
                return true
            }
        } catch {
            if note(\.times, "\(error)") != "\(error)" { log.error("the daemon's times cannot be shown: \(error)") }
            return false
        }
    }

    private func tellPlan() { telling.withLock { _ in pages.send(planEvent()) } }

    func planEvent() -> [UInt8] {
        let (plan, order) = state.withLock { ($0.plan, $0.order) }
        let told = plan.replacing("\"now\":0,", with: "\"now\":\(seconds(clock.wall())),", maxReplacements: 1)
            .replacing("\"order\":0,", with: "\"order\":\(order),", maxReplacements: 1)
        return EventHub.event("plan", told)
    }

    var daemonEvent: [UInt8] {
        let view = state.withLock(\.view)
        return EventHub.event(
            "daemon",
            "{\"since\":\(view.since.seconds),\"state\":\"\(view.isHere ? "here" : "away")\"}"
        )
    }

    private func seconds(_ now: Instant) -> Double { Double(now.microseconds) / 1_000_000 }
}
