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

/// Where the rooms are put together: the only file that names what stands behind the ports.
package struct Assembly {
    package let configuration: Configuration
    package let locations: Locations
    package let zone: ZoneRules
    package let calculator: PrayerCalculator
    /// The mosque's own times; nil where it has no file.
    package let timetableFile: TimetableFile?
    /// The sources on the network, in the mosque's order.
    package let remotes: [RemoteSource]
    package let bundle: BundledTimetable
    /// Where recordings are brought to one loudness, those that were measured.
    package let loudness: Loudness?
    /// Nothing is in memory of them until somebody looks.
    package let recordings: KeptRecordings
    /// Which of its files do not answer.
    package let silence: SilenceWatch
    /// How long this box waits before it asks its sources, of all that `[refresh] spread` allows.
    package let delay: Duration
    /// Files that had not answered when the daemon could wait no longer, as sentences.
    package let slow: [String]

    /// For the files of the config, all together: a disk or a server that hangs must not keep the daemon from its prayers.
    private static let readPatience: Duration = .seconds(5)

    /// Reads the files that the config names, and waits five seconds for them at most; what comes later is taken up by the watches.
    ///
    /// - Throws: `UnknownZone` or `ZoneError` where the mosque's zone cannot be had.
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
            // A zone's point is near to no mosque in particular.
            at: [.given, .remembered].contains(configuration.place.knowledge) ? calculator.coordinates : nil,
            judge
        )
        remotes = Self.remotes(configuration, locations, judge)
        recordings = KeptRecordings(configuration.audio.files, loudness: loudness)
        delay = BoxDelay.within(configuration.refresh.spread)
        let today = zone.wall(at: LinuxClock().wall()).date
        // What an absence of the box owes, and what the first round looks for.
        let dates = today.adding(days: -8)...today.adding(days: RemoteSource.ahead)
        let cache = Self.cache(locations)
        var reads: [TimeLimit.Job] = remotes.map { remote in
            TimeLimit.Job("what is kept of the times of \(remote.name.rawValue)", on: cache) { remote.recall(dates) }
        }
        reads.append(TimeLimit.Job("the bundled timetable", on: bundle.path) { [bundle] in bundle.recall(dates) })
        if let timetableFile { reads.append(TimeLimit.Job(timetableFile.path) { timetableFile.look() }) }
        slow = TimeLimit.run(Self.readPatience, reads).map {
            "\($0) has not answered within \(DurationText.format(Self.readPatience)). Until it does, the days read earlier stand, else those of the next source"
        }
        silence = SilenceWatch(timetable: timetableFile, recordings: recordings)
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

    /// Where it is kept what was fetched.
    private static func cache(_ locations: Locations) -> String { locations.cache + "/timetables" }

    /// Takes into memory what is kept of those dates; it may block.
    package func recall(_ dates: ClosedRange<CivilDate>) {
        for remote in remotes { remote.recall(dates) }
        bundle.recall(dates)
    }

    /// The civil date on the mosque's wall.
    package var today: CivilDate { zone.wall(at: LinuxClock().wall()).date }

    /// - Parameter opened: as `SQLiteLedger` has it.
    package func ledger(opened: @escaping @Sendable () -> Bool) -> SQLiteLedger {
        SQLiteLedger(file: configuration.ledger.file, opened: opened)
    }

    /// Where a day's times come from: the mosque's file, the sources on the network, each with its cache behind it, the
    /// bundle, and at last the calculation.
    package func timetableSource() -> any TimetableSource {
        let sources: [any TimetableSource] = [timetableFile].compactMap(\.self) + remotes.flatMap(\.layers) + [bundle]
        return TimetableChain(sources + [calculator])
    }

    /// The control socket.
    package func socket() -> String { locations.runtime + "/adhand.sock" }

    package func mutes() -> MuteStore { MuteStore(file: locations.state + "/mute.json") }

    package func places() -> PlaceStore { PlaceStore(locations) }

    package func configs() -> ConfigStore { ConfigStore(locations) }

    /// Where it is kept that the program after a sound is owed.
    package var hookMark: HookMark { HookMark(file: locations.state + "/hook.json") }

    /// The programs around a sound of a command's own; what does not work is said on stderr.
    ///
    /// - Parameter tell: gets what does not work, too, on another thread.
    package func hooks(_ tell: @escaping @Sendable (HookOutcome) -> Void = { _ in }) throws(SystemFault) -> Hooks {
        try Hooks(configuration.hooks) { outcome in
            guard outcome.isFailure else { return }
            writeError("adhand: \(outcome.words)")
            tell(outcome)
        }
    }

    package func clockWatch() -> ClockWatch { ClockWatch(locations, configuration.clock.policy) }

    /// What the daemon looks at beside its work: the rules of its zone, its files, and whether its clock may be believed.
    package func watches(_ log: Logger, _ inbox: Mailbox<DaemonEvent>) -> [Watch] {
        let zone = ZoneWatch(configuration.place.place.timezone, log: log)
        let clock = clockWatch()
        let said = Mutex<[String]>([])
        var watches = [Watch(name: "zone", every: ZoneWatch.interval) { zone.look() }]
        if let file = timetableFile {
            let told = VersionTold(file.version)
            watches.append(
                Watch(name: "timetable", subject: file.path, every: TimetableFile.interval) {
                    file.look()
                    return told.isOther(file.version) ? .timetableChanged : nil
                }
            )
        }
        let told = VersionTold(bundle.version)
        watches.append(
            Watch(name: "bundle", subject: bundle.path, every: BundledTimetable.interval) {
                let today = self.today
                self.bundle.recall(today...today.adding(days: RemoteSource.ahead))
                return told.isOther(self.bundle.version) ? .timetableChanged : nil
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
            Watch(name: "silence", every: SilenceWatch.interval) {
                silence.look(log)
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

    /// What sounds for the prayer, were it due now.
    package func sound(for prayer: Prayer) -> SoundChoice {
        let wall = zone.wall(at: LinuxClock().wall())
        return configuration.audio.plan.adhan(of: prayer, on: wall.date, at: wall)
    }

    /// The same for a file that is tried out.
    package func sound(file: String) -> SoundChoice {
        configuration.audio.plan.trial(of: file, at: zone.wall(at: LinuxClock().wall()))
    }

    /// What the daemon's loop works with.
    ///
    /// - Parameters:
    ///   - ledger: takes the place of the one before; nil at the start.
    package func equipment(
        _ log: Logger,
        _ inbox: Mailbox<DaemonEvent>,
        ledger: (any Ledger)? = nil
    ) -> Equipment {
        Equipment(
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

    /// Makes the folder that the file is to lie in. It may block.
    package static func makeFolder(of file: String) {
        if let slash = file.lastIndex(of: "/") { Folder.make(String(file[..<slash])) }
    }
}

/// The version of a source that the loop was last told of: what is new was read by this look, or by one before it that came back late.
private final class VersionTold: Sendable {
    private let told: Mutex<Int>

    init(_ version: Int) { told = Mutex(version) }

    /// Whether it is another; from then on that is the one told.
    func isOther(_ version: Int) -> Bool {
        told.withLock { told in
            defer { told = version }
            return told != version
        }
    }
}

extension Assembly {
    /// Why nothing of that sound would be heard; nil where something is.
    package func silence(of choice: SoundChoice) -> String? {
        guard choice.volume.isInaudible else { return nil }
        let file = configuration.file ?? "the config"
        let hour = configuration.audio.plan.volumes.quiet.isEmpty ? "" : " at this hour"
        return "nothing would be heard: its volume is too low\(hour); raise it in [audio] of \(file)"
    }
}
