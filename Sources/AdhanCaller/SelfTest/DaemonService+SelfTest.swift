import Logging
import AdhanSupport
import AdhanAudio
import AdhanCore

/// Runs the self-test, which tries the sound unheard: at the start, once a day, repeatedly while it fails, once more
/// when its faults are mended, and when a person asks for it.
extension DaemonService {
    struct Test {
        package let devices: [String]
        /// The paths of the recordings.
        package let recordings: [String]
        let isScheduled: Bool
        package let since: MonotonicInstant
        var isLate = false
    }

    /// How often a failed test is repeated: a card may come up after the daemon, or be plugged in.
    private static let retryInterval: Duration = .seconds(30)
    /// No test begins this short before an adhan, which must find the card free:
    /// a minute, and half a minute for the test itself.
    private static let quietTime: Duration = .seconds(90)
    /// How often to check whether a test is due. The check costs as much as the rest of the service's tick.
    private static let lookInterval: Duration = .seconds(10)
    /// After this time a test counts as failed, because a device does not answer.
    private static let patience: Duration = .minutes(1)

    /// Called after each tick: begins a test where one is due and nothing sounds or is about to.
    func testIfDue(_ loop: DaemonLoop, _ now: Instant, _ monotonic: MonotonicInstant) {
        if let test, !test.isLate, monotonic - test.since > Self.patience {
            self.test?.isLate = true
            let faults = parts.recordings.faults.map(\.problem)
            // The recordings are read first, where they are read at all.
            let file = test.isScheduled ? parts.recordings.lookedAt : nil
            let late = SelfTestResult(late: test.devices, test.recordings, waitingFor: file, faults: faults)
            tested(late, test, loop, now)
        }
        guard test == nil, monotonic >= nextTestLook, mayTakeCard(loop.snapshot(now)) else { return }
        nextTestLook = Ticker.again(after: Self.lookInterval, from: monotonic)
        let isScheduled = plan.isDue(now, monotonic, loop.settings.zone)
        let isToRepeat = model.audioProblem != nil || model.isMended(parts.recordings)
        let isRetry = isToRepeat && lastTested.map { monotonic - $0 >= Self.retryInterval } ?? true
        guard isScheduled || isRetry else { return }
        beginTest(isScheduled: isScheduled, monotonic)
    }

    /// Begins a test because a person asks for it.
    func testNow(_ caller: ControlCaller, _ replier: ControlReplier, _ loop: DaemonLoop, _ now: Instant) {
        guard test == nil else { return replier.refuse(ControlFailure("a self-test is running already")) }
        guard mayTakeCard(loop.snapshot(now)) else {
            return replier.refuse(ControlFailure("not now: a sound plays, or a prayer is near; try again after it"))
        }
        log.notice("\(caller.name) has ordered a self-test")
        beginTest(isScheduled: true, LinuxClock().monotonic())
        replier.answer(Done("the self-test runs; its result: adhand status"))
    }

    /// - Parameter isScheduled: whether its result is reported in any case, and each recording is read again.
    private func beginTest(isScheduled: Bool, _ monotonic: MonotonicInstant) {
        let (audio, hooks) = (parts.configuration.audio, parts.configuration.hooks)
        let started = Test(
            devices: audio.devices,
            recordings: parts.recordings.paths,
            isScheduled: isScheduled,
            since: monotonic
        )
        // At the start each recording is read anyway. Later, a disk may have lost an unchanged file.
        let isThorough = isScheduled && lastTested != nil
        (test, lastTested) = (started, monotonic)
        let (recordings, watch, inbox) = (parts.recordings, recordingWatch, inbox)
        // Not behind another test: a sound server that hangs must not delay the devices of another config.
        ThreadPool.shared.perform("self-test") {
            if isScheduled { watch.checkRecordings(isThorough: isThorough) }
            let result = SelfTestResult(started.devices, recordings, hooks, playsSilence: audio.selfTest != nil)
            inbox.post(.service { $0.received(result, $1, $2) })
            // No adhan is near, and decoding the recordings has taken most of what the daemon ever needs.
            ProcessMemory.giveBack()
        }
    }

    func received(_ result: SelfTestResult, _ loop: DaemonLoop, _ now: Instant) {
        // The results of an earlier config are ignored.
        guard let test, result.devices == test.devices, result.recordings == test.recordings else { return }
        self.test = nil
        tested(result, test, loop, now)
    }

    /// Reports a result. That of a repetition is reported only where it has changed.
    private func tested(_ result: SelfTestResult, _ test: Test, _ loop: DaemonLoop, _ now: Instant) {
        let isNews = test.isScheduled || test.isLate || result != model.selfTest?.result
        if result.problem == nil, model.audioProblem != nil {
            log.notice("\(result.device ?? "a sound device") opens now")
        }
        // Where the recordings did not answer, no device was tried.
        if result.device != nil || result.problem != nil { model.opened(result.device, result.problem) }
        if isNews { loop.tell(.selfTest(result)) } else { model.tested(result, now) }
    }

    /// Whether nothing sounds, is about to sound, or is late and still tried.
    private func mayTakeCard(_ loop: LoopSnapshot) -> Bool {
        guard let timetable = loop.timetable, loop.isIdle else { return false }
        let grace = loop.settings.policy.grace
        return !timetable.occasions.contains { due in
            due.hasSound && due.at - loop.now <= Self.quietTime && loop.now - due.at <= grace
                && loop.memory[due.key]?.state.settles != true
        }
    }
}
