import AdhanAudio
import AdhanCore
import AdhanLedger
import Glibc

/// Where the rooms are put together: the only file that names what stands behind the ports.
struct Assembly {
    let configuration: Configuration
    let locations: Locations
    let zone: ZoneRules
    let calculator: PrayerCalculator

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
        finished: @escaping (Notice) -> Bool
    ) throws -> Drive.End {
        try Drive(clock: SystemPlayerClock(), ledger: ledger, marks: marks).run(
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

extension PrayerCalculator: TimetableSource {}
