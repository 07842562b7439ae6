import AdhanSupport
import Logging
import AdhanAudio
import AdhanCore
import AdhanCaller
import Glibc

struct Rehearse {
    let options: BoxOptions
    /// Nil for the next one.
    let prayer: Prayer?
    let lead: Duration

    func run() throws {
        let (configuration, locations) = try options.load(whole: true)
        let desk = FetchDesk(runtime: locations.runtime)
        let parts = try DaemonParts(configuration, locations, desk.network)
        StderrLog.use(parts.zone)
        let queue = try LogQueue(StderrLog())
        defer { queue.flush(within: .seconds(1)) }
        let log = queue.logger
        let preferences = try options.preferences(whole: true)
        let outcome = try RehearsalReport.run(parts, prayer: prayer, lead: lead, preferences) {
            log.log(level: $0.level, "\($0.words(parts.zone))")
        }
        if !outcome.isGood { throw Ending(EX_UNAVAILABLE) }
    }
}

/// A rehearsal with a report on stdout.
enum RehearsalReport {
    /// - Parameters:
    ///   - prayer: nil for the next one.
    ///   - lead: how far in the future it is placed.
    static func run(
        _ parts: DaemonParts,
        prayer: Prayer?,
        lead: Duration,
        _ preferences: Preferences,
        tell: @escaping (Notice) -> Void
    ) throws -> Rehearsal.Outcome {
        let prayer = prayer ?? parts.nextPrayer()
        say("rehearsal  \(prayer.rawValue) in \(DurationText.format(lead)), with a temporary ledger")
        fflush(nil)
        let rehearsal = Rehearsal(parts: parts, prayer: prayer, lead: lead, preferences: preferences)
        let outcome = try rehearsal.run(tell: tell)
        for line in lines(outcome) { say(line) }
        fflush(nil)
        return outcome
    }

    private static func lines(_ outcome: Rehearsal.Outcome) -> [String] {
        var lines: [String] = []
        if let sound = outcome.sound { lines.append("file       \(sound)") }
        if let entry = outcome.entry {
            let heard = entry.heardMilliseconds ?? 0
            let whole = "\(heard) ms\(entry.state == .completed && heard > 0 ? ", whole" : "")"
            if let recording = outcome.recording {
                lines += ["device     none; to see why: adhand audio devices", "played     \(whole)"]
                lines.append("listen to  \(recording)")
            } else {
                lines += ["device     \(entry.device ?? "none")", "heard      \(whole)"]
            }
            lines.append("lateness   " + (entry.latenessMilliseconds.map { "\($0) ms" } ?? "nothing was heard"))
            lines.append("gap        \(entry.gapMilliseconds ?? 0) ms")
            lines.append("ledger     \(entry.state.rawValue)")
        }
        lines += outcome.notes.map { "note       \($0)" } + outcome.problems.map { "problem    \($0)" }
        if case .signalled(let who) = outcome.end { lines.append("problem    ended by \(who)") }
        let result =
            if outcome.isGood {
                "heard whole"
            } else if outcome.isGoodButForCard {
                "all in order but for the sound card: nobody heard it here"
            } else {
                "NOT in order"
            }
        lines.append("result     \(result)")
        return lines
    }
}

extension DaemonParts {
    /// The next prayer by the calculation.
    func nextPrayer() -> Prayer {
        let now = LinuxClock().wall()
        let window = Timetable.window(now: now, since: now, zone: zone)
        let timetable = Timetable(zone: zone, days: calculator.days(window), window: window, loadedAt: now)
        return timetable.next(after: now)?.key.occasion.prayer ?? .dhuhr
    }
}
