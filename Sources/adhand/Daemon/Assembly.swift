import AdhanAudio
import AdhanCore
import AdhanLedger
import Dispatch
import Glibc
import Logging

/// Where the rooms are put together: the only file that names what stands behind the ports.
struct Assembly {
    let configuration: Configuration
    let locations: Locations
    let zone: ZoneRules
    let calculator: PrayerCalculator

    /// How a drive came to its end.
    enum End: Equatable {
        /// What it was to wait for has happened.
        case finished
        /// By this signal.
        case signalled(String)
    }

    /// How long a stop may take before the process goes all the same.
    private static let stopPatience: Duration = .seconds(5)
    private static let signals = [SIGTERM: "SIGTERM", SIGINT: "SIGINT", SIGHUP: "SIGHUP"]

    /// - Throws: `UnknownZone` or `ZoneError` where the mosque's zone cannot be had.
    init(_ configuration: Configuration, _ locations: Locations) throws {
        (self.configuration, self.locations) = (configuration, locations)
        zone = try SystemZones.rules(named: configuration.place.place.timezone)
        calculator = configuration.calculation.calculator(configuration.place.place, zone)
    }

    /// The civil date on the mosque's wall.
    var today: CivilDate { zone.wall(at: SystemPlayerClock().wall()).date }

    /// The ledger and the folder of its marks, as configured.
    func ledger() -> SQLiteLedger {
        makeFolder(of: configuration.ledger.file)
        return SQLiteLedger(file: configuration.ledger.file)
    }

    func marks() -> RuntimeMarks { RuntimeMarks(folder: locations.runtime + "/marks") }

    func settings() -> DaemonLoop.Settings {
        var policy = SchedulePolicy()
        policy.grace = configuration.schedule.grace
        let place = configuration.place
        if !place.isSet && !place.allowFallback { policy.withheld = "place not set" }
        let audio = configuration.audio
        return DaemonLoop.Settings(zone: zone, policy: policy, file: { audio.file(for: $0) })
    }

    func player(onEvent: @escaping @Sendable (PlayerEvent) -> Void) -> Player {
        let audio = configuration.audio
        return Player(
            PlayerConfiguration(devices: audio.devices, gain: audio.gain, leadIn: audio.leadIn), onEvent: onEvent)
    }

    /// Runs the loop on this thread with real parts, until it is signalled or `finished` says so of a notice.
    ///
    /// - Throws: `SystemFault` where the kernel has no timer for us.
    func drive(
        _ settings: DaemonLoop.Settings, source: any TimetableSource, ledger: any Ledger, marks: any MarkStore,
        finished: @escaping (Notice) -> Bool
    ) throws -> End {
        let clock = SystemPlayerClock()
        let mailbox = try Mailbox<LoopEvent>()
        // Before any thread: they inherit the signals it blocks.
        let heartbeat = try Heartbeat(wakeUp: mailbox.descriptor, signals: Array(Self.signals.keys), clock: clock)
        let player = player { mailbox.post(.player($0)) }
        let queue = DispatchQueue(label: "adhand.ledger")
        let desk = LedgerDesk(
            ledger: ledger, marks: marks, perform: { queue.async(execute: $0) }, post: { mailbox.post(.desk($0)) })
        var isDone = false
        let loop = DaemonLoop(settings, source: source, player: player, desk: desk, now: clock.wall()) {
            if finished($0) { isDone = true }
        }
        var stop: (by: String, since: Duration)?
        while true {
            let beat = heartbeat.next()
            for event in mailbox.collect() { loop.receive(event, beat.now) }
            if let signal = beat.signals.first, stop == nil {
                let name = Self.signals[signal] ?? "signal \(signal)"
                stop = (name, clock.monotonic())
                loop.stop(by: name)
            }
            loop.tick(beat.now, after: beat.interruption)
            player.checkProgress()
            if let stop, loop.isFinished || clock.monotonic() - stop.since > Self.stopPatience {
                return .signalled(stop.by)
            }
            if isDone, desk.isQuiet { return .finished }
        }
    }

    /// Folders that are not there are made; that one cannot be made is said by whoever needs the file in it.
    private func makeFolder(of file: String) {
        guard let slash = file.lastIndex(of: "/") else { return }
        var made = ""
        for part in file[..<slash].split(separator: "/", omittingEmptySubsequences: false) {
            made += part + "/"
            mkdir(made, 0o700)
        }
    }
}

extension PrayerCalculator: TimetableSource {}
