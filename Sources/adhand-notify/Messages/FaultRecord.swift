import AdhanCore
import AdhanSupport

/// The faults that there are, so that each is told when it begins, again after a day, and when it is over. It outlives
/// the process in a file.
struct FaultRecord: Codable, Equatable, Sendable {
    fileprivate struct Entry: Codable, Equatable {
        /// When it began, by the wall clock in seconds since 1970 UTC, as all here.
        var since: Int64
        /// When it was told last; nil where it was not.
        var told: Int64?
        /// At which of `steps` it was told last; nil where it was not, or is no end of a timetable.
        var step: Int?
        /// When it was seen last.
        var seen: Int64
        var severity: FaultSeverity
        var words: String
        var advice: String?
        var fault: Fault?
        /// The first call that it keeps silent.
        var call: StatusReport.Problem.Call?
    }

    private enum CodingKeys: String, CodingKey { case entries }

    /// By their ids.
    private var entries: [String: Entry] = [:]
    /// The moment from which this process has the daemon's status without a break; nil before.
    private var follows: Int64?
    /// The wall clock less the uptime, as this process last saw it.
    private var clockOffset: Int64?

    /// The faults that there are, told or not.
    var ids: Set<String> { Set(entries.keys) }

    /// How many are kept. The status has no more.
    private static let most = 200
    /// The end of a timetable is told again when it has times for so many more days, and not each day.
    private static let steps = [1, 3, 7, 14]
    /// A fault that a start finds first may pass within so many seconds.
    private static let patience: Int64 = 60
    /// A fault is told again after so many seconds.
    fileprivate static let day: Int64 = 86_400
    private static let hour: Int64 = 3600
    /// A fault that is gone for so many seconds is over: a daemon that has just started has not looked at all of it.
    private static let pause: Int64 = 120

    /// Follows a clock that is set: how long faults have lasted, and when they were told, stays true.
    ///
    /// - Parameter uptime: the seconds of a clock that nobody sets, at the moment `now`.
    mutating func follow(_ now: Instant, uptime: Int64) {
        let offset = now.seconds - uptime
        let seconds = clockOffset.map { offset - $0 } ?? 0
        clockOffset = offset
        // Reading two clocks takes a moment.
        guard abs(seconds) > 1 else { return }
        changeMoments { $0.addingReportingOverflow(seconds).partialValue }
    }

    /// Brings moments of a damaged file, and of a clock that was ahead before this process, to between 1970 and now.
    private mutating func limit(to now: Int64) { changeMoments { min(max($0, 0), now) } }

    private mutating func changeMoments(_ change: (Int64) -> Int64) {
        entries = entries.mapValues { entry in
            var entry = entry
            (entry.since, entry.seen) = (change(entry.since), change(entry.seen))
            entry.told = entry.told.map(change)
            return entry
        }
        follows = follows.map(change)
    }

    /// Notes what the status says, and returns what is to be told now, in the status' order.
    ///
    /// - Parameter isStatus: false where there is no status: the problems are not all that there are.
    mutating func update(_ problems: [StatusReport.Problem], at now: Instant, isStatus: Bool = true) -> [Message] {
        let now = now.seconds
        limit(to: now)
        follows = isStatus ? follows ?? now : nil
        var messages: [Message] = []
        for problem in problems.prefix(Self.most) {
            guard let id = problem.id else { continue }
            var entry =
                entries[id]
                ?? Entry(since: now, seen: now, severity: .warning, words: problem.what, advice: problem.advice)
            (entry.seen, entry.severity) = (now, problem.severity ?? .warning)
            (entry.words, entry.advice, entry.fault) = (problem.what, problem.advice, problem.fault)
            entry.call = problem.call
            let age = now - (entry.told ?? entry.since)
            let isDue: Bool
            if let left = problem.daysLeft {
                let (step, last) = (Self.steps.first { left <= $0 } ?? .max, entry.step ?? .max)
                isDue = step < last && (entry.told != nil || age >= Self.patience)
                // Where the timetable has become longer, its next step is to be told.
                entry.step = isDue ? step : max(step, last)
            } else {
                isDue = entry.told == nil ? age >= Self.patience(id) : age >= Self.day
            }
            if isDue {
                messages.append(entry.message(id, entry.told == nil ? .began : .continues, at: now))
                entry.told = now
            }
            entries[id] = entry
        }
        let present = Set(problems.compactMap(\.id))
        for (id, entry) in entries.sorted(by: { $0.key < $1.key }) where !present.contains(id) {
            guard let follows else { continue }
            // A state that comes and goes has not lasted.
            let hasPassed = entry.told == nil && Self.patience(id) <= Self.patience
            guard hasPassed || now - max(entry.seen, follows) >= Self.pause else { continue }
            entries[id] = nil
            // It stays missed: only the status stops naming it.
            if entry.told != nil, Self.kind(id)?.isPast != true {
                messages.append(entry.message(id, .ended, at: now))
            }
        }
        return messages
    }

    /// The record as it is before the messages are told: it has the faults' beginnings, which are in their keys.
    ///
    /// - Parameter before: the record before `update` made them.
    func before(telling messages: [Message], after before: FaultRecord) -> FaultRecord {
        var record = self
        for id in messages.compactMap(\.fault?.id) {
            if let entry = before.entries[id] {
                record.entries[id] = entry
            } else {
                record.entries[id]?.told = nil
                record.entries[id]?.step = nil
            }
        }
        return record
    }

    private static func kind(_ id: String) -> FaultKind? {
        id.split(separator: ":").first.flatMap { FaultKind(rawValue: String($0)) }
    }

    /// For how many seconds a fault must last before it is told: a network that is away for an hour disturbs nobody,
    /// and what a start finds first may pass.
    private static func patience(_ id: String) -> Int64 {
        switch kind(id) {
        case .source, .mirror: day
        case .receiver: hour
        case .hook, .before, .missed, .silent: 0
        default: patience
        }
    }
}

extension FaultRecord.Entry {
    fileprivate func message(_ id: String, _ phase: Message.Fault.Phase, at now: Int64) -> Message {
        var name = String(String.UnicodeScalarView(id.unicodeScalars.map { $0.isPlain ? $0 : "-" }))
        if name.utf8.count > 100 || id.utf8.count > name.utf8.count,
            let digest = try? Digest.hex(.sha256, of: Array(id.utf8))  // reason: a system without digests has the name
        {
            name = "\(name.prefix(80))-\(digest.prefix(16))"
        }
        // How many days it has lasted, and the step of a timetable's end: they are the same after a crash.
        let count = "/\((now - since) / FaultRecord.day)" + (step.map { "-\($0)" } ?? "")
        let isOver = phase == .ended
        // A daemon of another version may have another occasion, and write its time in another way.
        let at = call.flatMap { isOver ? nil : try? ReportedMoment($0.at).at }  // reason: see above
        let occasion = at.flatMap { _ in call.flatMap { try? Occasion(named: $0.occasion) } }  // reason: see above
        return Message(
            key: "fault/\(name)/\(since)/\(phase.rawValue)" + (phase == .continues ? count : ""),
            kind: .fault,
            severity: severity,
            at: now,
            occasion: occasion?.name,
            prayer: occasion?.prayer,
            due: occasion.flatMap { _ in at?.seconds },
            fault: .init(id: id, phase: phase, since: since, until: isOver ? seen : nil, meaning: fault),
            words: words,
            advice: isOver || advice?.isEmpty == true ? nil : advice
        )
    }
}

extension Unicode.Scalar {
    /// Whether it may stand in a key.
    fileprivate var isPlain: Bool { (0x21...0x7E).contains(value) }
}
