import AdhanAudio
import AdhanClock
import AdhanConfig
import AdhanControl
import AdhanCore
import AdhanEngine
import AdhanHooks
import AdhanLedger
import AdhanRemote
import AdhanSystem
import AdhanTimetables
import Glibc
import Logging
import Synchronization

/// Puts the daemon together from a config: makes the implementations behind the ports.
package struct Assembly {
    package let configuration: Configuration
    package let locations: Locations
    package let zone: ZoneRules
    package let calculator: PrayerCalculator
    /// The mosque's own times; nil where it has no file.
    package let timetableFile: TimetableFile?
    /// The network sources, in the config's order.
    package let remotes: [RemoteSource]
    package let bundle: BundledTimetable
    /// The measured loudness of the recordings; nil where they are played as they are.
    package let loudness: Loudness?
    /// The recordings in memory; empty until the first look.
    package let recordings: KeptRecordings
    /// Watches for files whose disk does not answer.
    package let stalledFiles: StalledFileWatch
    /// How long this box waits before it asks its network sources: its share of `[refresh] spread`.
    package let delay: Duration
    /// The files that did not answer in time, as sentences.
    package let slow: [String]

    /// How long the config's files may take, all together: a disk or a server that hangs must not keep the daemon from its prayers.
    private static let readPatience: Duration = .seconds(5)

    /// Reads the files that the config names, for at most five seconds. The watches take up what comes later.
    ///
    /// - Throws: `UnknownZone` or `ZoneError` where the mosque's zone cannot be read.
    package init(_ configuration: Configuration, _ locations: Locations) throws {
        (self.configuration, self.locations) = (configuration, locations)
        loudness = configuration.audio.loudness.map(Loudness.init(target:))
        zone = try SystemZones.find(configuration.place.place.timezone)
        let calculator = configuration.calculation.calculator(
            configuration.place.place,
            zone,
            configuration.hijri.calendar
        )
        self.calculator = calculator
        let timetable = configuration.timetable
        let judge = timetable.judge(calculator)
        timetableFile = timetable.file.map { TimetableFile($0, judge) }
        bundle = BundledTimetable(
            timetable.bundle ?? locations.resource("timetables/PrayerTimes\(TimetablePeriod.yearMark).json"),
            isNamed: timetable.bundle != nil,
            // The representative point of a zone says nothing about the mosque's own place.
            at: [.given, .remembered].contains(configuration.place.knowledge) ? calculator.coordinates : nil,
            judge
        )
        remotes = Self.remotes(configuration, locations, judge)
        recordings = KeptRecordings(configuration.audio.files, loudness: loudness)
        delay = BoxDelay.within(configuration.refresh.spread)
        let today = zone.wall(at: LinuxClock().wall()).date
        // The days of an absence, and those that the first fetch looks for.
        let dates = today.adding(days: -8)...today.adding(days: RemoteSource.ahead)
        let cache = Self.cache(locations)
        var reads: [TimeLimit.NamedWork] = remotes.map { remote in
            TimeLimit.NamedWork("what is kept of the times of \(remote.name.rawValue)", on: cache) { remote.recall(dates) }
        }
        reads.append(TimeLimit.NamedWork("the bundled timetable", on: bundle.path) { [bundle] in bundle.recall(dates) })
        if let timetableFile { reads.append(TimeLimit.NamedWork(timetableFile.path) { timetableFile.look() }) }
        slow = TimeLimit.run(Self.readPatience, reads).map {
            "\($0) has not answered within \(DurationText.format(Self.readPatience)). Until it does, the days read earlier stand, else those of the next source"
        }
        stalledFiles = StalledFileWatch(timetable: timetableFile, recordings: recordings)
    }

    private static func remotes(
        _ configuration: Configuration,
        _ locations: Locations,
        _ judge: TimetableJudge
    ) -> [RemoteSource] {
        let (timetable, client) = (configuration.timetable, HTTPClient(version: Release.version))
        let folder = cache(locations)
        let store = PatientPayloads(store: TimetableCache(folder: folder), subject: folder)
        return timetable.sources.compactMap { name -> (any RemoteTimetable)? in
            guard name == .s3 else {
                return AlAdhanTimetable(AlAdhanSettings(configuration), client: client)
            }
            return timetable.s3.map { s3 in
                let keys = S3KeyFile(s3.credentials)
                return S3Timetable(s3.settings, client: client) { () throws(FetchFault) in
                    try keys.read(within: readPatience)
                }
            }
        }.map { RemoteSource($0, store: store, judge: judge) }
    }

    /// The folder for what was fetched.
    private static func cache(_ locations: Locations) -> String { locations.cache + "/timetables" }

    /// Reads the cached days of those dates into memory; it may block.
    package func recall(_ dates: ClosedRange<CivilDate>) {
        for remote in remotes { remote.recall(dates) }
        bundle.recall(dates)
    }

    /// The civil date in the mosque's zone.
    package var today: CivilDate { zone.wall(at: LinuxClock().wall()).date }

    /// - Parameter opened: as for `SQLiteLedger`.
    package func ledger(opened: @escaping @Sendable () -> Bool) -> SQLiteLedger {
        SQLiteLedger(file: configuration.ledger.file, opened: opened)
    }

    /// The sources of a day's times, in order: the mosque's file, the network sources, each with its cache behind it, the bundle, the
    /// calculation.
    package func timetableSource() -> any TimetableSource {
        let sources: [any TimetableSource] = [timetableFile].compactMap(\.self) + remotes.flatMap(\.layers) + [bundle]
        return TimetableChain(sources + [calculator])
    }

    /// The path of the control socket.
    package func socket() -> String { locations.runtime + "/adhand.sock" }

    package func mutes() -> MuteStore { MuteStore(file: locations.state + "/mute.json") }

    package func places() -> PlaceStore { PlaceStore(locations) }

    package func configs() -> ConfigStore { ConfigStore(locations) }

    /// The file that says that an `after` hook is owed.
    package var hookMark: HookMark { HookMark(file: locations.state + "/hook.json") }

    /// The hooks for a command, which reports failures on stderr.
    ///
    /// - Parameter tell: also gets each failure, on another thread.
    package func hooks(_ tell: @escaping @Sendable (HookOutcome) -> Void = { _ in }) throws(SystemFault) -> Hooks {
        try Hooks(configuration.hooks) { outcome in
            guard outcome.isFailure else { return }
            writeError("adhand: \(outcome.words)")
            tell(outcome)
        }
    }

    package func clockWatch() -> ClockWatch { ClockWatch(locations, configuration.clock.policy) }

    /// What the daemon polls: the rules of its zone, its files, and whether its clock is to be trusted.
    package func watches(_ log: Logger, _ inbox: Mailbox<InboxEvent>) -> [Watch] {
        let zone = ZoneWatch(configuration.place.place.timezone, log: log)
        let clock = clockWatch()
        let said = Mutex<[String]>([])
        var watches = [Watch(name: "zone", every: ZoneWatch.interval) { zone.look() }]
        if let file = timetableFile {
            let told = ReportedVersion(file.version)
            watches.append(
                Watch(name: "timetable", subject: file.path, every: TimetableFile.interval) {
                    file.look()
                    return told.isNew(file.version) ? .timetableChanged : nil
                }
            )
        }
        let told = ReportedVersion(bundle.version)
        watches.append(
            Watch(name: "bundle", subject: bundle.path, every: BundledTimetable.interval) {
                let today = self.today
                self.bundle.recall(today...today.adding(days: RemoteSource.ahead))
                return told.isNew(self.bundle.version) ? .timetableChanged : nil
            }
        )
        let recordingWatch = RecordingWatch(
            recordings: recordings,
            hooks: configuration.hooks,
            log: log,
            inbox: inbox
        )
        watches.append(
            Watch(name: "recordings", subject: recordings.paths.joined(separator: "\n"), every: KeptRecordings.interval)
            {
                recordingWatch.look()
                return nil
            }
        )
        watches.append(
            Watch(name: "stalled-files", every: StalledFileWatch.interval) {
                stalledFiles.look(log)
                return nil
            }
        )
        if let service = ServicePresence(locations) {
            watches.append(
                Watch(name: "service", every: ServicePresence.interval) {
                    if service.look() == true { inbox.post(.displaced(.serviceHasCome(path: service.socket))) }
                    return nil
                }
            )
        }
        guard configuration.clock.policy.trust == .auto else { return watches }
        let clockWatch = Watch(name: "clock", every: .seconds(30)) {
            let report = clock.look(recording: true)
            let isNew = said.withLock { said in
                defer { said = report.problems }
                return said != report.problems
            }
            if isNew { for problem in report.problems { log.warning("\(problem)") } }
            return .clock(report.trust)
        }
        return watches + [clockWatch]
    }

    package func marks() -> RuntimeMarks { RuntimeMarks(folder: locations.runtime + "/marks") }

    package func settings() -> DaemonLoop.Settings {
        var policy = SchedulePolicy()
        policy.grace = configuration.schedule.grace
        policy.refresh = configuration.refresh.plan
        policy.withheld = configuration.place.withheld
        return DaemonLoop.Settings(
            zone: zone,
            policy: policy,
            sounds: configuration.audio.plan,
            asksClock: configuration.clock.policy.trust == .auto
        )
    }

    package var playerConfiguration: PlayerConfiguration {
        let audio = configuration.audio
        return PlayerConfiguration(
            devices: audio.devices,
            leadIn: audio.leadIn,
            tail: audio.tail,
            loudness: loudness
        )
    }

    /// - Parameter spare: a device that is tried after those of the config.
    package func player(spare: String? = nil, onEvent: @escaping @Sendable (PlayerEvent) -> Void) -> Player {
        var configuration = playerConfiguration
        if let spare { configuration.devices.append(spare) }
        return Player(
            configuration,
            read: { [recordings] path, onProgress throws(AudioError) in
                try recordings.take(path, onProgress: onProgress)
            },
            onEvent: onEvent
        )
    }

    /// What would sound for the prayer if it were due now.
    package func sound(for prayer: Prayer) -> SoundChoice {
        let wall = zone.wall(at: LinuxClock().wall())
        return configuration.audio.plan.adhan(of: prayer, on: wall.date, at: wall)
    }

    /// What would sound for a trial of the file.
    package func sound(file: String) -> SoundChoice {
        configuration.audio.plan.trial(of: file, at: zone.wall(at: LinuxClock().wall()))
    }

    /// What the event loop runs with under this config.
    ///
    /// - Parameters:
    ///   - ledger: replaces the one in use; nil at the start.
    package func setup(
        _ log: Logger,
        _ inbox: Mailbox<InboxEvent>,
        ledger: (any Ledger)? = nil
    ) -> LoopSetup {
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

    /// Makes the folders that the daemon writes to. It may block.
    package func makeFolders() {
        for file in [socket(), mutes().file, configuration.ledger.file] { Self.makeFolder(of: file) }
    }

    /// Makes the file's folder. It may block.
    package static func makeFolder(of file: String) {
        if let slash = file.lastIndex(of: "/") { Folder.make(String(file[..<slash])) }
    }
}

/// The version of a source that the loop was last told of. A newer one was read by this look, or by an earlier one that was late.
private final class ReportedVersion: Sendable {
    private let told: Mutex<Int>

    init(_ version: Int) { told = Mutex(version) }

    /// Whether the version is another than the one told last. It then counts as told.
    func isNew(_ version: Int) -> Bool {
        told.withLock { told in
            defer { told = version }
            return told != version
        }
    }
}

extension Assembly {
    /// Why the sound would not be heard; nil where it would.
    package func silence(of choice: SoundChoice) -> String? {
        guard choice.volume.isInaudible else { return nil }
        let file = configuration.file ?? "the config"
        let hour = configuration.audio.plan.volumes.quiet.isEmpty ? "" : " at this hour"
        return "nothing would be heard: its volume is too low\(hour); raise it in [audio] of \(file)"
    }
}
