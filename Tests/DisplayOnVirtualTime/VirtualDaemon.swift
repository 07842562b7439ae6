import AdhanSupport
import AdhanCore
import AdhanCaller
import Logging

/// The daemon on virtual time: its own loop, ledger, timetable, status and control socket, without a sound card and a timer.
final class VirtualDaemon {
    private let simulation: Simulation
    private let service: DaemonService
    private let inbox: Mailbox<LoopEvent>

    /// Readable while somebody waits for an answer.
    var descriptor: Int32 { inbox.descriptor }

    /// Starts it.
    ///
    /// - Throws: `ControlFault` where its socket cannot be made.
    init(_ parts: DaemonParts, _ desk: FetchDesk, log: Logger, now: Instant) throws {
        let inbox = try Mailbox<LoopEvent>()
        let service = DaemonService(
            parts,
            since: now,
            log: log,
            notifier: try Notifier(),
            inbox: inbox,
            desks: Desks(fetch: desk)
        ) {
            .failure(ReloadFault(words: "on virtual time nothing is reloaded; start it again"))
        }
        try service.serve(
            on: Result {
                try ControlServer(path: parts.socket()) { inbox.post(.order($0, $1, $2)) }
            }
        )
        var zone = parts.zone
        simulation = Simulation(
            parts.settings(),
            source: parts.timetableSource(),
            ledger: parts.ledger { true },
            marks: parts.marks(),
            player: PunctualPlayer(lengths: [:], now: now),
            now: now,
            remotes: parts.remotes
        ) { notice, moment in
            if case .zone(let rules) = notice { zone = rules }
            service.handle(notice, zone, moment)
        }
        (self.service, self.inbox) = (service, inbox)
        run(until: now)
    }

    /// Lets the time pass until then; the prayers are called.
    func run(until moment: Instant) { simulation.run(until: moment) }

    /// Sets the clock.
    func step(to moment: Instant) { simulation.stepClock(to: moment) }

    /// Answers whoever waits.
    func answer() {
        for event in inbox.collect() {
            switch event {
            case .order(let request, let caller, let replier):
                simulation.ask { service.receive(request, caller, replier, $0, $1) }
            case .service(let job): simulation.ask { service.perform(job, $0, $1) }
            default: simulation.post(event)
            }
        }
    }

    func stop() {
        simulation.stop(by: "the test")
        service.server?.stop(within: .seconds(5))
    }
}
