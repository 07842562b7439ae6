import AdhanTimetables
import AdhanCore
import Logging

extension Notice {
    /// The log level: one line per occasion at notice, faults at warning or error, the rest at info.
    package var level: Logger.Level {
        switch self {
        case .ledgerLoaded(let memory): memory.strange.isEmpty ? .info : .warning
        case .refreshed, .began, .reached, .notAnnounced, .noted, .found, .saved: .info
        case .marks(_, let problem): problem == nil ? .info : .error
        case .armed(_, _, let problem): problem == nil ? .info : .warning
        case .stopping, .zone, .muted, .unmuted, .preferred: .notice
        case .auxiliary(_, .ended(let state, _)): state == .completed ? .info : .warning
        case .auxiliary: .info
        case .source(let news): news.level
        case .selfTest(let result): result.isOK ? .notice : .error
        case .sourcesSkipped, .gaveUp, .settledBefore, .dropped, .interrupted, .lost, .ledgerReplaced: .warning
        case .clock(let trust, _): trust.isTrusted ? .notice : .warning
        case .ledgerUnreadable, .notReady, .unsaved, .refused: .error
        case .settled(let entry): [.completed, .stopped, .skipped].contains(entry.state) ? .notice : .warning
        }
    }

    /// The sentence for the log, with times in the mosque's zone.
    package func words(_ zone: ZoneRules) -> String {
        switch self {
        case .ledgerLoaded(let memory):
            "the ledger is read; "
                + (memory.origin.firstStart.map { "it has been kept since \(zone.formatted($0))" } ?? "it is new")
                + (memory.strange.isEmpty
                    ? "" : "; these rows are not understood: " + memory.strange.joined(separator: ", "))
        case .ledgerUnreadable(let reason):
            "\(reason); prayers are called on time and marked in the runtime directory, nothing is called late, and "
                + "the ledger is tried again each minute"
        case .marks(let place, let problem?):
            "the marks in \(place) \(problem); what was called before this start is taken from the ledger alone"
        case .marks(let place, nil):
            "the marks in \(place) are read"
        case .ledgerReplaced(let words):
            "\(words). The rows that the daemon still knows are written to it; earlier rows are only in the old file"
        case .refreshed(let reason, let next):
            "timetable refreshed (\(reason.words)); "
                + (next.map { "next is \($0.words(zone)), from \($0.source.rawValue)" } ?? "it has no adhan ahead")
        case .sourcesSkipped(let skipped) where skipped.areAll:
            "no adhan will sound: \(skipped.reason)"
        case .sourcesSkipped(let skipped):
            "no adhan from "
                + SourceName.allCases.filter(skipped.sources.contains).map(\.rawValue).joined(separator: " or ")
                + " will sound: \(skipped.reason)"
        case .armed(let due, let device, nil):
            "\(due.words(zone)) is ready on \(device)"
        case .armed(let due, _, let problem?):
            "\(due.words(zone)) has no sound device: \(problem.sentence). It runs in silence, and a device is looked "
                + "for each second"
        case .notReady(let due, let fault):
            "\(due.words(zone)) cannot sound: \(fault.sentence). It is tried again each second until its grace has "
                + "run out"
        case .began(let due, let at, let device):
            "\(due.words(zone)) began on \(device)\(Self.lateness(due.at.duration(to: at).wholeMilliseconds))"
        case .reached(let due):
            "\(due.key) at \(zone.formatted(due.at))"
        case .notAnnounced(let due, let skipReason):
            "\(due.words(zone)) is not announced: \(skipReason.reason)"
        case .settledBefore(let due, let at, let state):
            "\(due.key) is now due at \(zone.formatted(due.at)). It does not come again: it was \(state) at its "
                + "earlier time, \(zone.formatted(at))"
        case .dropped(let due):
            "\(due.words(zone)) does not come: the timetable or the rules have changed, and have none today"
        case .noted(let due, let words), .found(let due, _, let words): "\(due.key): \(words)"
        case .lost(let due, let fault): "\(due.key): \(fault.sentence)"
        case .gaveUp(let due, let reason):
            "\(due.words(zone)) is not called now: \(reason)"
        case .settled(let entry):
            "\(entry.key) \(entry.state.rawValue)" + Self.account(entry)
        case .unsaved(let entry, let reason):
            "\(entry.key) \(entry.state.rawValue) is not in the ledger: \(reason)"
        case .saved(let rows):
            rows == 1 ? "a row that waited is in the ledger now" : "\(rows) rows that waited are in the ledger now"
        case .refused(let entry, let reason):
            "\(entry.key) \(entry.state.rawValue) was not written: \(reason)"
        case .interrupted(.clockStep(let step)):
            "the clock was set \(step < .zero ? "back" : "forward") by "
                + "\(DurationText.format(step < .zero ? .zero - step : step)), or the machine slept"
        case .interrupted(.heldUp(let time)):
            "the process was held up for \(DurationText.format(time))"
        case .zone(let rules):
            "tzdata has new rules for \(rules.name)"
        case .clock(let trust, let now):
            "the clock is \(trust.state): \(trust.words(zone, now: now))"
        case .source(let news):
            news.words
        case .selfTest(let result):
            "self-test: \(result.words)"
        case .stopping(let who):
            "stopping: \(who)"
        case .muted(let mute):
            "\(mute.who) has muted "
                + (mute.until > mute.from
                    ? "all adhans and other sounds until \(zone.formatted(mute.until))"
                    : mute.prayers.keys.map(\.description).sorted().joined(separator: ", "))
        case .unmuted(let who):
            "\(who) has ended the mute"
        case .preferred(let change, let isRecorded):
            "\(change.who) has set \(change.key.name) to \(change.value?.text ?? "what the config says")"
                + (isRecorded ? "" : "; the ledger does not get it, since too many changes wait for its disk")
        case .auxiliary(let auxiliary, .opened(let device, let problem)):
            "\(auxiliary.words): \(problem.map(\.sentence) ?? "starting on \(device)")"
        case .auxiliary(let auxiliary, .began(let device)):
            "\(auxiliary.words) on \(device)"
        case .auxiliary(let auxiliary, .noted(let words)), .auxiliary(let auxiliary, .ended(_, let words)):
            "\(auxiliary.words): \(words)"
        }
    }

