import Logging
import AdhanTimetables
import AdhanSupport
import AdhanCore

/// Reports the timetable's faults and its end, and answers `refresh`.
extension DaemonService {
    /// How many faults of a timetable are logged; a year of them would fill the journal.
    private static let problemsSaid = 20

    /// The mosque's file was read for a `refresh` request.
    func timetableRead(isUrgent: Bool, _ replier: ControlReplier, _ loop: DaemonLoop, _ now: Instant) {
        if model.timetableNotes != parts.timetableFile?.notes ?? [] {
            noteTimetable(today: loop.settings.zone.wall(at: now).date)
        }
        let resting = parts.remotes.compactMap { remote in remote.rest(now).map { (remote.name, $0) } }
        let next = loop.refresh(askedAt: now, isUrgent: isUrgent)
        let rests = words(resting, loop.settings.zone, isUrgent: isUrgent)
        replier.answer(Done(refreshed(next, now, isUrgent: isUrgent) + rests))
    }

    /// Logs what is wrong with the mosque's file from today on, the soonest first, and what is used all the same.
    func noteTimetable(today: CivilDate) {
        model.timetableNotes = parts.timetableFile?.notes ?? []
        guard let file = parts.timetableFile else { return }
        let problems = file.problems(from: today, beside: nil)
        for problem in problems.prefix(Self.problemsSaid) { log.warning("\(problem)") }
        let more = problems.count - Self.problemsSaid
        if more > 0 {
            log.warning("and \(more) more faults in the timetable: adhand timetable check \(shellWord(file.place))")
        }
        for remark in file.remarks(from: today).prefix(Self.problemsSaid) { log.info("\(remark)") }
    }

    /// Logs that the mosque's file ends, at the start and at each refresh.
    func sayReach(today: CivilDate) {
        guard let file = parts.timetableFile, let fault = file.reach(from: today)?.fault(on: today) else { return }
        log.warning("\(file.place) \(fault)")
    }

    /// - Parameter next: when the network sources are asked; nil where there are none.
    private func refreshed(_ next: Instant?, _ now: Instant, isUrgent: Bool) -> String {
        let done = "the timetable was read again"
        guard let next else { return done }
        let names = parts.remotes.map(\.name.rawValue).joined(separator: " and ")
        let verb = parts.remotes.count == 1 ? "is" : "are"
        guard next > now else { return "\(done); \(names) \(verb) asked now, and adhand status says what comes of it" }
        let wait = DurationText.format(.seconds(now.duration(to: next).components.seconds))
        let reason =
            isUrgent
            ? "since \(parts.remotes.count == 1 ? "it was" : "they were") asked just now"
            : "this box's share of [refresh] spread; at once: adhand refresh --now"
        return "\(done); \(names) \(verb) asked in \(wait), \(reason)"
    }

    /// - Parameter resting: the sources whose servers want no request, and until when.
    private func words(_ resting: [(SourceName, until: Instant)], _ zone: ZoneRules, isUrgent: Bool) -> String {
        resting.map { name, until in
            "; \(name.rawValue) accepts no request before \(zone.formatted(until.flooredToSecond)), "
                + (isUrgent ? "and is asked all the same" : "and is then asked; before that: adhand refresh --now")
        }.joined()
    }
}
