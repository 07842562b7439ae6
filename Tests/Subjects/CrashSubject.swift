import AdhanAudio
import AdhanCore
import AdhanLedger
import Glibc
import Synchronization

@testable import AdhanCaller
@testable import AdhanSupport

/// Runs the real loop, player and ledger on a timetable with a prayer every three seconds. `KillTests` kills it.
enum CrashSubject {
    static let ledger = "ADHAND_CRASH_LEDGER"
    /// The file in which each first audible sample is noted before it goes to the device.
    static let log = "ADHAND_CRASH_LOG"
    static let sound = "ADHAND_CRASH_SOUND"
    static let device = "ADHAND_CRASH_DEVICE"
    /// Set in the last run, which ends by itself once a prayer was called whole. A signal would not do: the test runner's threads do not
    /// block it as the daemon's do.
    static let endsWell = "ADHAND_CRASH_ENDS_WELL"
    /// The first second of the timetable, since 1970 UTC.
    static let origin = "ADHAND_CRASH_ORIGIN"

    static let spacing: Duration = .seconds(3)
    static let days = 60

    private static let environment = Environment.variables

    struct Unset: Error { let name: String }

    private static func value(_ name: String) throws -> String {
        guard let value = environment[name] else { throw Unset(name: name) }
        return value
    }

    /// Mosque dates that last fifteen seconds each, far enough ahead that the loop never forgets one.
    struct Timetable: TimetableSource {
        let days: [PrayerDay]

        init(origin: Instant) {
            let first = ZoneRules.utc.wall(at: origin).date.adding(days: 100)
            days = (0..<CrashSubject.days).map { index in
                let dawn = origin + CrashSubject.spacing * 5 * index
                func at(_ number: Int) -> Instant { dawn + CrashSubject.spacing * number }
                return PrayerDay(
                    date: first.adding(days: index),
                    fajr: at(0),
                    sunrise: at(0) + .seconds(1),
                    dhuhr: at(1),
                    asr: at(2),
                    maghrib: at(3),
                    isha: at(4),
                    source: .rehearsal
                )
            }
        }

        func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] { days }
    }

    /// Runs until it is killed, or ends well.
    ///
    /// - Throws: `Unset` for a variable that the environment lacks; what the loop cannot start without.
    static func run() throws {
        let ledgerFile = try value(ledger)
        let logFile = try value(log)
        let soundFile = try value(sound)
        let deviceName = try value(device)
        let origin = Instant(seconds: Int64(try value(origin)) ?? 0)
        let inHand = Mutex("nothing")
        var policy = SchedulePolicy()
        policy.grace = .seconds(1)
        let settings = DaemonLoop.Settings(zone: .utc, policy: policy, sounds: SoundPlan(adhan: Recordings(soundFile)))
        _ = try EventLoop(
            clock: LinuxClock(),
            ledger: SQLiteLedger(file: ledgerFile),
            marks: PendingRowFiles(folder: ledgerFile + ".marks")
        ).run(
            LoopSetup(settings: settings, source: Timetable(origin: origin)) { onEvent in
                witness(isUp(logFile), "up")
                return Player(
                    PlayerConfiguration(devices: [deviceName], leadIn: .milliseconds(500)),
                    open: { name, format, clock throws(AudioError) in
                        let output: any AudioOutput =
                            name == "paced"
                            ? SilentOutput(format: format, clock: clock)
                            : try ALSAOutput(name: name, format: format, clock: clock)
                        return WitnessedOutput(output) { witness(logFile, inHand.withLock { $0 }) }
                    },
                    onEvent: onEvent
                )
            },
            saved: SavedState()
        ) { notice in
            if case .armed(let due, _, _) = notice { inHand.withLock { $0 = due.key.description } }
            if case .unsaved(let entry, _) = notice, entry.state == .started {
                witness(unrecorded(logFile), entry.key.description)
            }
            guard case .settled(let entry) = notice else { return false }
            return environment[endsWell] != nil && entry.state == .completed
        }
    }

    /// The file that is there once the loop runs.
    static func isUp(_ log: String) -> String { log + ".up" }

    /// The file of the adhans whose row the disk had not taken after `DaemonLoop.commitPatience`, or refused.
    static func unrecorded(_ log: String) -> String { log + ".unrecorded" }

    /// Appends a line in one call, so that no kill can cut it.
    private static func witness(_ file: String, _ line: String) {
        let descriptor = open(file, O_WRONLY | O_APPEND | O_CREAT, 0o600)
        defer { close(descriptor) }
        let bytes = Array((line + "\n").utf8)
        _ = write(descriptor, bytes, bytes.count)
    }
}

/// A device that reports the first sample that is not silence before it passes it on.
private final class WitnessedOutput: AudioOutput {
    private let output: any AudioOutput
    private let witness: () -> Void
    private var wasHeard = false

    init(_ output: any AudioOutput, witness: @escaping () -> Void) {
        (self.output, self.witness) = (output, witness)
    }

    var name: String { output.name }
    // A null sink counts as a card, so that the whole path is tested.
    var isAudible: Bool { true }
    var format: SoundFormat { output.format }

    func write(_ samples: ArraySlice<Int16>) throws(AudioError) -> Acceptance {
        if !wasHeard, samples.contains(where: { $0 != 0 }) {
            wasHeard = true
            witness()
        }
        return try output.write(samples)
    }

    func delay() throws(AudioError) -> Int { try output.delay() }
    func drain(for duration: Duration) throws(AudioError) -> Bool { try output.drain(for: duration) }
    func drop() { output.drop() }
    func close() { output.close() }
}
