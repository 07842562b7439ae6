import AdhanCore
import AdhanLedger
import AdhanTestSupport
import Synchronization
import Testing

@testable import AdhanCaller
@testable import AdhanTimetables

/// A box on virtual time, over several runs of its process: `start`, `kill` and `run` are what happens to a real one. The ledger and the
/// marks outlive a run; the player and everything in memory do not.
final class VirtualBox {
    let ledger: LedgerOnADisk
    let marks = InMemoryMarks()
    private(set) var source: any TimetableSource
    var settings: DaemonLoop.Settings
    var saved = SavedState()
    /// The network sources.
    var remotes: [RemoteSource] = []
    /// All notices, with their times.
    private(set) var notices: [(at: Instant, notice: Notice)] = []
    /// Every adhan whose first sample was played, over all runs.
    private(set) var called: [(key: OccasionKey, at: Instant)] = []
    /// What was announced without a recording, with its second and the number of the run.
    private(set) var announced: [(key: OccasionKey, due: Instant, at: Instant, life: Int)] = []
    private var lives: Int { started.count }
    /// When the processes were started.
    private(set) var started: [Instant] = []
    /// The adhans that were called before the process had read the ledger, so that it did not know what earlier ones had called.
    private(set) var calledUnread: [(key: OccasionKey, at: Instant)] = []
    /// When each of them was due, by the timetable of that time.
    private(set) var dues: [OccasionKey: Instant] = [:]
    /// How many began while the clock was not trusted.
    private(set) var calledUntrusted = 0
    /// What began while a khutbah lasted, by the clock and zone of that time.
    private(set) var calledInKhutbah: [OccasionKey] = []
    /// The adhans that began although they were muted.
    private(set) var calledMuted: Set<OccasionKey> = []
    private(set) var refreshes = 0
    /// How often the days were loaded with the reason `start`.
    private(set) var starts = 0
    /// How many reloads were taken up.
    private(set) var reloads = 0
    /// The first prayer that was not called only because the ledger refused its row.
    private(set) var refusedToCall: String?
    private var trust: ClockTrust?
    /// Whether the process has read the ledger.
    private(set) var hasRead = false
    /// Gets every notice.
    var follower: ((Notice) -> Void)?
    private(set) var player: VirtualPlayer
    private(set) var life: Simulation?
    /// How long every recording of the next process lasts.
    var soundLength: Duration
    /// The time while no process runs.
    private var off: Instant

    /// The pace of both disks.
    var paces = (ledger: DiskPace.prompt, marks: DiskPace.prompt) {
        didSet {
            life?.setPace(ledger: paces.ledger, marks: paces.marks)
        }
    }
    /// Whether the ledger's disk answers; false where it hangs.
    var diskAnswers: Bool {
        get { paces.ledger.delay != nil }
        set { paces.ledger = newValue ? .prompt : .hung }
    }

    init(
        at now: Instant,
        source: any TimetableSource = PlainSource(),
        ledger: LedgerOnADisk = .inMemory(),
        soundLength: Duration = .seconds(30),
        policy: SchedulePolicy = SchedulePolicy(),
        zone: ZoneRules = .utc
    ) {
        (off, self.source, self.ledger, self.soundLength) = (now, source, ledger, soundLength)
        var sounds = SoundPlan(adhan: Recordings("adhan.mp3"))
        for prayer in Prayer.called { sounds.ofPrayers[prayer] = Recordings("\(prayer.rawValue).mp3") }
        settings = DaemonLoop.Settings(zone: zone, policy: policy, sounds: sounds)
        player = VirtualPlayer(now: now, length: soundLength)
    }

    var now: Instant { life?.now ?? off }

    /// Starts the process.
    func start() {
        let (behaviour, missing) = (player.behaviour, player.missing)
        player = VirtualPlayer(now: now, length: soundLength)
        (player.behaviour, player.missing) = (behaviour, missing)
        (trust, hasRead) = (nil, false)
        started.append(now)
        ledger.reopen()
        life = Simulation(
            settings,
            saved: saved,
            source: source,
            ledger: ledger,
            marks: marks,
            player: player,
            now: now,
            ledgerPace: paces.ledger,
            marksPace: paces.marks,
            remotes: remotes
        ) { [unowned self] notice, moment in
            hear(notice, moment)
        }
    }

