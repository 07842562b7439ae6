import AdhanSupport
import AdhanAudio
import AdhanCore

/// The part of the status that the loop does not hold, gathered from its notices.
struct StatusModel {
    /// When the process began.
    package let since: Instant
    /// Why the last config was refused; nil where it is in use.
    package var configurationProblem: String?
    /// What was last said of the ledger's disk. Whether it still holds, the loop knows.
    private var ledgerWords: String?
    private(set) var marksProblem: String?
    /// Why a ledger is not locked for this process, by the ledger's path.
    var lockProblems: [String: String] = [:]
    private var audio = Self.untried
    /// The device that opened last; nil where none has.
    private var device: String?
    private static let untried = StatusReport.State(state: "untried", words: "no device has been opened yet")
    private(set) var audioProblem: Fault?
    private(set) var soundProblems: [RecordingProblem] = []
    /// Why what people have ordered is not saved.
    var saveProblems: [StateFile: String] = [:]
    /// What is wrong with the daemon's own files.
    var stateProblems: [StatusReport.Problem] = []
    /// The iqamas of the coming week that there are not, though a rule was written or `[iqama]` is there.
    var iqamaProblems: [StatusReport.Problem] = []
    /// When each fault was first seen, by its id.
    private var firstSeen: [String: Instant] = [:]
    /// Why rules of the zone that were read earlier are used; nil while tzdata's are.
    var tzdataFault: TzdataFault?
    /// How the mirrors were last found, by their names.
    package var mirrors: [String: MirrorStatus] = [:]
    /// The hooks that failed when they last ran.
    private(set) var hookProblems: [HookOutcome.Kind: String] = [:]
    /// The latest occasions whose `before` nobody had begun in time, with the moments at which that was seen.
    private(set) var lateBefores: [(occasion: HookOccasion, at: Instant)] = []
    /// The hooks that cannot be started, by the last look at them.
    private(set) var hookFaults: [HookOutcome.Kind: String] = [:]
    package private(set) var selfTest: (result: SelfTestResult, at: Instant)?
    /// When a self-test last succeeded.
    private var lastFine: Instant?
    package var display = DisplayWatch()
    var notify = NotifyWatch(BootClock.now())
    /// The power cut before this boot; nil where there was none.
    var powerCut: RunRecord.PowerCut?
    /// The version that apt would install in place of this one, as `adhand sync` last found; nil where there is none.
    var newerVersion: String?
    /// What was last logged of the mosque's file: its faults and remarks.
    var timetableNotes: [String] = []

    /// A day has no more calls and iqamas.
    private static let mostLateBefores = 12

    init(since: Instant) { self.since = since }

    /// Uses a changed config. What was observed stays, unless it was of something that the config has no more.
    ///
    /// - Parameters:
    ///   - before: the config until now.
    ///   - recordings: the known faults of the new config's recordings.
    mutating func applyConfig(_ next: Configuration, after before: Configuration, recordings: [RecordingProblem]) {
        (soundProblems, timetableNotes, iqamaProblems) = (recordings, [], [])
        let isOtherCard = next.audio.devices != before.audio.devices
        if isOtherCard { (audio, audioProblem, device) = (Self.untried, nil, nil) }
        if isOtherCard || next.audio.files != before.audio.files { (selfTest, lastFine) = (nil, nil) }
        for kind in HookOutcome.Kind.allCases where next.hooks.command(of: kind) != before.hooks.command(of: kind) {
            (hookProblems[kind], hookFaults[kind]) = (nil, nil)
        }
    }

    package mutating func handle(_ notice: Notice, _ now: Instant) {
        switch notice {
        case .ledgerUnreadable(let problem): ledgerWords = problem
        case .marks(let place, let problem): marksProblem = problem.map { "the marks in \(place) \($0)" }
        case .unsaved(_, let problem): ledgerWords = problem
        case .armed(_, let device, let problem): opened(device, problem)
        case .auxiliary(_, .opened(let device, let problem)): opened(device, problem)
        case .began(_, _, let device), .found(_, let device, _): opened(device, nil)
        case .selfTest(let result): tested(result, now)
        case .lost(_, let fault), .notReady(_, let fault): opened(nil, fault)
        default: break
        }
    }

    /// What keeps rows from the ledger, or the ledger from being read; nil while nothing does.
    func ledgerProblem(_ loop: LoopSnapshot) -> String? {
        loop.isLedgerFailing ? ledgerWords ?? "rows wait for the ledger's disk" : nil
    }

    /// Notes the result of opening a device.
    package mutating func opened(_ device: String?, _ problem: Fault?) {
        (audioProblem, self.device) = (problem, problem == nil ? device : nil)
        audio =
            if let problem {
                .init(state: "failing", words: problem.sentence)
            } else if let words = device.flatMap({ OutputDevice($0).unheard }) {
                .init(state: "silent", words: words)
            } else {
                .init(state: "ok", words: "\(device ?? "a device") opens")
            }
    }

