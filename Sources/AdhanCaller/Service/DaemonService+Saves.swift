import AdhanSupport
import AdhanCore
import AdhanTimetables
import Logging

/// A file in which the daemon keeps what a restart has to know.
enum StateFile: CaseIterable, Sendable {
    /// What people have ordered.
    case mute, settings
    /// The last usable version of the mosque's file.
    case timetable
    /// The congregations that do not change any more.
    case congregations

    /// What a restart lacks until it is saved, as the end of a sentence.
    var loss: String {
        switch self {
        case .mute: "a restart forgets the change of the mute"
        case .settings: "a restart forgets the change of the settings"
        case .congregations: "a restart takes the iqama of a prayer that was called as the timetable then has it"
        case .timetable: "a restart that finds the mosque's file lost has not these times"
        }
    }
}

/// The saves of such a file. Each has a number, counted from 1.
struct StateSaves {
    /// A person who waits for a change to be saved.
    struct Waiting {
        let save: Int
        let replier: ControlReplier
        let answer: Done
        /// When the answer is given all the same; nil until the next tick.
        var end: MonotonicInstant?
    }

    /// The last save that was begun, and the last that has answered.
    var (begun, answered) = (0, 0)
    var waiting: [Waiting] = []
    /// Why the last save failed; nil where it did not.
    var problem: String?
    /// When a save that failed is tried again; nil until the next tick.
    var retry: MonotonicInstant?

    /// When something is to be done.
    var due: MonotonicInstant? {
        let ends = waiting.map { $0.end ?? .start }
        return (ends + (problem != nil && begun == answered ? [retry ?? .start] : [])).min()
    }
}

/// Saves what a restart has to know. The disk may hang or be full: an order is in force before it is saved.
extension DaemonService {
    /// How long a person waits for the disk, before the answer says that it is late.
    private static let savePatience: Duration = .seconds(2)
    private static let saveInterval: Duration = .minutes(1)

    /// - Parameter replier: gets the answer once the file is saved, or cannot be.
    func save(_ file: StateFile, _ loop: DaemonLoop, then replier: ControlReplier, _ answer: Done) {
        let next = (saves[file]?.begun ?? 0) + 1
        saves[file, default: StateSaves()].waiting.append(.init(save: next, replier: replier, answer: answer))
        save(file, loop)
    }

    func save(_ file: StateFile, _ loop: DaemonLoop) {
        saves[file, default: StateSaves()].begun += 1
        let number = saves[file]?.begun ?? 0
        let work = work(file, loop)
        let isTaken = workers.state.perform { [inbox] in
            var problem: String?
            do { try work() } catch { problem = "\(error)" }
            inbox.post(.service { [problem] service, _, _ in service.saved(file, save: number, problem: problem) })
        }
        if !isTaken { saved(file, save: number, problem: "too many changes wait for the disk of \(path(file))") }
    }

    private func path(_ file: StateFile) -> String {
        switch file {
        case .mute: parts.mutes().file
        case .settings: parts.preferences().file
        case .timetable: parts.timetables().file
        case .congregations: parts.congregations().file
        }
    }

    private func work(_ file: StateFile, _ loop: DaemonLoop) -> @Sendable () throws(AtomicFile.Fault) -> Void {
        switch file {
        case .mute:
            let (store, mute) = (parts.mutes(), loop.saved.mute)
            return { () throws(AtomicFile.Fault) in try store.save(mute) }
        case .settings:
            let (store, settings) = (parts.preferences(), loop.saved.preferences)
            return { () throws(AtomicFile.Fault) in try store.save(settings) }
        case .timetable:
            let file = parts.timetableFile
            return { () throws(AtomicFile.Fault) in try file?.keep() }
        case .congregations:
            let (store, held) = (parts.congregations(), congregations)
            return { () throws(AtomicFile.Fault) in try store.save(held) }
        }
    }

    func saved(_ file: StateFile, save number: Int, problem: String?) {
        guard var found = saves[file] else { return }
        // A later save may have been refused at once.
        if number >= found.answered {
            found.answered = number
            if let problem, found.problem != problem { log.warning("\(problem); \(Self.consequence(file))") }
            if problem == nil, found.problem != nil { log.notice("\(path(file)) is saved again") }
            (found.problem, found.retry) = (problem, nil)
            model.saveProblems[file] = problem.map { "\($0); \(Self.consequence(file))" }
        }
        let (done, waiting) = (found.waiting.filter { $0.save <= number }, found.waiting.filter { $0.save > number })
        found.waiting = waiting
        saves[file] = found
        for person in done {
            person.replier.answer(
                problem.map { person.answer.with("\($0); \(Self.consequence(file))") } ?? person.answer
            )
        }
    }

    /// Saves the congregations that do not change any more, where these are others than before.
    func keepCongregations(_ loop: DaemonLoop, _ now: Instant) {
        guard needsSave, loop.timetable != nil else { return }
        needsSave = false
        let pinned = loop.pinned(now)
        guard pinned != congregations else { return }
        congregations = pinned
        save(.congregations, loop)
    }

    /// Whether nothing of it waits for the disk, or for another try.
    private func isIdle(_ file: StateFile) -> Bool {
        saves[file].map { $0.begun == $0.answered && $0.problem == nil } ?? true
    }

    private static func consequence(_ file: StateFile) -> String {
        "it is tried again each minute, and until then \(file.loss)"
    }

    /// At each tick: answers whom the disk has kept waiting, and tries again where it refused.
    func tickSaves(_ loop: DaemonLoop, _ monotonic: MonotonicInstant) {
        if parts.timetableFile?.isUnkept == true, isIdle(.timetable) { save(.timetable, loop) }
        for file in StateFile.allCases where saves[file]?.due.map({ monotonic >= $0 }) ?? false {
            guard var found = saves[file] else { continue }
            for index in found.waiting.indices where found.waiting[index].end == nil {
                found.waiting[index].end = monotonic + Self.savePatience
            }
            let late = found.waiting.filter { $0.end.map { monotonic >= $0 } ?? false }
            found.waiting.removeAll { $0.end.map { monotonic >= $0 } ?? false }
            var isRetried = false
            if found.problem != nil, found.begun == found.answered {
                if let retry = found.retry {
                    isRetried = monotonic >= retry
                } else {
                    found.retry = monotonic + Self.saveInterval
                }
            }
            saves[file] = found
            if !late.isEmpty {
                let limit = DurationText.format(Self.savePatience)
                let words =
                    "the disk of \(path(file)) has not answered for \(limit); until it does, "
                    + "a restart forgets the change"
                model.saveProblems[file] = words
                log.warning("\(words)")
                for person in late { person.replier.answer(person.answer.with(words)) }
            }
            if isRetried { save(file, loop) }
        }
    }
}
