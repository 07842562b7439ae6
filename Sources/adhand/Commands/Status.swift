import AdhanSupport
import AdhanCore
import ArgumentParser
import Glibc

struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show whether each adhan of the next 24 hours will sound, and what to do.",
        discussion:
            "Exit code: 0 if it is healthy, 1 if something needs attention, 3 if it is not running, "
            + "77 if you may not ask it."
    )

    @Option(help: "text or json.") var format = TextFormat.text
    @Flag(name: .shortAndLong, help: "With the details of what is in order.") var verbose = false
    @Flag(help: "Show it again at each event, until Ctrl-C.") var watch = false
    @OptionGroup var options: CommonOptions

    func run() throws {
        let client = options.box.control()
        do {
            guard watch else { return try end(show(client)) }
            let events = try client.events(of: DaemonEvent.self)
            // The first event is the answer itself, so the status is shown at once.
            while try events.next() != nil { _ = try show(client) }
            throw ControlFault.notRunning(path: client.path)
        } catch let fault as ControlFault {
            let setUp = options.box.setUp(fault)
            switch fault {
            case .notRunning: break
            case .notAllowed where setUp != nil: break
            // The daemon has just stopped.
            case .hungUp where watch: break
            default: throw fault
            }
            writeError(setUp ?? waiting ?? "adhand is not running: \(fault)")
            throw Ending(3)
        }
    }

    /// What the daemon waits for before it can answer: a repair of tzdata.
    private var waiting: String? {
        let zone = CommandConfig(options.box.loader).configuration.flatMap { $0.place.zone }
        guard case .failure(let error) = zone, let fault = error as? TzdataFault else { return nil }
        return "adhand cannot call any prayer: \(fault)"
    }

    private func show(_ client: ControlClient) throws -> StatusReport.Health {
        let report = try client.ask(ControlRequest(.status), for: StatusReport.self)
        switch format {
        case .text:
            for line in report.lines(isVerbose: verbose) { say(line.text, line.tone) }
            if watch { say("") }
        case .json:
            print(try JSONText.encode(report, isPretty: !watch))
        }
        fflush(nil)
        return report.health
    }

    private func end(_ health: StatusReport.Health) throws {
        if health == .degraded { throw Ending(1) }
    }
}