    package mutating func note(_ found: RecordingWatch.Findings) {
        (soundProblems, hookFaults) = (found.faults, found.hooks)
    }

    mutating func tested(_ result: SelfTestResult, _ now: Instant) {
        selfTest = (result, now)
        if result.isOK { lastFine = now }
    }

    mutating func hooked(_ outcome: HookOutcome, _ now: Instant) {
        if outcome.kind == .before, outcome.end == .notTaken {
            lateBefores = lateBefores.suffix(Self.mostLateBefores - 1) + [(outcome.occasion, now)]
        } else {
            hookProblems[outcome.kind] = outcome.problem
        }
    }

    /// Notes which faults there are now, for their beginnings.
    mutating func note(_ problems: [StatusReport.Problem], at now: Instant) {
        let ids = Set(problems.compactMap(\.id))
        firstSeen = firstSeen.filter { ids.contains($0.key) }
        for id in ids where firstSeen[id] == nil { firstSeen[id] = now }
    }

    /// - Parameter outlook: the days beyond the timetable, for the next of each kind; nil to leave them out.
    package func report(_ loop: LoopSnapshot, _ parts: DaemonParts, _ outlook: Timetable? = nil) -> StatusReport {
        let (now, zone, timetable) = (loop.now, loop.settings.zone, loop.timetable)
        let next = timetable?.next(after: now, besides: loop.memory)
        let mute = loop.saved.mute.flatMap { $0.covers(now) ? $0 : nil }
        let clock = clockState(loop)
        let facts = soundFacts(loop, parts)
        let adhans = AdhanForecast.all(loop.input, facts).map { StatusReport.Adhan($0, zone) }
        var problems = problems(loop, parts, clock)
        for index in problems.indices {
            let since = problems[index].id.flatMap { firstSeen[$0] } ?? now
            problems[index].since = zone.formatted(since.flooredToSecond)
            guard problems[index].call == nil else { continue }
            let first = adhans.first { $0.isFault && problems[index].silences($0) }
            problems[index].call = first.map { .init(occasion: $0.occasion, at: $0.at) }
        }
        var report = StatusReport(
            problems.isEmpty && !adhans.contains(where: \.isFault) ? .healthy : .degraded,
            parts.configuration.place,
            zone,
            now: now,
            since: since,
            today: loop.today,
            clock: clock,
            audio: audio,
            selfTest: selfTestState(parts, zone, now),
            timetable: .init(
                state: next?.source.rawValue ?? "empty",
                words: timetable.map { "in use since \(zone.spoken($0.loadedAt, at: now))" } ?? "not loaded yet"
            ),
            ledger: .init(
                state: ledgerProblem(loop) == nil ? (loop.isLedgerRead ? "ok" : "unread") : "failing",
                words: ledgerProblem(loop) ?? parts.configuration.ledger.file
            ),
            configuration: .init(
                state: configurationProblem == nil ? "ok" : "refused",
                words: configurationProblem ?? parts.configuration.file
                    ?? "there is no config file, so the defaults apply"
            ),
            problems: problems
        )
        report.adhans = adhans
        report.next = next.map { adhan($0, loop, facts) }
        let later = next.flatMap { sounding(insteadOf: $0, loop, outlook, facts) }
        report.nextSounding = later.map { adhan($0, loop, facts) }
        report.upcoming = upcoming(loop, outlook, facts)
        report.hijri = loop.hijri?.description
        report.today = (timetable?.adhans ?? []).filter { $0.key.date == loop.today }.map { today($0, loop, facts) }
        (report.sounding, report.starting) = (loop.sounding, loop.starting)
        report.preparing = loop.sounding == nil ? loop.preparing.map { "\($0.key)" } : nil
        report.sources = sources(loop, parts)
        report.display = display.state(BootClock.now(), now, zone)
        (report.mutedUntil, report.mutedBy) = (mute.map { zone.formatted($0.until) }, mute?.who)
        let set = loop.preferencesInForce.map { "\($0.key.name) \($0.value?.text ?? "default") by \($0.who)" }
        report.settings = set.isEmpty ? nil : set
        report.counts = StatusReport.Counts(loop.tally, zone)
        report.mirrors = mirrors(loop, parts)
        report.newer = parts.configuration.updates.isTold ? newerVersion : nil
        return report
    }

