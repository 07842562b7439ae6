import AdhanTimetables
import AdhanSupport
import AdhanCore

extension NoticeEvent {
    /// Nil for a notice that is no event for clients.
    init?(_ notice: Notice, zone: ZoneRules, at now: Instant) {
        guard let name = Self.name(notice) else { return nil }
        self.init(at: zone.formatted(now.flooredToSecond), event: name, words: notice.words(zone))
        switch notice {
        case .began(let due, _, _), .reached(let due), .armed(let due, _, _):
            (prayer, occasion, date, source) = Self.key(due.key, due.source)
            self.due = due.at.seconds
        case .notAnnounced(let due, let skipReason):
            (prayer, occasion, date, source) = Self.key(due.key, due.source)
            (reason, who) = (skipReason.reason, skipReason.who)
        case .settled(let entry):
            (prayer, occasion, date, source) = Self.key(entry.key, entry.source)
            due = entry.due.seconds
            (reason, who) = (entry.reason, entry.who)
        case .source(let news): source = news.source.rawValue
        case .muted(let mute): who = mute.who
        case .unmuted(let name): who = name
        case .preferred(let change, _): who = change.who
        case .selfTest(let result): ok = result.isOK
        case .auxiliary(let auxiliary, let progress):
            if case .trial(let who) = auxiliary.purpose { (trial, self.who) = (auxiliary.request.id, who) }
            switch progress {
            case .began: isSounding = true
            case .ended(let state, _): isWhole = state == .completed
            case .opened, .noted: break
            }
        default: break
        }
    }

    private static func key(_ key: OccasionKey, _ source: SourceName) -> (String?, String?, String?, String?) {
        (key.occasion.prayer?.rawValue, key.occasion.name, key.date.description, source.rawValue)
    }

    private static func name(_ notice: Notice) -> String? {
        switch notice {
        case .began(let due, _, _), .reached(let due): due.key.occasion.kind.rawValue
        case .armed(_, _, let problem): problem == nil ? armed : nil
        case .notAnnounced: LedgerState.skipped.rawValue
        case .settled(let entry): entry.state.rawValue
        case .refreshed: "refresh"
        case .source(let news): news.isChange ? "timetable" : news.isFault ? "fault" : nil
        case .clock: "clock"
        case .muted: "mute"
        case .unmuted: "unmute"
        case .preferred: "setting"
        case .auxiliary(let auxiliary, _): if case .trial = auxiliary.purpose { "trial" } else { "dua" }
        case .selfTest: "self-test"
        case .stopping: "stopping"
        case .ledgerUnreadable, .ledgerReplaced, .lost, .notReady, .unsaved, .refused, .sourcesSkipped, .interrupted:
            "fault"
        case .marks(_, let problem): problem.map { _ in "fault" }
        case .ledgerLoaded, .noted, .found, .gaveUp, .settledBefore, .dropped, .saved, .zone: nil
        }
    }
}
