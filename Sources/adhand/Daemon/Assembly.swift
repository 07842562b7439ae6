import AdhanAudio
import AdhanCore
import AdhanLedger
import Glibc
import Logging
import Synchronization

/// Where the rooms are put together: the only file that names what stands behind the ports.
struct Assembly {
    let configuration: Configuration
    let locations: Locations
    let zone: ZoneRules
    /// Why the zone's rules are not those of the system's tzdata; nil where they are.
    let zoneProblem: String?
    let calculator: PrayerCalculator

    /// - Throws: `UnknownZone` or `ZoneError` where the mosque's zone cannot be had.
    init(_ configuration: Configuration, _ locations: Locations) throws {
        (self.configuration, self.locations) = (configuration, locations)
        let found = try SystemZones.find(configuration.place.place.timezone)
        (zone, zoneProblem) = (found.rules, found.problem)
        calculator = configuration.calculation.calculator(configuration.place.place, zone)
    }

    /// The civil date on the mosque's wall.
    var today: CivilDate { zone.wall(at: SystemPlayerClock().wall()).date }

    /// The ledger and the folder of its marks, as configured.
    func ledger() -> SQLiteLedger {
        makeFolder(of: configuration.ledger.file)
        return SQLiteLedger(file: configuration.ledger.file)
    }

    func clockWatch() -> ClockWatch { ClockWatch(locations, configuration.clock.policy) }

    /// What the daemon looks at beside its work: the rules of its zone, and whether its clock may be believed.
    func watches(_ log: Logger) -> [Watch] {
        let zone = ZoneWatch(configuration.place.place.timezone, log: log)
        let clock = clockWatch()
        let told = Mutex<[String]>([])
        let zoneWatch = Watch(every: ZoneWatch.interval) { zone.look() }
        guard configuration.clock.policy.trust == .auto else { return [zoneWatch] }
        let clockWatch = Watch(every: .seconds(30)) {
            let report = clock.look(recording: true)
            let isNew = told.withLock { told in
                defer { told = report.problems }
                return told != report.problems
            }
            if isNew { for problem in report.problems { log.warning("\(problem)") } }
            return .clock(report.trust)
        }
        return [zoneWatch, clockWatch]
    }

    func marks() -> RuntimeMarks { RuntimeMarks(folder: locations.runtime + "/marks") }

    func settings() -> DaemonLoop.Settings {
        var policy = SchedulePolicy()
        policy.grace = configuration.schedule.grace
        let place = configuration.place
        if !place.isSet && !place.allowFallback { policy.withheld = "place not set" }
        let audio = configuration.audio
        return DaemonLoop.Settings(
            zone: zone,
            policy: policy,
            file: { audio.file(for: $0) },
            asksClock: configuration.clock.policy.trust == .auto
        )
    }

    func player(onEvent: @escaping @Sendable (PlayerEvent) -> Void) -> Player {
        let audio = configuration.audio
        return Player(
            PlayerConfiguration(devices: audio.devices, gain: audio.gain, leadIn: audio.leadIn),
            onEvent: onEvent
        )
    }

    /// Runs the loop on this thread with the configured player, until it is signalled or `finished` says so of a notice.
    ///
    /// - Throws: `SystemFault` where the kernel has no timer for us.
    func drive(
        _ settings: DaemonLoop.Settings,
        source: any TimetableSource,
        ledger: any Ledger,
        marks: any MarkStore,
        watches: [Watch] = [],
        finished: @escaping (Notice) -> Bool
    ) throws -> Drive.End {
        try Drive(clock: SystemPlayerClock(), ledger: ledger, marks: marks, watches: watches).run(
            settings,
            source: source,
            player: player(onEvent:),
            finished: finished
        )
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

extension PrayerCalculator: TimetableSource {
    package func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
        let calculator = PrayerCalculator(
            coordinates: coordinates,
            zone: zone,
            method: method,
            madhab: madhab,
            highLatitude: highLatitude,
            offsets: offsets
        )
        return calculator.days(dates)
    }
}