    private func hear(_ notice: Notice, _ moment: Instant) {
        notices.append((moment, notice))
        follower?(notice)
        switch notice {
        case .ledgerLoaded: hasRead = true
        case .began(let due, let at, _):
            called.append((due.key, at))
            if !hasRead { calledUnread.append((due.key, at)) }
            dues[due.key] = due.at
            if isInKhutbah(at, besides: due.key.occasion) { calledInKhutbah.append(due.key) }
            if let mute = saved.mute, mute.who(mutes: due, at: due.at) != nil || mute.from < at && mute.covers(at) {
                calledMuted.insert(due.key)
            }
            if settings.asksClock, trust?.isTrusted != true { calledUntrusted += 1 }
        case .reached(let due):
            announced.append((due.key, due.at, moment, lives))
            if isInKhutbah(moment, besides: due.key.occasion) { calledInKhutbah.append(due.key) }
        case .clock(let found, _): trust = found
        case .refreshed(let reason, _):
            refreshes += 1
            if reason == .start { starts += 1 }
        case .refused(let entry, let reason) where entry.state == .started && hasRead:
            // Its row may have waited since before the ledger was read.
            if calledUnread.contains(where: { $0.key == entry.key }) { break }
            refusedToCall = refusedToCall ?? "\(entry.key): \(reason)"
        default: break
        }
    }

    /// Whether a khutbah of the rules lasts that the occasion does not open.
    private func isInKhutbah(_ moment: Instant, besides occasion: Occasion) -> Bool {
        let wall = settings.zone.wall(at: moment)
        guard wall.date.weekday == 5, let times = settings.rules.jumuah.times.usual else { return false }
        return times.times.enumerated().contains { index, time in
            guard case .clock(let begin) = time else { return false }
            return occasion != .jumuah(index + 1) && begin <= wall.secondOfDay
                && wall.secondOfDay < begin + settings.rules.jumuah.khutbah
        }
    }

    /// Kills the process; what it had in memory is lost.
    func kill() {
        off = now
        life = nil
    }

    /// Advances the time while no process runs.
    func wait(until moment: Instant) { off = moment }

    /// Kills the process, and starts it again at that time.
    func losePower(until moment: Instant) {
        kill()
        wait(until: moment)
        start()
    }

    /// Sets the wall clock while the loop runs.
    func stepClock(to moment: Instant) {
        player.stepWall(by: now.duration(to: moment))
        life?.stepClock(to: moment)
    }

    func run(until end: Instant) { life?.run(until: end) }

    /// Reloads a changed config.
    ///
    /// - Parameters:
    ///   - source: the new config's days; nil to keep them.
    ///   - behaviour: that of the new config's player; nil to keep it.
    func reload(from source: (any TimetableSource)? = nil, finding behaviour: VirtualPlayer.Behaviour? = nil) {
        self.source = source ?? self.source
        let next = VirtualPlayer(now: now, length: soundLength)
        life?.reload(settings, source: self.source, player: next) { [unowned self] in
            // It may take a while: the current sound ends first.
            (next.behaviour, next.missing) = (behaviour ?? player.behaviour, player.missing)
            player = next
            reloads += 1
            // Each config has a watch of its own, which looks at tzdata at once: it may have changed while the reload waited.
            life?.post(.zone(settings.zone))
        }
    }

    func stop(by who: String) { life?.stop(by: who) }

    /// A person mutes what falls due until then. The mute outlives a restart, like the daemon's file.
    func mute(until end: Instant, ending: OccasionKey? = nil, by who: String = "amina") {
        let order = Mute(from: now, until: end, ending: ending, who: who)
        saved.mute = saved.mute?.adding(order) ?? order
        life?.ask { loop, now in loop.mute(order, now) }
    }

    /// The same as a person types it. Without a process nothing happens.
    func mute(_ typed: String, by who: String = "amina") throws {
        try life?.ask { loop, now in
            loop.mute(try MuteText.parse(typed, loop.input(now), settings.zone, by: who), now)
            saved.mute = loop.saved.mute
        }
    }

    func unmute(by who: String = "amina") {
        saved.mute = nil
        life?.ask { loop, _ in loop.unmute(by: who) }
    }

    /// A person stops the sound.
    ///
    /// - Returns: what was stopped; nil where nothing sounds.
    @discardableResult
    func stopSound(by who: String = "amina") -> String? { life?.ask { loop, _ in loop.stopSound(by: who) } ?? nil }

    /// A person starts a trial.
    func play(_ file: String, by who: String = "amina") throws {
        _ = try life?.ask { try $0.play(SoundChoice(file: file), by: who, $1) }
    }

