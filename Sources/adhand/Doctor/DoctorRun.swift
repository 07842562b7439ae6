import AdhanAudio
import AdhanCaller
import AdhanCore
import AdhanSupport
import AdhanTimetables
import Glibc

/// One run of `adhand doctor`. No check changes anything, and each has a time limit.
final class DoctorRun {
    /// The result of loading the config.
    private let known: CommandConfig
    private let locations: Locations
    private let daemon: Result<StatusReport, ControlFault>
    private let preferences: Preferences
    /// With which other executables are asked.
    private let options: BoxOptions

    init(
        _ known: CommandConfig,
        _ locations: Locations,
        _ daemon: DaemonAnswer,
        _ preferences: Preferences,
        _ options: BoxOptions
    ) {
        (self.known, self.locations, self.daemon, self.preferences) = (known, locations, daemon, preferences)
        self.options = options
    }

    /// All checks, in the order of the output. A check returns nil where it needs a config and none can be used.
    static let checks: [(name: String, run: @Sendable (DoctorRun) -> [Finding]?)] = [
        ("config", { ConfigCheck.findings($0.known, $0.daemon, unreadable: $0.unreadable) }),
        ("clock", { [ClockCheck.finding($0.clock, $0.rules ?? .utc)] }),
        ("zone", { run in run.configuration.map { [zone($0.place.zone, now: run.clock.now)] } }),
        ("card", { run in run.configuration.map(run.card) }),
        ("volume", { run in run.configuration.map(run.volume) }),
        ("adhans", { $0.adhans }),
        ("files", { run in run.configuration.map { files($0.audio, run.recordings) } }),
        ("hooks", { run in run.configuration.map(run.hooks) }),
        ("notify", { run in run.configuration.map(run.notify) }),
        ("timetable", { run in run.configuration.map { _ in run.timetable } }),
        ("ledger", { run in run.configuration.map(run.ledger) }),
        ("disk", { $0.configuration.map { c in within("the disk") { [DiskCheck.finding(c.ledger.file)] } } }),
        ("permissions", { run in run.configuration.map(run.permissions) }),
        ("service", { [ServiceCheck.finding(.now("adhand"), $0.daemon)] }),
        ("services", { ServicesCheck.findings($0.configuration, $0.locations) }),
        ("sources", { run in run.configuration.map(run.sources) }),
        ("display", { DisplayCheck.findings($0.daemon) }),
        ("panel", { $0.panel }),
        ("mirror", { run in run.configuration.map(run.mirrors) }),
    ]

    func report() -> DoctorReport {
        let found = Self.checks.map { (name: $0.name, findings: $0.run(self)) }
        var rows = found.flatMap { name, findings in (findings ?? []).map { DoctorReport.Row(name, $0) } }
        let others = found.filter { $0.findings == nil }.map(\.name).joined(separator: ", ")
        if !others.isEmpty {
            let needs = Finding.needs("config")
            rows.append(.init("others", Finding(words: "\(others): \(needs.words)", advice: needs.advice)))
        }
        return DoctorReport(ok: rows.allSatisfy(\.ok), version: Release.version, rows: rows)
    }

    /// Nil where it cannot be used, or the daemon may use another one.
    private lazy var configuration: Configuration? = {
        guard case .success(let configuration) = known.configuration, !known.isInDoubt else { return nil }
        return configuration
    }()

    private lazy var clock = ClockWatch(locations, configuration?.clock.policy ?? ClockPolicy()).report(
        recording: false
    )
    private lazy var rules = configuration.flatMap { try? $0.place.zone.get().rules }  // reason: "zone" says why not
    private lazy var today = (rules ?? .utc).wall(at: clock.now).date
    private lazy var lookup = configuration?.lookup(locations).answering ?? .none

    private lazy var recordings = configuration.flatMap { [lookup] configuration in
        TimeLimit.run(Self.limit, on: "the recordings") {
            CheckedRecordings(configuration.audio.files, candidates: lookup.candidates)
        }
    }

    private lazy var cards = configuration.flatMap { [daemon, lookup] configuration in
        TimeLimit.run(Self.limit, on: "the sound card") { CardState(configuration.audio, daemon, lookup) }
    }

    /// The outer optional is for no answer, the inner for no file.
    private lazy var timetableFile: TimetableFile?? = configuration.flatMap {
        [rules, locations, lookup] configuration in
        rules.flatMap { rules in
            TimeLimit.run(Self.limit, on: "the timetable") {
                TimetableFileCheck.read(configuration, rules, TimetableStore(locations), lookup)
            }
        }
    }

    /// The parts of the config that the daemon's user may not read.
    private var unreadable: [Finding] {
        guard case .success(let configuration) = known.configuration, known.note == nil else { return [] }
        return PermissionsCheck.unreadableConfig(configuration, locations)
    }

