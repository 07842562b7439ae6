import AdhanSupport
import AdhanAudio
import AdhanCore
import AdhanLedger
import Glibc
import Synchronization

/// `adhand rehearse`: the real loop, player, device and files, with a timetable in which one prayer is due shortly, and
/// a temporary ledger in a folder of the user. Where no sound card opens, it plays into `rehearsal.wav` in the current
/// folder.
package struct Rehearsal {
    package let parts: DaemonParts
    package let prayer: Prayer
    /// The time until the prayer.
    package let lead: Duration
    /// What people have set at run time.
    package let preferences: Preferences

    package init(parts: DaemonParts, prayer: Prayer, lead: Duration, preferences: Preferences) {
        (self.parts, self.prayer, self.lead, self.preferences) = (parts, prayer, lead, preferences)
    }

    package struct Outcome {
        /// The occasion's row; nil where the rehearsal ended before it was settled.
        package var entry: LedgerEntry?
        /// What is wrong, as sentences.
        package var problems: [String] = []
        /// What is told although it keeps no rehearsal from being in order.
        package var notes: [String] = []
        /// The recording, in words; nil where it could not be decoded.
        package var sound: String?
        package var end = EventLoop.End.finished
        /// The WAV file that it was played into; nil where a card was used.
        package var recording: String?

        /// Whether the whole adhan was played, and nothing is wrong but perhaps the sound card.
        package var isGoodButForCard: Bool {
            entry?.state == .completed && entry?.heardMilliseconds ?? 0 > 0 && problems.isEmpty
        }

        /// Whether the whole adhan was heard and everything that the box needs for the next one is in order.
        package var isGood: Bool { isGoodButForCard && recording == nil }
    }

    /// How long after the prayer's second it still looks for a device or a readable file.
    private static let grace: Duration = .seconds(5)

    package func run(tell: @escaping (Notice) -> Void) throws -> Outcome {
        var outcome = Outcome()
        let sound = parts.sound(for: prayer, preferences)
        let file = parts.recordings.find(sound.file)
        switch SoundCheck.describe(file, parts.loudness) {
        case .success(let words):
            outcome.sound = "\(words), volume \(sound.volume.text)"
            outcome.notes = parts.recordings.problems.map(\.words)
        case .failure(let problem): outcome.problems.append("\(problem)")
        }
        checkRealLedger(&outcome)
        let skipReason = checkSettings(&outcome)

        // Only the service writes to its own folders.
        let own = Locations(resources: parts.locations.resources, daemon: true)
        let files = RehearsalFiles(own)
        files.removeLeftovers()
        defer { files.remove(of: getpid()) }
        for folder in [own.state, own.runtime] { Folder.make(folder) }
        var settings = parts.settings()
        settings.policy.grace = Self.grace
        settings.policy.skippedSources = nil
        settings.asksClock = false
        // The volumes that count. An adhan that is off is rehearsed all the same, and it is said.
        var saved = SavedState()
        saved.preferences = Preferences(preferences.inForce.filter { $0.key != .adhan(prayer) })
        // The prayer itself is rehearsed, without the mosque's rules for its day. The rehearsal ends with the adhan.
        settings.rules = MosqueRules()
        settings.sounds.ofOccasions = [:]
        (settings.sounds.dua, settings.sounds.duaOfFajr) = (nil, nil)
        let timetable = RehearsalTimetable(prayer, now: LinuxClock().wall(), lead: lead, zone: parts.zone)
        let failures = Mutex<[String]>([])
        let hooks = parts.hooks { outcome in
            failures.withLock { $0 += [outcome.problem].compactMap(\.self) }
        }
        // A folder that was removed has no path.
        let spare = PathName.currentFolder.map { OutputDevice(wav: $0 + "/rehearsal.wav").name }
        var entry: LedgerEntry?
        var problems: [String] = []
        outcome.end = try EventLoop(
            clock: LinuxClock(),
            ledger: SQLiteLedger(file: files.ledger(of: getpid())),
            marks: PendingRowFiles(folder: files.marks(of: getpid()))
        ).run(
            LoopSetup(settings: settings, source: timetable) { parts.player(spare: spare, onEvent: $0) },
            saved: saved
        ) {
            notice in
            tell(notice)
            hooks.handle(notice, parts.zone, LinuxClock().wall())
            switch notice {
            case .settled(let row) where row.key.occasion == .adhan(prayer):
                entry = row
                return true
            case .unsaved(_, let reason), .ledgerUnreadable(let reason):
                if !problems.contains(reason) { problems.append(reason) }
            default:
                break
            }
            return false
        }
        if case .signalled = outcome.end { hooks.finish(isStopping: true) } else { hooks.finish(isStopping: false) }
        outcome.entry = entry
        if let file = entry?.device.flatMap({ OutputDevice($0).file }) { outcome.recording = file }
        outcome.problems += problems + failures.withLock(\.self)
        if let entry, entry.state != .completed {
            let reason = entry.reason ?? "it was \(entry.state.rawValue)"
            // The settings, or a broken file, were told before.
            if reason != skipReason, !outcome.problems.contains(where: { $0.contains(reason) || reason.contains($0) }) {
                outcome.problems.append(reason)
            }
        } else if let entry, entry.heardMilliseconds ?? 0 == 0 {
            outcome.problems.append("nothing was heard: \(entry.reason ?? "the device is \(entry.device ?? "none")")")
        }
        return outcome
    }

    /// Tells which setting keeps the daemon from calling that prayer. What a person has set counts as wrong.
    ///
    /// - Returns: the reason that the ledger has for it; nil if no setting does.
    private func checkSettings(_ outcome: inout Outcome) -> String? {
        let (zone, now) = (parts.zone, LinuxClock().wall())
        let configuration = parts.configuration
        let forecasts = configuration.forecasts(
            parts.timetableSource(),
            in: zone,
            now: now,
            configuration.soundFacts(preferences),
            needsPlace: false
        )
        guard let forecast = forecasts.first(where: { $0.key.occasion == .adhan(prayer) }),
            let silence = forecast.silence, silence.cause.isSetting
        else { return nil }
        let adhan = StatusReport.Adhan(forecast, zone)
        let sentence = adhan.sentence(now: zone.formatted(now))
        if adhan.who == nil, !adhan.isFault {
            outcome.notes.append(sentence)
        } else {
            outcome.problems.append(sentence)
        }
        return silence.skipReason
    }

    /// Tells why the daemon's ledger cannot be read. There may be none yet.
    private func checkRealLedger(_ outcome: inout Outcome) {
        let file = parts.configuration.ledger.file
        guard access(file, F_OK) == 0 else { return }
        guard access(file, R_OK) == 0 || errno != EACCES else {
            // The service's group may read all but its ledger.
            return outcome.notes.append("the ledger is not checked: only root may read \(file)")
        }
        do {
            _ = try SQLiteLedger(file: file, access: .readOnly).entries(.first..<(.first))
        } catch {
            outcome.problems.append("\(error)")
        }
    }
}

/// A single day in which one prayer is due shortly and the others are hours away.
struct RehearsalTimetable: TimetableSource {
    package let day: PrayerDay

    init(_ prayer: Prayer, now: Instant, lead: Duration, zone: ZoneRules) {
        let at = (now + lead + .milliseconds(999)).flooredToSecond
        func time(_ other: Prayer) -> Instant {
            let order = Prayer.allCases
            guard let index = order.firstIndex(of: other), let due = order.firstIndex(of: prayer) else { return at }
            return at + .hours(2) * (index - due)
        }
        day = PrayerDay(
            date: zone.wall(at: at).date,
            fajr: time(.fajr),
            sunrise: time(.sunrise),
            dhuhr: time(.dhuhr),
            asr: time(.asr),
            maghrib: time(.maghrib),
            isha: time(.isha),
            source: .rehearsal
        )
    }

    package func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
        dates.contains(day.date) ? [day] : []
    }
}