    var isFinished: Bool { life?.isFinished ?? true }

    /// The rows and notices of an occasion, for a test's message.
    func account(_ key: OccasionKey, near moment: Instant? = nil) -> String {
        // A test may have made the ledger unreadable.
        let rows = try? ledger.entries(key.date..<key.date.adding(days: 1))  // reason: see above
        let row = rows?.first { $0.key == key }
        let near =
            moment.map { moment in notices.filter { abs(($0.at - moment).wholeMilliseconds) < 86_400_000 } } ?? notices
        let told = near.suffix(40).map { "\(settings.zone.formatted($0.at)) \($0.notice.words(settings.zone))" }
        return "row \(row.map { "\($0.state.rawValue) \($0.reason ?? "")" } ?? "none");\n"
            + told.joined(separator: "\n")
    }

    /// The ledger's row of an occasion.
    func row(_ date: String, _ prayer: Prayer) throws -> LedgerEntry? {
        let date = try CivilDate(date)
        return try ledger.entries(date..<date.adding(days: 1)).first { $0.key.occasion == .adhan(prayer) }
    }
}

extension VirtualBox {
    /// A box with rules, in which the occasions of these kinds have recordings.
    convenience init(
        at now: Instant,
        _ rules: MosqueRules,
        sounding kinds: [Occasion.Kind] = [],
        source: any TimetableSource = PlainSource(),
        soundLength: Duration = .seconds(30),
        zone: ZoneRules = .utc
    ) {
        self.init(at: now, source: source, soundLength: soundLength, zone: zone)
        settings.rules = rules
        for kind in kinds { settings.sounds.ofOccasions[kind] = Recordings("\(kind.rawValue).mp3") }
    }

    /// What was heard or announced, in order: date, time and name.
    var story: [String] {
        notices.compactMap { _, notice in
            switch notice {
            case .began(let due, let at, _): (due.key, at)
            case .reached(let due): (due.key, due.at)
            default: nil
            }
        }.map { key, at in
            let wall = settings.zone.wall(at: at)
            return "\(wall.date.description.dropFirst(5)) \(ClockText.format(wall.secondOfDay)) \(key.occasion.name)"
        }
    }

    /// The part of the story with that word.
    func story(of word: String) -> [String] { story.filter { $0.contains(word) } }

    /// The ledger's rows of a date, with their reasons.
    func rows(_ date: String) throws -> [String] {
        let date = try CivilDate(date)
        return try ledger.entries(date..<date.adding(days: 1)).sorted { $0.due < $1.due }.map(\.account)
    }
}

extension LedgerEntry {
    /// `adhan-dhuhr skipped: muted, by amina`.
    var account: String {
        let words = [reason, who.map { "by \($0)" }].compactMap(\.self).joined(separator: ", ")
        return "\(key.occasion.name) \(state.rawValue)" + (words.isEmpty ? "" : ": \(words)")
    }
}

extension LedgerOnADisk {
    static func inMemory() -> LedgerOnADisk {
        let ledger = InMemoryLedger()
        return LedgerOnADisk { ledger }
    }

    static func file(_ path: String) -> LedgerOnADisk { LedgerOnADisk { SQLiteLedger(file: path) } }
}

extension VirtualPlayer: SimulatedPlayer {}

/// Marks in memory that outlive the process, like those in the runtime directory.
final class InMemoryMarks: PendingRowStore {
    let place = "memory"
    private let entries = Mutex<[OccasionKey: LedgerEntry]>([:])
    private let isFull = Atomic(false)

    /// Whether there is no room for a mark.
    var refuses: Bool {
        get { isFull.load(ordering: .relaxed) }
        set { isFull.store(newValue, ordering: .relaxed) }
    }

    func load() -> [LedgerEntry] { entries.withLock { $0.values.sorted { $0.due < $1.due } } }

    func save(_ entry: LedgerEntry) -> String? {
        guard !refuses else { return "No space left on device" }
        entries.withLock { $0[entry.key] = entry }
        return nil
    }

    func remove(_ key: OccasionKey) { entries.withLock { $0[key] = nil } }

    /// A power cut: the marks are lost.
    func removeAll() { entries.withLock { $0 = [:] } }
}

extension DaemonLoop {
    /// The reasons why occasions have not been called.
    var obstacles: [OccasionKey: MissReason] { notes.all.compactMapValues(\.obstacle) }
}