    private func today(_ due: ScheduledOccasion, _ loop: LoopSnapshot, _ facts: SoundFacts) -> StatusReport.Today {
        let day = loop.timetable?.days.first { $0.date == due.key.date }
        let begins = due.key.occasion.prayer.flatMap { day?[$0] }
        var today = StatusReport.Today(due, loop.settings.zone, begins: begins)
        guard loop.memory[due.key] == nil else {
            today.state = loop.memory[due.key]?.state.rawValue
            return today
        }
        let isOver = due.end(loop.settings.policy.grace) <= loop.now && due.leftTo == nil
        today.withheld = isOver ? nil : silence(of: due, loop, facts)
        today.isBeforeFirstStart = loop.input.isBeforeFirstStart(due) ? true : nil
        return today
    }

    /// What is known of the sounds ahead.
    func soundFacts(_ loop: LoopSnapshot, _ parts: DaemonParts) -> SoundFacts {
        var facts = parts.configuration.soundFacts(loop.saved.preferences)
        facts.recordings = parts.recordings.facts
        if let audioProblem {
            facts.device = .fails(audioProblem)
        } else if let device {
            facts.device = OutputDevice(device).unheard.map { .unheard(device, because: $0) } ?? .opens(device)
        }
        facts.clock =
            loop.trust.map { $0.fault(loop.settings.zone, now: loop.now).map { .untrusted($0) } ?? .trusted }
            ?? .untested
        return facts
    }

    /// Why nobody will hear that occasion; nil where it will be heard as far as is known.
    private func silence(of due: ScheduledOccasion, _ loop: LoopSnapshot, _ facts: SoundFacts) -> String? {
        guard let timetable = loop.timetable,
            let silence = AdhanForecast.of(due, loop.input, timetable, facts).silence
        else { return nil }
        return silence.skipReason ?? silence.reason
    }

    private func adhan(_ due: ScheduledOccasion, _ loop: LoopSnapshot, _ facts: SoundFacts) -> StatusReport.Next {
        StatusReport.Next(due, at: loop.now, loop.settings.zone, withheld: silence(of: due, loop, facts))
    }

    /// The first adhan after that one that will sound; nil where that one will, or none is known.
    private func sounding(
        insteadOf due: ScheduledOccasion,
        _ loop: LoopSnapshot,
        _ outlook: Timetable?,
        _ facts: SoundFacts
    ) -> ScheduledOccasion? {
        // Without them, a year of times is looked through in vain.
        guard silence(of: due, loop, facts) != nil, facts.soundsAtAll else { return nil }
        return [loop.timetable, outlook].lazy.compactMap { timetable in
            timetable?.adhans.first {
                $0.at > due.at && loop.memory[$0.key]?.state.settles != true && silence(of: $0, loop, facts) == nil
            }
        }.first
    }

    private func upcoming(_ loop: LoopSnapshot, _ outlook: Timetable?, _ facts: SoundFacts) -> [StatusReport.Upcoming] {
        Occasion.Kind.allCases.filter { $0 != .adhan }
            .compactMap { kind in
                [loop.timetable, outlook].lazy
                    .compactMap { $0?.next(kind, after: loop.now, besides: loop.memory) }.first
            }
            .sorted { $0.at < $1.at }
            .map { due in
                let isKhutbah = due.key.occasion.kind == .jumuah
                let iqama = isKhutbah ? loop.settings.rules.jumuah.prayer(after: due.at) : nil
                let withheld = due.hasSound ? silence(of: due, loop, facts) : nil
                return .init(due, loop.settings.zone, iqama: iqama, withheld: withheld)
            }
    }

    private func selfTestState(_ parts: DaemonParts, _ zone: ZoneRules, _ now: Instant) -> StatusReport.SelfTest {
        let at = parts.configuration.audio.selfTest
        let isMended = isMended(parts.recordings)
        let mended = "what it found wrong is mended; it runs again within a minute, or after an adhan that is near"
        return StatusReport.SelfTest(
            state: isMended ? "untried" : selfTest.map { $0.result.isOK ? "ok" : "failing" } ?? "untried",
            words: isMended
                ? mended : selfTest.map(\.result.words) ?? "not yet: it waits until no adhan sounds or is near",
            at: selfTest.map { zone.formatted($0.at.flooredToSecond) },
            lastFine: lastFine.map { zone.formatted($0.flooredToSecond) },
            next: SelfTestPlan.next(at, after: now, zone).map(zone.formatted)
        )
    }

    /// Whether all faults of the last self-test have gone since, and the next test has not run yet. A playback tells of
    /// the card, the watches of the rest.
    func isMended(_ recordings: KeptRecordings) -> Bool {
        selfTest?.result.isOK == false && audioProblem == nil && soundProblems.isEmpty && hookFaults.isEmpty
            && recordings.stalled == nil
    }

    private func clockState(_ loop: LoopSnapshot) -> StatusReport.State {
        guard let trust = loop.trust else { return .init(state: "unknown", words: "it is being looked at") }
        let (zone, now) = (loop.settings.zone, loop.now)
        return .init(state: trust.state, words: trust.fault(zone, now: now)?.sentence ?? trust.reason(zone, now: now))
    }
}
