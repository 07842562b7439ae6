import AdhanAudio
import AdhanClock
import AdhanConfig
import AdhanControl
import AdhanCore
import AdhanEngine
import AdhanHooks

/// What is known of the daemon beside the loop's own state, gathered from its notices.
package struct StatusModel {
    /// The process' start.
    package let since: Instant
    /// Why the last config was not taken up; nil where the running one is the last.
    package var configurationProblem: String?
    private var clock: ClockTrust?
    package private(set) var ledgerProblem: String?
    package private(set) var marksProblem: String?
    /// Why a ledger is not locked for this process, by its path.
    package var lockProblems: [String: String] = [:]
    private var audio = StatusReport.State(state: "untried", words: "no device has been opened yet")
    package private(set) var audioProblem: String?
    package private(set) var soundProblems: [String] = []
    package private(set) var muteProblem: String?
    /// Of each program around a sound that failed when it was last run.
    package private(set) var hookProblems: [HookOutcome.Kind: String] = [:]
    /// Of each that could not even be started, as the last look at them has found.
    package private(set) var hookFaults: [HookOutcome.Kind: String] = [:]
    private var selfTest: (result: SelfTestResult, at: Instant)?
    /// When all was last in order.
    private var lastFine: Instant?
    package var timetableProblems: [String] = []

    package init(since: Instant) { self.since = since }

    /// A new config: what was known of devices and files was known of other ones.
    ///
    /// - Parameters:
    ///   - recordings: what is known to be wrong with those of the new one.
    ///   - keepsTest: whether the last self-test was of the same devices and recordings, and still waits for one of them.
    package mutating func restart(recordings: [String], keepsTest: Bool) {
        let before = self
        self = StatusModel(since: since)
        (configurationProblem, clock) = (before.configurationProblem, before.clock)
        (ledgerProblem, muteProblem) = (before.ledgerProblem, before.muteProblem)
        (marksProblem, lockProblems) = (before.marksProblem, before.lockProblems)
        soundProblems = recordings
        if keepsTest { (selfTest, audio, audioProblem) = (before.selfTest, before.audio, before.audioProblem) }
    }

    package mutating func hear(_ notice: Notice, _ now: Instant) {
        switch notice {
        case .clock(let found, _): clock = found
        case .recalled, .saved: ledgerProblem = nil
        case .ledgerUnreadable(let problem): ledgerProblem = problem
        case .marks(let place, let problem): marksProblem = problem.map { "the marks in \(place) \($0)" }
        case .unsaved(_, let problem): ledgerProblem = problem
        case .armed(_, let device, let problem): opened(device, problem)
        case .auxiliary(_, .playing(let device, let problem)): opened(device, problem)
        case .began(_, _, let device), .found(_, let device, _): opened(device, nil)
        case .selfTest(let result): tested(result, now)
        case .notReady(_, let problem), .lost(_, let problem): opened(nil, problem)
        default: break
        }
    }

    /// What came of opening a device.
    package mutating func opened(_ device: String?, _ problem: String?) {
        audioProblem = problem
        audio =
            if let problem {
                .init(state: "failing", words: problem)
            } else if let words = device.flatMap({ DeviceKind($0).unheard }) {
                .init(state: "silent", words: words)
            } else {
                .init(state: "ok", words: "\(device ?? "a device") opens")
            }
    }

    /// - Returns: whether something else is wrong than before.
    package mutating func looked(at faults: [String], hooks: [HookOutcome.Kind: String]) -> Bool {
        let before = (soundProblems, hookFaults)
        (soundProblems, hookFaults) = (faults, hooks)
        return before != (soundProblems, hookFaults)
    }

    package mutating func tested(_ result: SelfTestResult, _ now: Instant) {
        selfTest = (result, now)
        if result.isOK { lastFine = now }
    }

    package mutating func hooked(_ outcome: HookOutcome) {
        hookProblems[outcome.kind] = outcome.problem
    }

    package mutating func mute(_ problem: String?) { muteProblem = problem }

    package func report(_ loop: LoopSnapshot, _ assembly: Assembly) -> StatusReport {
        let (now, zone, settings, timetable) = (loop.now, loop.settings.zone, loop.settings, loop.timetable)
        let place = assembly.configuration.place
        let next = timetable?.next(after: now, besides: loop.memory)
        let mute = settings.policy.mute.flatMap { $0.until > now ? $0 : nil }
        let clock = clockState(settings, zone, now)
        let problems = problems(loop, assembly, clock)
        return StatusReport(
            health: problems.isEmpty ? .healthy : .degraded,
            version: Release.version,
            now: zone.formatted(now.flooredToSecond),
            since: zone.formatted(since.flooredToSecond),
            place: .init(
                name: place.place.name,
                latitude: place.place.coordinates.latitude,
                longitude: place.place.coordinates.longitude,
                timezone: zone.name,
                isSet: place.isSet
            ),
            next: next.map { due in
                .init(
                    prayer: due.key.occasion.prayer?.rawValue ?? due.key.occasion.name,
                    date: due.key.date.description,
                    at: zone.formatted(due.at),
                    inSeconds: (due.at - now).components.seconds,
                    source: due.source.rawValue,
                    withheld: settings.policy.withholding(due)?.reason
                )
            },
            date: loop.today.description,
            today: (timetable?.adhans ?? []).filter { $0.key.date == loop.today }.map { due in
                .init(
                    prayer: due.key.occasion.prayer?.rawValue ?? due.key.occasion.name,
                    at: zone.formatted(due.at),
                    state: loop.memory[due.key]?.state.rawValue
                )
            },
            sounding: loop.sounding,
            clock: clock,
            audio: .init(
                state: audio.state,
                words: ([audio.words] + silences(loop, assembly).filter { !$0.isFault }.map(\.words))
                    .joined(separator: "; ")
            ),
            selfTest: selfTestState(assembly, zone, now),
            timetable: .init(
                state: next?.source.rawValue ?? "empty",
                words: timetable.map { "taken over at \(zone.formatted($0.loadedAt.flooredToSecond))" }
                    ?? "not loaded yet"
            ),
            sources: sources(loop, assembly),
            ledger: .init(
                state: ledgerProblem == nil ? (loop.remembers ? "ok" : "unread") : "failing",
                words: ledgerProblem ?? assembly.configuration.ledger.file
            ),
            configuration: .init(
                state: configurationProblem == nil ? "ok" : "refused",
                words: configurationProblem ?? assembly.configuration.file
                    ?? "there is no config file: the defaults stand"
            ),
            mutedUntil: mute.map { zone.formatted($0.until) },
            mutedBy: mute?.who,
            problems: problems
        )
    }

    private func selfTestState(_ assembly: Assembly, _ zone: ZoneRules, _ now: Instant) -> StatusReport.SelfTest {
        let at = assembly.configuration.audio.selfTest
        // What is mended is no fault any more, and not tried yet.
        let isMended =
            selfTest?.result.isOK == false && audioProblem == nil && soundProblems.isEmpty && hookFaults.isEmpty
            && assembly.recordings.silent == nil
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

    private func clockState(_ settings: DaemonLoop.Settings, _ zone: ZoneRules, _ now: Instant) -> StatusReport.State {
        guard settings.asksClock else {
            let clock = ClockTrust.assumed(.configured)
            return .init(state: clock.state, words: clock.words(zone, now: now))
        }
        guard let clock else { return .init(state: "unknown", words: "it has not been looked at yet") }
        return .init(state: clock.state, words: clock.words(zone, now: now))
    }
}