    /// By the running daemon; otherwise by the config.
    private var adhans: [Finding]? {
        if case .success(let report) = daemon, let adhans = report.adhans {
            return AdhansCheck.findings(adhans, now: report.now, isRunning: true)
        }
        guard let configuration else { return nil }
        guard let rules else { return [.needs("zone")] }
        var facts = configuration.soundFacts(preferences)
        facts.recordings = recordings?.facts ?? [:]
        facts.clock = clock.trust.fault(rules, now: clock.now).map { .untrusted($0) } ?? .trusted
        facts.device = cards?.device ?? facts.device
        let place = configuration.place.place
        let calculator = configuration.calculation.calculator(place, rules, configuration.hijri.calendar)
        // The cached times of sources on the network differ by minutes only.
        let files: [any TimetableSource] = if let file = timetableFile ?? nil { [file, file.holes] } else { [] }
        let forecasts = configuration.forecasts(TimetableChain(files + [calculator]), in: rules, now: clock.now, facts)
        let adhans = forecasts.map { StatusReport.Adhan($0, rules) }
        return AdhansCheck.findings(adhans, now: rules.formatted(clock.now), isRunning: false)
    }

    static func zone(_ found: Result<KnownZone, any Error>, now: Instant) -> Finding {
        switch found {
        case .success(let found):
            if let problem = found.problem { return .bad(problem.wordsWithKeptRules, do: TzdataFault.remedy) }
            return .good("\(found.rules.name), from the system's tzdata; it is \(found.rules.formatted(now)) there")
        case .failure(let fault as TzdataFault):
            let words = "\(fault.words); no adhan sounds after the next start of the daemon, which waits for tzdata"
            return .bad(words, do: TzdataFault.remedy)
        case .failure(let error):
            return .bad("\(error)", do: "correct timezone in [place]; to see the names: timedatectl list-timezones")
        }
    }

    private func card(_ configuration: Configuration) -> [Finding] {
        guard let cards else { return [Self.noAnswer] }
        let config = configuration.file(of: "audio.devices")
        return [CardCheck.finding(cards, config: configuration.file(of: "audio"))]
            + CardNumberCheck.remarks(configuration.audio.devices, config: config).map { .bad($0.words, do: $0.advice) }
    }

    private func volume(_ configuration: Configuration) -> [Finding] {
        guard let cards else { return [.needs("card")] }
        return Self.within("the volume") { [preferences] in
            VolumeCheck.findings(cards, configuration.audio, preferences)
        }
    }

    /// Whether the recordings can be played to the end.
    private static func files(_ audio: AudioConfiguration, _ recordings: CheckedRecordings?) -> [Finding] {
        guard let recordings else { return [noAnswer] }
        return recordings.all.map { checked in
            guard let fault = checked.fault, let problem = checked.problem else {
                return .good(checked.words ?? checked.name)
            }
            let line = audio.recordingSpots[checked.name].map { ": \($0)" } ?? ""
            return .bad(problem, do: fault.remedy + line)
        }
    }

    private func hooks(_ configuration: Configuration) -> [Finding] {
        Self.within("the hooks") { [locations, daemon] in
            HooksCheck.findings(configuration, daemon, notify: .helper("adhand-notify", locations))
        }
    }

    private func notify(_ configuration: Configuration) -> [Finding] {
        Self.within("the receivers of [[notify]]") { [locations, daemon] in
            NotifyCheck.findings(configuration, daemon, notify: .helper("adhand-notify", locations))
        }
    }

    private var timetable: [Finding] {
        guard rules != nil else { return [.needs("zone")] }
        return timetableFile.map { [TimetableFileCheck.finding($0, today: today)] } ?? [Self.noAnswer]
    }

    private func ledger(_ configuration: Configuration) -> [Finding] {
        let (file, config, today) = (configuration.ledger.file, configuration.file(of: "ledger"), today)
        let state = try? daemon.get().ledger.state  // reason: a daemon that does not run has none
        return Self.within("the ledger") { [LedgerCheck.finding(file, config: config, today: today, daemon: state)] }
    }

    private func permissions(_ configuration: Configuration) -> [Finding] {
        Self.within("the permissions") { [locations] in
            PermissionsCheck.findings(configuration, locations, .now(locations))
        }
    }

    private func sources(_ configuration: Configuration) -> [Finding] {
        Self.within("the sources") { [locations, daemon] in
            SourcesCheck.findings(configuration.timetable, daemon, sync: .helper("adhand-sync", locations))
        }
    }

    private var panel: [Finding] {
        Self.within("the committee's page") { [options] in PanelCheck.findings(options) }
    }

    private func mirrors(_ configuration: Configuration) -> [Finding] {
        let (now, rules) = (clock.now, rules ?? .utc)
        return Self.within("the mirrors") { MirrorCheck.findings(configuration.mirror.mirrors, now: now, in: rules) }
    }

    /// The time limit of one check. Decoding two long recordings takes seconds on a small box.
    private static let limit: Duration = .seconds(30)

    private static func within(_ subject: String, _ check: @escaping @Sendable () -> [Finding]) -> [Finding] {
        TimeLimit.run(limit, on: subject, check) ?? [noAnswer]
    }

    private static let noAnswer = Finding.bad(
        "there was no answer within \(DurationText.format(limit)): a disk or a sound server hangs",
        do: "see what the system says of it: sudo dmesg | tail; if nothing, start the box anew: sudo reboot"
    )
}
