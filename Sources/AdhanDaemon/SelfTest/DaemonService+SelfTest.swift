import AdhanAudio
import AdhanConfig
import AdhanCore
import AdhanEngine
import AdhanSystem
import Dispatch
import Logging

/// The sound tried out unheard: at the start, once a day, and again and again while it fails, and once what it found is put right.
extension DaemonService {
    /// A test that is under way.
    package struct Test {
        package let devices: [String]
        /// By their paths.
        package let recordings: [String]
        package let isScheduled: Bool
        /// Monotonic.
        package let since: Duration
        package var isLate = false
    }

    /// How often one that failed is repeated: a card may come up after the daemon, or be plugged in.
    private static let retryInterval: Duration = .seconds(30)
    /// An adhan this near is not to find its card taken: a minute, and half of one for the test itself.
    private static let quietTime: Duration = .seconds(90)
    /// A test need not begin at its second, and to look whether one is due costs as much as the rest of the caretaker's tick.
    private static let lookInterval: Duration = .seconds(5)
    /// A device that has not answered for so long will not.
    private static let patience: Duration = .minutes(1)

    /// After each tick: begins a test where one is due and nothing sounds or is about to. What is due meanwhile waits.
    package func testIfDue(_ loop: DaemonLoop, _ now: Instant, _ monotonic: Duration) {
        if let test, !test.isLate, monotonic - test.since > Self.patience {
            self.test?.isLate = true
            let faults = assembly.recordings.faults.map(\.problem)
            // The recordings are read first, where they are read at all.
            let file = test.isScheduled ? assembly.recordings.lookedAt : nil
            let late = SelfTestResult(late: test.devices, test.recordings, waitingFor: file, faults: faults)
            tested(late, test, loop, now)
        }
        guard test == nil, monotonic >= nextTestLook, mayTakeCard(loop.snapshot(now)) else { return }
        nextTestLook = monotonic + Self.lookInterval
        let isScheduled = plan.isDue(now, monotonic, loop.settings.zone)
        let isToRepeat = model.audioProblem != nil || isMended
        let isRetry = isToRepeat && lastTested.map { monotonic - $0 >= Self.retryInterval } ?? true
        guard isScheduled || isRetry else { return }
        let (audio, hooks) = (assembly.configuration.audio, assembly.configuration.hooks)
        let worker: Worker
        do {
            worker = try Worker("self-test")
        } catch {
            // Tried again at the next tick; the doctor looks at the same things.
            return
        }
        let started = Test(
            devices: audio.devices,
            recordings: assembly.recordings.paths,
            isScheduled: isScheduled,
            since: monotonic
        )
        // At the start each is read anyhow; later on the disk may have lost what it once had.
        let isThorough = isScheduled && lastTested != nil
        (test, lastTested) = (started, monotonic)
        let (recordings, watch, inbox) = (assembly.recordings, recordingWatch, inbox)
        // A thread of its own: a sound server that hangs is to hold up nothing else, nor the devices of another config.
        worker.perform {
            if isScheduled { watch.look(isThorough: isThorough) }
            let result = SelfTestResult(started.devices, recordings, hooks, playsSilence: audio.selfTest != nil)
            inbox.post(.service(.tested(result)))
        }
    }

    package func received(_ result: SelfTestResult, _ loop: DaemonLoop, _ now: Instant) {
        // Those of the config before have nothing to say any more.
        guard let test, result.devices == test.devices, result.recordings == test.recordings else { return }
        self.test = nil
        tested(result, test, loop, now)
    }

    /// A repetition is told of only where it has another end.
    private func tested(_ result: SelfTestResult, _ test: Test, _ loop: DaemonLoop, _ now: Instant) {
        let isNews = test.isScheduled || test.isLate || result != lastResult
        lastResult = result
        if result.problem == nil, model.audioProblem != nil {
            log.notice("\(result.device ?? "a sound device") opens now")
        }
        // Where the recordings did not answer, no device was tried.
        if result.device != nil || result.problem != nil { model.opened(result.device, result.problem) }
        if isNews { loop.tell(.selfTest(result)) } else { model.tested(result, now) }
    }

    /// Whether all that the last one found wrong has been put right since: the card by a sound that was heard on it, the rest by
    /// the looks at it.
    private var isMended: Bool {
        guard let lastResult, model.soundProblems.isEmpty, model.hookFaults.isEmpty else { return false }
        return !lastResult.isOK
    }

    /// Whether nothing sounds, is about to, or is late and still looked for.
    private func mayTakeCard(_ loop: LoopSnapshot) -> Bool {
        guard let timetable = loop.timetable, loop.isIdle else { return false }
        let grace = loop.settings.policy.grace
        return !timetable.adhans.contains { due in
            due.at - loop.now <= Self.quietTime && loop.now - due.at <= grace
                && loop.memory[due.key]?.state.settles != true
        }
    }
}
