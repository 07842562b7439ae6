import AdhanAudio
import AdhanCore
import AdhanSupport

/// When the self-test is due: at the start, and once a day at a set time in the mosque's zone.
///
/// The test at the start makes up for one that was due while the box was off.
struct SelfTestPlan: Sendable {
    /// Seconds after the mosque's midnight; nil for a test at the start only.
    package let at: Int?
    /// The last test, by both clocks.
    private var last: (wall: Instant, monotonic: MonotonicInstant)?
    /// Whether the wall clock has been set since.
    private var wasSet = false
    /// The day whose test is done.
    private var day: CivilDate?

    /// A wall clock that differs from the monotonic one by more than this has been set.
    private static let step: Duration = .minutes(1)
    /// After the clock was set, the next test comes no sooner than this after the last.
    private static let shortestDay: Duration = .hours(12)

    init(at: Int?) { self.at = at }

    /// Whether a test is due. It then counts as made, so call it only when a test can begin.
    ///
    /// - Parameters:
    ///   - now: the wall clock, which may have been set.
    mutating func isDue(_ now: Instant, _ monotonic: MonotonicInstant, _ zone: ZoneRules) -> Bool {
        let latest = at.map { Self.day(of: $0, before: now, zone) }
        defer { day = latest }
        if let last {
            let lived = monotonic - last.monotonic
            let drift = now - last.wall - lived
            if drift > Self.step || drift < .zero - Self.step { wasSet = true }
            guard latest != day, !wasSet || lived >= Self.shortestDay else { return false }
        }
        (last, wasSet) = ((now, monotonic), false)
        return true
    }

    /// When the next daily test is due; nil where there is none.
    package static func next(_ at: Int?, after now: Instant, _ zone: ZoneRules) -> Instant? {
        at.map { zone.instant(day(of: $0, before: now, zone).adding(days: 1), secondOfDay: $0) }
    }

    /// The last day whose test time has passed.
    private static func day(of at: Int, before now: Instant, _ zone: ZoneRules) -> CivilDate {
        let today = zone.wall(at: now).date
        return zone.instant(today, secondOfDay: at) <= now ? today : today.adding(days: -1)
    }

}

extension SelfTestResult {
    /// Enough silence for a device to start and to drain.
    private static let silence: Duration = .milliseconds(300)

    /// Opens the first device that takes all formats of the recordings, and plays a little silence on it. It may block
    /// for as long as a sound server does.
    ///
    /// - Parameter playsSilence: false to only open the device.
    init(_ devices: [String], _ recordings: KeptRecordings, _ hooks: HooksConfiguration, playsSilence: Bool) {
        let problems = hooks.problems
        let probe = AudioProbe(devices, recordings.formats, silence: playsSilence ? Self.silence : .zero)
        self.init(
            devices: devices,
            device: probe.device,
            problem: probe.problem,
            faults: recordings.faults.map(\.problem),
            recordings: recordings.paths,
            hooks: HookOutcome.Kind.allCases.compactMap { problems[$0] },
            // The failure of a single device is told already.
            unknown: devices.count > 1 ? devices.compactMap(UnknownDevice.init).map(\.words) : []
        )
    }

    /// The result of a test that has not returned.
    ///
    /// - Parameters:
    ///   - file: the recording whose disk the test waits for; nil where it waits for a device.
    init(late devices: [String], _ recordings: [String], waitingFor file: String?, faults: [String]) {
        let device = Fault(.cardHung, detail: "\(devices.joined(separator: ", ")): no answer for a minute")
        self.init(
            devices: devices,
            device: nil,
            problem: file == nil ? device : nil,
            faults: (file.map { ["\($0): its disk or server has not answered for a minute"] } ?? []) + faults,
            recordings: recordings
        )
    }
}
