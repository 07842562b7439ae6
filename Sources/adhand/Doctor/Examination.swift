import AdhanAudio
import AdhanCaller
import AdhanSupport
import AdhanCore
import AdhanTimetables
import Glibc

/// Runs all checks of the box, one after the other. No check changes anything, and each has a time limit.
package struct Examination {
    /// The result of loading the config.
    package let known: KnownConfig
    package let locations: Locations
    /// The daemon's status, or why there is none.
    package let daemon: Result<StatusReport, ControlFault>
    /// What people have set.
    package let preferences: Preferences

    package init(
        known: KnownConfig,
        locations: Locations,
        daemon: Result<StatusReport, ControlFault>,
        preferences: Preferences
    ) {
        (self.known, self.locations, self.daemon, self.preferences) = (known, locations, daemon, preferences)
    }

    /// The time limit of one check. Decoding two long recordings takes seconds on a small box.
    private static let limit: Duration = .seconds(30)

    package func report() -> DoctorReport {
        var found: [Look: [Finding]]
        switch known.configuration {
        case .success(let configuration) where !known.isInDoubt: found = looks(configuration)
        case .success, .failure: found = [.clock: [ClockCheck.judge(clock(ClockPolicy()), .utc)]]
        }
        found[.config] = ConfigCheck.findings(known, daemon, unreadable: unreadable)
        if case .success(let report) = daemon, let adhans = report.adhans {
            found[.adhans] = AdhansCheck.findings(adhans, now: report.now, isRunning: true)
        }
        found[.service] = [ServiceCheck.judge(.now(), daemon)]
        let missing = DisplayCheck.programs.filter { access($0, X_OK) != 0 }
        found[.display] =
            DisplayCheck.findings(.now("adhand-display"), daemon)
            + DisplayCheck.kiosk(.now("adhand-kiosk"), missing: missing)
        return DoctorReport(found)
    }

    /// The parts of the config that the daemon's user may not read.
    private var unreadable: [Finding] {
        guard case .success(let configuration) = known.configuration, known.note == nil else { return [] }
        return PermissionsCheck.unreadableConfig(configuration, locations)
    }

    private func looks(_ configuration: Configuration) -> [Look: [Finding]] {
        let (locations, daemon, preferences) = (locations, daemon, preferences)
        let (audio, ledger) = (configuration.audio, configuration.ledger.file)
        let kept = TimetableStore(locations)
        let lookup = configuration.lookup(locations).answering
        let clock = clock(configuration.clock.policy)
        let zone = configuration.place.zone
        let rules: ZoneRules? = if case .success(let found) = zone { found.rules } else { nil }
        let today = (rules ?? .utc).wall(at: clock.now).date
        let calculation = configuration.calculation
        let recordings = TimeLimit.run(Self.limit, on: "the recordings") {
            CheckedRecordings(audio.files, candidates: lookup.candidates)
        }
        let card = TimeLimit.run(Self.limit, on: "the sound card") { CardLook(audio, daemon, lookup) }
        // The outer optional is for no answer, the inner for no file.
        let file: TimetableFile?? = rules.flatMap { rules in
            TimeLimit.run(Self.limit, on: "the timetable") {
                TimetableFileCheck.read(configuration, rules, kept, lookup)
            }
        }
        // The cached times of sources on the network differ by minutes only.
        let adhans = rules.map { rules in
            var facts = configuration.soundFacts(preferences)
            facts.recordings = recordings?.facts ?? [:]
            facts.clock = clock.trust.isTrusted ? .trusted : .untrusted(clock.trust.words(rules, now: clock.now))
            facts.device = card?.device ?? facts.device
            let calculator = calculation.calculator(configuration.place.place, rules, configuration.hijri.calendar)
            let own: [any TimetableSource] = if let file = file ?? nil { [file, file.holes] } else { [] }
            return configuration.forecasts(TimetableChain(own + [calculator]), in: rules, now: clock.now, facts).map {
                StatusReport.Adhan($0, rules)
            }
        }
        return [
            .adhans: adhans.map {
                AdhansCheck.findings($0, now: (rules ?? .utc).formatted(clock.now), isRunning: false)
            } ?? [.needs(.zone)],
            .clock: [ClockCheck.judge(clock, rules ?? .utc)],
            .zone: [ZoneCheck.judge(zone, now: clock.now)],
            .card: card.map {
                [CardCheck.judge($0, config: configuration.file(of: "audio"))] + Self.numbers(configuration)
            }
                ?? [Self.noAnswer],
            .volume: card.map { card in
                within("the volume") {
                    VolumeCheck.findings(card, audio, preferences)
                }
            } ?? [.needs(.card)],
            .files: recordings.map { FilesCheck.findings(audio, $0) } ?? [Self.noAnswer],
            .hooks: within("the hooks") {
                HooksCheck.findings(configuration.hooks, config: configuration.file(of: "hooks"))
            },
            .timetable: rules == nil
                ? [.needs(.zone)] : file.map { [TimetableFileCheck.finding($0, today: today)] } ?? [Self.noAnswer],
            .mirror: within("the mirrors") {
                MirrorCheck.findings(configuration.mirror.mirrors, now: clock.now, in: rules ?? .utc)
            },
            .sources: within("the sources") {
                // A daemon that was started by hand starts its own.
                let isService = locations.runtime == "/run/adhand"
                let sync: ServiceLook = isService ? .now("adhand-sync") : .noSystemd
                return SourcesCheck.findings(configuration.timetable, daemon, sync: sync)
            },
            .ledger: within("the ledger") {
                let state = try? daemon.get().ledger.state  // reason: one that does not run has none
                return [
                    LedgerCheck.finding(
                        ledger,
                        config: configuration.file(of: "ledger"),
                        today: today,
                        daemon: state
                    )
                ]
            },
            .disk: within("the disk") { [DiskCheck.finding(ledger)] },
            .permissions: within("the permissions") {
                PermissionsCheck.findings(configuration, locations, .now(locations))
            },
        ]
    }

    private func clock(_ policy: ClockPolicy) -> ClockReport { ClockWatch(locations, policy).look(recording: false) }

    private func within(_ subject: String, _ look: @escaping @Sendable () -> [Finding]) -> [Finding] {
        TimeLimit.run(Self.limit, on: subject, look) ?? [Self.noAnswer]
    }

    private static func numbers(_ configuration: Configuration) -> [Finding] {
        let config = configuration.file(of: "audio.devices")
        return CardNumberCheck.remarks(configuration.audio.devices, config: config).map {
            .bad($0.words, do: $0.advice)
        }
    }

    private static let noAnswer = Finding.bad(
        "there was no answer within \(DurationText.format(limit)): a disk or a sound server hangs",
        do: "see what the system says of it: sudo dmesg | tail; if nothing, start the box anew: sudo reboot"
    )
}