    private static func account(_ entry: LedgerEntry) -> String {
        var parts: [String] = []
        if let heard = entry.heardMilliseconds {
            parts.append("\(DurationText.format(.milliseconds(heard))) heard on \(entry.device ?? "no device")")
        }
        if let late = entry.latenessMilliseconds { parts.append("began \(Self.milliseconds(late)) its second") }
        if let gap = entry.gapMilliseconds, gap > 0 { parts.append("gap \(gap) ms") }
        if let who = entry.who { parts.append("by \(who)") }
        if let reason = entry.reason { parts.append(reason) }
        return parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
    }

    private static func lateness(_ milliseconds: Int64) -> String {
        milliseconds < 1000 ? "" : ", \(DurationText.format(.milliseconds(milliseconds))) late"
    }

    private static func milliseconds(_ late: Int64) -> String {
        late >= 1000
            ? "\(DurationText.format(.milliseconds(late))) after" : late < 0 ? "\(-late) ms before" : "\(late) ms after"
    }
}

extension AuxiliaryPlayback {
    package var words: String {
        switch purpose {
        case .trial(let who): "\(who) tries \(request.choice.name)"
        case .dua: "\(name) (\(request.choice.name))"
        }
    }
}

extension ScheduledOccasion {
    /// The occasion and its due time in the mosque's zone.
    package func words(_ zone: ZoneRules) -> String {
        "\(key) due at \(zone.formatted(at))"
    }
}
