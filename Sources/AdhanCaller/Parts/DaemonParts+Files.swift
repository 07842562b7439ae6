import AdhanCore
import AdhanSupport
import AdhanTimetables
import Logging

/// The files of the daemon itself.
extension DaemonParts {
    package func socket() -> String { locations.runtime + "/adhand.sock" }

    package func mutes() -> MuteStore { MuteStore(file: locations.state + "/mute.json") }

    package func preferences() -> PreferenceStore { Self.preferences(locations) }

    package static func preferences(_ locations: Locations) -> PreferenceStore {
        PreferenceStore(file: locations.state + "/settings.json")
    }

    func congregations() -> CongregationStore {
        CongregationStore(file: locations.state + "/congregations.json")
    }

    /// The congregations that an earlier daemon, or the running one, has pinned, by the rules of the config that it
    /// accepted last. It may block.
    ///
    /// - Throws: the fault of the file or of the rules.
    package func pinned() throws -> PinnedCongregations? {
        let days = try congregations().load()
        guard !days.isEmpty, let texts = try configs().load() else { return nil }
        let before = try Configuration.parse(texts, locations)
        return PinnedCongregations(days, by: before.rules, in: try before.place.zone.get().rules)
    }

    package func timetables() -> TimetableStore { TimetableStore(locations) }

    package func places() -> PlaceStore { PlaceStore(locations) }

    func zones() -> ZoneStore { ZoneStore(locations) }

    package func configs() -> ConfigStore { ConfigStore(locations) }

    /// The file that says that an `after` hook is owed.
    var hookMark: HookMark { HookMark(file: locations.state + "/hook.json") }

    var runRecord: RunRecord { RunRecord(state: locations.state, runtime: locations.runtime) }

    package func marks() -> PendingRowFiles { PendingRowFiles(folder: locations.runtime + "/marks") }

    /// Makes the folders that the daemon writes to. It may block.
    package func makeFolders() {
        for file in [socket(), mutes().file, configuration.ledger.file] { Folder.make(PathName.folder(of: file)) }
    }

    package func settings() -> DaemonLoop.Settings {
        var policy = SchedulePolicy()
        policy.grace = configuration.schedule.grace
        policy.refresh = configuration.refresh.plan
        policy.skippedSources = configuration.place.withheld
        return DaemonLoop.Settings(
            zone: zone,
            policy: policy,
            sounds: configuration.audio.plan,
            rules: configuration.rules,
            asksClock: configuration.clock.policy.trust == .auto
        )
    }

    /// The parts of the event loop under this config.
    ///
    /// - Parameters:
    ///   - ledger: replaces the one in use; nil at the start.
    func setup(_ log: Logger, _ inbox: Mailbox<LoopEvent>, ledger: (any Ledger)? = nil) -> LoopSetup {
        LoopSetup(
            settings: settings(),
            source: timetableSource(),
            makePlayer: { player(onEvent: $0) },
            remotes: remotes,
            delay: delay,
            watches: watches(log, inbox),
            ledger: ledger
        )
    }
}

/// The first lines in the journal after a start or a reload: version, config, place, and what is wrong with them.
struct StartupLog {
    private let parts: DaemonParts

    init(_ parts: DaemonParts) { self.parts = parts }

    package func write(to log: Logger) {
        let (configuration, zone) = (parts.configuration, parts.zone)
        let place = configuration.place.place
        log.notice(
            """
            adhand \(Release.version), config \
            \(configuration.file ?? "none")\(configuration.isEmpty ? " (the defaults apply)" : ""), \
            \(configuration.place.knowledge == .remembered ? "last known " : "")place \(place.name) \
            (\(place.coordinates.latitude), \(place.coordinates.longitude), \(zone.name)), method \
            \(configuration.calculation.method.name), madhab \(configuration.calculation.madhab.rawValue), ledger \
            \(configuration.ledger.file)
            """
        )
        for words in parts.slow { log.warning("\(words)") }
        if !configuration.place.isSet {
            log.warning(
                """
                no place is set in the config: the times are those of \(place.name). \
                Put latitude, longitude and timezone into [place]
                """
            )
        }
        for remark in configuration.timetable.remarks { log.warning("\(remark.words)") }
        for remark in configuration.place.remarks { log.warning("\(remark.words): \(remark.advice)") }
    }
}
