import AdhanCore
import AdhanSupport
import AdhanTimetables
import Logging

/// What the daemon polls.
extension DaemonParts {
    /// The watches of the zone's rules, the files, the service's presence and the clock.
    func watches(_ log: Logger, _ inbox: Mailbox<LoopEvent>) -> [Watch] {
        [
            zoneWatch(log, inbox), timetableWatch, bundleWatch, recordingsWatch(log, inbox), stateFilesWatch(inbox),
            mirrorsWatch(inbox), iqamaWatch(inbox),
            Watch(name: "stalled-files", every: StalledFileWatch.interval) {
                stalledFiles.logStalledFiles(log)
                return nil
            }, serviceWatch(inbox), clockWatch(log),
        ].compactMap(\.self)
    }

    /// Checks the timetables by new rules of the zone before the loop hears of them.
    private func zoneWatch(_ log: Logger, _ inbox: Mailbox<LoopEvent>) -> Watch {
        let needsPoint = configuration.place.knowledge == .zonePoint
        let zone = ZoneWatch(configuration.place.place.timezone, needsPoint: needsPoint, log: log) {
            let fault = $0
            inbox.post(
                .service { service, _, _ in
                    service.model.tzdataFault = fault
                    if fault == nil { service.saveZone() }
                }
            )
        }
        return Watch(name: "zone", every: ZoneWatch.interval) {
            let event = zone.readZone()
            // Also what was still checked by the old rules when the new ones came.
            if let rules = zone.rules { follow(rules) }
            return event
        }
    }

    private func follow(_ rules: ZoneRules) {
        timetableFile?.follow(rules)
        bundle?.follow(rules)
        for remote in remotes { remote.follow(rules) }
    }

    private var timetableWatch: Watch? {
        timetableFile.map { file in
            let told = LastReported(file.version)
            return Watch(name: "timetable", subject: file.path, every: TimetableFile.interval) {
                file.readIfChanged(patiently: true)
                return told.isNew(file.version) ? .timetableChanged : nil
            }
        }
    }

    private var bundleWatch: Watch? {
        bundle.map { bundle in
            let told = LastReported(bundle.version)
            return Watch(name: "bundle", subject: bundle.path, every: bundle.interval) {
                let today = today
                bundle.load(today...today.adding(days: RemoteSource.ahead), patiently: !lookup.mirrors.isEmpty)
                return told.isNew(bundle.version) ? .timetableChanged : nil
            }
        }
    }

    private func recordingsWatch(_ log: Logger, _ inbox: Mailbox<LoopEvent>) -> Watch {
        let watch = RecordingWatch(recordings: recordings, hooks: configuration.hooks, log: log, inbox: inbox)
        let subject = recordings.paths.joined(separator: "\n")
        return Watch(name: "recordings", subject: subject, every: KeptRecordings.interval) {
            watch.checkRecordings()
            return nil
        }
    }

    private func stateFilesWatch(_ inbox: Mailbox<LoopEvent>) -> Watch {
        let ledger = configuration.ledger.file
        let files = StateFileWatch(
            mutes: mutes(),
            preferences: preferences(),
            mark: configuration.hooks.after.isEmpty ? nil : hookMark,
            folder: PathName.folder(of: ledger)
        )
        // Nothing was told yet: the first look of a new config tells in any case.
        let told = LastReported<[StatusReport.Problem]>()
        return Watch(name: "state-files", subject: "\(locations.state)\n\(ledger)", every: StateFileWatch.interval) {
            let problems = files.problems()
            if told.isNew(problems) { inbox.post(.service { service, _, _ in service.model.stateProblems = problems }) }
            return nil
        }
    }

    static let iqamaWatch = "iqama"

    /// Checks the rules of `[iqama]` against the days ahead; nil without that table.
    private func iqamaWatch(_ inbox: Mailbox<LoopEvent>) -> Watch? {
        guard configuration.keys.contains("iqama") else { return nil }
        let told = LastReported<[StatusReport.Problem]>()
        return Watch(name: Self.iqamaWatch, every: .minutes(10)) {
            let problems = iqamaProblems(from: today)
            if told.isNew(problems) { inbox.post(.service { service, _, _ in service.model.iqamaProblems = problems }) }
            return nil
        }
    }

    /// Nil where this is the service itself.
    private func serviceWatch(_ inbox: Mailbox<LoopEvent>) -> Watch? {
        ServicePresence(locations).map { service in
            Watch(name: "service", every: ServicePresence.interval) {
                if service.isServiceRunning() == true { inbox.post(.displaced(.serviceHasCome(path: service.socket))) }
                return nil
            }
        }
    }

    /// Nil where the config trusts the clock in any case.
    private func clockWatch(_ log: Logger) -> Watch? {
        guard configuration.clock.policy.trust == .auto else { return nil }
        let clock = clockWatch()
        let said = LastReported<[String]>([])
        return Watch(name: "clock", every: .seconds(30)) {
            let report = clock.report(recording: true)
            if said.isNew(report.problems) { for problem in report.problems { log.warning("\(problem)") } }
            return .clock(report.trust)
        }
    }

    /// How often the states of the mirrors are read.
    private static let mirrorInterval: Duration = .seconds(30)

    static let mirrorsWatch = "mirrors"

    /// Nil where the config names no mirror.
    func mirrorsWatch(_ inbox: Mailbox<LoopEvent>) -> Watch? {
        let mirrors = configuration.mirror.mirrors
        guard !mirrors.isEmpty else { return nil }
        let told = LastReported<[String: MirrorStatus]>()
        let subject = mirrors.map(\.directory).joined(separator: "\n")
        return Watch(name: Self.mirrorsWatch, subject: subject, every: Self.mirrorInterval) {
            let before = told.value ?? [:]
            let found = mirrors.reduce(into: [String: MirrorStatus]()) { found, mirror in
                // Where there is one, no pass begins, and none can say so in that folder.
                let problem = mirror.folderProblem
                let status = MirrorStatus.load(mirror.directory)
                found[mirror.name] =
                    problem.map { (status ?? before[mirror.name] ?? MirrorStatus()).failing($0) } ?? status
            }
            if told.isNew(found) { inbox.post(.service { service, _, _ in service.model.mirrors = found }) }
            return nil
        }
    }
}

extension ServicePresence {
    /// Nil for the service itself.
    package init?(_ locations: Locations) {
        guard let socket = locations.serviceSocket else { return nil }
        self.init(socket: socket, runtime: locations.runtime)
    }
}
