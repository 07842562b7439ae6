import AdhanAudio
import AdhanSupport
import AdhanCore
import AdhanLedger
import AdhanTimetables

/// Makes what asks a timetable on the network.
package typealias Network = @Sendable (RemoteOrigin) -> any RemoteTimetable

/// Puts the daemon together from a config: makes the implementations behind the ports.
package struct DaemonParts {
    package let configuration: Configuration
    package let locations: Locations
    package let zone: ZoneRules
    package let calculator: PrayerCalculator
    /// The mosque's own times; nil where it has no file.
    package let timetableFile: TimetableFile?
    /// The network sources, in the config's order.
    package let remotes: [RemoteSource]
    /// The timetable behind all sources; nil where the config names none.
    package let bundle: BundledTimetable?
    /// The measured loudness of the recordings; nil where they are played as they are.
    package let loudness: Loudness?
    /// The recordings in memory; empty until the first look.
    package let recordings: KeptRecordings
    /// Watches for files whose disk does not answer.
    let stalledFiles: StalledFileWatch
    /// Finds the files that the config names, in the mirrors first; it looks at the disk.
    package let lookup: ResourceLookup
    /// How long this box waits before it asks its network sources: its share of `[refresh] spread`.
    package let delay: Duration
    /// The files that did not answer in time, as sentences.
    let slow: [String]

    /// How long the config's files may take, all together:
    /// a disk or a server that hangs must not keep the daemon from its prayers.
    private static let readPatience: Duration = .seconds(3)
    /// How long the kept version of the mosque's file may take after that.
    private static let loadPatience: Duration = .seconds(1)

    /// Reads the files that the config names, for at most five seconds. The watches take up what comes later.
    ///
    /// - Parameters:
    ///   - reader: reads the tables that have no known format; nil for a child process.
    /// - Throws: `TzdataFault` where the mosque's zone cannot be read.
    package init(
        _ configuration: Configuration,
        _ locations: Locations,
        _ network: Network,
        reader: (any TableReader)? = nil
    ) throws {
        (self.configuration, self.locations) = (configuration, locations)
        loudness = configuration.audio.loudness.map(Loudness.init(target:))
        zone = try configuration.place.zone.get().rules
        let calculator = configuration.calculation.calculator(
            configuration.place.place,
            zone,
            configuration.hijri.calendar
        )
        self.calculator = calculator
        let timetable = configuration.timetable
        let validator = timetable.validator(calculator, reader)
        let lookup = configuration.lookup(locations)
        self.lookup = lookup
        timetableFile = timetable.file.map {
            TimetableFile($0, validator, store: TimetableStore(locations), lookup: lookup)
        }
        // The representative point of a zone says nothing about the mosque's own place.
        let place = [.given, .remembered].contains(configuration.place.knowledge) ? calculator.coordinates : nil
        bundle = timetable.bundle.map { BundledTimetable($0, at: place, validator, lookup: lookup) }
        let cache = locations.timetables
        let store = PatientPayloads(store: TimetableCache(folder: cache), subject: cache)
        remotes = configuration.remoteOrigins.map { RemoteSource(network($0), store: store, validator: validator) }
        recordings = KeptRecordings(configuration.audio.files, loudness: loudness, lookup: lookup)
        delay = BoxDelay.within(configuration.refresh.spread)
        let today = zone.wall(at: LinuxClock().wall()).date
        // The days of an absence, and those that the first fetch looks for.
        let dates = today.adding(days: -8)...today.adding(days: RemoteSource.ahead)
        var reads: [TimeLimit.NamedWork] = remotes.map { remote in
            TimeLimit.NamedWork("what is kept of the times of \(remote.name.rawValue)", on: cache) {
                remote.load(dates)
            }
        }
        if let bundle {
            reads.append(TimeLimit.NamedWork("the bundled timetable", on: bundle.path) { bundle.load(dates) })
        }
        if let timetableFile { reads.append(TimeLimit.NamedWork(timetableFile.path) { timetableFile.readIfChanged() }) }
        let late = TimeLimit.run(Self.readPatience, reads)
        // Its disk or server hangs. A look that found it broken has taken the kept version itself.
        if let timetableFile, timetableFile.isStalled {
            let kept = TimeLimit.NamedWork("what is kept of \(timetableFile.path)", on: locations.state) {
                timetableFile.load()
            }
            _ = TimeLimit.run(Self.loadPatience, [kept])
        }
        slow = late.map {
            "\($0) has not answered within \(DurationText.format(Self.readPatience)). Until it does, "
                + "the days read earlier are used, or else those of the next source"
        }
        stalledFiles = StalledFileWatch(timetable: timetableFile, recordings: recordings)
    }

    /// Reads the cached days of those dates into memory; it may block.
    package func recall(_ dates: ClosedRange<CivilDate>) {
        for remote in remotes { remote.load(dates) }
        bundle?.load(dates)
    }

    /// Takes over what another parts, made for an earlier config, read of the same timetables,
    /// unless this one has read it.
    func adoptTimetables(of other: DaemonParts) {
        timetableFile?.adopt(other.timetableFile)
        if let earlier = other.bundle { bundle?.adopt(earlier) }
        for remote in remotes { remote.adopt(other.remotes, today: today) }
    }

    /// The civil date in the mosque's zone.
    package var today: CivilDate { zone.wall(at: LinuxClock().wall()).date }

    package func ledger(opened: @escaping @Sendable () -> Bool) -> SQLiteLedger {
        SQLiteLedger(file: configuration.ledger.file, opened: opened)
    }

    /// The sources of a day's times, in order: the mosque's file, the network sources, each with its cache behind it,
    /// the bundle, what the mosque's file suggests for the days that it lacks, the calculation.
    package func timetableSource() -> any TimetableSource {
        var sources: [any TimetableSource] = [timetableFile].compactMap(\.self) + remotes.flatMap(\.layers)
        if let bundle { sources.append(bundle) }
        if let timetableFile { sources.append(timetableFile.holes) }
        return TimetableChain(sources + [calculator])
    }

    /// The hooks for a command, which reports failures on stderr.
    ///
    /// - Parameter tell: also gets each failure, on another thread.
    package func hooks(_ tell: @escaping @Sendable (HookOutcome) -> Void = { _ in }) -> Hooks {
        let runner = HookRunner { _, outcome in
            guard outcome.isFailure else { return }
            writeError("adhand: \(outcome.words)")
            tell(outcome)
        }
        return Hooks(configuration.hooks, to: runner)
    }

    func clockWatch() -> ClockWatch { ClockWatch(locations, configuration.clock.policy) }
}
